"""Boards that do not listen: totals that never change, and bounds or axes that are taken and not applied."""

from __future__ import annotations

from pathlib import Path

import pytest

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.board.options import BoardOptions
from tests.integration.boards import crawl_board, profile_with
from tests.integration.crawling import column, rows

BOARD = Board(size=300, seed=3)
DATED = {i for i in BOARD.open_ids() if BOARD.postings[i].posted is not None}
HUGE = 999_999_999
QUIET = {"LOG_ENABLED": False}
ONE_ORDER = {'orders = { param = "sort", values = ["asc", "desc"] }': "", ",region,sort}": ",region}"}
UNDATED = {'posted_at = "jmespath: posted_at"\nexpires_at': "expires_at", '"listing: posted_at", ': ""}
FACETS_ONLY = {
    "{&from,to,category,type,region,sort}": "{&category,type,region,sort}",
    '[axes.posted_at]\ntime = { from = "from", to = "to" }\n': "",
    'axes = ["posted_at", "category", "type", "region"]': 'axes = ["category", "type", "region"]',
}
FOUND_OUT = 15
"""Searches within which a board is found out, depth and probes included, however large it is and says it is."""


@pytest.mark.parametrize(
    ("total", "past"), [(40, "clamp"), (50, "empty"), (100, "clamp"), (500, "empty"), (HUGE, "clamp")]
)
async def test_a_total_that_never_changes_is_not_used_and_costs_no_posting(
    database: str, total: int, past: str
) -> None:
    """Pages tell where a window ends; the price is that of a board without totals."""
    options = BoardOptions(fixed_total=total, past=past)

    crawled, site = await crawl_board(database, BOARD, options, settings=QUIET)

    assert crawled.status == "accepted", crawled.reason
    assert set(column(database, "select posting_id from crawl.open_postings")) == DATED
    assert site.stats["search"].total() <= 130
    assert column(database, "select plan ->> 'fixed_total' from crawl.runs") == [str(total)]
    assert column(database, "select count(*) from crawl.slices where not proven") == [0]


@pytest.mark.parametrize("ignored", [("from", "to"), ("from",), ("to",)])
@pytest.mark.parametrize(
    ("total", "changes"),
    [
        pytest.param({}, {}, id="true totals"),
        pytest.param({}, ONE_ORDER, id="newest first only"),
        pytest.param({}, UNDATED, id="lines without a date"),
        pytest.param({"fixed_total": 100}, {}, id="the reach as the total"),
        pytest.param({"fixed_total": HUGE}, {}, id="a huge total"),
        pytest.param({"no_total": True}, {}, id="no totals"),
    ],
)
async def test_a_bound_that_is_not_applied_stops_the_run_before_any_window(
    database: str, tmp_path: Path, ignored: tuple[str, ...], total: dict[str, int], changes: dict[str, str]
) -> None:
    """The reason names the bound, what was asked and what came; no window is planned, and nothing is stored."""
    profile = profile_with(tmp_path, changes)
    options = BoardOptions(ignored=ignored, **total)

    crawled, site = await crawl_board(database, BOARD, options, profile=profile, settings=QUIET)

    assert crawled.status == "failed", crawled.reason
    assert site.stats["search"].total() <= FOUND_OUT
    assert all(f"which only {bound!r} keeps empty" in crawled.reason for bound in ignored)
    assert "50 postings of 20" in crawled.reason
    assert column(database, "select count(*) from crawl.slices") == [0]
    assert column(database, "select count(*) from crawl.postings") == [0]


async def test_a_board_that_drops_what_makes_no_sense_to_it_is_no_deaf_one(database: str) -> None:
    """It shows everything for the future, and keeps to an ordinary range."""
    crawled, _ = await crawl_board(database, BOARD, BoardOptions(forgiving=True), settings=QUIET)

    assert crawled.status == "accepted", crawled.reason
    assert set(column(database, "select posting_id from crawl.open_postings")) == DATED


async def test_a_board_that_one_query_shows_needs_no_time(database: str) -> None:
    """It is walked once, without windows and without a tail that would show it all again and again."""
    options = BoardOptions(ignored=("from", "to"), ceiling_rows=0)

    crawled, site = await crawl_board(database, BOARD, options, settings=QUIET)

    assert crawled.status == "accepted", crawled.reason
    assert set(column(database, "select posting_id from crawl.open_postings")) == BOARD.open_ids()
    assert rows(database, "select root_id, status from crawl.slices") == [("", "complete")]
    assert site.stats["search"].total() <= FOUND_OUT


async def test_a_board_that_loses_its_ear_overnight_closes_nothing(database: str) -> None:
    """What was open stays open, without a miss."""
    await crawl_board(database, BOARD)
    before = rows(database, "select posting_id, state, misses from crawl.postings order by 1")

    options = BoardOptions(ignored=("to",))
    crawled, _ = await crawl_board(database, BOARD.advance(), options, settings=QUIET)

    assert crawled.status == "failed"
    assert rows(database, "select posting_id, state, misses from crawl.postings order by 1") == before


@pytest.mark.parametrize("arguments", [{"since": "2026-10-20"}, {"trial": "1"}])
async def test_a_range_of_a_board_without_ears_is_refused(database: str, arguments: dict[str, str]) -> None:
    """Even where one query would show the whole: a range was asked for."""
    options = BoardOptions(ignored=("from",), ceiling_rows=0)

    crawled, _ = await crawl_board(database, BOARD, options, settings=QUIET, **arguments)

    assert crawled.status == "failed"
    assert "'from'" in crawled.reason


async def test_an_intraday_run_asks_whether_it_is_heard_before_it_looks(database: str) -> None:
    """Where feeds have moved, and not where nothing is to be enumerated."""
    await crawl_board(database, BOARD)

    options = BoardOptions(ignored=("from",))
    crawled, site = await crawl_board(database, BOARD.advance(), options, mode="intraday", settings=QUIET)

    assert crawled.status == "failed"
    assert "'from'" in crawled.reason
    assert site.stats["search"].total() <= FOUND_OUT


@pytest.mark.parametrize("total", [{}, {"fixed_total": 500}, {"fixed_total": HUGE}])
async def test_facets_that_are_not_applied_are_dropped_and_what_they_hide_is_told(
    database: str, tmp_path: Path, total: dict[str, int]
) -> None:
    """The run is rejected; each value that was not asked for any more says why."""
    options = BoardOptions(no_time=True, ignored=("category", "type", "region"), **total)
    profile = profile_with(tmp_path, FACETS_ONLY)

    crawled, site = await crawl_board(database, BOARD, options, profile=profile, settings=QUIET)

    assert crawled.status == "rejected", crawled.reason
    assert site.stats["search"].total() <= 120
    reasons = column(database, "select distinct reason from crawl.slices where status = 'truncated'")
    assert {axis for axis in options.ignored if any(f"{axis} is not applied" in r for r in reasons)} >= {
        "category",
        "region",
    }
    assert column(database, "select count(*) from crawl.postings") == [0]
