"""A site that nobody can connect to for a while: the run waits for it, and no page is given up."""

from __future__ import annotations

import asyncio

import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import DirectorySite
from directory_crawler.demo.http_server import serving
from directory_crawler.demo.options import SiteOptions
from tests.integration.crawling import column, crawl, rows

pytestmark = pytest.mark.faults
CITY = City(300, 4)
QUIET = {"LOG_ENABLED": False}


async def crawl_with_a_gap(
    database: str, *, back: bool, **settings: object
) -> tuple[str, str, dict[str, object]]:
    """Crawl a site whose server goes away once it has given a hundred answers; ``back``: and comes back."""
    site = DirectorySite(CITY, SiteOptions())
    answers = 0
    gone = asyncio.Event()

    def handle(request: object) -> object:
        nonlocal answers
        answers += 1
        if answers == 100:
            gone.set()
        return site.handle(request)  # type: ignore[arg-type]

    async with serving(handle) as base_url:  # type: ignore[arg-type]
        port = int(base_url.rpartition(":")[2])
        crawling = asyncio.ensure_future(crawl(database, base_url, settings={**QUIET, **settings}))
        await gone.wait()
    before = answers
    if back:
        waited = 0
        while waited < 3 and not crawling.done():
            await asyncio.sleep(1.0)
            waited += 1
        async with serving(handle, port=port):  # type: ignore[arg-type]
            crawled = await crawling
        assert answers > before
    else:
        crawled = await crawling
    return crawled.status, crawled.reason, crawled.stats


async def test_a_site_that_comes_back_finds_the_run_going_on(database: str) -> None:
    status, reason, stats = await crawl_with_a_gap(database, back=True)

    assert status == "accepted", reason
    assert stats["outage/again_count"]
    assert sorted(column(database, "select org_id from crawl.cards")) == sorted(CITY.listed_ids())
    assert column(
        database, "select count(*) from crawl.fetches where status = 'failed' and kind = 'card'"
    ) == [0]


async def test_a_site_that_stays_away_stops_the_run_which_then_goes_on(database: str) -> None:
    status, reason, _ = await crawl_with_a_gap(database, back=False, OUTAGE_PATIENCE=2)

    assert status == "interrupted"
    assert "nothing answers at http" in reason
    assert rows(database, "select status from crawl.runs") == [("interrupted",)]
