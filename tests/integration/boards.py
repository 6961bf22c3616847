"""Crawl the bundled board in this process: real HTTP on loopback, real PostgreSQL."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.crawler import AsyncCrawlerRunner

from directory_crawler.demo.board.options import BoardOptions
from directory_crawler.demo.board.site import BoardSite
from directory_crawler.demo.http_server import serving
from directory_crawler.spiders.jobs import JobsSpider
from tests.integration.crawling import Crawled, settings_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from directory_crawler.demo.board.board import Board

PROFILE = Path("directory_crawler/sites/bundled/demo-board.toml").read_text("utf-8")

SAMPLES = {"LIVENESS_SHARE": 7, "WITNESS_SAMPLE": 20}
"""Fewer pages asked again than on a full board; the bounds of the sign-off are those that users get."""


def profile_with(folder: Path, changes: Mapping[str, str]) -> str:
    """The path of the bundled profile with some of its text replaced."""
    text = PROFILE
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    path = folder / "board.toml"
    path.write_text(text, "utf-8")
    return str(path)


async def crawl_board(
    database: str,
    board: Board,
    options: BoardOptions | None = None,
    *,
    profile: str = "demo-board",
    **arguments: Any,
) -> tuple[Crawled, BoardSite]:
    """One run on the board as it is at its moment; the site is returned with what changed while it was crawled."""
    site = BoardSite(board, options or BoardOptions())
    as_of = datetime.fromtimestamp(int(board.now.timestamp()), timezone.utc).isoformat()
    settings = {"RUN_AS_OF": as_of, **SAMPLES, **arguments.pop("settings", {})}
    async with serving(site.handle) as base_url:
        runner = AsyncCrawlerRunner(
            settings_for(database, base_url, TWISTED_REACTOR_ENABLED=False, **settings)
        )
        crawler = runner.create_crawler(JobsSpider)
        await crawler.crawl_async(site=profile, **arguments)
    stats = crawler.stats.get_stats()
    requests = {
        key.removeprefix("account/requests/"): value
        for key, value in stats.items()
        if key.startswith("account/requests/")
    }
    return Crawled(str(stats.get("run/status")), str(stats.get("run/reason")), stats, requests), site
