"""What can be exported: each table as named, typed columns and rows that stream from the database."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from psycopg import adapters

from directory_crawler.core.normal.hours.render import render_hours
from directory_crawler.core.normal.hours.week import Hours
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from psycopg import Column as SqlColumn

    from directory_crawler.storage.database import Connection

Kind = Literal["text", "integer", "number", "boolean", "stamp", "list", "json"]
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True)
class Column:
    name: str
    kind: Kind = "text"


@dataclass(frozen=True)
class Table:
    """Columns and a pass over the rows. A row is a tuple in the order of the columns."""

    name: str
    columns: tuple[Column, ...]
    rows: Iterator[tuple[Any, ...]]


class UnknownTableError(LookupError):
    """No table of that name; the message lists those that there are."""


@lru_cache(maxsize=2 * 1440)
def clock(minutes: int) -> str:
    """Write minutes past midnight as HH:MM; what runs past midnight shows the next day's time."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}" if minutes != 1440 else "24:00"


def weekday_cells(hours: list[Any] | None) -> list[str | None]:
    """Return open, close and breaks of each weekday: ``closed`` when it is, empty when nobody said."""
    cells: list[str | None] = []
    for day in hours or [None] * 7:
        if day is None:
            cells += [None, None, None]
        elif not day:
            cells += ["closed", "closed", None]
        else:
            gaps = [f"{clock(end)}-{clock(start)}" for (_, end), (start, _) in pairwise(day)]
            cells += [clock(day[0][0]), clock(day[-1][1]), ", ".join(gaps) or None]
    return cells


def _organisation(row: Mapping[str, Any], labels: Mapping[str, str]) -> tuple[Any, ...]:
    numbers = [_written(phone) for phone in row["phones"]]
    return (
        row["organisation_id"],
        row["name"],
        row["legal_name"],
        row["activity"],
        [labels.get(rubric, rubric) for rubric in row["rubrics"]],
        numbers[0] if numbers else None,
        numbers[1:],
        row["hours_text"],
        row["round_the_clock"],
        *weekday_cells(row["hours"]),
        *(row[name] for name in _AFTER_HOURS),
    )


def _change(row: Mapping[str, Any], labels: Mapping[str, str]) -> tuple[Any, ...]:
    detail = row["detail"] or {}
    sides = {"before": detail.get("from"), "after": detail.get("to", detail.get("into"))}
    if "fields" in detail:
        for name, side in (("before", "from"), ("after", "to")):
            told = ((field, _said(field, detail[field][side], labels)) for field in detail["fields"])
            sides[name] = "; ".join(f"{field}: {said}" for field, said in told)
    return tuple({**row, **sides}[column.name] for column in _CHANGE_COLUMNS)


def _said(field: str, value: Any, labels: Mapping[str, str]) -> str:
    """Write one side of a change as people read it."""
    if value is None:
        return "none"
    if field == "hours":
        return render_hours(
            Hours.of([None if day is None else tuple((start, end) for start, end in day) for day in value])
        )
    if isinstance(value, list):
        return ", ".join(labels.get(part, str(part)) for part in value)
    return str(value)


def _to_read(row: Mapping[str, Any], _labels: Mapping[str, str]) -> tuple[Any, ...]:
    phones = [_written(phone) for phone in row["phones"]]
    return tuple({**row, "phones": phones}[column.name] for column in _READ_COLUMNS)


def _written(phone: Mapping[str, Any]) -> str:
    extension = phone.get("extension")
    return f"{phone['number']} ext. {extension}" if extension else str(phone["number"])


