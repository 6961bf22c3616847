"""The hook: one command that is told of each end of a run, once, and of a run that is late."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
import time
from pathlib import Path

import psycopg
import pytest
from scrapy.settings import Settings

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.city import City
from directory_crawler.demo.options import Fault, SiteOptions
from directory_crawler.postcrawl.hook import RunHook, written
from directory_crawler.postcrawl.hook_command import failure_of
from tests.commands.test_exit_status import scrapy
from tests.integration.boards import crawl_board
from tests.integration.crawling import crawl_city, rows
from tests.integration.hooks import Calls

CITY = City(size=100, seed=2)


@pytest.fixture
def calls(tmp_path: Path) -> Calls:
    return Calls(tmp_path)


async def test_an_accepted_run_of_a_directory_is_told_once_with_its_figures(
    database: str, calls: Calls
) -> None:
    """As JSON on standard input, after the account of the run is complete."""
    await crawl_city(database, CITY, settings={"RUN_HOOK": calls.command})
    (told,) = calls.told
    (requests,) = rows(database, "select sum(requests) from crawl.request_account")[0]

    assert told["event"] == told["status"] == "accepted"
    assert (told["run_id"], told["site"], told["kind"], told["mode"]) == (
        1,
        "demo-directory",
        "directory",
        "full",
    )
    assert told["coverage"] == 1.0
    assert told["checks_failed"] == []
    assert sum(told["requests"].values()) == requests
    assert told["duration_s"] > 0
    assert told["finished_at"] > told["started_at"]
    assert database not in json.dumps(told)


async def test_an_accepted_run_of_a_board_is_told_with_its_changes(database: str, calls: Calls) -> None:
    """By event, as many as there are."""
    board = Board.at(300, 1, 0)
    await crawl_board(database, board, settings={"RUN_HOOK": calls.command})
    (told,) = calls.told

    assert (told["event"], told["kind"], told["mode"]) == ("accepted", "jobs", "daily"), told
    events = "select event, count(*) from crawl.posting_events group by event"
    assert told["changes"] == dict(rows(database, events))


async def test_a_rejected_run_is_told_with_the_checks_that_failed(database: str, calls: Calls) -> None:
    """And when it is accepted all the same, that is told as well."""
    rubric = max(CITY.tree.rows, key=CITY.tree.rows.__getitem__)
    options = SiteOptions(fail=(Fault(rubric=rubric, status=500),))
    await crawl_city(database, CITY, options, settings={"RUN_HOOK": calls.command, "RETRY_ENABLED": False})
    (told,) = calls.told

    assert told["event"] == "rejected"
    assert "named_holes" in {check["check"] for check in told["checks_failed"]}

    hook = ("-s", f"RUN_HOOK={shlex.join(calls.command)}")
    assert scrapy("accept", "demo-directory", *hook, database=database).returncode == 3
    assert calls.events == ["rejected"]
    assert scrapy("accept", "demo-directory", "--override", "known", *hook, database=database).returncode == 0
    assert calls.events == ["rejected", "accepted"]


async def test_a_failed_run_is_told_with_its_reason(database: str, calls: Calls) -> None:
    """A tree that cannot be read."""
    options = SiteOptions(fail=(Fault(surface="rubrics", status=404),))
    await crawl_city(database, CITY, options, settings={"RUN_HOOK": calls.command})
    (told,) = calls.told

    assert told["event"] == "failed"
    assert "rubric tree" in told["reason"]


async def test_an_error_after_the_crawl_is_told_each_time(database: str, calls: Calls) -> None:
    """The run is not over by it: the same command judges it again, and may fail again."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(
            "create function no() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;"
            "create trigger no before insert on crawl.acceptance_results for each row execute function no()"
        )
    for _ in range(2):
        await crawl_city(database, CITY, settings={"RUN_HOOK": calls.command})

    assert calls.events == ["failed", "failed"]
    assert {call["status"] for call in calls.told} == {"failed"}
    assert "no room" in calls.told[0]["reason"]


