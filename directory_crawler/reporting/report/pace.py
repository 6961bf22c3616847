"""How fast a run went, and where and when the site refused."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from directory_crawler.reporting.report import charts
from directory_crawler.reporting.report.blocks import Chart, Column, Folded, Lines, Section, Table
from directory_crawler.reporting.report.shown import shown, told
from directory_crawler.reporting.report.words import NOTHING, counted, duration, number, percent, rate, rest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from directory_crawler.reporting.report.blocks import Block
    from directory_crawler.reporting.report.facts import Facts

MOST_COLUMNS = 90
MOST = 25


@dataclass(frozen=True)
class Span:
    """Some minutes of a run: when they begin, answers and refusals, the lowest ceiling that held (None: no ceiling)."""

    start: datetime
    served: int
    refused: int
    ceiling: float | None


def section(facts: Facts) -> Section:
    minutes = facts.all("reports/pace.minutes")
    if not minutes:
        return Section(
            "pace", "Pace and refusals", "Nobody was asked, or retention has dropped the minutes of this run."
        )
    served = sum(row["served"] for row in minutes)
    refused = sum(row["refused"] for row in minutes)
    answers = served + refused
    lead = f"{counted(answers, 'answer')}"
    seconds = facts.run.seconds
    if seconds:
        lead += f" in {duration(seconds)}, {rate(answers / seconds)} on average"
    lead += (
        f"; {number(refused)} of them ({percent(refused / max(answers, 1))}) were refusals."
        if refused
        else "; the site refused nothing."
    )
    ceilings = [row["rate"] for row in minutes if row["rate"] is not None]
    if ceilings and min(ceilings) < max(ceilings):
        lead += f" The ceiling over all stood between {rate(min(ceilings))} and {rate(max(ceilings))}."
    blocks: list[Block] = [_over_time(minutes), *_slices(facts)]
    return Section("pace", "Pace and refusals", lead, blocks)


def spans(minutes: Sequence[Mapping[str, Any]], length: int) -> list[Span]:
    """Minutes put together, so many at a time, from the first to the last, those in which nothing happened, too."""
    first = minutes[0]["minute"]
    n = int((minutes[-1]["minute"] - first).total_seconds() // 60) // length + 1
    counts = [[0, 0] for _ in range(n)]
    ceilings: list[float | None] = [None] * n
    for row in minutes:
        at = int((row["minute"] - first).total_seconds() // 60) // length
        counts[at][0] += row["served"]
        counts[at][1] += row["refused"]
        ceilings[at] = min(
            (rate_ for rate_ in (ceilings[at], row["rate"]) if rate_ is not None), default=None
        )
    for at in range(1, n):  # where nobody was asked, it held on
        ceilings[at] = ceilings[at] if ceilings[at] is not None else ceilings[at - 1]
    return [
        Span(first + timedelta(minutes=at * length), served, refused, ceilings[at])
        for at, (served, refused) in enumerate(counts)
    ]


def _over_time(minutes: Sequence[Mapping[str, Any]]) -> Chart:
    whole = int((minutes[-1]["minute"] - minutes[0]["minute"]).total_seconds() // 60) + 1
    length = -(-whole // MOST_COLUMNS)
    found = spans(minutes, length)
    days = found[0].start.date() != found[-1].start.date()
    labels = [f"{span.start:%d %b %H:%M}" if days else f"{span.start:%H:%M}" for span in found]
    series = [
        charts.Series("answers", "reached", [span.served / length for span in found]),
        charts.Series("refusals", "missing", [span.refused / length for span in found]),
    ]
    line = None
    if all(span.ceiling is not None for span in found):
        line = charts.Series(
            "the ceiling of the run", "ceiling", [60 * (span.ceiling or 0) for span in found]
        )
    said = " ".join(
        f"Most {of.name} a minute: {number(max(of.values))}, at {labels[of.values.index(max(of.values))]}."
        for of in series
        if any(of.values)
    )
    title = "Answers a minute, over the time of the run"
    each = "a minute" if length == 1 else f"{length} minutes"
    table = Table(
        f"Answers and refusals, {each} a row",
        (
            Column("From (UTC)"),
            Column("Answers", "number"),
            Column("Refusals", "number"),
            Column("Ceiling", "number"),
        ),
        [
            (label, number(span.served), number(span.refused), rate(span.ceiling))
            for label, span in zip(labels, found, strict=True)
        ],
    )
    drawn = [*series, line] if line is not None else series
    return Chart(
        f"{title}; {each} a column, times are UTC. {said}",
        charts.columns("pace", title, said, labels, series, line),
        charts.legend((of.name, of.look) for of in drawn),
        table,
    )


def _slices(facts: Facts) -> list[Block]:
    blocks: list[Block] = []
    surfaces = facts.all("reports/pace.surfaces")
    together = facts.one("reports/pace.slices")
    columns = (
        Column("Answers", "number"),
        Column("Refusals", "number"),
        Column("Effective rate", "number"),
        Column("Its pace at the end", "number"),
    )
    noun = "part" if facts.run.is_directory else "window"

    def figures(row: Mapping[str, Any]) -> tuple[str, ...]:
        refused = (
            f"{number(row['refused'])} ({percent(row['refused'] / max(row['served'] + row['refused'], 1))})"
        )
        return (
            number(row["served"]),
            refused if row["refused"] else NOTHING,
            rate(row["effective_rate"]),
            rate(row["pace"]),
        )

    if surfaces or together.get("slices"):
        rows = [(shown(row["slot"], 60), *figures(row)) for row in surfaces]
        if together["slices"]:
            rows.append(
                (
                    f"{counted(together['slices'], noun)} together",
                    number(together["served"]),
                    number(together["refused"]) if together["refused"] else NOTHING,
                    f"{rate(together['median_rate'])} each, by the median",
                    NOTHING,
                )
            )
        blocks.append(Table("By surface", (Column("Surface"), *columns), rows))
    hardest = facts.all("reports/pace.hardest", most=MOST)
    if hardest:
        refused_slices = together["refused_slices"]
        summary = (
            f"The {noun}s that were refused most, of {counted(refused_slices, noun)} that were at all"
            if refused_slices
            else f"No {noun} was refused; those that were asked most"
        )
        table = Table(
            f"{noun.capitalize()}s that were refused most"
            if refused_slices
            else f"{noun.capitalize()}s that were asked most",
            (Column(noun.capitalize()), *columns),
            [(_place(row), *figures(row)) for row in hardest],
            rest(together["slices"] - MOST, noun, "in the view crawl.slice_pace"),
        )
        blocks.append(Folded(summary, (table,)))
    return blocks


def _place(row: Mapping[str, Any]) -> Lines:
    name = row["name"] or row["root_id"] or row["slot"]
    filters = ", ".join(f"{key} {value}" for key, value in (row["filters"] or {}).items())
    return Lines(shown(name, 80), (told(filters, 120),))
