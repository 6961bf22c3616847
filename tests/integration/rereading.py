"""Read archived pages anew in this process, with the site away, and compare tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from scrapy.crawler import AsyncCrawlerRunner

from directory_crawler.spiders.rereading import RereadingSpider
from tests.integration.crawling import Crawled, rows, settings_for

BUNDLED = Path("directory_crawler/sites/bundled")
NOWHERE = "http://127.0.0.1:9"
"""Nobody listens there: whoever asks a site is refused."""

STAMPS = {
    *(
        "first_seen",
        "last_seen",
        "last_fetched",
        "last_confirmed",
        "first_run",
        "last_run",
        "run_id",
        "last_change",
    ),
    *("seen_at", "reopened_at", "closed_at"),
}


def profile(folder: Path, name: str, changes: Iterable[tuple[str, str]] = ()) -> str:
    """A bundled profile with some of its text replaced, under its own name."""
    text = (BUNDLED / f"{name}.toml").read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path = folder / f"{len(list(folder.iterdir()))}.toml"
    path.write_text(text, "utf-8")
    return str(path)


def table(database: str, name: str, where: str = "true", without: Sequence[str] = ()) -> list[str]:
    """The rows of a table but for stamps and run ids."""
    hidden = [*STAMPS, *without]
    found = rows(database, f"select to_jsonb(t) - %s::text[] from crawl.{name} t where {where}", hidden)
    return sorted(str(sorted(row[0].items())) for row in found)


def assert_alike(database: str, other: str, *tables: str) -> None:
    for name in tables:
        mine, theirs = table(database, name), table(other, name)
        assert mine == theirs, (name, [row for row in mine if row not in theirs][:2])


async def reparse(
    database: str, spider: type[RereadingSpider], path: str, run: int, **settings: Any
) -> Crawled:
    runner = AsyncCrawlerRunner(settings_for(database, NOWHERE, TWISTED_REACTOR_ENABLED=False, **settings))
    crawler = runner.create_crawler(spider)
    await crawler.crawl_async(site=path, rereads=run)
    stats = crawler.stats.get_stats()
    return Crawled(str(stats.get("run/status")), str(stats.get("run/reason")), stats, {})
