"""The hook is told of each interruption once, however many workers the run had."""

from __future__ import annotations

import shlex
import signal
from pathlib import Path

import pytest

from tests.faults.crawls import STORED, start_crawl, wait_until
from tests.integration.hooks import Calls

pytestmark = pytest.mark.faults

AT_WORK = "select count(*) from crawl.pace_shares"


def test_each_interruption_is_told_and_two_workers_tell_one_end(
    database: str, site: str, tmp_path: Path
) -> None:
    """Twice stopped, by whichever worker, then finished by two."""
    calls = Calls(tmp_path)
    hook = {"RUN_HOOK": shlex.join(calls.command), "STORE_BATCH": 20}
    for stored in (40, 120):
        workers = [start_crawl(database, site, **hook) for _ in range(2)]
        wait_until(database, AT_WORK, 2, workers[0])  # one that is still starting has no handler for signals
        wait_until(database, STORED, stored, workers[0])
        for worker in workers:
            worker.send_signal(signal.SIGINT)
        assert {worker.wait(timeout=60) for worker in workers} == {4}
    assert calls.events == ["interrupted", "interrupted"]
    assert "left: " in calls.told[0]["reason"]

    workers = [start_crawl(database, site, **hook) for _ in range(2)]
    assert [worker.wait(timeout=120) for worker in workers] == [0, 0]
    assert calls.events == ["interrupted", "interrupted", "accepted"]
