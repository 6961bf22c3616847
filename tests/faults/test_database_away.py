"""A database that goes away in the middle of a run, and comes back: nothing is lost, nothing is there twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from directory_crawler.demo.city import City
from tests.faults.crawls import SEED, SIZE, start_crawl, wait_for_words, wait_until
from tests.integration.crawling import column, rows

pytestmark = pytest.mark.faults

AWAY = "the database is away"


class Door:
    """Shuts a database to everybody but the server's owner on another one, and opens it again."""

    def __init__(self, server_url: str, database: str) -> None:
        self.server = psycopg.connect(server_url, autocommit=True)
        self.name = psycopg.conninfo.conninfo_to_dict(database)["dbname"]

    def shut(self) -> None:
        self._allow("false")
        self.server.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", (self.name,)
        )

    def open(self) -> None:
        self._allow("true")

    def _allow(self, word: str) -> None:
        self.server.execute(f'alter database "{self.name}" with allow_connections {word}')  # type: ignore[call-overload]


@pytest.fixture
def door(server_url: str, database: str) -> Iterator[Door]:
    door = Door(server_url, database)
    yield door
    door.open()
    door.server.close()


def test_a_database_that_comes_back_finds_the_run_going_on(
    database: str, door: Door, site: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    log.touch()
    crawl = start_crawl(database, site, LOG_LEVEL="WARNING", LOG_FILE=log, DOWNLOAD_DELAY=0.0)
    for stored in (20, 90, 170):
        wait_until(database, "select count(*) from crawl.staged_cards", stored, crawl)
        told = log.read_text("utf-8").count(AWAY)
        door.shut()
        wait_for_words(log, AWAY, told + 2, crawl)
        door.open()

    assert crawl.wait(timeout=120) == 0, log.read_text("utf-8")[-3000:]

    listed = City(SIZE, SEED).listed_ids()
    assert sorted(column(database, "select org_id from crawl.cards")) == sorted(listed)
    assert column(
        database, "select count(*) from crawl.fetches where status <> 'done' and kind = 'card'"
    ) == [0]
    assert rows(database, "select status from crawl.runs") == [("accepted",)]


def test_a_database_that_stays_away_stops_the_run_which_then_goes_on(
    database: str, door: Door, site: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    log.touch()
    crawl = start_crawl(database, site, LOG_LEVEL="WARNING", LOG_FILE=log, DATABASE_PATIENCE=0.5)
    wait_until(database, "select count(*) from crawl.staged_cards", 20, crawl)
    door.shut()

    assert crawl.wait(timeout=90) == 4, log.read_text("utf-8")[-3000:]
    assert "the same command goes on" in log.read_text("utf-8")
    door.open()

    again = start_crawl(database, site)
    assert again.wait(timeout=120) == 0
    listed = City(SIZE, SEED).listed_ids()
    assert sorted(column(database, "select org_id from crawl.cards")) == sorted(listed)
    assert rows(database, "select run_id, status from crawl.runs") == [(1, "accepted")]
