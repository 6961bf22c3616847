"""What the commands print: one time each, with what to do next."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from scrapy.crawler import CrawlerProcess
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from directory_crawler.commands import accept, crawl, database, why
from directory_crawler.commands.export import nothing_found
from directory_crawler.demo.compare import Comparison
from directory_crawler.postcrawl import judge
from directory_crawler.postcrawl.signoff import Check, Result
from directory_crawler.storage.database import Connection
from tests.commands.test_exit_status import scrapy

FAILED = Result(Check("coverage", "The share reached.", ">=", "ACCEPT_COVERAGE", None, b""), 0.5, 0.995, [])


@pytest.fixture
def connection(database: str) -> Iterator[Connection]:
    """A site with one run that is rejected."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("insert into crawl.sites (site, kind) values ('s', 'directory')")
        connection.execute(
            "insert into crawl.runs (site, kind, status, profile_digest, plan)"
            " values ('s', 'directory', 'rejected', 'x', '{}')"
        )
        yield connection


def told(connection: Connection, what: str = "organisations", **filters: object) -> str:
    return nothing_found(connection, "s", what, {"rubric": None, "district": None, "run_id": None} | filters)


def test_an_empty_table_says_why(connection: Connection) -> None:
    """A run that does not exist, nothing accepted, a filter that nothing passes, the first run of all."""
    assert told(connection, run_id=9) == ": no run 9 of s; there are 1"
    assert "no whole run of s is accepted yet; run 1 is rejected" in told(connection)
    assert "--what checks" in told(connection)
    connection.execute("update crawl.runs set status = 'accepted'")
    assert "no row passes the filters" in told(connection, rubric="zoo")
    assert "the first accepted run" in told(connection, "changes")
    assert told(connection) == ""


@pytest.mark.parametrize(
    ("override", "status", "last"),
    [
        (None, "rejected", "run 1 of s: rejected: see above; --override REASON accepts it"),
        ("rebuilt", "accepted", "run 1 of s: accepted: all the same: rebuilt"),
    ],
)
def test_accept_prints_the_failed_checks_once(
    connection: Connection,
    database: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    override: str | None,
    status: str,
    last: str,
) -> None:
    """The last line says what came of it."""
    monkeypatch.setattr(judge, "judge_run", lambda *_, **__: judge.Outcome(status, "long", [FAILED]))
    command = accept.Command()
    command.settings = Settings({"DATABASE_URL": database})
    command.run(["s"], argparse.Namespace(run=None, override=override))

    out = capsys.readouterr().out
    assert out.count("coverage: 0.5") == 1
    assert out.splitlines()[-1] == last
    assert command.exitcode == (3 if override is None else 0)


def test_accept_names_commands_that_exist(connection: Connection) -> None:
    """And the profile, which is not always called like the site."""
    with pytest.raises(UsageError, match="no site 'elsewhere' in the database: there are s"):
        accept.newest_run(connection, "elsewhere", None)
    connection.execute("update crawl.runs set status = 'interrupted', plan = null")
    with pytest.raises(UsageError, match="scrapy crawl directory -a site=PROFILE"):
        accept.newest_run(connection, "s", None)


def test_why_names_rubrics_by_their_labels(
    connection: Connection, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the table does."""
    connection.execute(
        "insert into crawl.rubrics (run_id, rubric_id, level, name) values (1, 'r1', 1, 'Bakers')"
    )
    connection.execute(
        "insert into crawl.organisations (site, organisation_id, survivor_id, aliases, name, rubrics, status,"
        " first_seen, last_seen) values ('s', '1', '1', array['1'], 'Ann', array['r1', 'r2'], 'active', now(), now())"
    )
    command = why.Command()
    command.settings = Settings({"DATABASE_URL": database})
    command.run(["s", "1"], argparse.Namespace())

    assert "Bakers; r2" in capsys.readouterr().out


def test_without_a_database_a_command_says_what_to_do() -> None:
    """One line that hides the password, and no traceback."""
    with (
        pytest.raises(
            SystemExit, match=r"no connection to postgresql://127\.0\.0\.1:1/x.*Check DATABASE_URL"
        ) as exit_,
        database(Settings({"DATABASE_URL": "postgresql://u:secret@127.0.0.1:1/x"})),
    ):
        pass
    assert "secret" not in str(exit_.value)


def test_an_unknown_spider_is_wrong_usage() -> None:
    """The message lists those that there are."""
    command = crawl.Command()
    command.settings = Settings(
        {"SPIDER_MODULES": ["directory_crawler.spiders"], "LOG_INSTALL_ROOT_HANDLER": False}
    )
    command.crawler_process = CrawlerProcess(command.settings)

    with pytest.raises(UsageError, match="no spider 'directories': there are directory"):
        command.run(["directories"], argparse.Namespace(spargs={}))


def test_cards_that_are_listed_no_more_are_no_coverage() -> None:
    """What is stored beyond the listings does not lift the share above the whole."""
    assert next(iter(Comparison(listed=2, stored=3, missing=["a"]).lines())).startswith("coverage: 1 of 2")


@pytest.mark.parametrize(
    "arguments",
    [
        *(
            ("report", "s", "-o", "r.html", "--run"),
            ("export", "s", "-o", "t.csv", "--run"),
            ("accept", "s", "--run"),
        ),
        *(
            ("reparse", "demo-directory", "--run"),
            ("runs", "s", "-n"),
            ("runs", "s", "--fail"),
            ("prune", "s", "--keep"),
        ),
    ],
)
def test_a_number_that_the_database_cannot_count_to_is_wrong_usage(
    database: str, connection: Connection, arguments: tuple[str, ...]
) -> None:
    done = scrapy(*arguments, str(10**20), database=database)

    assert done.returncode == 2
    assert "expected one below 2^63" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["a folder", "below a file", "nowhere"])
@pytest.mark.parametrize(("command", "suffix"), [("report", "html"), ("export", "csv")])
def test_a_file_that_cannot_be_written_is_told_without_a_traceback(
    database: str, connection: Connection, tmp_path: Path, command: str, suffix: str, name: str
) -> None:
    """And leaves nothing half written."""
    (tmp_path / f"folder.{suffix}").mkdir()
    (tmp_path / "file").touch()
    places = {"a folder": tmp_path / f"folder.{suffix}", "below a file": tmp_path / "file" / f"x.{suffix}"}
    path = places.get(name, Path(f"/proc/x.{suffix}"))

    done = scrapy(command, "s", "-o", str(path), "--force", database=database)

    assert done.returncode == 1
    assert f"{path} cannot be written: " in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", f"folder.{suffix}"]
