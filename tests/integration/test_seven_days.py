"""Seven days of a living board with every fault, under the bounds that users get: what is stored is what was so."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pytest

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.board.options import BoardOptions, Fault
from directory_crawler.demo.board.postings import REDIRECTED, Posting
from tests.integration.boards import crawl_board
from tests.integration.crawling import column, rows

SIZE, SEED = 800, 5
QUIET = {"LOG_ENABLED": False, "RETRY_TIMES": 0}


@dataclass(frozen=True)
class Morning:
    """What the site did on a day, and what is to become of the run."""

    options: BoardOptions
    status: str
    reason: str = ""


def dead_windows(now: int) -> BoardOptions:
    """Three stretches of time whose second page never comes: their cursors hang."""
    stalled = tuple(
        Fault(since=now - (n + 3) * 86_400, until=now - n * 86_400, offset=50, seconds=60.0)
        for n in (2, 8, 14)
    )
    return BoardOptions(ceiling_rows=200, stall=stalled)


def week(now: int) -> list[Morning]:
    day = 86_400
    return [
        Morning(BoardOptions(ceiling_rows=200), "accepted"),
        Morning(BoardOptions(ceiling_rows=200, live=0.1), "accepted"),
        Morning(dead_windows(now + 2 * day), "rejected", "failed_windows"),
        Morning(BoardOptions(ceiling_rows=200, live=0.1), "accepted"),
        Morning(BoardOptions(ceiling_rows=200, rename=(("pay", "salary"),)), "rejected", "witness"),
        Morning(BoardOptions(ceiling_rows=200, list_key="results"), "failed", "no list"),
        Morning(BoardOptions(ceiling_rows=200), "accepted"),
        Morning(BoardOptions(ceiling_rows=200, past="first"), "accepted"),
    ]


def state_of_the_world(database: str) -> list[tuple[object, ...]]:
    return rows(database, "select p::text from crawl.postings p order by 1")


@pytest.mark.slow
async def test_a_week_with_every_fault_ends_with_the_truth(database: str) -> None:
    board = Board(SIZE, SEED)
    accepted: list[Board] = []
    for day, morning in enumerate(week(int(board.now.timestamp()))):
        board = board.advance() if day else board
        before = state_of_the_world(database)
        settings = {**QUIET, "DOWNLOAD_TIMEOUT": 2} if morning.status != "accepted" else {}

        crawled, site = await crawl_board(database, board, morning.options, mode="full", settings=settings)

        assert crawled.status == morning.status, (day, crawled.reason)
        assert morning.reason in crawled.reason
        if morning.status == "accepted":
            board = site.board  # with what happened while it was paged
            accepted.append(board)
        else:
            assert state_of_the_world(database) == before
    compare(database, accepted)


def compare(database: str, seen: list[Board]) -> None:
    """Hold each posting against what the accepted runs could see of its life."""
    stored = {
        row[0]: row[1:]
        for row in rows(
            database,
            "select posting_id, state, bump_count, closed_at, reopened_at,"
            " (select count(*) from crawl.posting_versions v where v.posting_id = p.posting_id) from crawl.postings p",
        )
    }
    dated = {p.id for board in seen for p in board.postings.values() if not p.ending and p.posted is not None}
    assert stored.keys() == dated
    for posting_id, (state, bumps, closed_at, reopened_at, versions) in stored.items():
        life = [board.postings[posting_id] for board in seen if posting_id in board.postings]
        present = [(board.now.timestamp(), p) for board, p in zip(seen[-len(life) :], life, strict=True)]
        assert state == expected_state(present), (posting_id, present)
        assert bumps == sum(is_bump(a, b) for a, b in pairwise(life)), (posting_id, life)
        assert versions == sum(len(a.edits) != len(b.edits) for a, b in visible(life)), (posting_id, life)
        assert (closed_at is not None) == (state == "closed")
        if closed_at is not None:
            ended = life[-1].closed
            assert ended is not None
            assert ended <= closed_at.timestamp()
        if reopened_at is not None:
            assert any(not p.ending and p.reopened for p in life), posting_id


def visible(life: list[Posting]) -> list[tuple[Posting, Posting]]:
    """The pairs of states in which two runs, one after the other but for closures between, saw a posting."""
    return list(pairwise([p for p in life if not p.ending]))


def is_bump(before: Posting, after: Posting) -> bool:
    """Whether a run could see a bump: of a posting that had not ended, while nothing else changed."""
    if before.ending or after.ending or before.posted is None or after.posted is None:
        return False
    return after.posted > before.posted and before.edits == after.edits


def expected_state(present: list[tuple[float, Posting]]) -> str:
    """Open, or what two misses with a hard verdict, or one after the posting's own date, make of it."""
    misses, state = 0, "open"
    for now, posting in present:
        if not posting.ending:
            misses, state = 0, "open"
        elif state == "closed":
            continue
        elif posting.expires is not None and posting.expires <= now:
            misses, state = misses + 1, "closed"
        elif posting.ending != REDIRECTED:
            misses += 1
            state = "closed" if misses > 1 else "suspect"
        else:
            state = "suspect"
    return state


async def test_the_same_week_without_faults_says_the_same_of_closures(database: str) -> None:
    """Nothing is closed that lives: neither after good days nor after bad ones."""
    board = Board(300, SEED)
    for day in range(4):
        board = board.advance() if day else board
        crawled, site = await crawl_board(database, board)
        assert crawled.status == "accepted", crawled.reason

    closed = column(database, "select posting_id from crawl.postings where state = 'closed'")
    assert closed
    assert all(site.board.postings[posting_id].ending for posting_id in closed)
