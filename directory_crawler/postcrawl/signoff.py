"""The sign-off: every check of ``pipelines_sql/acceptance`` with its value, its bound and the rows behind it.

A check is one SQL file. The comment above its query says what the value means, then ``bound: <= SETTING`` (or
``>=``), and where shares of few rows prove nothing ``few: SETTING``. The query returns ``value`` (NULL when there is
nothing to measure), ``sample`` (a JSON list of the worst rows) and, with ``few``, ``n`` (the rows behind the value).
"""

from __future__ import annotations

import json
import operator
import re
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import aiosql
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scrapy.settings import BaseSettings

    from directory_crawler.storage.database import Connection

_BOUND = re.compile(r"^bound: (?P<sign><=|>=) (?P<setting>[A-Z_]+)$", re.MULTILINE)
_FEW = re.compile(r"^few: (?P<setting>[A-Z_]+)$", re.MULTILINE)
_HOLDS: dict[str, Callable[[float, float], bool]] = {"<=": operator.le, ">=": operator.ge}
_SHOWN_ROWS = 3
_SHOWN_WIDTH = 150


@dataclass(frozen=True)
class Check:
    """An acceptance check as its file states it. ``setting`` holds the bound, ``few`` the rows that fail nothing."""

    name: str
    meaning: str
    sign: str
    setting: str
    few: str | None
    statement: bytes


@dataclass(frozen=True)
class Result:
    """A check applied to a run. ``value`` is ``None`` where there was nothing to measure, which passes."""

    check: Check
    value: float | None
    bound: float
    sample: list[Any]
    n: int | None = None
    few: float = 0.0

    @property
    def passed(self) -> bool:
        if self.value is None or _HOLDS[self.check.sign](self.value, self.bound):
            return True
        return self.n is not None and self.n <= self.few

    @property
    def bound_text(self) -> str:
        few = f", or at most {self.few:g} rows" if self.check.few is not None else ""
        return f"{self.check.sign} {self.bound:g}{few}"

    def __str__(self) -> str:
        value = "nothing to measure" if self.value is None else f"{self.value:.6g}"
        rows = "" if self.n is None else f" ({self.n} rows)"
        verdict = "passed" if self.passed else "FAILED"
        return f"{self.check.name}: {value}{rows} (bound {self.bound_text}) {verdict}"


def checks(folder: str) -> list[Check]:
    """Return the checks of one folder of SQL files, by name."""
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
        few = _FEW.search(text)
        meaning = " ".join(_FEW.sub("", _BOUND.sub("", text)).split())
        found.append(
            Check(
                name,
                meaning,
                bound["sign"],
                bound["setting"],
                few["setting"] if few else None,
                query.sql.encode(),
            )
        )
    return sorted(found, key=lambda check: check.name)


def sign_off(
    connection: Connection, run_id: int, settings: BaseSettings, folder: str = "acceptance"
) -> list[Result]:
    """Apply every check of a folder to a run. Each query may use any ``ACCEPT_…`` setting as a parameter."""
    parameters: dict[str, Any] = {
        name.lower(): settings.getfloat(name) for name in settings if str(name).startswith("ACCEPT_")
    }
    parameters["run_id"] = run_id
    results = []
    with connection.cursor(row_factory=dict_row) as cursor:
        for check in checks(folder):
            row = cursor.execute(check.statement, parameters).fetchone() or {}
            results.append(
                Result(
                    check,
                    row.get("value"),
                    settings.getfloat(check.setting),
                    row.get("sample") or [],
                    row["n"] if check.few is not None and row else None,
                    settings.getfloat(check.few) if check.few is not None else 0.0,
                )
            )
    return results


def keep(connection: Connection, run_id: int, results: Iterable[Result]) -> None:
    """Replace the kept results of a run."""
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
                    result.bound_text,
                    result.passed,
                    Jsonb(result.sample),
                )
                for result in results
            ],
        )


def one_screen(results: Iterable[Result]) -> str:
    """Return what failed and which rows show it, for a person to read."""
    lines = []
    for result in results:
        if result.passed:
            continue
        lines += [str(result), f"    {result.check.meaning}"]
        for row in result.sample[:_SHOWN_ROWS]:
            shown = json.dumps(row, ensure_ascii=False, default=str)
            lines.append(f"    {shown if len(shown) <= _SHOWN_WIDTH else shown[:_SHOWN_WIDTH] + '…'}")
        if len(result.sample) > _SHOWN_ROWS:
            lines.append(f"    … {len(result.sample) - _SHOWN_ROWS} more in crawl.acceptance_results")
    return "\n".join(lines)
