"""``scrapy why SITE ID`` of a posting: its fields, the windows that showed it, its copies, edits and events."""

from __future__ import annotations

from directory_crawler.demo.board.board import Board
from tests.commands.test_exit_status import scrapy
from tests.integration.boards import crawl_board
from tests.integration.crawling import column, rows

BOARD = Board(300, 3)


async def test_a_posting_is_explained(database: str) -> None:
    await crawl_board(database, BOARD)
    await crawl_board(database, BOARD.advance(), mode="full")
    edited = column(database, "select posting_id from crawl.posting_versions order by 1 limit 1")[0]
    copied, other = rows(database, "select posting_id, other_id from crawl.cluster_links order by 1 limit 1")[
        0
    ]

    told = scrapy("why", "demo-board", edited, database=database)
    assert told.returncode == 0, told.stderr
    for words in (f"posting {edited}", "windows that showed it last", "edits", "edited"):
        assert words in told.stdout
    assert other in scrapy("why", "demo-board", copied, database=database).stdout

    unknown = scrapy("why", "demo-board", "nothing", database=database)
    assert unknown.returncode == 2
    assert "--what postings" in unknown.stdout + unknown.stderr