async def test_a_run_that_was_given_up_for_another_is_told_by_that_one(database: str, calls: Calls) -> None:
    """As one that was killed, and then is too old to go on."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("insert into crawl.sites (site, kind) values ('demo-directory', 'directory')")
        connection.execute(
            "insert into crawl.runs (site, kind, profile_digest) values ('demo-directory', 'directory', 'another')"
        )
    await crawl_city(database, CITY, settings={"RUN_HOOK": calls.command})

    assert [(call["event"], call["run_id"]) for call in calls.told] == [("failed", 1), ("accepted", 2)]


async def test_a_run_whose_beginning_is_slow_to_commit_is_told_like_any_other(
    database: str, calls: Calls, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing looks for the run before others can see it: the one that it replaces is told of, too."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("insert into crawl.sites (site, kind) values ('demo-directory', 'directory')")
        connection.execute(
            "insert into crawl.runs (site, kind, profile_digest) values ('demo-directory', 'directory', 'another')"
        )
        connection.execute(
            "create function crawl.dawdle() returns trigger language plpgsql"
            " as 'begin perform pg_sleep(0.5); return null; end'"
        )
        connection.execute(
            "create constraint trigger slow after insert on crawl.runs deferrable initially deferred"
            " for each row execute function crawl.dawdle()"
        )

    await crawl_city(database, CITY, settings={"RUN_HOOK": calls.command})

    assert [(call["event"], call["run_id"]) for call in calls.told] == [("failed", 1), ("accepted", 2)]
    assert not [record.message for record in caplog.records if record.levelname == "ERROR"]


async def test_a_run_without_a_database_is_told_as_well(calls: Calls) -> None:
    """It failed before it had a number."""
    nowhere = "postgresql://127.0.0.1:1/none"
    await crawl_city(nowhere, CITY, settings={"RUN_HOOK": calls.command, "DATABASE_PATIENCE": 0.1})
    (told,) = calls.told

    assert (told["event"], told["run_id"], told["site"]) == ("failed", None, "demo-directory")


async def test_a_run_that_takes_longer_than_usual_is_late_once(
    database: str, calls: Calls, caplog: pytest.LogCaptureFixture
) -> None:
    """In the log and by the hook, while it goes on."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("insert into crawl.sites (site, kind) values ('demo-directory', 'directory')")
        connection.execute(
            "insert into crawl.runs (site, kind, profile_digest, status, started_at, finished_at) values"
            " ('demo-directory', 'directory', '', 'accepted', now() - interval '1 day',"
            "  now() - interval '1 day' + interval '100 milliseconds')"
        )
    await crawl_city(database, CITY, settings={"RUN_HOOK": calls.command, "RUN_LATE_AFTER": 2})
    late = [record for record in caplog.records if "is late" in record.getMessage()]

    assert len(late) == 1
    assert calls.events[0] == "late"
    assert calls.events.count("late") == 1
    assert calls.told[0]["status"] == "running"
    assert calls.told[0]["usual_s"] == pytest.approx(0.1)


async def test_a_run_is_not_late_before_its_time_nor_where_nobody_knows(
    database: str, calls: Calls, caplog: pytest.LogCaptureFixture
) -> None:
    """A first run has no usual duration."""
    await crawl_city(database, CITY, settings={"RUN_HOOK": calls.command, "RUN_LATE_AFTER": 0.001})
    await crawl_city(database, CITY, settings={"RUN_HOOK": calls.command, "RUN_LATE_AFTER": 1000})

    assert "late" not in calls.events
    assert not [record for record in caplog.records if "is late" in record.getMessage()]


