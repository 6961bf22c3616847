"""The forty rows that a person should read before the table is passed on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from directory_crawler.reporting.report.blocks import Column, Lines, Section, Table
from directory_crawler.reporting.report.shown import link, shown
from directory_crawler.reporting.report.words import counted, day

if TYPE_CHECKING:
    from directory_crawler.reporting.report.blocks import Block, Cell
    from directory_crawler.reporting.report.facts import Facts

_TITLES = {
    "most reviews": "The twenty with the most reviews",
    "middle of the alphabet": "Twenty from the middle of the alphabet",
    "newest": "The twenty newest",
    "oldest": "The twenty oldest",
}


def section(facts: Facts) -> Section:
    if facts.table_of is None:
        return Section("reading", "Rows to read", "There is no table yet, and no row to read.")
    is_directory = facts.run.is_directory
    rows = facts.rows("to-read" if is_directory else "postings-to-read")
    blocks: list[Block] = []
    for why, title in _TITLES.items():
        columns = (
            (
                Column("Organisation"),
                Column("Where"),
                Column("How to reach it"),
                Column("Hours"),
                Column("Signs"),
            )
            if is_directory
            else (
                Column("Posting"),
                Column("Where and when"),
                Column("Pay and state"),
                Column("How it begins"),
            )
        )
        shape = _organisation if is_directory else _posting
        if of_why := [shape(row) for row in rows if row["why"] == why]:
            blocks.append(Table(title, columns, of_why))
    lead = (
        f"{counted(len(rows), 'row')}. Open a few on the site beside this page: what is wrong in several of them is"
        " wrong in the table."
    )
    return Section("reading", "Rows to read", lead, blocks)


def _organisation(row: dict[str, Any]) -> tuple[Cell, ...]:
    rating = (
        f"{row['rating']:.1f} of {counted(row['review_count'], 'review')}"
        if row["rating"] is not None and row["review_count"]
        else ""
    )
    copies = f"{counted(len(row['aliases']), 'card')}" if len(row["aliases"]) > 1 else ""
    return (
        Lines(
            shown(row["name"] or "(no name)", 90),
            (shown(row["activity"] or "", 60), shown(row["organisation_id"], 60)),
        ),
        Lines(shown(row["address"] or "", 120), (shown(row["district"] or "", 60),)),
        Lines(
            shown(", ".join(row["phones"][:3]), 120),
            (link(row["website"]), shown(row["email"] or "", 80)),
        ),
        shown(row["hours_text"] or "", 160),
        Lines(
            rating,
            (
                "" if row["status"] == "active" else shown(row["status"].replace("_", " "), 40),
                copies,
                shown(", ".join(row["flags"]).replace("_", " "), 80),
            ),
        ),
    )


def _posting(row: dict[str, Any]) -> tuple[Cell, ...]:
    bumps = counted(row["bump_count"], "bump") if row["bump_count"] else ""
    return (
        Lines(
            shown(row["title"] or "(no title)", 90),
            (shown(row["company"] or "", 60), shown(row["posting_id"], 60)),
        ),
        Lines(
            shown(row["region"] or "", 60),
            (f"posted {day(row['posted_at'])}", f"first seen {day(row['first_seen'])}"),
        ),
        Lines(shown(row["pay"] or "", 80), ("" if row["state"] == "open" else row["state"], bumps)),
        shown(row["description"] or "", 220),
    )
