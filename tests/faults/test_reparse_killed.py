"""Pages are being read anew when the process is killed: the same command goes on to the same tables."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from directory_crawler.demo.city import City
from tests.faults.crawls import ROOT, STARTED, wait_until
from tests.integration.crawling import column, crawl_city
from tests.integration.rereading import NOWHERE, assert_alike, profile

pytestmark = pytest.mark.faults

SITE = "demo-directory"
CITY = City(size=300, seed=4)
WRONG = ('name = ["jsonld: LocalBusiness.name",', 'name = ["jsonld: LocalBusiness.address",')
DONE = "select count(*) from crawl.fetches where run_id = 2 and status = 'done' and kind = 'card'"


def start_reparse(database: str, path: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "scrapy", "reparse", path, "--run", "1"]
    command += ["-s", f"BASE_URL={NOWHERE}", "-s", "LOG_LEVEL=ERROR", "-s", "STORE_BATCH=10"]
    STARTED.append(subprocess.Popen(command, cwd=ROOT, env={**os.environ, "DATABASE_URL": database}))
    return STARTED[-1]


async def test_a_reading_that_was_killed_goes_on_where_it_was(
    database: str, empty_database: str, tmp_path: Path
) -> None:
    right = profile(tmp_path, SITE)
    await crawl_city(database, CITY, profile=profile(tmp_path, SITE, [WRONG]))
    await crawl_city(empty_database, CITY, profile=right)

    for blow, units in ((signal.SIGKILL, 40), (signal.SIGINT, 120)):
        struck = start_reparse(database, right)
        wait_until(database, DONE, units, struck)
        struck.send_signal(blow)
        status = struck.wait(timeout=60)
        assert units <= column(database, DONE)[0] < CITY.size, "it was struck half way"
        if blow is signal.SIGINT:
            assert status == 4
    last = start_reparse(database, right)

    assert last.wait(timeout=120) == 0
    assert_alike(database, empty_database, "cards", "organisations", "fold_links")
    assert column(database, "select status from crawl.runs order by run_id") == ["accepted", "accepted"]
