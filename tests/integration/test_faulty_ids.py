"""A few records whose ids are none: set aside, counted with an example, and no reason to reject every run."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.board.options import BoardOptions
from directory_crawler.demo.board.site import BoardSite
from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import DirectorySite
from directory_crawler.demo.http_server import HttpRequest, HttpResponse, serving
from directory_crawler.demo.options import SiteOptions
from tests.integration.boards import crawl_board
from tests.integration.crawling import Crawled, column, crawl, rows

CITY = City(size=800, seed=5)
BOARD = Board(size=800, seed=3)
ODD = {
    "too long": lambda record: record * 1000,
    "empty": lambda record: "",
    "as it is": lambda record: record,
}
FAULTS = "select reason, n, length(example) <= 100 from crawl.faults where field = 'id' order by 1"


def with_faulty_ids(answer: HttpResponse, faulty: dict[str, str]) -> HttpResponse:
    """The same listing, with other ids on some of its lines, by the kind of their fault."""
    body: dict[str, Any] = json.loads(answer.body)
    for line in body["items"]:
        line["id"] = ODD[faulty.get(line["id"], "as it is")](line["id"])
    return replace(answer, body=json.dumps(body).encode())


def altered(handle: Callable[[HttpRequest], HttpResponse], path: str, faulty: dict[str, str]) -> Any:
    def altered_handle(request: HttpRequest) -> HttpResponse:
        answer = handle(request)
        is_listing = request.path.startswith(path) and answer.status == 200
        return with_faulty_ids(answer, faulty) if is_listing and answer.body.startswith(b"{") else answer

    return altered_handle


def odd(ids: list[str]) -> dict[str, str]:
    """Every other one with another fault."""
    return {record: ("too long", "empty")[k % 2] for k, record in enumerate(ids)}


async def crawl_city_with(database: str, faulty: dict[str, str], **options: Any) -> Crawled:
    site = DirectorySite(CITY, SiteOptions(**options))
    async with serving(altered(site.handle, "/api/list", faulty)) as base_url:
        return await crawl(database, base_url, settings={"LOG_ENABLED": False})


@pytest.mark.parametrize("ceiling", [0, 40])
async def test_a_directory_is_accepted_without_them(database: str, ceiling: int) -> None:
    """Also where their rubric is cut: what the children show counts for the parent. All of them are in one place."""
    listed = CITY.listed_ids()
    rubric = max(CITY.tree.rows, key=CITY.tree.rows.__getitem__)
    held = [card for card in CITY.cards.values() if card.id in listed and rubric in card.rubrics]
    faulty = odd(sorted(card.id for card in held if card.district == held[0].district)[:6])
    crawled = await crawl_city_with(database, faulty, ceiling_rows=ceiling)

    assert crawled.status == "accepted", crawled.reason
    assert set(column(database, "select org_id from crawl.cards")) >= {*listed} - {*faulty}
    assert [(reason, short) for reason, _, short in rows(database, FAULTS)] == [
        ("empty", True),
        ("too long", True),
    ]
    assert not rows(database, "select reason from crawl.slices where not proven or residual > 0")
    assert (column(database, "select count(*) from crawl.slices where status = 'cut'")[0] > 0) is bool(
        ceiling
    )


def posted(record: str) -> int:
    return BOARD.postings[record].posted or 0


async def crawl_board_with(
    database: str, monkeypatch: pytest.MonkeyPatch, faulty: dict[str, str], **arguments: str
) -> Crawled:
    handle = BoardSite.handle

    def altered_handle(site: BoardSite, request: HttpRequest) -> HttpResponse:
        answer: HttpResponse = altered(lambda asked: handle(site, asked), "/api/search", faulty)(request)
        return answer

    monkeypatch.setattr(BoardSite, "handle", altered_handle)
    crawled, _ = await crawl_board(database, BOARD, BoardOptions(ceiling_rows=50), **arguments)
    return crawled


DATED = sorted((i for i in BOARD.open_ids() if BOARD.postings[i].posted is not None), key=posted)


async def test_a_board_is_accepted_without_them(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of one place in time, where a window is narrow and lacks most of what it holds."""
    faulty = odd(DATED[:6])
    crawled = await crawl_board_with(database, monkeypatch, faulty)

    assert crawled.status == "accepted", crawled.reason
    assert set(column(database, "select posting_id from crawl.open_postings")) == {*DATED} - {*faulty}
    assert rows(database, FAULTS) == [("empty", 3, True), ("too long", 3, True)]
    unproven = (
        "select reason from crawl.slices where not proven or residual > 0 or reason like '%%overstated%%'"
    )
    assert not rows(database, unproven)


async def test_a_window_that_holds_nothing_else_is_read(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no page of another shape, and has not failed."""
    faulty = odd(DATED[:3])
    assert posted(DATED[2]) + 60 < posted(DATED[3])
    ends = (posted(DATED[0]) - 3600, posted(DATED[2]) + 30)
    since, until = (datetime.fromtimestamp(end, timezone.utc).isoformat() for end in ends)
    crawled = await crawl_board_with(database, monkeypatch, faulty, since=since, until=until)

    assert crawled.status == "accepted", crawled.reason
    assert rows(database, "select collected from crawl.slices where expected = 3 and proven")
    assert sum(column(database, "select n from crawl.faults where field = 'id'")) == 3


async def test_many_of_them_are_a_profile_that_reads_them_wrong(database: str) -> None:
    """A tenth of all records cannot be missing unsaid."""
    crawled = await crawl_city_with(database, odd(sorted(CITY.listed_ids())[::10]))

    assert crawled.status == "rejected"
    assert "set_aside" in crawled.reason
