"""A site that refuses: nothing is lost, nothing is asked before its time, and what persists ends resumable."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import DirectorySite
from directory_crawler.demo.http_server import HttpRequest, HttpResponse, serving
from directory_crawler.demo.options import Fault, SiteOptions
from directory_crawler.demo.refusals import Limit
from tests.integration.crawling import Crawled, column, crawl, rows

CITY = City(size=120, seed=5)
RUBRIC = sorted(CITY.tree.rows, key=CITY.tree.rows.__getitem__)[-2]
"""A large one, and not the one on which the ceiling is measured before all else."""
QUICK = {"THROTTLE_FLOOR": 20.0, "THROTTLE_START": 40.0, "THROTTLE_TOP": 80.0, "LOG_ENABLED": False}
"""The same course, ten times as fast: what is tested is what happens, not how long it takes."""


class Watched:
    """A site, and when each answer of it was given."""

    def __init__(self, options: SiteOptions) -> None:
        self.site = DirectorySite(CITY, options)
        self.log: list[tuple[float, HttpRequest, int]] = []
        self.base_url = ""

    def handle(self, request: HttpRequest) -> HttpResponse:
        answer = self.site.handle(request)
        self.log.append((monotonic(), request, answer.status))
        return answer

    def of(self, path: str, **query: str) -> list[tuple[float, int]]:
        """When requests of a path were answered, and with which status."""
        return [
            (at, status)
            for at, request, status in self.log
            if request.path.startswith(path) and query.items() <= request.query.items()
        ]

    async def crawl(self, database: str, **settings: Any) -> Crawled:
        return await crawl(database, self.base_url, settings=QUICK | settings)


@asynccontextmanager
async def watching(options: SiteOptions) -> AsyncIterator[Watched]:
    watched = Watched(options)
    async with serving(watched.handle) as watched.base_url:
        yield watched


def all_cards(database: str) -> bool:
    return set(column(database, "select org_id from crawl.cards")) == set(CITY.listed_ids())


@pytest.mark.parametrize("as_date", [False, True])
@pytest.mark.parametrize("status", [429, 503])
async def test_a_wait_is_kept_and_nothing_is_lost(database: str, status: int, as_date: bool) -> None:
    """Not one of Scrapy's retries is used, the part waits, the others go on meanwhile."""
    fault = Fault(rubric=RUBRIC, status=status, retry_after=2, retry_as_date=as_date, first=1)
    async with watching(SiteOptions(fail=(fault,))) as site:
        crawled = await site.crawl(database)

    asked = site.of("/api/list", rubric=RUBRIC)
    (refused,) = [at for at, answer in asked if answer == status]
    first_after = min(at for at, _ in asked if at > refused)
    assert crawled.status == "accepted"
    assert all_cards(database)
    assert first_after - refused >= 2 - 0.05
    assert sum(refused < at < first_after for at, *_ in site.log) > 50
    assert crawled.stats.get("retry/count", 0) == 0


@pytest.mark.parametrize("status", [429, 503, 200])
async def test_a_rubric_with_a_limit_is_walked_to_its_end(database: str, status: int) -> None:
    """Its refusals, walls included, are counted in the stats and in the database, and are neither data nor an end."""
    limit = Limit("list", rubric=RUBRIC, rate=30.0, status=status)
    async with watching(SiteOptions(limits=(limit,))) as site:
        crawled = await site.crawl(database)

    assert crawled.status == "accepted"
    assert all_cards(database)
    refused = rows(database, "select root_id, refused from crawl.slice_pace where refused > 0")
    assert {root for root, _ in refused} == {RUBRIC}
    assert sum(n for _, n in refused) == crawled.stats["throttle/refused_count"] > 0


@pytest.mark.parametrize("status", [429, 200])
async def test_cards_and_contacts_with_a_limit_are_all_fetched(database: str, status: int) -> None:
    """Sixty requests in flight are refused together: one cut, and each comes again."""
    limits = (Limit("card", rate=40.0, window=0.5, status=status), Limit("contacts", rate=40.0, window=0.5))
    async with watching(SiteOptions(limits=limits)) as site:
        crawled = await site.crawl(database)

    assert crawled.status == "accepted"
    assert all_cards(database)
    assert column(database, "select count(*) from crawl.fetches where status = 'failed'") == [0]


async def test_a_page_that_always_answers_503_is_one_that_errs(database: str) -> None:
    """The cards around it are served: it fails with its reason, and the pace of the others stays."""
    card = next(iter(CITY.listed_ids()))
    async with watching(SiteOptions()) as site:
        handle = site.site.handle

        def but_one(request: HttpRequest) -> HttpResponse:
            broken = request.path == f"/card/{card}"
            return HttpResponse(b"down", 503) if broken else handle(request)

        site.site.handle = but_one  # type: ignore[method-assign]
        crawled = await site.crawl(database)

    assert crawled.status == "accepted", crawled.reason
    assert column(database, "select record_id from crawl.fetches where status = 'failed'") == [card]
    assert len(site.of(f"/card/{card}")) <= 18


