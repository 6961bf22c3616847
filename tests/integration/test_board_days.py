"""Days of a living board: states, bumps, versions and closures equal the truth; no fault closes anything that lives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.board.options import BoardOptions, Fault
from directory_crawler.demo.board.postings import EXPIRED, REDIRECTED
from tests.integration.boards import crawl_board
from tests.integration.crawling import column, rows

if TYPE_CHECKING:
    from collections.abc import Sequence

SIZE, SEED = 400, 7


def false_closures(database: str, board: Board) -> set[str]:
    """Postings that the database holds closed and that are open in truth."""
    closed = column(database, "select posting_id from crawl.postings where state = 'closed'")
    return {posting_id for posting_id in closed if not board.postings[posting_id].ending}


async def live(database: str, days: int, options: Sequence[BoardOptions] = ()) -> list[Board]:
    """Crawl a board on each of some days; returns it as it stood at the end of each run."""
    board = Board(SIZE, SEED)
    seen = []
    for day in range(days):
        board = board.advance() if day else board
        faults = options[day] if day < len(options) else BoardOptions()
        crawled, site = await crawl_board(database, board, faults, mode="full")
        assert crawled.status == "accepted", crawled.reason
        seen.append(site.board)
    return seen


async def test_four_quiet_days_are_what_happened(database: str) -> None:
    seen = await live(database, 4)
    first, last = seen[0], seen[-1]

    stored = {
        row[0]: row[1:]
        for row in rows(
            database,
            "select posting_id, state, bump_count, misses, closed_at, reopened_at,"
            " (select count(*) from crawl.posting_versions v where v.posting_id = p.posting_id) from crawl.postings p",
        )
    }
    for posting_id, (state, bumps, _, closed_at, reopened_at, versions) in stored.items():
        now = last.postings[posting_id]
        born = next(board.postings[posting_id] for board in seen if posting_id in board.postings)
        if now.ending and seen[-2].postings[posting_id].ending and now.ending not in (REDIRECTED, EXPIRED):
            assert state == "closed", (posting_id, now.ending)
        if not now.ending:
            assert state == "open", posting_id
            assert bumps == now.bumps - born.bumps, posting_id
            assert versions == len(now.edits) - len(born.edits), posting_id
        if now.reopened is not None and now.reopened > first.now.timestamp() and not now.ending and closed_at:
            assert reopened_at is not None, posting_id
        assert (closed_at is not None) == (state == "closed"), posting_id
        if closed_at is not None:
            assert now.closed is not None
            assert now.closed <= closed_at.timestamp()
    assert not false_closures(database, last)


async def test_a_redirect_proves_nothing(database: str) -> None:
    """An ended posting whose page leads to the search stays suspect."""
    seen = await live(database, 3)

    redirected = {p.id for p in seen[0].advance().postings.values() if p.ending == REDIRECTED}
    states = rows(database, "select posting_id, state, expires_at from crawl.postings")
    assert all(
        state != "closed"
        for posting_id, state, expires in states
        if posting_id in redirected and (expires is None or expires.timestamp() > seen[-1].now.timestamp())
    )


async def test_a_board_that_moves_while_it_is_paged_closes_nothing_that_lives(database: str) -> None:
    """What is bumped or ended under the crawl's feet is found in the tail, or is asked for before it counts."""
    seen = await live(database, 3, [BoardOptions(live=0.3)] * 3)

    assert not false_closures(database, seen[-1])


async def test_a_bad_morning_between_two_good_ones_changes_nothing(database: str) -> None:
    """The rejected run counts no miss: the next one finds the world as the last accepted run left it."""
    board = Board(SIZE, SEED)
    await crawl_board(database, board)
    before = rows(database, "select posting_id, state, misses, bump_count from crawl.postings order by 1")
    board = board.advance()
    now = int(board.now.timestamp())
    bad = BoardOptions(fail=(Fault(since=now - 20 * 86_400, until=now - 10 * 86_400, status=503),))

    crawled, _ = await crawl_board(database, board, bad, settings={"RETRY_TIMES": 0, "LOG_ENABLED": False})

    assert crawled.status != "accepted"
    assert before == rows(
        database, "select posting_id, state, misses, bump_count from crawl.postings order by 1"
    )


async def test_what_a_rejected_run_has_read_is_not_asked_for_again(database: str) -> None:
    board = Board(SIZE, SEED)
    first, _ = await crawl_board(database, board, settings={"ACCEPT_PAY_FILL": 1.1, "LOG_ENABLED": False})
    assert first.status == "rejected"
    assert first.requests["details"] > 50

    again, _ = await crawl_board(database, board)

    assert again.status == "accepted", again.reason
    assert "details" not in again.requests
    lacking = column(
        database, "select count(*) from crawl.postings where coalesce(payload ->> 'description', '') = ''"
    )
    assert lacking == [0]


async def test_new_markup_around_descriptions_is_no_edit(database: str) -> None:
    """A wrapper is not what the role is."""
    board = Board(SIZE, SEED)
    await crawl_board(database, board)
    await crawl_board(database, board, BoardOptions(rewrap="markup"), mode="full")

    assert column(database, "select count(*) from crawl.posting_versions") == [0]


async def test_a_renamed_field_is_caught_before_anything_is_promoted(database: str) -> None:
    """An emptied description shows in the sign-off the same morning."""
    board = Board(SIZE, SEED)
    await crawl_board(database, board)
    renamed = BoardOptions(rename=(("pay", "salary"),))

    crawled, _ = await crawl_board(database, board.advance(), renamed, settings={"LOG_ENABLED": False})

    assert crawled.status == "rejected"
    assert "witness" in crawled.reason
    assert column(database, "select count(*) from crawl.posting_versions") == [0]
