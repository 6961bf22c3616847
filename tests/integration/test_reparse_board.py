"""A mended profile reads an archived board anew: the tables are those of a crawl with the right profile."""

from __future__ import annotations

from pathlib import Path

import pytest

from directory_crawler.demo.board.board import Board
from directory_crawler.spiders.rereading import RereadJobs
from tests.integration.boards import crawl_board
from tests.integration.crawling import column, rows
from tests.integration.rereading import assert_alike, profile, reparse, table

SITE = "demo-board"
BOARD = Board(size=200, seed=5)
TABLES = ("postings", "clusters", "cluster_links", "companies", "open_postings")
LINES = [
    ('title = "jmespath: title"', 'title = "jmespath: company.name"'),
    ('categories = "jmespath: categories"', 'categories = "jmespath: employment_type"'),
]
DATES = [('posted_at = "jmespath: posted_at"', 'posted_at = "jmespath: expires_at"')]
IN_DETAILS = [
    ('description = "jmespath: description"\napply', "apply"),
    ('["listing: description", "jmespath', '["jmespath'),
]
NO_TEXT = [('description = ["jmespath: description"]', 'description = ["jmespath: notice"]')]
OTHER_TEXT = [('description = ["jmespath: description"]', 'description = ["jmespath: title"]')]


@pytest.mark.parametrize("wrong", [LINES, DATES], ids=["fields", "dates"])
async def test_an_accepted_board_is_corrected_and_the_next_day_finds_nothing_edited(
    database: str, empty_database: str, tmp_path: Path, wrong: list[tuple[str, str]]
) -> None:
    right = profile(tmp_path, SITE)
    loose = {"ACCEPT_TILING": 1.0, "ACCEPT_WITNESS": 1.0, "ACCEPT_SEEN_TWICE": 1.0}
    first, _ = await crawl_board(database, BOARD, profile=profile(tmp_path, SITE, wrong), settings=loose)
    assert first.status == "accepted", first.reason
    expected, _ = await crawl_board(empty_database, BOARD, profile=right)
    assert expected.status == "accepted", expected.reason
    assert table(database, "postings") != table(empty_database, "postings")

    as_of = column(database, "select as_of from crawl.runs")[0].isoformat()
    # Some are in no category at all, which the wrong profile never left empty.
    done = await reparse(database, RereadJobs, right, 1, RUN_AS_OF=as_of, ACCEPT_LOST_VALUES=0.1)

    assert done.status == "accepted", done.reason
    assert_alike(database, empty_database, *TABLES)
    assert set(column(database, "select event from crawl.posting_events")) <= {"edited"}
    tomorrow = BOARD.advance()
    for url in (database, empty_database):
        after, _ = await crawl_board(url, tomorrow, profile=right)
        assert after.status == "accepted", after.reason
    assert_alike(database, empty_database, *TABLES)
    events = "select event, posting_id from crawl.posting_events where run_id = %s order by 1, 2"
    assert rows(database, events, 3) == rows(empty_database, events, 2)


async def test_a_rejected_board_is_judged_again_with_what_its_details_say(
    database: str, empty_database: str, tmp_path: Path
) -> None:
    right = profile(tmp_path, SITE, IN_DETAILS)
    first, _ = await crawl_board(database, BOARD, profile=profile(tmp_path, SITE, IN_DETAILS + NO_TEXT))
    assert first.status == "rejected"
    assert "description_fill" in first.reason
    expected, _ = await crawl_board(empty_database, BOARD, profile=right)
    assert expected.status == "accepted", expected.reason
    assert expected.requests["details"] > 100

    as_of = column(database, "select as_of from crawl.runs")[0].isoformat()
    done = await reparse(database, RereadJobs, right, 1, RUN_AS_OF=as_of)

    assert done.status == "accepted", done.reason
    assert_alike(database, empty_database, *TABLES, "posting_events", "posting_versions")
    assert rows(database, "select run_id, status from crawl.runs order by 1") == [
        (1, "accepted"),
        (2, "accepted"),
    ]


async def test_descriptions_that_later_runs_only_knew_are_corrected_and_their_lines_are_not_set_back(
    database: str, empty_database: str, tmp_path: Path
) -> None:
    """Details are read once: a day later the description is still the first run's, the line is the second's."""
    right, wrong = profile(tmp_path, SITE, IN_DETAILS), profile(tmp_path, SITE, IN_DETAILS + OTHER_TEXT)
    loose = {"ACCEPT_WITNESS": 1.0, "LIVENESS_SHARE": 0}
    for url, paths in ((database, (wrong, right)), (empty_database, (right, right))):
        board = BOARD
        for path in paths:
            last, _ = await crawl_board(url, board, profile=path, settings=loose)
            assert last.status == "accepted", last.reason
            board = board.advance()
    texts = "select posting_id, payload ->> 'description' from crawl.postings"
    wrong_ones = set(rows(database, texts)) - set(rows(empty_database, texts))
    assert len(wrong_ones) > 50

    as_of = column(database, "select max(as_of) from crawl.runs")[0].isoformat()
    done = await reparse(database, RereadJobs, right, 1, RUN_AS_OF=as_of)

    assert done.status == "accepted", done.reason
    assert set(rows(database, texts)) == set(rows(empty_database, texts))
    assert_alike(database, empty_database, "open_postings")
