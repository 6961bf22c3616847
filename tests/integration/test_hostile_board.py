"""A board that lies about its clock and whose values are absurd: every posting is kept, the run goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.board.site import BoardSite
from directory_crawler.demo.http_server import HttpRequest, HttpResponse
from tests.integration.boards import crawl_board
from tests.integration.crawling import column, rows

BOARD = Board(size=300, seed=3)
DATED = {i for i in BOARD.open_ids() if BOARD.postings[i].posted is not None}
Answer = Callable[[HttpResponse, HttpRequest], HttpResponse]


def answering(monkeypatch: pytest.MonkeyPatch, change: Answer) -> None:
    """Let each answer of the board pass through a change."""
    handle = BoardSite.handle
    monkeypatch.setattr(BoardSite, "handle", lambda site, request: change(handle(site, request), request))


@pytest.mark.parametrize(
    "date",
    [
        "Thu, 01 Jan 99999999999999999 00:00:00 GMT",
        "Fri, 31 Dec 9999 23:59:59 -2300",
        "Tue, 01 Jan 2097 00:00:00 GMT",
        None,
    ],
)
async def test_a_clock_that_is_none_is_not_believed(
    database: str, monkeypatch: pytest.MonkeyPatch, date: str | None
) -> None:
    """Windows end at our own present, the tail comes after, and every dated posting is collected."""

    def wrong(answer: HttpResponse, request: HttpRequest) -> HttpResponse:
        others = [header for header in answer.headers if header[0] != "Date"]
        return replace(answer, headers=(*others, *([("Date", date)] if date else [])))

    answering(monkeypatch, wrong)
    crawled, _ = await crawl_board(database, BOARD)

    assert crawled.status == "accepted", crawled.reason
    assert set(column(database, "select posting_id from crawl.open_postings")) == DATED
    tails = rows(database, "select win_from, win_to from crawl.windows where root_id = 'tail'")
    assert [end for _, end in tails] == [None]
    assert tails[0][0] is not None
    assert abs((tails[0][0] - BOARD.now).total_seconds()) <= 60


@pytest.mark.parametrize("number", ["9" * 400, "1" * 5000, "NaN"])
async def test_absurd_values_are_counted_and_cost_no_window(
    database: str, monkeypatch: pytest.MonkeyPatch, number: str
) -> None:
    """The other fields of those postings are kept, and so are the other postings of the page."""

    def absurd(answer: HttpResponse, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith("/api/search"):
            return answer
        body = answer.body.replace(b'"pay": null', b'"pay": {"min": %s}' % number.encode())
        return replace(
            answer, body=body.replace(b'"expires_at": "', b'"expires_at": %s, "was": "' % number.encode())
        )

    answering(monkeypatch, absurd)
    crawled, _ = await crawl_board(database, BOARD)

    assert set(column(database, "select posting_id from crawl.staged_postings")) == DATED, crawled.reason
    assert not column(database, "select reason from crawl.slices where status = 'failed'")
