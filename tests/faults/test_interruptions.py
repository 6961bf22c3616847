"""A crawl that is stopped or killed goes on where it was: the same table, nothing stored fetched twice."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from directory_crawler.demo.city import City
from tests.faults.crawls import SEED, SIZE, STORED, fetched, start_crawl, wait_for_words, wait_until
from tests.integration.crawling import column

pytestmark = pytest.mark.faults


@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_crawl_that_was_struck_goes_on_to_the_same_table(
    database: str, site: str, blow: signal.Signals
) -> None:
    """What was stored before the blow is not asked for again, and nothing is missing at the end."""
    first = start_crawl(database, site, STORE_BATCH=20)
    wait_until(database, STORED, 100, first)
    first.send_signal(blow)
    status = first.wait(timeout=60)
    stored = set(column(database, "select org_id from crawl.staged_cards"))
    before = fetched(site)
    assert 100 <= len(stored) < SIZE
    if blow is not signal.SIGKILL:
        assert status == 4
        assert column(database, "select status from crawl.runs") == ["interrupted"]

    second = start_crawl(database, site)
    assert second.wait(timeout=120) == 0

    after = fetched(site)
    assert all(after[card] == before[card] for card in stored)
    city = City(SIZE, SEED)
    assert set(column(database, "select org_id from crawl.cards")) == set(city.listed_ids())
    assert column(database, "select status from crawl.runs") == ["accepted"]


def test_a_second_interrupt_ends_at_once_and_loses_nothing(database: str, site: str, tmp_path: Path) -> None:
    """Nobody waits for what is in flight, nor for what a batch still gathers: it is fetched again."""
    log = tmp_path / "log"
    log.touch()
    first = start_crawl(database, site, STORE_BATCH=20, LOG_LEVEL="INFO", LOG_FILE=log)
    wait_until(database, STORED, 100, first)
    first.send_signal(signal.SIGINT)
    wait_for_words(log, "Received SIGINT", 1, first)
    first.send_signal(signal.SIGINT)
    # The second one may find the handlers of the first gone already.
    assert first.wait(timeout=30) in (4, -signal.SIGINT)
    assert len(column(database, "select org_id from crawl.staged_cards")) < SIZE

    second = start_crawl(database, site)
    assert second.wait(timeout=120) == 0

    city = City(SIZE, SEED)
    assert set(column(database, "select org_id from crawl.cards")) == set(city.listed_ids())
    assert column(database, "select run_id from crawl.runs where status = 'accepted'") == [1]
