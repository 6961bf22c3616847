"""How many records are one organisation, or one vacancy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from directory_crawler.reporting.report import charts
from directory_crawler.reporting.report.blocks import Column, Folded, Lines, Section, Table
from directory_crawler.reporting.report.shown import shown
from directory_crawler.reporting.report.words import counted, number, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.reporting.report.blocks import Block, Cell
    from directory_crawler.reporting.report.facts import Facts

MOST = 10
MOST_SIZES = 12


def section(facts: Facts) -> Section:
    is_directory = facts.run.is_directory
    title = "Cards of one organisation" if is_directory else "Postings of one vacancy"
    sizes = facts.all("reports/clusters.organisations" if is_directory else "reports/clusters.vacancies")
    if facts.table_of is None or not sizes:
        return Section("clusters", title, "There is no table yet.")
    records = sum(row["size"] * row["n"] for row in sizes)
    groups = sum(row["n"] for row in sizes)
    joined = sum(row["n"] for row in sizes if row["size"] > 1)
    one, many, of = (
        ("organisation", "organisations", "cards")
        if is_directory
        else ("vacancy", "vacancies", "open postings")
    )
    lead = (
        f"{number(records)} {of} are {counted(groups, one, many)}. {counted(joined, one, many)}"
        f" {'has' if joined == 1 else 'have'} more than one of them, at most {number(sizes[-1]['size'])}: of a hundred"
        f" {of}, {100 * (records - groups) / records:.1f} are copies of another."
    )
    blocks: list[Block] = [_sizes(sizes, many.capitalize(), of)]
    largest = facts.all(
        "reports/clusters.largest_organisations" if is_directory else "reports/clusters.largest_vacancies",
        most=MOST,
    )
    if largest:
        shape = _organisation if is_directory else _vacancy
        table = Table(
            f"The largest {many}",
            (Column(one.capitalize()), Column("Where"), Column(of.capitalize(), "number")),
            [shape(row) for row in largest],
        )
        blocks.append(
            Folded(f"The largest {number(len(largest))}: read them, a large one may be a mistake", (table,))
        )
    return Section("clusters", title, lead, blocks)


def _sizes(sizes: Sequence[dict[str, Any]], many: str, of: str) -> Table:
    shown_ = list(sizes[: MOST_SIZES - 1]) if len(sizes) > MOST_SIZES else list(sizes)
    rest = sizes[len(shown_) :]
    rows = [(number(row["size"]), row["n"]) for row in shown_]
    if rest:
        rows.append(
            (f"{number(rest[0]['size'])} to {number(rest[-1]['size'])}", sum(row["n"] for row in rest))
        )
    total = sum(n for _, n in rows)
    return Table(
        f"{many} by how many {of} they have",
        (Column(of.capitalize()), Column(many, "number"), Column("Share", "number"), Column("", "picture")),
        [(size, number(n), percent(n / total), charts.bar(("reached", n / total))) for size, n in rows],
    )


def _organisation(row: dict[str, Any]) -> tuple[Cell, ...]:
    return (
        Lines(
            shown(row["name"] or "", 80) or row["organisation_id"],
            (shown(row["activity"] or "", 60), shown(row["organisation_id"], 60)),
        ),
        shown(row["address"] or "", 120),
        number(row["size"]),
    )


def _vacancy(row: dict[str, Any]) -> tuple[Cell, ...]:
    agencies = f"{counted(row['agencies'], 'agency', 'agencies')} on it" if row["agencies"] else ""
    return (
        Lines(
            shown(row["title"] or "", 80) or row["cluster_id"],
            (shown(row["company"] or "", 60), agencies, shown(row["cluster_id"], 60)),
        ),
        shown(row["region"] or "", 80),
        number(row["size"]),
    )
