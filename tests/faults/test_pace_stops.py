"""A crawl that is stopped while the site lets it wait ends at once, and goes on where it was."""

from __future__ import annotations

import signal

import psycopg
import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import serve
from directory_crawler.demo.options import Fault, SiteOptions
from tests.faults.crawls import start_crawl
from tests.integration.crawling import column

pytestmark = pytest.mark.faults
CITY = City(120, 5)


def wait_for_a_refusal(database: str, process: object) -> None:
    """Wait until the run has written down that it was refused."""
    import time

    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:  # type: ignore[attr-defined]
        with psycopg.connect(database) as connection:
            row = connection.execute("select coalesce(sum(refused), 0) from crawl.slot_pace").fetchone()
        if row is not None and row[0]:
            return
        time.sleep(0.1)


async def test_a_stop_does_not_sit_out_a_wait_of_the_site(database: str) -> None:
    """Ten minutes were asked for; SIGINT ends the crawl with status 4 and gives the slice back untried."""
    import asyncio

    rubric = sorted(CITY.tree.rows, key=CITY.tree.rows.__getitem__)[-2]
    fault = Fault(rubric=rubric, status=429, retry_after=500, first=1)
    async with serve(CITY, SiteOptions(fail=(fault,))) as base_url:
        crawl = start_crawl(database, base_url)
        await asyncio.to_thread(wait_for_a_refusal, database, crawl)
        crawl.send_signal(signal.SIGINT)
        assert await asyncio.to_thread(crawl.wait, 30) == 4
        assert column(database, "select count(*) from crawl.slices where status = 'running'") == [0]
        again = start_crawl(database, base_url)
        assert await asyncio.to_thread(again.wait, 120) == 0

    assert set(column(database, "select org_id from crawl.cards")) == set(CITY.listed_ids())
