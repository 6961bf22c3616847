"""How far a run is, as people see it: a live view in a terminal, lines in a log without one."""

from __future__ import annotations

import asyncio
import logging
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest

from directory_crawler.core.planning.progress import Snapshot, Stage
from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import serve
from directory_crawler.demo.options import SiteOptions
from directory_crawler.storage.database import pool
from directory_crawler.storage.progress import snapshot
from tests.commands.test_exit_status import ROOT
from tests.integration.crawling import crawl_city
from tests.terminal import in_a_terminal

CITY = City(size=100, seed=2)
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
LOG_LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \[")


async def crawled_in_a_terminal(database: str, *more: str, columns: int = 100, **env: str) -> tuple[str, int]:
    async with serve(CITY, SiteOptions(sitemap=True)) as base_url:
        command = [sys.executable, "-m", "scrapy", "crawl", "directory", "-a", "site=demo-directory"]
        command += ["-s", f"BASE_URL={base_url}", *more]
        return await asyncio.to_thread(
            in_a_terminal, command, columns=columns, cwd=ROOT, env={"DATABASE_URL": database, **env}
        )


def last_state(sent: str) -> list[str]:
    """The lines that stand on the screen in the end, from the title of the last view on."""
    lines = [line.strip() for line in CONTROL.sub("", sent).replace("\r", "\n").split("\n")]
    lines = [line for line in lines if line]
    return lines[max(n for n, line in enumerate(lines) if line.startswith("demo-directory")) :]


async def test_a_terminal_shows_the_run_below_the_log(database: str) -> None:
    """Stages, requests, coverage; the log goes by above it, each line whole, and its last state stays."""
    sent, status = await crawled_in_a_terminal(database)
    shown = last_state(sent)

    assert status == 0, sent[-3000:]
    assert "Traceback" not in sent
    assert shown[0].startswith("demo-directory (directory) at http://127.0.0.1:")
    (slices,) = [line for line in shown if line.startswith("slices")]
    done, total = re.findall(r"(\d+) of (\d+)", slices)[0]
    assert done == total
    assert any(line.startswith("cards") and f"{len(CITY.cards)} of " in line for line in shown), shown
    assert any(re.match(r"[1-9]\d* requests, .*0 refused", line) for line in shown), shown
    assert any("promised so far (100.0 %)" in line for line in shown)
    assert any(line.startswith("run 1: accepted, 0:00:") for line in shown)
    # No line of the log stands behind a part of the view.
    texts = CONTROL.sub("", sent).replace("\r", "\n").split("\n")
    assert [line for line in texts if LOG_LINE.search(line) and not LOG_LINE.match(line)] == []
    assert any("[directory_crawler.extensions.post_crawl] INFO" in line for line in texts)
    assert sent.rfind("\x1b[?25h") > sent.rfind("\x1b[?25l")


async def test_a_log_that_goes_to_a_file_leaves_the_terminal_to_the_view(
    database: str, tmp_path: Path
) -> None:
    """And stays free of control sequences."""
    log = tmp_path / "crawl.log"
    sent, status = await crawled_in_a_terminal(database, "-s", f"LOG_FILE={log}")

    assert status == 0
    assert not LOG_LINE.search(sent)
    assert any("accepted" in line for line in last_state(sent))
    assert "\x1b" not in log.read_text("utf-8")


@pytest.mark.parametrize(("columns", "env"), [(20, {"NO_COLOR": "1"}), (1, {})])
async def test_a_narrow_terminal_is_not_overrun(database: str, columns: int, env: dict[str, str]) -> None:
    """No bars where there is no room for them, and no traceback."""
    sent, status = await crawled_in_a_terminal(database, "-L", "WARNING", columns=columns, **env)

    assert status == 0, sent[-2000:]
    assert "Traceback" not in sent
    if "NO_COLOR" in env:
        assert max(len(line) for line in last_state(sent)) <= columns
        assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", sent)
        assert any(re.fullmatch(r"slices +(\d+) of \1", line) for line in last_state(sent)), last_state(sent)


async def test_a_dumb_terminal_gets_lines(database: str) -> None:
    """Not one control sequence."""
    sent, status = await crawled_in_a_terminal(database, "-s", "PROGRESS_INTERVAL=0.2", TERM="dumb")

    assert status == 0
    assert "\x1b" not in sent
    assert re.search(r"INFO: run 1: slices \d+ of \d+; .*; time left: ", sent)


async def test_without_a_terminal_the_log_tells_now_and_then(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    """In lines of our own: Scrapy's count of pages is of one process, and off."""
    caplog.set_level(logging.INFO)
    done = await crawl_city(database, CITY, settings={"PROGRESS_INTERVAL": 0.1, "LOG_LEVEL": "INFO"})
    told = [record.getMessage() for record in caplog.records if record.name.endswith("extensions.progress")]

    assert done.status == "accepted"
    assert told
    assert re.fullmatch(
        r"run \d+: slices (\d+) of \1; cards (\d+) of \2; .*found .*; time left: under a minute", told[-1]
    ), told
    assert not any("pages/min" in record.getMessage() for record in caplog.records)


async def test_none_are_told_where_none_are_wanted(database: str, caplog: pytest.LogCaptureFixture) -> None:
    """PROGRESS_INTERVAL=0."""
    caplog.set_level(logging.INFO)
    await crawl_city(database, CITY, settings={"PROGRESS_INTERVAL": 0, "LOG_LEVEL": "INFO"})

    assert not [record for record in caplog.records if record.name.endswith("extensions.progress")]


async def test_figures_are_those_of_the_run(database: str) -> None:
    """All its workers' units and answers, by stage; what was cut is told by its parts."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("insert into crawl.sites (site, kind) values ('s', 'jobs')")
        for _ in range(2):
            connection.execute(
                "insert into crawl.runs (site, kind, profile_digest, label)"
                " values ('s', 'jobs', '', gen_random_uuid())"
            )
        connection.execute(
            "insert into crawl.slices (run_id, root_id, path, filters, status, expected, collected) values"
            " (1, '', '[]', '{}', 'cut', 500, 9), (1, '', '[]', '{}', 'complete', 30, 30),"
            " (1, '', '[]', '{}', 'truncated', 50, 40), (1, '', '[]', '{}', 'complete', null, 5),"
            " (1, '', '[]', '{}', 'pending', 41, 0), (1, '', '[]', '{}', 'waiting', null, 0),"
            " (1, '', '[]', '{}', 'running', 0, 0), (2, '', '[]', '{}', 'pending', 7, 0)"
        )
        connection.execute(
            "insert into crawl.fetches (run_id, kind, record_id, reason, status) values"
            " (1, 'posting', 'a', 'new', 'done'), (1, 'posting', 'b', 'changed', 'pending'),"
            " (1, 'posting', 'c', 'missing', 'failed'), (1, 'posting', 'd', 'liveness', 'leased'),"
            " (1, 'witness', 'a', 'witness', 'pending'), (2, 'posting', 'a', 'new', 'pending')"
        )
        connection.execute(
            "insert into crawl.pace_minutes (run_id, minute, served, refused) values"
            " (1, now(), 70, 1), (1, now() - interval '1 minute', 30, 2), (2, now(), 9, 9)"
        )
        connection.execute(
            "insert into crawl.pace_shares (run_id, worker, seen_at, need, share) values"
            " (1, 'a', now(), 1, 1), (1, 'b', now(), 1, 1)"
        )
        connection.execute(
            "insert into crawl.request_account (run_id, stage, planned) values (1, 'probes', 40), (1, 'details', 60)"
        )
    workers = pool(database, lease_s=900.0, patience_s=10.0)
    await workers.open(wait=True)
    try:
        seen = await snapshot(SimpleNamespace(pool=workers, run=SimpleNamespace(run_id=1)), 20)  # type: ignore[arg-type]
    finally:
        await workers.close()

    assert seen.walk == Stage("slices", 3, 3, 1)
    assert {stage.name: stage for stage in seen.fetches} == {
        "details": Stage("details", 1, 1),
        "verdicts": Stage("verdicts", 1, 0, 1),
        "liveness": Stage("liveness", 0, 1),
        "witness": Stage("witness", 0, 1),
    }
    assert seen == Snapshot(
        walk=seen.walk,
        fetches=seen.fetches,
        found=75,
        promised=85,
        pages_left=5,
        records_left=41,
        served=100,
        refused=3,
        planned=100,
        workers=2,
    )
