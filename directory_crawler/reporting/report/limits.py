"""What the table cannot know, and what the site sent that could not be taken as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.reporting.report import charts
from directory_crawler.reporting.report.blocks import Column, Folded, Section, Table
from directory_crawler.reporting.report.shown import shown, without
from directory_crawler.reporting.report.words import counted, number, of_all, percent, rest

if TYPE_CHECKING:
    from directory_crawler.reporting.report.blocks import Block
    from directory_crawler.reporting.report.facts import Facts

MOST = 40


def section(facts: Facts) -> Section:
    blocks: list[Block] = []
    lead = "There is no table yet."
    if facts.table_of is not None:
        rows = (
            facts.rows("limits") if facts.run.is_directory else facts.all("reports/clusters.limits_of_board")
        )
        met = [row for row in rows if row["records"]]
        lead = (
            f"{of_all(len(met), len(rows), 'limit')} met in this table. They are no faults of the run: what nobody can"
            " read off the site is counted here, so that it is not taken for known."
        )
        blocks.append(
            Table(
                "Known limits, with figures",
                (
                    Column("Limit"),
                    Column("Records", "number"),
                    Column("among", "number"),
                    Column("Share", "number"),
                    Column("", "picture"),
                ),
                [
                    (
                        row["limit"],
                        number(row["records"]),
                        number(row["among"]),
                        percent(share),
                        charts.bar(("second", share)),
                    )
                    for row in rows
                    for share in [row["records"] / row["among"] if row["among"] else 0.0]
                ],
            )
        )
    faults = without(facts.rows("faults", facts.run.run_id), facts.left_out)
    if faults:
        total = sum(fault["n"] for fault in faults)
        table = Table(
            "What the site sent and what could not be taken as it was",
            (Column("Field"), Column("Fault"), Column("Times", "number"), Column("Example")),
            [
                (
                    shown(fault["field"], 60),
                    shown(fault["reason"], 160),
                    number(fault["n"]),
                    shown(fault["example"] or "", 120),
                )
                for fault in faults[:MOST]
            ],
            rest(len(faults) - MOST, "kind", f"scrapy export {facts.site} --what faults -o faults.csv"),
        )
        blocks.append(
            Folded(
                f"{counted(total, 'value')} of {counted(len(faults), 'kind')} could not be taken as sent",
                (table,),
            )
        )
    return Section("limits", "What the table cannot know", lead, blocks)
