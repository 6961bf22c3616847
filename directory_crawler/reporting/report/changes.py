"""What a run changed, beside what runs usually change."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from directory_crawler.reporting.report import charts
from directory_crawler.reporting.report.blocks import Column, Folded, Lines, Section, Table
from directory_crawler.reporting.report.shown import shown, told
from directory_crawler.reporting.report.verdict import EVENTS
from directory_crawler.reporting.report.words import NOTHING, counted, number, rest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from directory_crawler.reporting.report.blocks import Block, Cell
    from directory_crawler.reporting.report.facts import Facts

MOST = 8
"""Rows of one kind of change that are shown."""
MEANINGS = {
    "directory": {
        "opened": "seen for the first time, on a listing",
        "closed": "its pages say so, or it was missed twice where all was covered",
        "reopened": "active again on its own page",
        "moved": "another address under the same telephone or website",
        "changed": "another name, telephone, hours or other field",
        "merged": "two rows proved to be one organisation",
        "split": "one row proved to be two organisations",
    },
    "jobs": {
        "opened": "seen for the first time",
        "edited": "its text, pay or another field of the role has changed",
        "bumped": "brought to the top again, unchanged",
        "suspect": "missed once, not yet proven closed",
        "closed": "gone, marked as closed, or past its date",
        "reopened": "back after it was closed",
        "moved back": "its date has moved into the past",
    },
}


def counts_of(facts: Facts) -> dict[int, dict[str, int]]:
    """Changes by run and event: of this run and the accepted ones before it, but for the first, which has none."""
    me = facts.run.run_id
    history = facts.all("reports/run.history")
    runs = [row["run_id"] for row in history if row["base_run"] is not None or row["run_id"] == me]
    what = "organisation_events" if facts.run.is_directory else "posting_events"
    found: dict[int, dict[str, int]] = {run_id: {} for run_id in runs}
    for row in facts.all(f"reports/history.{what}", runs=runs):
        found[row["run_id"]][row["event"]] = row["n"]
    return found


def section(facts: Facts, counts: Mapping[int, Mapping[str, int]]) -> Section:
    run = facts.run
    now = counts.get(run.run_id, {})
    if not run.is_promoted:
        lead = "Nothing: a run changes the table only when it is accepted as a whole."
        return Section("changes", "Changes", lead)
    if run.is_first:
        lead = "Everything is new: it is the first accepted run of this site, and compared with nothing."
        return Section("changes", "Changes", lead)
    total = sum(now.values())
    lead = f"{counted(total, 'change')}, compared with {run.compared_with}." + (
        " The line beside each kind shows how many there were in the runs before." if len(counts) > 1 else ""
    )
    known = EVENTS[run.kind]
    events = [*known, *sorted(set(now) - set(known))]
    history = [of for _, of in sorted(counts.items())]
    most = max(now.values(), default=1)
    rows: list[tuple[Cell, ...]] = [
        (
            Lines(event, (MEANINGS[run.kind].get(event, ""),)),
            number(now.get(event, 0)),
            charts.bar(("reached", now.get(event, 0) / max(most, 1))),
            ", ".join(number(of.get(event, 0)) for of in history[:-1]) or NOTHING,
            charts.spark([of.get(event, 0) for of in history]),
        )
        for event in events
    ]
    table = Table(
        "Changes by kind",
        (
            Column("What happened"),
            Column("This run", "number"),
            Column("", "picture"),
            Column("Runs before"),
            Column(""),
        ),
        rows,
    )
    return Section("changes", "Changes", lead, [table, *_samples(facts, events, now)])


def _samples(facts: Facts, events: Iterable[str], now: Mapping[str, int]) -> list[Block]:
    what = "changes" if facts.run.is_directory else "posting-changes"
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    with facts.table(what, facts.run.run_id) as rows:
        for row in rows:
            if len(found[row["event"]]) < MOST:
                found[row["event"]].append(row)
    shape = _organisation if facts.run.is_directory else _posting
    columns = (
        (Column("Organisation"), Column("Where"), Column("Before"), Column("After"))
        if facts.run.is_directory
        else (Column("Posting"), Column("Where"), Column("What"))
    )
    where = f"scrapy export {facts.site} --what {what} --run {facts.run.run_id} -o changes.csv"
    blocks: list[Block] = []
    for event in events:
        if found.get(event):
            examples = [shape(row) for row in found[event]]
            more = rest(now[event] - len(examples), "change", where)
            table = Table(f"{event}: examples", columns, examples, more)
            blocks.append(Folded(f"{event}: {number(now[event])}", (table,)))
    return blocks


def _organisation(row: Mapping[str, Any]) -> tuple[Cell, ...]:
    return (
        Lines(shown(row["name"] or row["organisation_id"], 80), (shown(row["activity"] or "", 60),)),
        Lines(shown(row["address"] or "", 100), (shown(row["district"] or "", 40),)),
        told(row["before"], 160),
        told(row["after"], 160),
    )


def _posting(row: Mapping[str, Any]) -> tuple[Cell, ...]:
    detail = row["detail"] or {}
    return (
        Lines(shown(row["title"] or row["posting_id"], 80), (shown(row["posting_id"], 40),)),
        shown(row["region"] or "", 60),
        "; ".join(f"{name}: {told(value, 80)}" for name, value in detail.items()),
    )
