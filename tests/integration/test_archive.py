"""What a crawl archives: every page that a record was read from, in the transaction that keeps the record."""

from __future__ import annotations

import psycopg

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.city import City
from tests.commands.test_exit_status import scrapy
from tests.integration.boards import crawl_board
from tests.integration.crawling import column, crawl_city, rows

CITY = City(size=120, seed=4)
UNITS = "select unit from crawl.archived_pages where surface = %s order by 1"


async def test_every_card_is_archived_with_its_contacts_and_each_call_of_the_sample(database: str) -> None:
    done = await crawl_city(database, CITY, settings={"CALL_TRACKING_SAMPLE": 0.5})

    assert done.status == "accepted", done.reason
    fetched = column(database, "select org_id from crawl.staged_cards order by 1")
    assert column(database, UNITS, "card") == fetched
    contacts, again = column(database, UNITS, "contacts"), column(database, UNITS, "contacts again")
    assert set(again) < set(contacts) <= set(fetched)
    assert len(contacts) + len(again) == done.requests["contacts"]
    listed = rows(
        database,
        "select unit::bigint, count(*)::int from crawl.archived_pages where surface = 'listing' group by 1",
    )
    assert dict(listed) == dict(rows(database, "select slice_id, pages from crawl.slices where pages > 0"))
    assert done.stats["archive/pages"] == len(column(database, "select 1 from crawl.archived_pages"))


async def test_an_archive_of_no_days_keeps_nothing(database: str) -> None:
    done = await crawl_city(database, CITY, settings={"ARCHIVE_DAYS": 0})

    assert done.status == "accepted", done.reason
    assert column(database, "select 1 from crawl.archived_pages") == []


async def test_a_part_that_makes_no_table_is_not_archived(database: str) -> None:
    await crawl_city(database, CITY, trial="1")

    assert column(database, "select 1 from crawl.archived_pages") == []


async def test_a_page_larger_than_the_archive_takes_costs_no_record(database: str) -> None:
    done = await crawl_city(database, CITY, settings={"ARCHIVE_LARGEST": 300})

    assert done.status == "accepted", done.reason
    assert done.stats["archive/too_large"] > 0
    assert set(column(database, "select org_id from crawl.cards")) == set(CITY.listed_ids())


async def test_a_board_archives_its_listings_and_pruning_keeps_the_newest(database: str) -> None:
    board = Board(size=200, seed=5)
    for _ in range(2):
        done, _ = await crawl_board(database, board)
        assert done.status == "accepted", done.reason
        board = board.advance()
    pages = "select run_id, count(*)::int from crawl.archived_pages where surface = 'listing' group by 1"
    before = dict(rows(database, pages))
    assert before == dict(rows(database, "select run_id, sum(pages)::int from crawl.slices group by 1"))

    every = "select count(*)::int from crawl.archived_pages"
    there_were = column(database, every)[0]
    pruned = scrapy("prune", "demo-board", database=database, DIRECTORY_CRAWLER_ARCHIVE_RUNS="1")
    dropped = there_were - column(database, every)[0]
    assert f"archive: {dropped} pages dropped" in pruned.stdout, pruned.stderr
    assert dict(rows(database, pages)) == {2: before[2]}

    emptied = scrapy("prune", "demo-board", database=database, DIRECTORY_CRAWLER_ARCHIVE_DAYS="0")
    assert emptied.returncode == 0, emptied.stderr
    assert column(database, "select 1 from crawl.archived_pages") == []
    assert column(database, "select 1 from crawl.archive_dictionaries") == []


async def test_pruning_keeps_the_last_page_of_every_open_record(database: str) -> None:
    city = CITY
    for _ in range(3):
        done = await crawl_city(database, city, settings={"REFRESH_SHARE": 4})
        assert done.status == "accepted", done.reason
        city = city.advance()
    last = "select unit, max(run_id) from crawl.archived_pages where surface = 'card' group by 1"
    newest = dict(rows(database, last))
    assert set(newest.values()) == {1, 2, 3}

    older = sorted(unit for unit, run in newest.items() if run < 3)
    closed = set(older[:3])
    with psycopg.connect(database) as connection:
        connection.execute(
            "update crawl.cards set closed_at = now() where org_id = any (%s)", (list(closed),)
        )

    pruned = scrapy("prune", "demo-directory", database=database, DIRECTORY_CRAWLER_ARCHIVE_RUNS="1")

    assert pruned.returncode == 0, pruned.stderr
    newest = {unit: run for unit, run in newest.items() if unit not in closed}
    assert dict(rows(database, last)) == newest
    every = "select unit, run_id from crawl.archived_pages where surface = 'card'"
    assert sorted(rows(database, every)) == sorted(newest.items())
    assert column(database, "select distinct run_id from crawl.archived_pages where surface = 'listing'") == [
        3
    ]
    assert set(column(database, "select unit from crawl.archived_pages where surface = 'contacts'")) <= set(
        newest
    )


async def test_cards_that_a_run_takes_over_bring_their_pages(database: str) -> None:
    """What a rejected run fetched is not fetched again where it is as it was, nor lost to the archive."""
    rejected = await crawl_city(database, CITY, settings={"ACCEPT_PHONE_FILL": 1.1})
    assert rejected.status == "rejected"
    later = CITY.advance().advance().advance()

    done = await crawl_city(database, later)

    assert done.status == "accepted", done.reason
    listed = set(later.listed_ids())
    assert 0 < done.requests["cards"] < len(listed) / 2, "those that are new or listed differently"
    assert "store/refused" not in done.stats
    pages = "select unit from crawl.archived_pages where surface = %s and run_id = 2"
    assert set(column(database, pages, "card")) >= listed
    assert len(column(database, pages, "contacts")) > len(listed) / 2
