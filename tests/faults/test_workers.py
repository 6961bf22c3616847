"""Several workers share one run: each unit is done by one of them, and one judges."""

from __future__ import annotations

import signal

import pytest

from directory_crawler.demo.city import City
from tests.faults.crawls import HELD, SEED, SIZE, fetched, start_crawl, wait_until
from tests.integration.crawling import column, rows

pytestmark = pytest.mark.faults


def test_workers_that_start_together_share_one_run(database: str, site: str) -> None:
    """One run, one judgement, no card asked for twice, and the table of a single worker."""
    workers = [start_crawl(database, site) for _ in range(3)]

    assert [worker.wait(timeout=180) for worker in workers] == [0, 0, 0]
    assert column(database, "select status from crawl.runs") == ["accepted"]
    listed = set(City(SIZE, SEED).listed_ids())
    assert set(column(database, "select org_id from crawl.cards")) == listed
    asked = fetched(site)
    assert {asked[card] for card in listed} == {1}
    assert rows(database, "select count(*), count(distinct run_id) from crawl.acceptance_results") != [(0, 0)]


def test_a_worker_that_wakes_after_its_lease_writes_nothing(database: str, site: str) -> None:
    """What it still holds was given to another: its late answers are fenced out, and the table stays right."""
    sleeper = start_crawl(database, site, LEASE_SECONDS=2, STORE_BATCH=1000, STORE_FLUSH_SECONDS=30)
    wait_until(database, HELD, 20, sleeper)
    sleeper.send_signal(signal.SIGSTOP)
    other = start_crawl(database, site, LEASE_SECONDS=2)
    assert other.wait(timeout=180) == 0
    sleeper.send_signal(signal.SIGCONT)

    assert sleeper.wait(timeout=180) == 0
    assert column(database, "select status from crawl.runs") == ["accepted"]
    assert set(column(database, "select org_id from crawl.cards")) == set(City(SIZE, SEED).listed_ids())
