"""A crawl that is stopped or killed goes on where it was: the same table, nothing stored fetched twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from directory_crawler.demo.city import City
from tests.integration.crawling import column

pytestmark = pytest.mark.faults
ROOT = Path(__file__).parents[2]
SIZE, SEED = 300, 4


@pytest.fixture
def site() -> Iterator[str]:
    """The bundled site in a process of its own."""
    command = [sys.executable, "-m", "directory_crawler.demo.directory_site", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--size", str(SIZE), "--seed", str(SEED)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    yield process.stdout.readline().split()[-1]
    process.terminate()
    process.wait()
    process.stdout.close()


def start_crawl(database: str, site: str, **settings: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "scrapy", "crawl", "directory", "-a", "site=demo-directory"]
    for name, value in {"BASE_URL": site, "LOG_LEVEL": "ERROR", **settings}.items():
        command += ["-s", f"{name}={value}"]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, "DATABASE_URL": database})


STORED = "select count(*) from crawl.staged_cards"
HELD = "select count(*) from crawl.fetches where status = 'leased'"


def wait_until(database: str, count: str, n: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until a query counts so many, or the crawl has ended."""
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        with psycopg.connect(database) as connection:
            row = connection.execute(count).fetchone()  # type: ignore[call-overload]
        if row is not None and row[0] >= n:
            return
        time.sleep(0.05)


def fetched(site: str) -> dict[str, int]:
    """How often the site was asked for each card."""
    with urllib.request.urlopen(f"{site}/admin/stats") as answer:
        stats = json.load(answer)
    return dict(stats["ids"]["card"])


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
