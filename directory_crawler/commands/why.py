"""``scrapy why SITE ID``: where a row comes from, field by field, join by join, run by run."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from directory_crawler.commands import database, known_site

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TypeAlias

    from rich.table import Table

    from directory_crawler.storage.database import Connection

    Row: TypeAlias = dict[str, Any]

FIELDS = {
    "name": ("name", "name"),
    "legal name": ("legal_name", "legal_name"),
    "address": ("address", "address"),
    "district": ("district", "district"),
    "point": ("coordinates", "latitude"),
    "phones": ("phones", "phones"),
    "hours": ("hours", "hours"),
    "website": ("website", "website"),
    "email": ("email", "email"),
    "rubrics": ("rubrics", "rubrics"),
    "rating": ("rating", "rating"),
}
"""A row's fields: their names in ``organisations.provenance`` and in ``cards.sources``."""

SECTIONS = (
    ("cards", "cards"),
    ("joins", "joins"),
    ("kept apart by hand", "apart"),
    ("listings that showed it last", "sightings"),
    ("evidence of runs that did not simply see it", "verdicts"),
    ("edits", "versions"),
    ("events", "events"),
)
"""What is shown below the fields: a title and its query, whose columns are the table's."""

POSTING_SECTIONS = (
    ("windows that showed it last", "windows"),
    ("copies of its vacancy", "copies"),
    ("evidence of runs that did not simply see it", "verdicts"),
    ("edits", "versions"),
    ("events", "events"),
)
HIDDEN = ("sources",)


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False

    def syntax(self) -> str:
        return "SITE ID"

    def short_desc(self) -> str:
        return (
            "Show why an organisation or a posting is as it is: sources, joins, sightings, verdicts, versions"
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        from rich.console import Console  # noqa: PLC0415  heavy

        from directory_crawler.storage.sql import sql  # noqa: PLC0415  heavy

        if len(args) != 2:
            raise UsageError("name a site and an organisation, a card or a posting: scrapy why SITE ID")
        site, wanted = args
        with database(self.settings) as connection:
            known_site(connection, site)
            console = Console()
            posting = _ask(connection, "posting", site, "jobs", id=wanted)
            if posting:
                for part in _posting(connection, site, posting[0]):
                    console.print(part)
                return
            organisation = _ask(connection, "organisation", site, id=wanted)
            if not organisation:
                raise UsageError(_unknown(connection, site, wanted), print_help=False)
            labels: dict[str, str] = dict(
                connection.execute(sql("export/directory.labels"), {"site": site}).fetchall()
            )
            row = {**organisation[0], "rubrics": [labels.get(r, r) for r in organisation[0]["rubrics"]]}
            for part in _explanation(connection, site, row):
                console.print(part)


def _ask(
    connection: Connection, query: str, site: str, kind: str = "directory", **parameters: Any
) -> list[Row]:
    from psycopg.rows import dict_row  # noqa: PLC0415  heavy

    from directory_crawler.storage.sql import sql  # noqa: PLC0415  heavy

    with connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(sql(f"{kind}/why.{query}"), {"site": site, **parameters}).fetchall()


def _unknown(connection: Connection, site: str, wanted: str) -> str:
    draft = _ask(connection, "draft", site, id=wanted)
    if draft:
        found = draft[0]
        return (
            f"{wanted} is no organisation of {site!r} yet: found by {found['found_by']}"
            f" on {_shown(found['first_seen'])}, it waits until a listing shows it"
        )
    return (
        f"no organisation, card or posting {wanted!r} of {site!r}: scrapy export {site} -o FILE.csv"
        " (--what postings of a board) lists those there are"
    )


def _posting(connection: Connection, site: str, row: Row) -> Iterable[str | Table]:
    """What is known of a posting, and which runs it comes from."""
    fields = row.pop("fields")
    yield f"[bold]{_safe(row['title'] or '(no title)')}[/], posting {row['posting_id']} of {site}: {row['state']}"
    known = [(name, value) for name, value in {**row, **fields}.items() if value not in (None, [], "")]
    yield _table("fields", ("field", "value"), known)
    for title, query in POSTING_SECTIONS:
        found = _ask(connection, query, site, "jobs", id=row["posting_id"])
        if found:
            yield _table(title, list(found[0]), (list(line.values()) for line in found))


def _explanation(connection: Connection, site: str, row: Row) -> Iterable[str | Table]:
    state = "open" if row["closed_at"] is None else f"closed {_shown(row['closed_at'])}"
    name = _safe(row["name"] or row["legal_name"] or "(no name)")
    yield f"[bold]{name}[/], organisation {row['organisation_id']} of {site}: {state}"
    seen = f"first seen {_shown(row['first_seen'])}, last seen {_shown(row['last_seen'])}"
    yield f"{_safe(row['activity'] or 'no activity')}; {seen}; flags: {', '.join(row['flags']) or 'none'}"
    cards = _ask(connection, "cards", site, ids=row["aliases"])
    yield _fields(row, {card["card"]: card for card in cards})
    for title, query in SECTIONS:
        found = _ask(connection, query, site, ids=row["aliases"])
        if found:
            columns = [column for column in found[0] if column not in HIDDEN]
            yield _table(title, columns, ([line[column] for column in columns] for line in found))


def _fields(row: Row, cards: Mapping[str, Row]) -> Table:
    lines = []
    for label, (field, source) in FIELDS.items():
        value = _value(row, label)
        if value is None:
            continue
        siblings = row["provenance"].get(field, row["survivor_id"])
        told_by = [siblings] if isinstance(siblings, str) else [row["survivor_id"], *siblings]
        links = [str(cards[card]["sources"].get(source, "?")) for card in told_by if card in cards]
        lines.append((label, value, ", ".join(told_by), ", ".join(dict.fromkeys(links))))
    return _table("fields", ("field", "value", "card", "read from"), lines)


def _value(row: Row, label: str) -> str | None:
    if label == "point":
        return (
            None
            if row["latitude"] is None
            else f"{row['latitude']:.6f}, {row['longitude']:.6f} ({row['precision']})"
        )
    if label == "hours":
        return row["hours_text"] or (json.dumps(row["hours"]) if row["hours"] else None)
    value = row[label.replace(" ", "_")]
    if label == "phones":
        return _phones(value) or None
    if label == "rubrics":
        return "; ".join(value) or None
    return None if value is None else str(value)


def _phones(phones: Iterable[Mapping[str, Any]]) -> str:
    return ", ".join(
        str(phone["number"]) + (f" ext. {phone['extension']}" if phone.get("extension") else "")
        for phone in phones
    )


def _table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Table:
    from rich.table import Table  # noqa: PLC0415  heavy

    table = Table(title=title, title_justify="left", show_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(_safe(_shown(value)) for value in row))
    return table


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_shown, value))
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d}"
    return "" if value is None else str(value)


def _safe(text: str) -> str:
    """What a site wrote, without what a terminal or rich would take for commands."""
    from rich.markup import escape  # noqa: PLC0415  heavy

    return escape("".join(sign if sign.isprintable() else " " for sign in text))
