"""What was promised and what was reached, place by place, those that lack the most first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from directory_crawler.reporting.report import charts
from directory_crawler.reporting.report.blocks import Column, Folded, Table
from directory_crawler.reporting.report.words import NOTHING, counted, number, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.reporting.report.blocks import Block, Cell

MOST = 20
"""Places that are shown at once; ten times as many may be unfolded."""
COLUMNS = (
    Column("Reached", "number"),
    Column("of", "number"),
    Column("Missing", "number"),
    Column("Share", "number"),
    Column("", "picture"),
)
KEYS = charts.legend((("reached", "reached"), ("missing", "missing")))


@dataclass(frozen=True)
class Reached:
    """A place in the site's own order of things, what was promised of it and what was reached."""

    name: Cell
    promised: int
    reached: int


def cells(promised: int, reached: int) -> tuple[Cell, ...]:
    share = reached / promised if promised else 1.0
    return (
        number(reached),
        number(promised),
        number(promised - reached) if promised > reached else NOTHING,
        percent(share),
        charts.bar(("reached", share), ("missing", 1 - share)),
    )


def worst_first(title: str, noun: str, places: Sequence[Reached]) -> list[Block]:
    """Places that lack the most, to be seen at once; those that lack nothing for who wants to see them."""
    short = [place for place in places if place.reached < place.promised]
    whole = [place for place in places if place.reached >= place.promised][: 10 * MOST]
    columns = (Column(noun.capitalize()), *COLUMNS)

    def table(caption: str, of: Sequence[Reached]) -> Table:
        return Table(
            caption,
            columns,
            [(place.name, *cells(place.promised, place.reached)) for place in of],
            keys=KEYS,
        )

    blocks: list[Block] = [table(title, short[:MOST])] if short else []
    if others := short[MOST : 10 * MOST]:
        blocks.append(
            Folded(
                f"{counted(len(others), f'more {noun}')} that lack less",
                (table(f"More of: {title}", others),),
            )
        )
    if whole:
        summary = f"{counted(len(whole), noun)} that {'lacks' if len(whole) == 1 else 'lack'} nothing"
        blocks.append(Folded(summary, (table(f"{title}: nothing missing", whole),)))
    return blocks
