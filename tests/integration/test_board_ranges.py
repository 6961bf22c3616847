"""A range, a trial, the middle of a day: what such runs did not cover they say nothing about."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.board.options import BoardOptions, Fault
from directory_crawler.spiders.jobs import JobsSpider
from tests.integration.boards import crawl_board, profile_with
from tests.integration.crawling import column, rows

BOARD = Board(size=300, seed=3)
NEXT = BOARD.advance()
STATES = "select posting_id, state, misses, closed_at from crawl.postings where first_run = 1 order by 1"


def fresh(board: Board, since: Board) -> set[str]:
    """Open dated postings in a category that were posted, or bumped, after the present of an earlier board."""
    start = since.now.timestamp()
    return {
        p.id
        for p in board.postings.values()
        if not p.ending and p.posted is not None and p.posted >= start and p.categories
    }


async def test_an_intraday_run_finds_what_has_come_since_and_closes_nothing(database: str) -> None:
    await crawl_board(database, BOARD)
    before = rows(database, STATES)

    crawled, _ = await crawl_board(database, NEXT, mode="intraday")

    assert crawled.status == "accepted", crawled.reason
    assert crawled.requests["feeds"] == 34
    assert "liveness" not in crawled.requests
    assert "verdicts" not in crawled.requests
    staged = set(column(database, "select posting_id from crawl.staged_postings where run_id = 2"))
    assert fresh(NEXT, BOARD) <= staged
    assert fresh(NEXT, BOARD) <= set(column(database, "select posting_id from crawl.open_postings"))
    reopened = set(
        column(
            database, "select posting_id from crawl.posting_events where run_id = 2 and event = 'reopened'"
        )
    )
    after = rows(database, STATES)
    assert [row for row in after if row[0] not in reopened] == [
        row for row in before if row[0] not in reopened
    ]
    opened = column(
        database, "select posting_id from crawl.posting_events where run_id = 2 and event = 'opened'"
    )
    assert set(opened) == staged - {row[0] for row in before}


async def test_feeds_that_have_not_moved_cost_a_request_each_and_no_search(database: str) -> None:
    await crawl_board(database, BOARD)
    await crawl_board(database, NEXT, mode="intraday")

    crawled, site = await crawl_board(database, NEXT, mode="intraday")

    assert crawled.status == "accepted", crawled.reason
    assert crawled.stats["downloader/response_status_count/304"] == 34
    assert set(crawled.requests) == {"probes", "feeds", "robots"}
    assert site.stats["search"].total() <= 2


async def test_a_feed_that_cannot_be_read_counts_as_moved(database: str) -> None:
    """Errors are no news, and no news is not what they are taken for."""
    await crawl_board(database, BOARD)
    await crawl_board(database, BOARD, mode="intraday")
    broken = BoardOptions(fail=(Fault(surface="feed", status=500),))

    crawled, _ = await crawl_board(
        database, NEXT, broken, mode="intraday", settings={"RETRY_TIMES": 0, "LOG_ENABLED": False}
    )

    assert crawled.stats["feed/unreadable_count"] == 34
    staged = set(column(database, "select posting_id from crawl.staged_postings where run_id = 3"))
    assert fresh(NEXT, BOARD) <= staged


async def test_a_daily_run_is_compared_with_the_last_daily_one(database: str) -> None:
    """An intraday run between two daily ones changes neither what they compare nor what the day's changes are."""
    await crawl_board(database, BOARD)
    await crawl_board(database, NEXT, mode="intraday")

    crawled, _ = await crawl_board(database, NEXT)

    assert crawled.status == "accepted", crawled.reason
    bases = dict(rows(database, "select run_id, base_run from crawl.runs"))
    assert bases == {1: None, 2: None, 3: 1}
    opened = set(column(database, "select posting_id from crawl.changes_today where event = 'opened'"))
    new = {p.id for p in NEXT.postings.values() if p.id not in BOARD.postings and not p.ending}
    assert opened == {posting_id for posting_id in new if NEXT.postings[posting_id].posted is not None}


async def test_a_range_is_enumerated_and_says_nothing_of_the_rest(database: str) -> None:
    await crawl_board(database, BOARD)
    before = {row[0]: row[1:] for row in rows(database, STATES)}
    since, until = NEXT.now - timedelta(days=9), NEXT.now - timedelta(days=2)

    crawled, _ = await crawl_board(database, NEXT, since=since.isoformat(), until=until.isoformat())

    assert crawled.status == "accepted", crawled.reason
    staged = set(column(database, "select posting_id from crawl.staged_postings where run_id = 2"))
    assert staged == {
        p.id
        for p in NEXT.postings.values()
        if not p.ending and p.posted is not None and since.timestamp() <= p.posted < until.timestamp()
    }
    for posting_id, state, misses, closed_at in rows(database, STATES):
        if posting_id not in staged:
            assert (state, misses, closed_at) == before[posting_id]
    assert column(database, "select base_run from crawl.runs where run_id = 2") == [1]


async def test_a_trial_walks_a_day_and_changes_nothing(database: str) -> None:
    await crawl_board(database, BOARD)
    before = rows(database, "select * from crawl.postings order by posting_id")

    crawled, _ = await crawl_board(database, NEXT, trial="1")

    assert crawled.status == "accepted", crawled.reason
    day = (NEXT.now - timedelta(days=1)).timestamp()
    staged = set(column(database, "select posting_id from crawl.staged_postings where run_id = 2"))
    assert staged == {
        p.id for p in NEXT.postings.values() if not p.ending and p.posted is not None and p.posted >= day
    }
    assert before == rows(database, "select * from crawl.postings order by posting_id")


@pytest.mark.parametrize(
    ("arguments", "changes", "wanted"),
    [
        (
            {"mode": "intraday"},
            {'[feeds]\nurl = "/feeds/{category}.rss"\naxis = "category"\n': ""},
            "[feeds]",
        ),
        ({"only": "category:it"}, {}, "since and until"),
    ],
)
async def test_arguments_that_the_profile_cannot_serve_end_the_run_with_a_reason(
    database: str, tmp_path: Path, arguments: dict[str, str], changes: dict[str, str], wanted: str
) -> None:
    crawled, site = await crawl_board(
        database, BOARD, profile=profile_with(tmp_path, changes), settings={"LOG_ENABLED": False}, **arguments
    )

    assert crawled.status == "failed"
    assert wanted in crawled.reason
    assert not site.stats.get("search")


@pytest.mark.parametrize(
    "arguments",
    [
        {"since": "soon"},
        {"until": "0001-01-01T00:00:00+23:00"},
        {"since": "9999-12-31T23:59:59-23:00"},
        {"since": "2026-02-01", "until": "2026-01-01"},
        {"mode": "weekly"},
    ],
)
def test_arguments_that_name_no_range_are_refused(arguments: dict[str, str]) -> None:
    """Before anything is asked, by the name of the one that is wrong."""
    with pytest.raises(ValueError, match=f"^{next(iter(arguments))}="):
        JobsSpider(**arguments)


async def test_a_range_that_has_not_begun_is_no_empty_success(database: str) -> None:
    """A slip in the year would be accepted with nothing in it."""
    since = (BOARD.now + timedelta(days=400)).isoformat()
    crawled, _ = await crawl_board(database, BOARD, since=since, settings={"LOG_ENABLED": False})

    assert crawled.status == "failed"
    assert "nothing has come yet" in crawled.reason