async def test_a_long_wait_parks_the_slice_and_the_rest_goes_on(database: str) -> None:
    """It is begun again when its time has come, by the same run."""
    fault = Fault(rubric=RUBRIC, status=429, retry_after=3, first=1)
    async with watching(SiteOptions(fail=(fault,))) as site:
        crawled = await site.crawl(database, THROTTLE_LONGEST_WAIT=1.0)

    asked = site.of("/api/list", rubric=RUBRIC)
    assert crawled.status == "accepted"
    assert all_cards(database)
    assert asked[1][0] - asked[0][0] >= 3 - 0.05


async def test_a_wait_that_is_too_long_for_the_run_ends_it_resumable(database: str) -> None:
    """The reason names how long, a second call does not ask before, and one after it goes on to the same table."""
    fault = Fault(rubric=RUBRIC, status=429, retry_after=7200, first=1)
    async with watching(SiteOptions(fail=(fault,))) as site:
        first = await site.crawl(database)
        asked = len(site.of("/api/list", rubric=RUBRIC))
        second = await site.crawl(database)
        assert (first.status, second.status) == ("interrupted", "interrupted")
        assert "may not be asked for the next" in first.reason
        assert len(site.of("/api/list", rubric=RUBRIC)) == asked == 1
        rows(
            database,
            "update crawl.slices set available_at = now() where available_at is not null returning 1",
        )
        third = await site.crawl(database)

    assert third.status == "accepted"
    assert all_cards(database)


async def test_cards_that_are_told_to_wait_long_wait_all_together(database: str) -> None:
    """One card is told; the others that wait for their turn are not asked in vain."""
    fault = Fault(surface="card", status=429, retry_after=3, first=1)
    async with watching(SiteOptions(fail=(fault,))) as site:
        crawled = await site.crawl(database, THROTTLE_LONGEST_WAIT=1.0, FETCHES_IN_FLIGHT=4)

    assert crawled.status == "accepted"
    assert all_cards(database)


async def test_a_part_that_is_never_served_is_a_named_hole(database: str) -> None:
    """While the others are served, it is the part's own fault: attempts, then failed, with the reason."""
    async with watching(SiteOptions(fail=(Fault(rubric=RUBRIC, status=503),))) as site:
        crawled = await site.crawl(database, THROTTLE_PARK=0.2)

    assert crawled.status == "rejected"
    assert rows(database, "select root_id, attempts, reason from crawl.slices where status = 'failed'") == [
        (RUBRIC, 3, "503 2 times while others were served")
    ]


@pytest.mark.parametrize("status", [429, 503, 200])
async def test_a_site_that_refuses_for_good_stops_the_run_resumable(database: str, status: int) -> None:
    """After a pause, with the reason, and no attempt is used up; when the site is well again the run goes on."""
    async with watching(SiteOptions(fail=(Fault("list", status=status),))) as site:
        crawled = await site.crawl(database, THROTTLE_PAUSE=0.5)
        assert crawled.status == "interrupted"
        assert "goes on refusing" in crawled.reason
        tried = "select status, attempts, reason from crawl.slices where attempts > 0 or status = 'failed'"
        assert rows(database, tried) == []
        site.site.change(SiteOptions())
        again = await site.crawl(database)

    assert again.status == "accepted"
    assert all_cards(database)


async def test_a_ceiling_that_cannot_be_measured_is_learned_by_walking(database: str) -> None:
    """The largest rubric is never served: it is a hole, and no reason to begin nothing at all."""
    largest = max(CITY.tree.rows, key=CITY.tree.rows.__getitem__)
    async with watching(SiteOptions(fail=(Fault(rubric=largest, status=503),))) as site:
        crawled = await site.crawl(database, THROTTLE_PARK=0.2)

    assert crawled.status == "rejected"
    assert column(database, "select root_id from crawl.slices where status = 'failed'") == [largest]


async def test_without_retries_a_refusal_is_an_error_at_once(database: str) -> None:
    """Who switches retries off wants none of these either."""
    async with watching(SiteOptions(fail=(Fault(rubric=RUBRIC, status=503),))) as site:
        crawled = await site.crawl(database, RETRY_TIMES=0)

    assert crawled.status == "rejected"
    assert len(site.of("/api/list", rubric=RUBRIC)) == 3


async def test_pages_that_drip_and_pages_that_never_come_lose_nothing(database: str) -> None:
    """A slow page is a page; one that takes longer than the patience is asked again."""
    options = SiteOptions(
        drip=(Fault("card", seconds=0.4, first=5),), stall=(Fault("list", seconds=60.0, first=2),)
    )
    async with watching(options) as site:
        crawled = await site.crawl(database, DOWNLOAD_TIMEOUT=1.5)

    assert crawled.status == "accepted"
    assert all_cards(database)
