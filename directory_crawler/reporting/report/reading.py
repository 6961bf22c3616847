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

_NO_ORGANISATION = dict.fromkeys(
    ("name", "address", "district", "website", "email", "hours_text", "rating", "review_count"), None
) | {"flags": [], "aliases": [], "status": "active"}
_NO_POSTING = dict.fromkeys(("title", "company", "pay", "description", "first_seen")) | {
    "bump_count": 0,
    "state": "open",
}


def section(facts: Facts) -> Section:
    rows = _of_table(facts) if facts.run.is_promoted else _of_run(facts)
    if not rows:
        return Section("reading", "Rows to read", "No record was read, and there is no row to read.")
    columns, shape = (
        (("Organisation", "Where", "How to reach it", "Hours", "Signs"), _organisation)
        if facts.run.is_directory
        else (("Posting", "Where and when", "Pay and state", "How it begins"), _posting)
    )
    blocks: list[Block] = []
    for why, title in _TITLES.items():
        if of_why := [shape(row) for row in rows if row["why"] == why]:
            blocks.append(Table(title, tuple(map(Column, columns)), of_why))
    lead = (
        f"{counted(len(rows), 'row')}. Open a few on the site beside this page: what is wrong in several of them is"
        f" wrong in the table. scrapy why {facts.site} ID says where a row comes from."
    )
    if not facts.run.is_promoted:
        lead = f"{lead} Since the run made no table, they are of the records that it fetched itself."
    return Section("reading", "Rows to read", lead, blocks)


def _of_table(facts: Facts) -> list[dict[str, Any]]:
    return facts.rows("to-read" if facts.run.is_directory else "postings-to-read")


def _of_run(facts: Facts) -> list[dict[str, Any]]:
    """Records that a run fetched, shaped as rows of the table are."""
    if not facts.run.is_directory:
        return [
            {**_NO_POSTING, **row["payload"], **row, "region": row["payload"].get("location")}
            for row in facts.all("reports/reading.postings")
        ]
    return [
        {
            **_NO_ORGANISATION,
            **row["card"],
            "why": row["why"],
            "organisation_id": row["org_id"],
            "phones": [phone["number"] for phone in row["card"].get("phones") or ()],
            "activity": next((facts.labels.get(id_, id_) for id_ in row["card"].get("rubrics") or ()), None),
        }
        for row in facts.all("reports/reading.cards")
        if row["org_id"] not in facts.left_out
    ]


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
            (
                f"posted {day(row['posted_at'])}",
                f"first seen {day(row['first_seen'])}" if row["first_seen"] is not None else "",
            ),
        ),
        Lines(shown(row["pay"] or "", 80), ("" if row["state"] == "open" else row["state"], bumps)),
        shown(row["description"] or "", 220),
    )