_AFTER_HOURS = (
    "website",
    "email",
    "links",
    "address",
    "district",
    "latitude",
    "longitude",
    "precision",
    "status",
    "review_count",
    "rating",
    "photo_count",
    "first_seen",
    "last_seen",
    "last_change",
    "flags",
    "aliases",
)
_KINDS: dict[str, Kind] = {
    "links": "list",
    "flags": "list",
    "aliases": "list",
    "phones": "list",
    "detail": "json",
    "latitude": "number",
    "longitude": "number",
    "rating": "number",
    "review_count": "integer",
    "photo_count": "integer",
    "run_id": "integer",
    "first_seen": "stamp",
    "last_seen": "stamp",
    "as_of": "stamp",
}
"""Of the columns that are shaped here; those of other tables are of the kind that the database has them in."""
_KIND_OF_TYPE: dict[str, Kind] = {
    "int2": "integer",
    "int4": "integer",
    "int8": "integer",
    "float4": "number",
    "float8": "number",
    "numeric": "number",
    "bool": "boolean",
    "timestamptz": "stamp",
    "json": "json",
    "jsonb": "json",
}
_ORGANISATION_COLUMNS = (
    Column("organisation_id"),
    Column("name"),
    Column("legal_name"),
    Column("activity"),
    Column("rubrics", "list"),
    Column("phone"),
    Column("other_phones", "list"),
    Column("hours_text"),
    Column("round_the_clock", "boolean"),
    *(Column(f"{day}_{what}") for day in WEEKDAYS for what in ("opens", "closes", "breaks")),
    *(Column(name, _KINDS.get(name, "text")) for name in _AFTER_HOURS),
)
_CHANGE_COLUMNS = tuple(
    Column(name, _KINDS.get(name, "text"))
    for name in (
        "event",
        "organisation_id",
        "name",
        "activity",
        "address",
        "district",
        "before",
        "after",
        "run_id",
        "as_of",
        "detail",
    )
)
_READ_COLUMNS = tuple(
    Column(name, _KINDS.get(name, "text"))
    for name in (
        "why",
        "organisation_id",
        "name",
        "activity",
        "address",
        "phones",
        "hours_text",
        "website",
        "email",
        "district",
        "review_count",
        "rating",
        "status",
        "flags",
        "aliases",
    )
)
_SHAPED: dict[
    str, tuple[tuple[Column, ...], Callable[[Mapping[str, Any], Mapping[str, str]], tuple[Any, ...]]]
] = {
    "organisations": (_ORGANISATION_COLUMNS, _organisation),
    "changes": (_CHANGE_COLUMNS, _change),
    "to-read": (_READ_COLUMNS, _to_read),
}
DIRECTORY_TABLES = {
    "organisations": "export/directory.organisations",
    "changes": "export/directory.changes",
    "cards": "export/directory.cards",
    "parts": "export/directory.parts",
    "limits": "export/account.limits",
    "to-read": "export/account.to_read",
}
BOARD_TABLES = {
    "postings": "export/jobs.postings",
    "clusters": "export/jobs.clusters",
    "cluster-links": "export/jobs.cluster_links",
    "posting-changes": "export/jobs.changes",
    "windows": "export/jobs.windows",
    "days-open": "reports/jobs.days_open",
    "title-edits": "reports/jobs.title_edits",
    "bumps-before-closure": "reports/jobs.bumps_before_closure",
    "closing-by-bumps": "reports/jobs.closing_by_bumps",
    "agencies-per-vacancy": "reports/jobs.agencies_per_vacancy",
    "repost-rate": "reports/jobs.repost_rate",
    "postings-to-read": "reports/jobs.to_read",
}
TABLES_OF_BOTH = {
    "checks": "export/account.checks",
    "sources": "export/account.sources",
    "faults": "export/account.faults",
    "requests": "export/account.requests",
}
TABLES = {"directory": DIRECTORY_TABLES | TABLES_OF_BOTH, "jobs": BOARD_TABLES | TABLES_OF_BOTH}
"""Kind of a site -> what can be exported of it, the table itself first."""
STATEMENTS = DIRECTORY_TABLES | BOARD_TABLES | TABLES_OF_BOTH
"""Exportable table -> the statement that gives its rows."""


@contextmanager
def open_table(
    connection: Connection,
    what: str,
    *,
    site: str,
    rubric: str | None = None,
    district: str | None = None,
    run_id: int | None = None,
) -> Iterator[Table]:
    """Open a table for one pass; rows come through a server-side cursor, so that memory stays flat."""
    if what not in STATEMENTS:
        raise UnknownTableError(f"no table {what!r} to export: choose one of {', '.join(STATEMENTS)}")
    labels: dict[str, str] = dict(
        connection.execute(sql("export/directory.labels"), {"site": site}).fetchall()
    )
    rubrics = None
    if rubric is not None:  # stored by its id, or by its name where the cards know no ids
        rubrics = [
            rubric,
            labels.get(rubric, rubric),
            *(key for key, name in labels.items() if name == rubric),
        ]
    with connection.cursor(name=f"export_{what}") as cursor:
        cursor.itersize = 5_000
        cursor.execute(
            sql(STATEMENTS[what]), {"site": site, "rubrics": rubrics, "district": district, "run_id": run_id}
        )
        described = cursor.description or ()
        if what in _SHAPED:
            columns, shape = _SHAPED[what]
            names = [column.name for column in described]
            yield Table(what, columns, (shape(dict(zip(names, row, strict=True)), labels) for row in cursor))
        else:
            yield Table(what, tuple(_as_stored(column) for column in described), iter(cursor))


def _as_stored(column: SqlColumn) -> Column:
    kind = adapters.types.get(column.type_code)
    if kind is not None and kind.array_oid == column.type_code:
        return Column(column.name, "list")
    return Column(column.name, "text" if kind is None else _KIND_OF_TYPE.get(kind.name, "text"))
