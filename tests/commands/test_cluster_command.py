"""``scrapy cluster`` and what is exported of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.demo.board.board import Board
from tests.commands.test_exit_status import scrapy
from tests.integration.boards import crawl_board
from tests.integration.crawling import column, rows

if TYPE_CHECKING:
    from pathlib import Path


async def test_copies_are_found_again_in_vain_and_exported(database: str, tmp_path: Path) -> None:
    """A second search changes nothing; analysts get the vacancies, the links, and their columns beside each posting."""
    crawled, _ = await crawl_board(database, Board(300, 7))
    assert crawled.status == "accepted", crawled.reason
    standing = "select posting_id, cluster_id, is_representative from crawl.postings order by 1"
    before = rows(database, standing)
    assert 0 < column(database, "select count(*) from crawl.clusters")[0] < 100

    again = scrapy("cluster", "demo-board", database=database)
    assert again.returncode == 0, again.stderr
    assert "0 pairs of texts compared" in again.stdout
    assert rows(database, standing) == before

    for what, wanted in (
        ("clusters", {"representative", "size", "agencies", "members", "kinds"}),
        ("cluster-links", {"kind", "similarity", "other_id"}),
        ("postings", {"cluster_id", "is_representative", "cluster_size", "agencies", "link", "similarity"}),
        ("agencies-per-vacancy", {"agencies", "vacancies", "postings"}),
        ("repost-rate", {"category", "reposts", "share_reposted"}),
    ):
        file = tmp_path / f"{what}.csv"
        told = scrapy("export", "demo-board", "-o", str(file), "--what", what, database=database)
        assert told.returncode == 0, told.stderr
        lines = file.read_text("utf-8-sig").splitlines()
        assert wanted <= set(lines[0].split(",")), lines[0]
        assert len(lines) > (1 if what.startswith(("agencies", "repost")) else 10)
