"""A board over real HTTP into PostgreSQL: every dated open posting once, whatever the search does past its ceiling."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import psycopg
import pytest

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.board.options import BoardOptions, Fault
from directory_crawler.reporting.tables import open_table
from directory_crawler.reporting.writers import write
from tests.integration.boards import crawl_board, profile_with
from tests.integration.crawling import column, rows

BOARD = Board(size=300, seed=3)
WINDOWS = '{ from = "from", to = "to" }'


def dated(board: Board) -> set[str]:
    """Open postings that a window can show."""
    return {posting_id for posting_id in board.open_ids() if board.postings[posting_id].posted is not None}


def grain(seconds: int, pattern: str, more: str = "") -> dict[str, str]:
    return {WINDOWS: f'{{ from = "from", to = "to", grain = {seconds}, format = "{pattern}"{more} }}'}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "changes"),
    [
        pytest.param(BoardOptions(past="clamp"), {}, id="second, the last page again"),
        pytest.param(
            BoardOptions(past="first", grain="minute", inclusive=True),
            grain(60, "%Y-%m-%dT%H:%MZ", ", inclusive = true"),
            id="minute, both ends inclusive, page one again",
        ),
        pytest.param(
            BoardOptions(past="empty", grain="5min"),
            grain(300, "%Y-%m-%dT%H:%MZ"),
            id="five minutes, empty pages",
        ),
        pytest.param(
            BoardOptions(past="error", grain="day", zone="Europe/London", ceiling_rows=100),
            grain(86_400, "%Y-%m-%d"),
            id="day, local, an error",
        ),
        pytest.param(
            BoardOptions(zone="Europe/London", naive=True, stamp_format="dmy", inclusive=True),
            grain(1, "%d.%m.%Y %H:%M:%S", ", inclusive = true"),
            id="a clock on the wall",
        ),
        pytest.param(BoardOptions(stamp_format="epoch"), grain(1, "epoch"), id="seconds since 1970"),
        pytest.param(BoardOptions(no_total=True), {}, id="no totals"),
        pytest.param(BoardOptions(clamp_total=80), {}, id="totals pinned at a cap"),
        pytest.param(BoardOptions(page_cap=20), {}, id="page size silently capped"),
        pytest.param(
            BoardOptions(one_order=True),
            {'orders = { param = "sort", values = ["asc", "desc"] }': "", ",region,sort}": ",region}"},
            id="one order",
        ),
    ],
)
async def test_every_dated_open_posting_is_collected_once(
    database: str, tmp_path: Path, options: BoardOptions, changes: dict[str, str]
) -> None:
    profile = profile_with(tmp_path, changes)

    crawled, _ = await crawl_board(database, BOARD, options, profile=profile)

    stored = column(database, "select posting_id from crawl.open_postings")
    assert set(stored) == dated(BOARD), crawled.reason
    assert crawled.status == "accepted", crawled.reason
    leaves = rows(
        database,
        "select count(*), count(distinct record_id) from crawl.sightings join crawl.slices using (slice_id)"
        " where status <> 'cut' and root_id = '' and not own_pages"
        " and not filters ?| array['category', 'type', 'region']",
    )
    assert leaves[0][0] == leaves[0][1]


async def test_windows_tile_from_the_oldest_to_the_end_of_time(database: str) -> None:
    """Leaves join end to start, the first is open, and so is the last piece of the tail."""
    await crawl_board(database, BOARD)

    windows = rows(
        database,
        "select win_from, win_to from crawl.windows where status <> 'cut' order by win_from nulls first",
    )
    assert windows[0][0] is None
    assert windows[-1][1] is None
    assert all(before[1] == after[0] for before, after in pairwise(windows))


async def test_a_window_that_waits_for_its_siblings_is_not_asked_for_its_count(database: str) -> None:
    """Its count is the parent's less what the others told; where that is over the reach, it is cut without a page."""
    await crawl_board(database, BOARD)

    counted = rows(database, "select pages, status from crawl.slices where counted and status = 'cut'")
    assert column(database, "select count(*) from crawl.slices where status = 'waiting'") == [0]
    assert column(database, "select count(*) from crawl.slices where counted")[0] > 0
    assert all(pages == 0 for pages, _ in counted)


async def test_undated_postings_are_counted_and_named(database: str) -> None:
    """What the unfiltered search holds beyond the windows is in the sign-off, not in a window."""
    await crawl_board(database, BOARD)

    value, sample = rows(
        database, "select value, sample from crawl.acceptance_results where \"check\" = 'undated'"
    )[0]
    undated = len(BOARD.open_ids()) - len(dated(BOARD))
    assert undated > 0
    assert value == pytest.approx(undated / len(BOARD.open_ids()))
    assert sample == [{"unfiltered": len(BOARD.open_ids()), "in windows": len(dated(BOARD))}]


async def test_dead_windows_reject_the_morning_and_promote_nothing(database: str) -> None:
    """Windows whose requests fail are failed windows, not empty ones."""
    now = int(BOARD.now.timestamp())
    options = BoardOptions(fail=(Fault(since=now - 12 * 86_400, until=now - 5 * 86_400, status=503),))

    crawled, _ = await crawl_board(
        database, BOARD, options, settings={"RETRY_TIMES": 0, "LOG_ENABLED": False}
    )

    assert crawled.status in ("rejected", "failed"), crawled.reason
    assert column(database, "select count(*) from crawl.postings") == [0]


async def test_a_renamed_list_is_no_empty_board(database: str) -> None:
    """A total without a list is an answer that the profile does not know: the run fails and says so."""
    crawled, _ = await crawl_board(
        database, BOARD, BoardOptions(list_key="results"), settings={"LOG_ENABLED": False}
    )

    assert crawled.status == "failed"
    assert "no list" in crawled.reason


@pytest.mark.parametrize("what", ["postings", "windows", "posting-changes"])
async def test_the_tables_of_a_board_are_exported(database: str, tmp_path: Path, what: str) -> None:
    """The open set, the windows and the changes in a file each, with as many rows as the database has."""
    await crawl_board(database, BOARD)
    wanted = {"postings": "open_postings", "windows": "windows", "posting-changes": "posting_events"}[what]

    with psycopg.connect(database) as connection, open_table(connection, what, site="demo-board") as table:
        written = write(table, tmp_path / "table.csv")

    assert column(database, f"select count(*) from crawl.{wanted}") == [written]


@pytest.mark.parametrize("days", [False, True])
async def test_what_was_posted_on_the_day_of_the_run_is_not_undated(
    database: str, tmp_path: Path, days: bool
) -> None:
    """On a board that tells days it is in the tail, not in the windows before it."""
    options = BoardOptions(grain="day", zone="Europe/London", ceiling_rows=100) if days else BoardOptions()
    path = profile_with(tmp_path, grain(86_400, "%Y-%m-%d") if days else {})
    undated = [p for p in BOARD.postings.values() if not p.ending and p.posted is None]

    await crawl_board(database, BOARD, options, profile=path, settings={"LOG_ENABLED": False})

    ((total,),) = rows(database, "select (plan ->> 'total')::integer from crawl.runs")
    ((value,),) = rows(database, "select value from crawl.acceptance_results where \"check\" = 'undated'")
    assert round(value * total) == len(undated)
