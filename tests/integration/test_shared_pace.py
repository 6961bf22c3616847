"""Workers of one run share its pace through the database: one ceiling, one halving, and nobody's share is lost."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from time import monotonic

import psycopg
import pytest

from directory_crawler.core.pace.ceiling import Ceiling
from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import DirectorySite
from directory_crawler.demo.http_server import HttpRequest, HttpResponse, serving
from directory_crawler.demo.options import SiteOptions
from directory_crawler.storage.database import pool
from directory_crawler.storage.frontier import Frontier, FrontierOptions
from directory_crawler.storage.pace import SlotTally, keep_tallies, leave, take_part
from directory_crawler.storage.runs import Identity, open_run
from tests.faults.crawls import start_crawl
from tests.integration.crawling import column, rows


@asynccontextmanager
async def workers(database: str, n: int, top: float = 30.0) -> AsyncIterator[list[tuple[Frontier, Ceiling]]]:
    """So many workers of one run, each with its own ceiling."""
    shared = pool(database)
    await shared.open(wait=True)
    try:
        async with shared.connection() as connection:
            run = await open_run(
                connection, Identity("city", "directory"), profile_digest="", max_age=timedelta(days=1)
            )
        names = [f"host:{number}:x" for number in range(n)]
        yield [(Frontier(shared, run, name, lambda _: (), FrontierOptions()), Ceiling(top)) for name in names]
    finally:
        await shared.close()


async def look(
    worker: tuple[Frontier, Ceiling], need: float = 1e6, *, refused: bool = False, held_s: float = 0.0
) -> float:
    """Let a worker look once, and return the requests a second that it may send from then on."""
    frontier, ceiling = worker
    part = await take_part(frontier, ceiling, need=need, refused=refused, held_s=held_s)
    ceiling.adopt(0.0, part.rate, part.share)
    return ceiling.granted


async def test_four_workers_come_to_an_equal_share_and_never_exceed_the_whole(database: str) -> None:
    """Whoever joins waits until the others have let go."""
    async with workers(database, 4) as four:
        for n in range(1, 5):
            for _ in range(2):
                granted = [await look(worker) for worker in four[:n]]
                assert sum(ceiling.granted for _, ceiling in four[:n]) <= 30.0 + 1e-9
        assert granted == pytest.approx([7.5] * 4)


async def test_what_idle_workers_do_not_need_the_busy_one_has(database: str) -> None:
    async with workers(database, 4) as four:
        for _ in range(3):
            granted = [
                await look(worker, need) for worker, need in zip(four, (1e6, 0.0, 0.0, 2.0), strict=True)
            ]

        assert granted[0] > 25.0
        assert sum(granted) <= 30.0 + 1e-9


async def test_workers_that_are_refused_together_halve_once(database: str) -> None:
    """The others adopt it when they look, and it is written once."""
    async with workers(database, 3) as three:
        for worker in three * 2:
            await look(worker)
        for worker in three[:2]:
            await look(worker, refused=True)
        await look(three[2])

        assert [ceiling.rate for _, ceiling in three] == [15.0, 15.0, 15.0]
    assert column(database, "select rate from crawl.run_pace") == [15.0]


async def test_after_a_quiet_minute_the_rate_rises_for_all(database: str) -> None:
    """By a fifth, never beyond the top; one that was never halved is left alone."""
    async with workers(database, 2) as two:
        await look(two[0], refused=True)
        quiet = "update crawl.run_pace set quiet_since = now() - interval '61 s', halved_at = now() - interval '61 s'"
        for expected in (18.0, 21.6, 25.92, 30.0, 30.0):
            rows(database, quiet + " returning 1")
            await look(two[1])
            await look(two[0])
            assert [ceiling.rate for _, ceiling in two] == pytest.approx([expected, expected])


async def test_the_share_of_a_worker_that_is_gone_returns(database: str) -> None:
    """One that leaves gives it back at once, one that died after a while."""
    async with workers(database, 3) as three:
        for worker in three * 3:
            await look(worker)
        await leave(three[0][0])
        rows(
            database,
            "update crawl.pace_shares set seen_at = now() - interval '1 hour' where worker = 'host:1:x' returning 1",
        )
        assert await look(three[2]) == pytest.approx(30.0)


async def test_a_hold_reaches_the_others(database: str) -> None:
    """What one was told is site-wide."""
    async with workers(database, 2) as two:
        await look(two[0], held_s=50.0)
        part = await take_part(*two[1], need=1.0, refused=False, held_s=0.0)

    assert 45.0 < part.held_s <= 50.0


async def test_a_lifted_ceiling_is_shared_once_the_site_refuses(database: str) -> None:
    """Before, there is nothing to share; then all adopt the ordinary one, halved."""
    async with workers(database, 2, top=math.inf) as two:
        assert [await look(worker) for worker in two * 2][-1] == math.inf
        two[0][1].halve(0.0)
        await look(two[0], refused=True)
        await look(two[1])

        assert [ceiling.rate for _, ceiling in two] == [15.0, 15.0]


async def test_tallies_add_up_over_workers(database: str) -> None:
    """By slot and by minute."""
    tallies = [
        SlotTally("cards", None, 20, 3, 12.5, 10.0, 0.0),
        SlotTally("probes", None, 1, 0, None, 5.0, 5.0),
    ]
    async with workers(database, 2) as two:
        for frontier, _ in two:
            await keep_tallies(frontier, tallies, 30.0)

    assert rows(database, "select slot, served, refused, pace from crawl.slice_pace order by slot") == [
        ("cards", 40, 6, 12.5),
        ("probes", 2, 0, None),
    ]
    assert column(database, "select effective_rate from crawl.slice_pace where slot = 'cards'")[
        0
    ] == pytest.approx(4.0, rel=0.1)
    assert rows(database, "select sum(served), sum(refused), min(rate) from crawl.pace_minutes") == [
        (42, 6, 30.0)
    ]


async def test_without_the_database_a_worker_keeps_its_share(database: str) -> None:
    """A look that fails changes nothing: no faster, and no slower."""
    async with workers(database, 1) as (worker,):
        await look(worker)
        before = worker[1].granted
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("alter table crawl.run_pace rename to gone")
        with pytest.raises(psycopg.Error):
            await look(worker)
        assert worker[1].granted == before


@pytest.mark.slow
@pytest.mark.parametrize("n", [1, 4])
async def test_crawls_of_one_run_together_hold_the_ceiling(database: str, n: int) -> None:
    """No ten seconds of the site hold more than ten times the ceiling and three, with one worker or with four."""
    site, asked = DirectorySite(City(150, 6), SiteOptions()), []

    def handle(request: HttpRequest) -> HttpResponse:
        if request.path != "/robots.txt":
            asked.append(monotonic())
        return site.handle(request)

    settings = {"THROTTLE_LIFTED": False, "THROTTLE_CEILING": 20, "THROTTLE_CONTACTS": 20}
    async with serving(handle) as base_url:
        crawls = [start_crawl(database, base_url, **settings) for _ in range(n)]
        done = await asyncio.gather(*(asyncio.to_thread(process.wait, 240) for process in crawls))

    assert set(done) == {0}
    assert max(sum(first <= at < first + 10.0 for at in asked) for first in asked) <= 10 * 20 + 3
