"""What a board promised and what was reached, by the days on which the postings were posted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from directory_crawler.reporting.report import charts
from directory_crawler.reporting.report.blocks import Chart, Column, Table
from directory_crawler.reporting.report.words import number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from directory_crawler.reporting.report.blocks import Block
    from directory_crawler.reporting.report.facts import Facts

MOST_COLUMNS = 90


@dataclass(frozen=True)
class Span:
    """Some days in a row: the first of them, and what was promised and reached of the postings of these days."""

    start: date
    promised: float
    reached: float


def blocks(facts: Facts) -> list[Block]:
    windows = facts.all("reports/coverage.days")
    if not windows:
        return []
    days, spans = by_time(windows)
    each = "a day" if days == 1 else f"{days} days"
    labels = [f"{span.start.day} {span.start:%b %Y}" for span in spans]
    fullest = max(range(len(spans)), key=lambda at: spans[at].reached)
    missing = sum(span.promised - span.reached for span in spans)
    said = (
        f"Most: {number(spans[fullest].reached)}, from {labels[fullest]}; missing in all: {number(missing)}."
    )
    picture = charts.columns(
        "days",
        "Postings by the day on which they were posted",
        said,
        labels,
        (
            charts.Series("reached", "reached", [span.reached for span in spans]),
            charts.Series("missing", "missing", [span.promised - span.reached for span in spans]),
        ),
    )
    table = Table(
        f"Postings by when they were posted, {each} a row",
        (Column("From"), Column("Reached", "number"), Column("of", "number")),
        [
            (label, number(span.reached), number(span.promised))
            for label, span in zip(labels, spans, strict=True)
        ],
    )
    return [
        Chart(
            f"Postings by when they were posted, {each} a column; a window of several days is spread over them. {said}",
            picture,
            charts.legend((("reached", "reached"), ("missing", "missing"))),
            table,
        )
    ]


def by_time(windows: Sequence[Mapping[str, Any]]) -> tuple[int, list[Span]]:
    """Windows (first and last day, promised, reached) over so few equal spans that each can be seen, and their days."""
    first = min(window["first"] for window in windows)
    length = (max(window["last"] for window in windows) - first).days + 1
    days = -(-length // MOST_COLUMNS)
    sums = [[0.0, 0.0] for _ in range(-(-length // days))]
    for window in windows:
        begin, end = (window["first"] - first).days, (window["last"] - first).days + 1
        for at in range(begin // days, (end - 1) // days + 1):
            share = (min(end, (at + 1) * days) - max(begin, at * days)) / (end - begin)
            sums[at][0] += share * window["promised"]
            sums[at][1] += share * window["reached"]
    return days, [Span(first + timedelta(days=at * days), *of) for at, of in enumerate(sums)]
