"""Where the records are: a map of the points, and how they are spread over the site's own places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from directory_crawler.reporting.report import charts
from directory_crawler.reporting.report.blocks import Chart, Column, Section, Table
from directory_crawler.reporting.report.scales import grid_over
from directory_crawler.reporting.report.shown import shown
from directory_crawler.reporting.report.words import counted, listed, number, percent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from directory_crawler.reporting.report.blocks import Block
    from directory_crawler.reporting.report.facts import Facts
    from directory_crawler.reporting.report.scales import Grid

MOST = 15
FEWEST_POINTS = 3
"""Points below which a map would show nothing."""
_PLACES = {
    "directory": (("districts", "District"), ("activities", "Activity")),
    "jobs": (("regions", "Region"), ("categories", "Category")),
}


def section(facts: Facts) -> Section:
    if facts.table_of is None:
        return Section("places", "Where they are", "There is no table yet, and nothing to put on a map.")
    blocks: list[Block] = []
    said = []
    if facts.run.is_directory:
        extent = facts.one("reports/places.extent")
        if extent["points"] >= FEWEST_POINTS:
            blocks.append(_map(facts, extent))
        share = percent(extent["points"] / max(extent["rows"], 1))
        drawn = f"{share} of the {counted(extent['rows'], 'organisation')} have a point of their own"
        if extent["coarse"]:
            drawn += f"; {number(extent['coarse'])} more have one that says no more than the city, and are not drawn"
        said.append(f"{drawn}.")
    for what, noun in _PLACES[facts.run.kind]:
        rows = facts.all(f"reports/places.{what}", most=MOST)
        if not rows:
            continue
        blocks.append(_spread(facts, rows, noun))
        if rows[0]["place"] and rows[0]["of_all"] > 1:
            top = listed(
                [f"{shown(row['place'], 50)} ({number(row['n'])})" for row in rows[:2] if row["place"]]
            )
            said.append(f"Most by {noun.lower()}: {top}.")
    return Section("places", "Where they are", " ".join(said), blocks)


def _spread(facts: Facts, rows: list[dict[str, Any]], noun: str) -> Table:
    most = max(row["n"] for row in rows)
    what = "Organisations" if facts.run.is_directory else "Open postings"
    of_all = rows[0]["of_all"]
    return Table(
        f"{what} by {noun.lower()}",
        (Column(noun), Column(what, "number"), Column("", "picture")),
        [
            (
                shown(row["place"], 80) or "not stated",
                number(row["n"]),
                charts.bar(("reached", row["n"] / most)),
            )
            for row in rows
        ],
        f"and {number(of_all - MOST)} more with fewer" if of_all > MOST else "",
    )


def _map(facts: Facts, extent: Mapping[str, Any]) -> Chart:
    grid = grid_over(extent["west"], extent["south"], extent["east"], extent["north"])
    found = facts.all("reports/places.squares", **vars(grid))
    counts = [(row["column"], row["row"], row["n"]) for row in found]
    drawn = sum(n for _, _, n in counts)
    outside = extent["points"] - drawn
    densest = sorted(counts, key=lambda at: (-at[2], at))[:10]
    said = (
        f"{number(drawn)} points in {counted(len(counts), 'square')} of {grid.side_m:.0f} metres; the fullest holds"
        f" {number(densest[0][2])}."
        + (f" {counted(outside, 'point lies', 'points lie')} outside the picture." if outside else "")
    )
    picture = charts.squares("map", "Map of the organisations", said, grid, counts)
    keys = Markup("organisations in a square: {}").format(charts.heat_legend([n for _, _, n in counts]))
    table = Table(
        "The fullest squares",
        (Column("Middle of the square"), Column("Organisations", "number")),
        [(_middle(grid, column, row), number(n)) for column, row, n in densest],
    )
    return Chart(
        f"The points of the table: the larger and darker a square, the more organisations. {said}",
        picture,
        keys,
        table,
    )


def _middle(grid: Grid, column: int, row: int) -> str:
    longitude = grid.west + (column + 0.5) * (grid.east - grid.west) / grid.columns
    latitude = grid.north - (row + 0.5) * (grid.north - grid.south) / grid.rows
    north, east = "N" if latitude >= 0 else "S", "E" if longitude >= 0 else "W"
    return f"{abs(latitude):.4f}° {north}, {abs(longitude):.4f}° {east}"