async def test_a_hook_that_cannot_be_called_changes_nothing_of_the_run(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Its failure is logged."""
    done = await crawl_city(database, CITY, settings={"RUN_HOOK": "/no/such/command"})

    assert done.status == "accepted"
    (said,) = [record.getMessage() for record in caplog.records if "/no/such/command" in record.getMessage()]
    assert "cannot be started: No such file" in said


# --- the command ---------------------------------------------------------------------------------------------------


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_a_command_is_given_its_input_whole_and_need_not_read_it() -> None:
    """Megabytes neither block nor fail."""
    given = b"x" * 3_000_000

    assert failure_of(python("import sys; sys.exit(len(sys.stdin.read()) != 3_000_000)"), given, 30) is None
    assert failure_of(python("pass"), given, 30) is None


def test_a_command_that_fails_says_so_in_one_printable_line() -> None:
    """With what it wrote, and without what a terminal acts on."""
    failure = failure_of(python(r"import sys; print('no\x1b[31m\nroute'); sys.exit(3)"), b"", 30)

    assert failure == "ended with status 3: no [31m route"


def is_running(noted: Path) -> bool:
    """Whether the process whose number was noted there lives."""
    process = Path("/proc", noted.read_text(), "stat")
    return process.exists() and process.read_text().rpartition(")")[2].split()[0] != "Z"


def test_a_command_that_hangs_is_killed_with_all_that_it_started(tmp_path: Path) -> None:
    """Nothing of it is left, nor holds the run up."""
    noted = tmp_path / "pid"
    child = "import os, pathlib, sys, time; pathlib.Path(sys.argv[1]).write_text(str(os.getpid())); time.sleep(600)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}, {str(noted)!r}])"

    assert failure_of(python(parent), b"", 2.0) == "did not end within 2 seconds, and was killed"
    deadline = time.monotonic() + 30
    while is_running(noted):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_flood_of_output_is_read_and_dropped() -> None:
    """A hundred megabytes in a bounded memory; what ends well is no failure."""
    flood = "import sys\nfor _ in range(1600): sys.stdout.buffer.write(b'y' * 65536)\n"

    assert failure_of(python(flood), b"", 60) is None
    failure = failure_of(python(flood + "sys.exit(1)"), b"", 60)
    assert failure is not None
    assert len(failure) < 400


def test_what_a_command_leaves_in_the_background_is_not_waited_for(tmp_path: Path) -> None:
    """Though it holds the output open."""
    noted = tmp_path / "pid"
    child = "import time; time.sleep(600)"
    code = (
        f"import pathlib, subprocess, sys; left = subprocess.Popen([sys.executable, '-c', {child!r}]);"
        f" pathlib.Path({str(noted)!r}).write_text(str(left.pid))"
    )

    assert failure_of(python(code), b"", 300) is None
    assert is_running(noted)
    os.kill(int(noted.read_text()), signal.SIGKILL)


def test_a_command_is_a_list_or_a_line_and_no_shell_reads_it() -> None:
    """What is special to a shell is an argument like any."""
    hooks = [
        RunHook.from_settings(Settings({"RUN_HOOK": wanted, "RUN_HOOK_TIMEOUT": 5}))
        for wanted in ("notify 'a b' $(id) ; x", ["notify", "a b", "$(id)", ";", "x"], "", None, [])
    ]

    assert hooks[0] == hooks[1] == RunHook(("notify", "a b", "$(id)", ";", "x"), 5.0)
    assert hooks[2:] == [None, None, None]


def test_a_hook_that_is_no_command_is_wrong_usage() -> None:
    """Before anything is asked, and not when the run has ended."""
    hook = "RUN_HOOK=notify --key s3cret 'unclosed"
    done = scrapy("crawl", "directory", "-a", "site=demo-directory", "-s", hook)

    assert done.returncode == 2
    assert "RUN_HOOK begins with 'notify'" in done.stderr
    assert "s3cret" not in done.stderr


def test_what_json_has_no_word_for_is_null() -> None:
    """One line that any reader takes, whatever a reason quotes."""
    line = written({"a": float("nan"), "b": [float("inf"), 1.5], "reason": "\x00\n\ud800 </script>"})

    assert line.count(b"\n") == 1
    assert json.loads(line) == {"a": None, "b": [None, 1.5], "reason": "\x00\n\ud800 </script>"}


def test_runs_tell_when_the_last_one_was_accepted(database: str) -> None:
    """By mode, and how long such runs take as a rule."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("insert into crawl.sites (site, kind) values ('s', 'jobs')")
        connection.execute(
            "insert into crawl.runs (site, kind, mode, profile_digest, status, started_at, finished_at)"
            " select 's', 'jobs', 'daily', '', 'accepted', now() - d * interval '1 day' - m * interval '1 minute',"
            "        now() - d * interval '1 day'"
            " from (values (3, 10), (2, 90), (1, 20)) runs (d, m)"
        )
        connection.execute(
            "insert into crawl.runs (site, kind, mode, profile_digest, status) values"
            " ('s', 'jobs', 'daily', '', 'rejected')"
        )
    done = scrapy("runs", "s", database=database)

    assert "last accepted (daily): run 3, " in done.stdout
    assert "24 h 0 min ago; such runs take 20 min" in done.stdout
