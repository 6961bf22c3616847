"""Boards that cut time one-sidedly or not at all: what facets reach is collected once, and the rest is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.board.options import PAST_KINDS, BoardOptions
from tests.integration.boards import crawl_board, profile_with
from tests.integration.crawling import column, rows

BOARD = Board(size=300, seed=3)
TYPE = 'partition = "exact"'
TIME = '[axes.posted_at]\ntime = { from = "from", to = "to" }\n'
AXES = 'axes = ["posted_at", "category", "type", "region"]'
URL = "{&from,to,category,type,region,sort}"
FACETS_ONLY = {
    URL: "{&category,type,region,sort}",
    TIME: "",
    AXES: 'axes = ["category", "type", "region"]',
    TYPE: 'partition = "rest"',
}
ONE_SIDED = {
    URL: "{&since,category,type,region,sort}",
    TIME: '[axes.since]\nvalues = ["1d", "3d", "7d", "14d", "30d", "60d"]\npartition = "overlap"\n',
    AXES: 'axes = ["since", "category", "type", "region"]',
    TYPE: 'partition = "rest"',
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "changes", "past"),
    [
        *(
            pytest.param({"no_time": True}, FACETS_ONLY, past, id=f"facets only, {past}")
            for past in PAST_KINDS
        ),
        pytest.param({"since_only": True}, ONE_SIDED, "clamp", id="since N days"),
    ],
)
async def test_what_an_axis_can_reach_is_collected_and_the_rest_is_named(
    database: str, tmp_path: Path, options: dict[str, bool], changes: dict[str, str], past: str
) -> None:
    crawled, _ = await crawl_board(
        database, BOARD, BoardOptions(past=past, **options), profile=profile_with(tmp_path, changes)
    )

    assert crawled.status == "accepted", crawled.reason
    stored = set(column(database, "select posting_id from crawl.open_postings"))
    everything = BOARD.open_ids()
    # This board shows a posting without a date under its categories alone, and the large ones are past the ceiling.
    hidden = {posting_id for posting_id in everything if BOARD.postings[posting_id].posted is None}
    assert stored <= everything
    assert everything - stored <= hidden
    residual, reason = rows(database, "select residual, reason from crawl.slices where parent_id is null")[0]
    assert residual == len(everything - stored), reason


async def test_a_range_on_a_board_without_time_is_refused(database: str, tmp_path: Path) -> None:
    crawled, _ = await crawl_board(
        database,
        BOARD,
        BoardOptions(no_time=True),
        profile=profile_with(tmp_path, FACETS_ONLY),
        since="2026-10-01",
        settings={"LOG_ENABLED": False},
    )

    assert crawled.status == "failed"
    assert "time axis" in crawled.reason
