"""Every SQL file is loadable package data, and a wrong name says what there is."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from directory_crawler.storage import sql as loader
from directory_crawler.storage.sql import migrations, sql


def test_every_statement_of_every_file_can_be_read() -> None:
    """A broken header or an undeclared parameter is found here and not in the middle of a run."""
    root = Path(str(files("pipelines_sql")))
    statements = [path for path in root.rglob("*.sql") if path.parent.name != "migrations"]

    assert len(statements) > 5
    for path in statements:
        assert loader._statements(str(path.relative_to(root).with_suffix("")))


def test_migrations_are_numbered_once_each() -> None:
    """Two migrations of one number would apply in an order that nobody chose."""
    numbers = [number for number, _, _ in migrations()]

    assert numbers == sorted(set(numbers))


def test_an_unknown_statement_says_which_there_are() -> None:
    """The message names the file and its statements."""
    with pytest.raises(
        KeyError, match=r"no statement 'finnish' in pipelines_sql/crawl/runs.sql: it has .*finish"
    ):
        sql("crawl/runs.finnish")
