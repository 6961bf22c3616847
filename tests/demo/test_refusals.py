"""The bundled sites refuse on request: limits, both forms of Retry-After, walls, pages that drip."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import pytest

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.board.options import BoardOptions
from directory_crawler.demo.board.site import serve as serve_board
from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import serve as serve_city
from directory_crawler.demo.options import Fault, SiteOptions
from directory_crawler.demo.refusals import Limit

CITY = City(size=60, seed=3)
BOARD = Board(200, 3)
RUBRICS = sorted(CITY.tree.rows)


@asynccontextmanager
async def visiting(options: SiteOptions | BoardOptions, client: str = "127.0.0.1") -> AsyncIterator[Any]:
    """A function that gets a path of the running site, from an address of loopback."""
    running = serve_city(CITY, options) if isinstance(options, SiteOptions) else serve_board(BOARD, options)
    async with running as base_url:

        async def get(path: str, address: str = client) -> tuple[int, str, str]:
            connector = aiohttp.TCPConnector(local_addr=(address, 0))
            async with (
                aiohttp.ClientSession(connector=connector) as http,
                http.get(base_url + path) as response,
            ):
                text = await response.text()
                return response.status, response.headers.get("Retry-After", ""), text

        yield get


def listing(rubric: str) -> str:
    return f"/api/list?rubric={rubric}&page=1"


async def test_a_limit_of_gaps_refuses_what_comes_too_soon() -> None:
    """The first is served, the next is not, others are not concerned."""
    limit = Limit("list", rubric=RUBRICS[0], rate=0.001, status=503)
    async with visiting(SiteOptions(limits=(limit,))) as get:
        statuses = [(await get(listing(RUBRICS[0])))[0] for _ in range(3)]
        other, *_ = await get(listing(RUBRICS[1]))

    assert statuses == [200, 503, 503]
    assert other == 200


async def test_a_window_serves_so_many_and_says_when_to_come_back() -> None:
    """In seconds, rounded up."""
    limit = Limit("card", rate=0.3, window=10.0, retry_after="seconds")
    cards = list(CITY.listed_ids())
    async with visiting(SiteOptions(limits=(limit,))) as get:
        answers = [await get(f"/card/{card}") for card in cards[:5]]

    assert [status for status, *_ in answers] == [200] * 3 + [429] * 2
    assert {wait for _, wait, _ in answers} == {"", "10"}


async def test_a_date_says_when_to_come_back_as_well() -> None:
    """The other form of the header, on a limit and on a fault."""
    limit = Limit("search", rate=0.001, retry_after="date", wait=90)
    async with visiting(BoardOptions(limits=(limit,))) as get:
        await get("/api/search")
        status, until, _ = await get("/api/search")
    assert status == 429
    assert parsedate_to_datetime(until).tzinfo is not None

    fault = Fault(surface="card", status=503, retry_after=30, retry_as_date=True)
    async with visiting(SiteOptions(fail=(fault,))) as get:
        status, until, _ = await get("/card/1")
    assert status == 503
    assert until.endswith("GMT")


async def test_a_client_is_limited_by_its_address() -> None:
    """Two addresses have a limit each."""
    limit = Limit(per="client", rate=0.2, window=10.0)
    async with visiting(SiteOptions(limits=(limit,))) as get:
        seen = Counter([(await get("/districts", "127.0.0.1"))[0] for _ in range(4)])
        other = Counter([(await get("/districts", "127.0.0.2"))[0] for _ in range(4)])

    assert seen == other == {200: 2, 429: 2}


async def test_each_rubric_has_a_limit_of_its_own() -> None:
    limit = Limit("list", per="rubric", rate=0.001)
    async with visiting(SiteOptions(limits=(limit,))) as get:
        seen = [(await get(listing(rubric)))[0] for rubric in RUBRICS[:2] * 2]

    assert seen == [200, 200, 429, 429]


@pytest.mark.parametrize("options", [SiteOptions, BoardOptions])
async def test_a_wall_answers_200(options: Any) -> None:
    """A login page in place of what was asked for, by a limit or by a fault."""
    async with visiting(options(limits=(Limit("robots", rate=0.001, status=200),))) as get:
        await get("/robots.txt")
        status, _, text = await get("/robots.txt")

    assert status == 200
    assert "sign in to continue" in text


@pytest.mark.parametrize("options", [SiteOptions, BoardOptions])
async def test_a_page_that_drips_arrives_whole(options: Any) -> None:
    """Piece by piece, and the connection goes on."""
    plain, dripping = options(), options().changed({"drip": {"surface": "robots", "seconds": 0.5}})
    async with visiting(plain) as get:
        _, _, whole = await get("/robots.txt")
    async with visiting(dripping) as get:
        status, _, text = await get("/robots.txt")

    assert (status, text) == (200, whole)


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ({"rate": 0}, "rate"),
        ({"status": "x"}, "status"),
        ({"per": "moon"}, "per"),
        ({"retry_after": "soon"}, "retry_after"),
        ({"surface": "moon"}, "surface"),
        ({"window": -1}, "window"),
        ({"rubbish": 1}, "keys among"),
        (7, "expected objects"),
    ],
)
@pytest.mark.parametrize("options", [SiteOptions(), BoardOptions()])
def test_a_wrong_limit_is_named(options: Any, limit: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        options.changed({"limits": limit})
