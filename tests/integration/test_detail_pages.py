"""A board in HTML whose lines say little: what the detail pages alone give is read once, and kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from scrapy.crawler import AsyncCrawlerRunner

from directory_crawler.spiders.jobs import JobsSpider
from directory_crawler.spiders.rereading import RereadJobs
from tests.integration.crawling import Crawled, column, rows, settings_for
from tests.integration.rereading import reparse

PROFILE = """
name = "pages"
kind = "jobs"
base_url = "https://pages.example"
country = "DE"
timezone = "Europe/Berlin"
languages = ["de"]

[listing]
url = "/jobs?p={page}"
page_size = 10
ceiling = 1000
count = "css: h2 b"
items = "css: article"
id = "css: a::attr(href)"
empty = "text: nothing here"
[listing.fields]
title = "css: a"
LINE

[posting]
url = "/job/{id}"
closed = "css: p.ended"
[posting.fields]
title = ["listing: title", "css: h1"]
description = "css: div"
DETAIL

[settings]
THROTTLE_LIFTED = true
"""
SHOWN = {
    "company": ("css: .co", "Firma {n}"),
    "pay": ("css: .pay", "{n} EUR"),
    "pay_min": ("css: .min", "{n}"),
    "location": ("css: .loc", "B{n}"),
    "employment_type": ("css: .type", "full-time"),
    "categories": ("css: .cat", "c{n}"),
    "posted_at": ("css: .posted", "2026-01-03"),
    "expires_at": ("css: .until", "2026-12-24"),
}
BARE = list(SHOWN)
STORED = "select posting_id, payload, posted_at, expires_at, digest from crawl.postings order by 1"


@dataclass
class Pages:
    """The board on a day; ``retitled`` lines have new words, ``broken`` details cannot be had."""

    lines: list[str]
    ids: list[str] = field(default_factory=lambda: [f"j{n}" for n in range(1, 26)])
    retitled: str = ""
    broken: bool = False

    def shown(self, names: list[str], posting_id: str) -> str:
        return "".join(
            f'<span class="{SHOWN[name][0].rpartition(".")[2]}">{SHOWN[name][1].format(n=posting_id[1:])}</span>'
            for name in names
        )

    def title(self, posting_id: str) -> str:
        return f"{'Senior' if posting_id == self.retitled else 'Junior'} {posting_id}"

    async def listing(self, request: web.Request) -> web.Response:
        start = (int(request.query["p"]) - 1) * 10
        lines = "".join(
            f'<article><a href="/job/{each}">{self.title(each)}</a>{self.shown(self.lines, each)}</article>'
            for each in self.ids[start : start + 10]
        )
        return _html(f"<h2><b>{len(self.ids)}</b></h2>{lines or 'Nothing here'}")

    async def detail(self, request: web.Request) -> web.Response:
        posting_id = request.match_info["id"]
        if self.broken:
            raise web.HTTPInternalServerError
        if posting_id not in self.ids:
            raise web.HTTPNotFound
        words = " ".join(f"{posting_id}word{n}" for n in range(60))
        title = f"<h1>{self.title(posting_id)}</h1>"
        return _html(f"{title}{self.shown(BARE, posting_id)}<div>{words}</div>")


def _html(text: str) -> web.Response:
    return web.Response(text=f"<html><body>{text}</body></html>", content_type="text/html")


@asynccontextmanager
async def serve(pages: Pages) -> AsyncIterator[str]:
    app = web.Application()
    app.router.add_get("/jobs", pages.listing)
    app.router.add_get("/job/{id}", pages.detail)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def written(folder: Path, lines: list[str], pay: str) -> str:
    """The path of the profile of a board whose lines say some of it; ``pay`` is where the details say what is paid."""
    line = "\n".join(f'{name} = "{SHOWN[name][0]}"' for name in lines)
    links = {name: ["listing: " + name] * (name in lines) + [SHOWN[name][0]] for name in SHOWN}
    links["pay"][-1] = pay
    detail = "\n".join(f"{name} = {chain}" for name, chain in links.items())
    profile = folder / "pages.toml"
    profile.write_text(PROFILE.replace("LINE", line).replace("DETAIL", detail), "utf-8")
    return str(profile)


async def crawl_pages(database: str, folder: Path, pages: Pages, day: int, **more: Any) -> Crawled:
    profile = written(folder, pages.lines, more.pop("pay", SHOWN["pay"][0]))
    settings = {
        "RUN_AS_OF": f"2026-01-{5 + day:02}T00:00:00+00:00",
        "RETRY_ENABLED": False,
        "LOG_ENABLED": False,
        "LIVENESS_SHARE": 0,
        "ACCEPT_NEW_POSTINGS": 1,
        **more,
    }
    async with serve(pages) as base_url:
        runner = AsyncCrawlerRunner(
            settings_for(database, base_url, TWISTED_REACTOR_ENABLED=False, **settings)
        )
        crawler = runner.create_crawler(JobsSpider)
        await crawler.crawl_async(site=profile)
    stats = crawler.stats.get_stats()
    asked = {"details": stats.get("account/requests/details", 0)}
    return Crawled(str(stats.get("run/status")), str(stats.get("run/reason")), stats, asked)


@pytest.mark.parametrize(
    "lines", [[], ["company", "posted_at"], ["company", "pay", "location", "employment_type"], BARE]
)
async def test_what_the_details_alone_give_is_asked_for_once_and_kept(
    database: str, tmp_path: Path, lines: list[str]
) -> None:
    """Whatever the lines say of it: a day later only the new ones are asked, and nothing looks edited."""
    first = await crawl_pages(database, tmp_path, Pages(lines), 0)
    assert first.status == "accepted", first.reason
    assert first.requests["details"] == 25
    before = rows(database, STORED)
    assert before[0][2:4] != (None, None)

    for day in (1, 2):
        again = await crawl_pages(database, tmp_path, Pages(lines), day)
        assert again.status == "accepted", again.reason
        assert again.requests["details"] == 0
        assert rows(database, STORED) == before
        assert column(database, "select count(*) from crawl.posting_versions") == [0]


async def test_a_changed_line_whose_detail_cannot_be_had_takes_nothing_away(
    database: str, tmp_path: Path
) -> None:
    """It is read when it can be, and then it is one edit of one field."""
    await crawl_pages(database, tmp_path, Pages([]), 0)
    before = rows(database, STORED)

    await crawl_pages(database, tmp_path, Pages([], retitled="j3", broken=True), 1, ACCEPT_FAILED_FETCHES=1)
    assert rows(database, STORED) == before
    mended = await crawl_pages(database, tmp_path, Pages([], retitled="j3"), 2)

    assert mended.status == "accepted", mended.reason
    assert mended.requests["details"] == 1
    assert rows(database, "select posting_id, changed from crawl.posting_versions") == [("j3", ["title"])]


async def test_what_a_rejected_run_has_read_of_them_is_taken_over(database: str, tmp_path: Path) -> None:
    """Whole: not the description alone."""
    rejected = await crawl_pages(database, tmp_path, Pages([]), 0, ACCEPT_PAY_FILL=1.1)
    assert rejected.status == "rejected"

    again = await crawl_pages(database, tmp_path, Pages([]), 1)

    assert again.status == "accepted", again.reason
    assert again.requests["details"] == 0
    assert column(database, "select count(*) from crawl.postings where payload ->> 'pay' is null") == [0]
    assert column(database, "select count(*) from crawl.postings where expires_at is null") == [0]


@pytest.mark.parametrize("lines", [[], ["company", "location", "employment_type"]])
@pytest.mark.parametrize("wrong", ["css: .none", "css: .type"])
async def test_what_the_details_gave_is_corrected_when_their_pages_are_read_anew(
    database: str, tmp_path: Path, lines: list[str], wrong: str
) -> None:
    """Though a later run has seen the lines: the details are still those of then."""
    for day in (0, 1):
        crawled = await crawl_pages(database, tmp_path, Pages(lines), day, pay=wrong, ACCEPT_PAY_FILL=0)
        assert crawled.status == "accepted", crawled.reason
    right = written(tmp_path, lines, SHOWN["pay"][0])

    done = await reparse(database, RereadJobs, right, 1, RUN_AS_OF="2026-01-06T00:00:00+00:00")

    assert done.status == "accepted", done.reason
    pay = "select posting_id, payload ->> 'pay' from crawl.postings"
    assert rows(database, pay) == [
        (posting_id, f"{posting_id[1:]} EUR") for posting_id, _ in rows(database, pay)
    ]
    after = await crawl_pages(database, tmp_path, Pages(lines), 2)
    assert after.status == "accepted", after.reason
    assert after.requests["details"] == 0
    assert column(database, "select count(*) from crawl.posting_versions where run_id = 4") == [0]
