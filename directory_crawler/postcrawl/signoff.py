"""The sign-off: every check of ``pipelines_sql/acceptance`` with its value, its bound and the rows behind it."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import aiosql
from psycopg.types.json import Jsonb

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy.settings import BaseSettings

    from directory_crawler.storage.database import Connection

_BOUND = re.compile(r"^bound: (?P<sign><=|>=) (?P<setting>[A-Z_]+)$", re.MULTILINE)
_HOLDS: dict[str, Callable[[float, float], bool]] = {"<=": operator.le, ">=": operator.ge}


@dataclass(frozen=True)
class Check:
    """An acceptance check as its file states it. ``setting`` holds the bound."""

    name: str
    meaning: str
    sign: str
    setting: str
    statement: bytes


@dataclass(frozen=True)
class Result:
    """A check applied to a run. ``value`` is ``None`` where there was nothing to measure, which passes."""

    check: Check
    value: float | None
    bound: float
    sample: list[Any]

    @property
    def passed(self) -> bool:
        return self.value is None or _HOLDS[self.check.sign](self.value, self.bound)

    def __str__(self) -> str:
        value = "nothing to measure" if self.value is None else f"{self.value:.6g}"
        verdict = "passed" if self.passed else "FAILED"
        return f"{self.check.name}: {value} (bound {self.check.sign} {self.bound:g}) {verdict}"


def checks(folder: str) -> list[Check]:
    """Return the checks of ``pipelines_sql/acceptance`` (or a folder in it), by name."""
    found = []
    for entry in files("pipelines_sql").joinpath(folder).iterdir():
        if not entry.name.endswith(".sql"):
            continue
        queries = aiosql.from_str(entry.read_text("utf-8"), "psycopg")
        name = entry.name.removesuffix(".sql")
        query = getattr(queries, name)
        text = query.__doc__ or ""
        bound = _BOUND.search(text)
        if bound is None:
            raise ValueError(
                f"{folder}/{entry.name} names no bound: write '-- bound: <= SETTING' above the query"
            )
        meaning = " ".join(_BOUND.sub("", text).split())
        found.append(Check(name, meaning, bound["sign"], bound["setting"], query.sql.encode()))
    return sorted(found, key=lambda check: check.name)


def sign_off(
    connection: Connection, run_id: int, settings: BaseSettings, folder: str = "acceptance"
) -> list[Result]:
    """Apply every check to a run and keep the results."""
    results = []
    for check in checks(folder):
        row = connection.execute(check.statement, {"run_id": run_id}).fetchone()
        value, sample = row if row is not None else (None, [])
        results.append(Result(check, value, settings.getfloat(check.setting), sample or []))
    connection.execute("delete from crawl.acceptance_results where run_id = %s", (run_id,))
    with connection.cursor() as cursor:
        cursor.executemany(
            'insert into crawl.acceptance_results (run_id, "check", meaning, value, bound, passed, sample)'
            " values (%s, %s, %s, %s, %s, %s, %s)",
            [
                (
                    run_id,
                    result.check.name,
                    result.check.meaning,
                    result.value,
                    f"{result.check.sign} {result.bound:g}",
                    result.passed,
                    Jsonb(result.sample),
                )
                for result in results
            ],
        )
    return results
