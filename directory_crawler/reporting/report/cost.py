"""What a run was expected to ask for, what it asked for, and what the next one is expected to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.reporting.report import charts
from directory_crawler.reporting.report.blocks import Column, Section, Table, Text
from directory_crawler.reporting.report.words import NOTHING, counted, latency, number, percent, size

if TYPE_CHECKING:
    from directory_crawler.reporting.report.blocks import Block
    from directory_crawler.reporting.report.facts import Facts


def section(facts: Facts) -> Section:
    stages = facts.all("reports/pace.stages")
    asked = sum(stage["requests"] for stage in stages)
    if not asked:
        return Section("cost", "Plan and cost", "Nothing was asked for.")
    retries = sum(stage["retries"] for stage in stages)
    planned = [stage for stage in stages if stage["planned"] is not None]
    lead = f"{counted(asked, 'request')}, {size(sum(stage['bytes'] for stage in stages))}."
    if planned:
        first = sum(stage["requests"] - stage["retries"] for stage in planned)
        wanted = sum(stage["planned"] for stage in planned)
        lead += (
            f" Of the stages that had a plan {number(wanted)} were planned and {number(first)} were made"
            f" ({_off(wanted, first)}); {number(retries)} were asked again."
        )
    else:
        lead += f" There was no plan to hold them against; {number(retries)} were asked again."
    most = max(max(stage["requests"], stage["planned"] or 0) for stage in stages)
    table = Table(
        "Planned and asked for, by stage",
        (
            Column("Stage"),
            Column("Planned", "number"),
            Column("Asked for", "number"),
            Column("", "picture"),
            Column("Asked again", "number"),
            Column("Size", "number"),
            Column("Time each", "number"),
        ),
        [
            (
                stage["stage"],
                number(stage["planned"]),
                number(stage["requests"]),
                charts.bar(("reached", stage["requests"] / most)),
                number(stage["retries"]) if stage["retries"] else NOTHING,
                size(stage["bytes"]),
                latency(stage["seconds"] / max(stage["requests"], 1)),
            )
            for stage in stages
        ],
    )
    blocks: list[Block] = [table]
    if facts.run.next_run:
        expected = sorted(facts.run.next_run.items(), key=lambda pair: (-pair[1][0], pair[0]))
        total = sum(requests for _, (requests, _) in expected)
        most_of = ", ".join(f"{stage} {number(requests)}" for stage, (requests, _) in expected[:5])
        of_size = size(sum(bytes_ for _, (_, bytes_) in expected))
        blocks.append(
            Text(f"The next run is expected to ask for {number(total)} pages, {of_size}: {most_of}.")
        )
    return Section("cost", "Plan and cost", lead, blocks)


def _off(planned: int, made: int) -> str:
    if planned == made:
        return "as planned"
    share = abs(made - planned) / max(planned, 1)
    return f"{percent(share)} {'more' if made > planned else 'fewer'}"
