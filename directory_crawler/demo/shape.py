"""How big each part of a city is: the measured shape of one real directory, scaled to any number of cards.

Figures of the measured site (80 118 cards): 48 groups, 612 rubrics, 24 districts, 144 212 listing rows, 96
rubrics over the ceiling of 1 000 rows, the largest with 6 480. A smaller city has fewer rubrics and
districts and a lower ceiling, so that it is cut along one, two and three axes as the full one is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

FULL_SIZE = 80_118
SMALLEST_SIZE = 60
PAGE_SIZE = 20

_FULL_ROWS, _FULL_GROUPS, _FULL_RUBRICS, _FULL_DISTRICTS = 144_212, 48, 612, 24
_FULL_CEILING, _FULL_OVER, _FULL_LARGEST = 1_000, 96, 6_480
_FULL_DUPLICATED = 2_640
_MOST_IN_GROUP = 13  # labels that the table has for a group
# How fast the crowded rubrics thin out towards the ceiling (rubrics per factor e).
_CROWD_DECAY = 2.5


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a city's parts.

    Attributes:
        size: listed cards in week 0.
        rows: listing rows (a card once in each of its rubrics).
        groups, rubrics, districts: how many of each.
        ceiling: rows that a query of a site of this size serves by default.
        counts: rows of each rubric, largest first; they add up to `rows`.
        duplicated: organisations that have two to four cards.
    """

    size: int
    rows: int
    groups: int
    rubrics: int
    districts: int
    ceiling: int
    counts: tuple[int, ...]
    duplicated: int

    @property
    def over_ceiling(self) -> int:
        """Rubrics with more rows than the ceiling."""
        return sum(count > self.ceiling for count in self.counts)


def shape_of(size: int) -> Shape:
    """The shape of a city of `size` cards (ValueError below 60: too few for chains and a third axis)."""
    if size < SMALLEST_SIZE:
        raise ValueError(
            f"a city needs at least {SMALLEST_SIZE} cards, found size={size}; pass a larger size"
        )
    scale = size / FULL_SIZE
    small = min(scale, 1.0)
    rows = round(_FULL_ROWS * scale)
    rubrics = max(8, round(_FULL_RUBRICS * small**0.5))
    over = max(2, round(_FULL_OVER * small**0.5))
    ceiling = max(PAGE_SIZE, PAGE_SIZE * round(_FULL_CEILING * small**0.75 * max(scale, 1.0) / PAGE_SIZE))
    largest = min(round(ceiling * _FULL_LARGEST / _FULL_CEILING), rows * 2 // 5)
    return Shape(
        size=size,
        rows=rows,
        groups=max(3, round(_FULL_GROUPS * small**0.5), math.ceil(rubrics / _MOST_IN_GROUP)),
        rubrics=rubrics,
        districts=max(4, round(_FULL_DISTRICTS * small**0.25)),
        ceiling=ceiling,
        counts=_row_counts(rows, rubrics, over, ceiling, largest),
        duplicated=max(4, round(_FULL_DUPLICATED * scale)),
    )


def _row_counts(rows: int, rubrics: int, over: int, ceiling: int, largest: int) -> tuple[int, ...]:
    """Rows per rubric: `over` crowded ones falling from `largest` to just above the ceiling, and a long tail."""
    floor = ceiling + 1
    crowded = [floor + round((largest - floor) * math.exp(-rank / _CROWD_DECAY)) for rank in range(over)]
    tail = rubrics - over
    while len(crowded) > 1 and sum(crowded) + tail > rows:
        crowded.pop()
        tail += 1
    left = rows - sum(crowded)
    weights = [1.0 / (rank + 8) for rank in range(tail)]
    unit = (left - tail) / sum(weights)
    counts = [min(ceiling, 1 + int(unit * weight)) for weight in weights]
    # What rounding left over goes to the thin end, where it moves no rubric across the ceiling.
    missing = left - sum(counts)
    position = tail - 1
    while missing > 0:
        step = min(missing, ceiling - counts[position], max(1, missing // tail))
        counts[position] += step
        missing -= step
        position = position - 1 if position else tail - 1
    return tuple(crowded + sorted(counts, reverse=True))
