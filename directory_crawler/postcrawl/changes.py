"""Changes between runs: the events of the organisations, from how they stood before the run and stand after it."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from directory_crawler.core.lifecycle.organisations import (
    Event,
    KnownCard,
    changed_fields,
    edit_events,
    standing_event,
)
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Iterator

    from directory_crawler.storage.database import Connection

_AT_ONCE = 200
"""Edited cards that are read at a time."""


def remember_before(connection: Connection, run_id: int) -> None:
    """Copy how the site's organisations stand now, for `write_events` of the same transaction."""
    connection.execute(sql("directory/changes.remember_before"))
    connection.execute(sql("directory/changes.copy_before"), {"run_id": run_id})
    connection.execute(sql("directory/changes.copy_cards_before"))


def write_events(connection: Connection, run_id: int) -> int:
    """Write the run's events beside those of the fold (merged, split), and return how many there are.

    The first accepted run has nothing to be compared with: its organisations are no openings.
    """
    run = {"run_id": run_id}
    base = connection.execute("select base_run from crawl.runs where run_id = %s", (run_id,)).fetchone()
    if base is not None and base[0] is not None:
        events = [
            {
                **run,
                "organisation_id": organisation_id,
                "event": event.name,
                "detail": Jsonb(dict(event.detail)),
            }
            for organisation_id, event in _events(connection, run)
        ]
        with connection.cursor() as cursor:
            cursor.executemany(sql("directory/changes.add_event"), events)
    connection.execute(sql("directory/changes.name_last_changes"), run)
    row = connection.execute(
        "select count(*) from crawl.organisation_events where run_id = %s", (run_id,)
    ).fetchone()
    assert row is not None
    return int(row[0])


def write_corrections(connection: Connection, run_id: int) -> None:
    """Write what reading old pages anew changed of the organisations. Nobody has moved by it."""
    run = {"run_id": run_id}
    with connection.cursor() as cursor:
        for organisation_id, cards in _edited(connection, run):
            if fields := changed_fields(cards):
                detail = Jsonb({"fields": sorted(fields), **fields, "by": "reading its pages anew"})
                one = {**run, "organisation_id": organisation_id, "event": "changed", "detail": detail}
                cursor.execute(sql("directory/changes.add_event"), one)


def _events(connection: Connection, run: dict[str, Any]) -> Iterator[tuple[str, Event]]:
    with connection.cursor(row_factory=dict_row) as cursor:
        for row in cursor.execute(sql("directory/changes.standings"), run).fetchall():
            event = standing_event(known=row["known"], was_open=row["was_open"], is_open=row["is_open"])
            if event is not None:
                by = {"by": "absence" if row["by_absence"] else "its own pages"}
                yield row["organisation_id"], Event(event.name, by if event.name == "closed" else {})
    for organisation_id, cards in _edited(connection, run):
        for event in edit_events(cards):
            yield organisation_id, event


def _edited(connection: Connection, run: dict[str, Any]) -> Iterator[tuple[str, list[KnownCard]]]:
    # A mended profile edits every card there is: they are never in memory together.
    with connection.cursor("edited", row_factory=dict_row) as cursor:
        cursor.itersize = _AT_ONCE
        edited = cursor.execute(sql("directory/changes.edited"), run)
        for organisation_id, rows in groupby(edited, key=itemgetter("organisation_id")):
            yield organisation_id, [KnownCard(row["org_id"], row["before"], row["after"]) for row in rows]
