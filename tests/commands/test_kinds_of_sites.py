"""A command that is given a site of the other kind, or one that nobody crawled, says so and what there is."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from directory_crawler.commands import accept, cluster, export, fold, prune, runs, unfold, why
from directory_crawler.reporting.tables import BOARD_TABLES, DIRECTORY_TABLES, TABLES_OF_BOTH
from directory_crawler.settings import defaults
from directory_crawler.storage.database import Connection

SITES = {"city": "directory", "board": "jobs"}


@pytest.fixture
def connection(database: str) -> Iterator[Connection]:
    """A directory and a board, of which nothing is known yet."""
    with psycopg.connect(database, autocommit=True) as connection:
        for site, kind in SITES.items():
            connection.execute("insert into crawl.sites (site, kind) values (%s, %s)", (site, kind))
        yield connection


def begin_run(connection: Connection, site: str, status: str, scope: str = "", reason: str = "") -> None:
    connection.execute(
        "insert into crawl.runs (site, kind, scope, status, reason, profile_digest, plan)"
        " values (%s, %s, %s, %s, %s, 'x', '{}')",
        (site, SITES[site], scope, status, reason),
    )


def run(command: ScrapyCommand, database: str, *arguments: str) -> None:
    command.settings = Settings({**defaults, "DATABASE_URL": database})
    parser = argparse.ArgumentParser(conflict_handler="resolve")
    command.add_options(parser)
    opts, args = parser.parse_known_args(list(arguments))
    command.run(args, opts)


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        (accept.Command, []),
        (cluster.Command, []),
        (export.Command, ["-o", "x.csv"]),
        (fold.Command, []),
        (prune.Command, []),
        (runs.Command, []),
        (unfold.Command, ["1", "2"]),
        (why.Command, ["1"]),
    ],
)
def test_an_unknown_site_is_told_with_those_that_there_are(
    connection: Connection, database: str, command: type[ScrapyCommand], arguments: list[str]
) -> None:
    with pytest.raises(UsageError, match="no site 'nowhere' in the database: there are board, city"):
        run(command(), database, "nowhere", *arguments)


@pytest.mark.parametrize(
    ("command", "arguments", "told"),
    [
        (fold.Command, ["board"], "board is a job board: .*scrapy cluster board"),
        (unfold.Command, ["board", "1", "2"], "board is a job board: .* of a directory"),
        (cluster.Command, ["city"], "city is a directory: .*scrapy fold city"),
    ],
)
def test_a_command_for_the_other_kind_names_the_one_for_this(
    connection: Connection, database: str, command: type[ScrapyCommand], arguments: list[str], told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        run(command(), database, *arguments)


@pytest.mark.parametrize(
    ("site", "what"),
    [
        *(("board", what) for what in DIRECTORY_TABLES),
        *(("city", what) for what in BOARD_TABLES),
        ("city", "everything"),
    ],
)
def test_a_table_of_the_other_kind_is_no_empty_file(
    connection: Connection, database: str, tmp_path: Path, site: str, what: str
) -> None:
    """The message has what can be exported of this one."""
    own = BOARD_TABLES if site == "board" else DIRECTORY_TABLES
    with pytest.raises(UsageError, match=f"of which there is no table '{what}'") as error:
        run(export.Command(), database, site, "--what", what, "-o", str(tmp_path / "x.csv"))

    assert ", ".join([*own, *TABLES_OF_BOTH]) in str(error.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("site", "table"), [("city", "organisations"), ("board", "postings")])
def test_the_table_itself_goes_unsaid(
    connection: Connection,
    database: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    site: str,
    table: str,
) -> None:
    run(export.Command(), database, site, "-o", str(tmp_path / "x.csv"))

    assert f"0 rows of {table}" in capsys.readouterr().out


@pytest.mark.parametrize("what", ["parts", "checks", "organisations"])
def test_an_empty_table_after_a_failed_run_has_its_reason(
    connection: Connection, database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    """And does not send to another table that is empty, too."""
    begin_run(connection, "city", "failed", reason="rubric tree: status 404")
    run(export.Command(), database, "city", "--what", what, "-o", str(tmp_path / "x.csv"))

    told = capsys.readouterr().out
    assert "run 1 is failed: rubric tree: status 404" in told
    assert "--what" not in told


@pytest.mark.parametrize("earlier", [True, False])
@pytest.mark.parametrize("status", ["rejected", "accepted", "interrupted"])
def test_a_run_of_a_part_is_never_accepted(
    connection: Connection, database: str, status: str, *, earlier: bool
) -> None:
    """It is told so where there is no other, and where it is the one that is meant."""
    if earlier:
        begin_run(connection, "city", "rejected")
    begin_run(connection, "city", status, scope="trial")
    meant = ["--run", "2"] if earlier else []
    with pytest.raises(
        UsageError, match=f"run {2 if earlier else 1} covers trial alone and is {status}: .* never becomes"
    ):
        run(accept.Command(), database, "city", "--override", "it is fine", *meant)


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_runs_fit_the_terminal(
    connection: Connection,
    database: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    columns: int,
) -> None:
    """No line is longer, no value is broken, and nothing that a site sent acts on the terminal."""
    reason = "nothing answers: " + "word " * 60 + "\x1b[31mred"
    begin_run(connection, "city", "interrupted", reason=reason)
    begin_run(connection, "city", "rejected", scope="district:North", reason="coverage: 0.5")
    monkeypatch.setenv("COLUMNS", str(columns))
    run(runs.Command(), database, "city")

    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= columns
    assert out.count("word") == 60
    assert "\x1b" not in out
    for value in ("interrupted", "rejected", "district:North"):
        assert value in out
    started = connection.execute("select started_at from crawl.runs where run_id = 1").fetchone()
    assert started is not None
    for part in f"{started[0]:%Y-%m-%d %H:%M:%S}".split():
        assert part in out
