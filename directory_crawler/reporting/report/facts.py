"""What a report is made from: one run, and the questions that the sections ask of the database."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from psycopg.rows import dict_row

from directory_crawler.reporting.report.words import day
from directory_crawler.reporting.tables import open_table
from directory_crawler.storage.runs import makes_the_world
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from directory_crawler.storage.database import Connection


class NoSuchRunError(LookupError):
    """No run that a report could be about; the message says which there are."""


@dataclass(frozen=True)
class ReportedRun:
    """A run as it stands in the database."""

    run_id: int
    site: str
    kind: str
    mode: str
    scope: str
    label: str
    status: str
    reason: str | None
    profile_digest: str
    as_of: datetime
    started_at: datetime
    finished_at: datetime | None
    base_run: int | None
    base_as_of: datetime | None
    next_run: dict[str, list[int]] | None

    @property
    def is_directory(self) -> bool:
        return self.kind == "directory"

    @property
    def is_promoted(self) -> bool:
        """Whether what it saw became part of the table."""
        return self.status == "accepted" and makes_the_world(self.kind, self.mode, self.scope)

    @property
    def is_first(self) -> bool:
        """Whether there was nothing to compare it with. What a look through the day finds is compared with all that was
        known, also by the first of its kind."""
        return self.base_run is None and self.mode != "intraday"

    @property
    def compared_with(self) -> str:
        if self.base_run is None:
            return "all that was known before"
        return f"run {self.base_run} of {day(self.base_as_of)}"

    @property
    def seconds(self) -> float | None:
        return None if self.finished_at is None else (self.finished_at - self.started_at).total_seconds()


class Facts:
    """Answers about one run and its site, all from one moment of the database."""

    def __init__(self, connection: Connection, run: ReportedRun) -> None:
        self.connection = connection
        self.run = run
        self.site = run.site
        known = {"site": run.site, "kind": run.kind}
        with connection.cursor(row_factory=dict_row) as cursor:
            self.table_of = cursor.execute(sql("reports/run.table_of"), known).fetchone()
        self.left_out = frozenset(
            word for (word,) in connection.execute(sql("reports/run.left_out"), known).fetchall()
        )
        """Ids and names of the organisations that asked to be left out."""

    @cached_property
    def labels(self) -> dict[str, str]:
        """The names of the rubrics, by id."""
        return dict(self.connection.execute(sql("export/directory.labels"), {"site": self.site}).fetchall())

    def all(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        known = {"site": self.site, "run_id": self.run.run_id, "most": 0}
        with self.connection.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(sql(name), {**known, **parameters}).fetchall()

    def one(self, name: str, **parameters: Any) -> dict[str, Any]:
        rows = self.all(name, **parameters)
        return rows[0] if rows else {}

    @contextmanager
    def table(self, what: str, run_id: int | None = None) -> Iterator[Iterator[dict[str, Any]]]:
        """A table as it is exported, row by row."""
        with open_table(self.connection, what, site=self.site, run_id=run_id) as table:
            names = [column.name for column in table.columns]
            yield (dict(zip(names, row, strict=True)) for row in table.rows)

    def rows(self, what: str, run_id: int | None = None) -> list[dict[str, Any]]:
        """A short table as it is exported."""
        with self.table(what, run_id) as rows:
            return list(rows)


def find_run(connection: Connection, site: str, run_id: int | None = None) -> ReportedRun:
    """Return a run of a site: this one, or the newest that was judged, or else the newest."""
    with connection.cursor(row_factory=dict_row) as cursor:
        row = cursor.execute(sql("reports/run.chosen"), {"site": site, "run_id": run_id}).fetchone()
    if row is None:
        known = [
            str(n) for (n,) in connection.execute(sql("reports/run.there_are"), {"site": site}).fetchall()
        ]
        there_are = f"there are {', '.join(known)}" if known else "crawl it first"
        wanted = f"no run {run_id} of {site}" if run_id is not None else f"no run of {site} yet"
        raise NoSuchRunError(f"{wanted}: {there_are}")
    return ReportedRun(**row)
