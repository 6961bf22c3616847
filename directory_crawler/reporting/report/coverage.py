"""What the site said it holds, what was reached, and where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from directory_crawler.reporting.report import timeline
from directory_crawler.reporting.report.blocks import Column, Folded, Lines, Section, Table, Text
from directory_crawler.reporting.report.shortfalls import COLUMNS, KEYS, MOST, Reached, cells, worst_first
from directory_crawler.reporting.report.shown import shown, told
from directory_crawler.reporting.report.words import NOTHING, counted, listed, number, of_all, percent, rest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from directory_crawler.reporting.report.blocks import Block
    from directory_crawler.reporting.report.facts import Facts

STATES = {
    "complete": "walked to their end and proven",
    "cut": "over the ceiling, and cut into others",
    "truncated": "cut as far as they go, and still short",
    "failed": "given up after all attempts",
    "pending": "not begun",
    "waiting": "waiting for a sibling",
    "running": "under way",
}


def section(facts: Facts) -> Section:
    totals = facts.one("reports/coverage.totals")
    blocks: list[Block] = []
    if facts.run.is_directory:
        blocks += _rubrics(facts, totals)
        blocks += _districts(facts)
    else:
        blocks += timeline.blocks(facts)
    blocks += _axes(facts)
    blocks += _holes(facts)
    blocks.append(_states(facts))
    return Section("coverage", "Coverage", _lead(facts, totals), blocks)


def _lead(facts: Facts, totals: Mapping[str, Any]) -> str:
    promised, reached = totals["promised"], totals["reached"]
    if not totals["roots"]:
        return "The run ended before it had a plan: nothing was asked for."
    row = "listed row" if facts.run.is_directory else "posting"
    said = f"The site promised {counted(promised, row)}, and "
    said += (
        "every one was reached." if promised == reached else f"{percent(reached / promised)} were reached."
    )
    nouns = (
        ("rubric", "rubrics") if facts.run.is_directory else ("branch of the plan", "branches of the plan")
    )
    proven = of_all(totals["proven"], totals["roots"], *nouns)
    said += f" {proven} proven complete"
    if totals["short"]:
        lack = "lacks" if totals["short"] == 1 else "together lack"
        said += f"; {number(totals['short'])} {lack} {counted(promised - reached, row)}"
    if totals["uncounted"]:
        said += f"; of {number(totals['uncounted'])} the site gives no count"
    seen = facts.one("reports/run.records")["seen"]
    return f"{said}." + (f" They are {counted(seen, 'record')}, each counted once." if seen else "")


def _rubrics(facts: Facts, totals: Mapping[str, Any]) -> list[Block]:
    blocks = worst_first("Coverage by group of rubrics", "group", _groups(facts))
    short = facts.all("reports/coverage.short_roots", most=MOST)
    if not short:
        return [*blocks, Text("No rubric lacks a row.")] if totals["roots"] else blocks
    rows = [
        (
            Lines(_named(row["name"], row["root_id"]), (shown(row["above"] or "", 80),)),
            *cells(row["promised"], row["reached"]),
            told(row["reason"]) or row["status"],
        )
        for row in short
    ]
    title = "Rubrics that lack rows, or are not proven"
    more = _more(short[0]["of_all"] - len(rows), "rubric", facts)
    return [*blocks, Table(title, (Column("Rubric"), *COLUMNS, Column("Why")), rows, more, KEYS)]


def _groups(facts: Facts) -> list[Reached]:
    groups = facts.all("reports/coverage.groups")
    return [
        Reached(
            Lines(
                _named(row["name"], row["top"]),
                (f"{of_all(row['proven'], row['rubrics'], 'rubric')} proven complete",),
            ),
            row["promised"],
            row["reached"],
        )
        for row in groups
        if len(groups) > 1
    ]


def _named(name: str | None, id_: str) -> str:
    return shown(name, 80) if name else shown(id_, 80) or "(all)"


def _more(n: int, noun: str, facts: Facts) -> str:
    what = "parts" if facts.run.is_directory else "windows"
    return rest(n, noun, f"scrapy export {facts.site} --what {what} --run {facts.run.run_id} -o {what}.csv")


def _districts(facts: Facts) -> list[Block]:
    rows = facts.all("reports/coverage.districts")
    if not rows:
        return []
    short = [row for row in rows if row["reached"] < row["promised"]]
    worst = listed(
        [f"{shown(row['district'], 60)} ({percent(row['reached'] / row['promised'])})" for row in short[:3]]
    )
    sentence = (
        f"{of_all(len(short), len(rows), 'district')} short of what the rubrics that say how they are spread promised"
        f" them: {worst}{', and others' if len(short) > 3 else ''}."
        if short
        else f"All {counted(len(rows), 'district')} show what the rubrics that say how they are spread promised them."
    )
    places = [
        Reached(shown(row["district"], 80), row["promised"], min(row["reached"], row["promised"]))
        for row in rows
    ]
    return [Text(sentence), *worst_first("Coverage by district", "district", places)]


def _axes(facts: Facts) -> list[Block]:
    blocks: list[Block] = []
    values = facts.all("reports/coverage.axis_values")
    for axis in dict.fromkeys(row["axis"] for row in values):
        rows = [row for row in values if row["axis"] == axis]
        short = sum(row["reached"] < row["promised"] for row in rows)
        parts = sum(row["slices"] for row in rows)
        summary = (
            f"Cut by {shown(axis, 40)}: {counted(parts, 'part')} over {counted(len(rows), 'value')},"
            f" {number(short) if short else 'none'} of them short"
        )
        table = Table(
            f"Parts by {shown(axis, 40)}",
            (Column(shown(axis, 40)), Column("Parts", "number"), *COLUMNS),
            [
                (shown(row["value"], 80), number(row["slices"]), *cells(row["promised"], row["reached"]))
                for row in rows[:MOST]
            ],
            rest(len(rows) - MOST, "value"),
        )
        blocks.append(Folded(summary, (table,)))
    return blocks


def _holes(facts: Facts) -> list[Block]:
    rows = facts.all("reports/coverage.holes", most=MOST)
    if not rows:
        return []
    table = Table(
        "Named holes",
        (
            Column("Part" if facts.run.is_directory else "Window"),
            Column("Reached", "number"),
            Column("of", "number"),
            Column("Residual", "number"),
            Column("Why"),
        ),
        [
            (
                Lines(
                    _named(row["name"], row["root_id"]),
                    tuple(told(part, 120) for part in [_filters(row["filters"])] if part),
                ),
                number(row["collected"]),
                number(row["expected"]),
                number(row["residual"]) if row["residual"] else NOTHING,
                told(row["reason"]) or row["status"],
            )
            for row in rows
        ],
        _more(rows[0]["of_all"] - len(rows), "hole", facts),
    )
    return [table]


def _filters(filters: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in filters.items())


def _states(facts: Facts) -> Block:
    rows = facts.all("reports/coverage.states")
    noun = "part" if facts.run.is_directory else "window"
    table = Table(
        f"What became of the {noun}s",
        (
            Column("State"),
            Column(f"{noun.capitalize()}s", "number"),
            Column("Proven", "number"),
            Column("Pages", "number"),
        ),
        [
            (
                Lines(row["status"], (STATES.get(row["status"], ""),)),
                number(row["slices"]),
                number(row["proven"]),
                number(row["pages"]),
            )
            for row in rows
        ],
    )
    return Folded(f"The plan: {counted(sum(row['slices'] for row in rows), noun)}", (table,))
