"""A row that the database refuses is set aside and counted; the batch that it came in goes in."""

from __future__ import annotations

import psycopg

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.city import City
from tests.integration.boards import crawl_board
from tests.integration.crawling import column, crawl_city, rows

QUIET = {"LOG_ENABLED": False}


def refuse(database: str, table: str, name: str, ids: list[str]) -> None:
    with psycopg.connect(database) as connection:
        listed = ", ".join(f"'{record_id}'" for record_id in ids)
        connection.execute(
            f"alter table crawl.{table} add constraint refused check ({name} not in ({listed}))"  # type: ignore[call-overload]
        )


async def test_cards_that_are_refused_cost_no_other(database: str) -> None:
    city = City(150, 3)
    listed = sorted(city.listed_ids())
    refuse(database, "staged_cards", "org_id", listed[:2])

    crawled = await crawl_city(database, city, settings={**QUIET, "ACCEPT_FAILED_FETCHES": 0.1})

    assert crawled.status == "accepted", crawled.reason
    assert sorted(column(database, "select org_id from crawl.cards")) == listed[2:]
    failed = rows(database, "select record_id, error from crawl.fetches where status = 'failed' order by 1")
    assert [record_id for record_id, _ in failed] == listed[:2]
    assert all("database: " in error for _, error in failed)


async def test_postings_that_are_refused_cost_no_other_and_are_not_closed(database: str) -> None:
    board = Board(300, 3)
    dated = sorted(p.id for p in board.postings.values() if not p.ending and p.posted is not None)
    await crawl_board(database, board)
    refused = dated[10:13]
    with psycopg.connect(database) as connection:
        connection.execute("delete from crawl.staged_postings")
    refuse(database, "staged_postings", "posting_id", refused)

    crawled, _ = await crawl_board(database, board, settings=QUIET)

    assert crawled.status == "accepted", crawled.reason
    staged = column(database, "select posting_id from crawl.staged_postings where run_id = 2 order by 1")
    assert staged == [posting_id for posting_id in dated if posting_id not in refused]
    faults = rows(database, "select reason, n from crawl.faults where run_id = 2 and field = 'posting'")
    # A posting that two slices show is refused twice.
    assert faults == [("refused by the database", crawled.stats["store/refused"])]
    assert crawled.stats["store/refused"] >= 3
    states = set(column(database, "select state from crawl.postings"))
    assert states == {"open"}
