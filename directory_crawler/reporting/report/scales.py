"""The arithmetic of pictures: round marks of an axis, minutes in so many columns, a map in so many squares."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_SQUARES = 48
"""Squares along the longer side of a map."""
LEVELS = 5
_METRES = 111_320.0
"""Of a degree of latitude."""


def ticks(top: float, most: int = 5) -> list[float]:
    """Round marks from 0 to the first that is not below the top, at most so many above 0."""
    if not top > 0:
        return [0.0, 1.0]
    rough = top / most
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * by for by in (1, 2, 5, 10, 20) if math.ceil(top / (unit * by) - 1e-9) <= most)
    return [step * n for n in range(math.ceil(top / step - 1e-9) + 1)]


def spread(n: int, most: int) -> list[int]:
    """At most so many of ``n`` places, evenly apart, the first among them."""
    step = max(math.ceil(n / most), 1)
    return list(range(0, n, step))


@dataclass(frozen=True)
class Grid:
    """A piece of the earth in squares, in degrees; the first row is the northernmost."""

    west: float
    south: float
    east: float
    north: float
    columns: int
    rows: int

    @property
    def side_m(self) -> float:
        """The length of a square's side."""
        return (self.north - self.south) * _METRES / self.rows


def grid_over(west: float, south: float, east: float, north: float) -> Grid:
    """Squares over these points, a margin around them; as wide on the ground as they are high."""
    width = max(east - west, 1e-4)
    height = max(north - south, 1e-4)
    narrowing = max(math.cos(math.radians((south + north) / 2)), 0.05)
    side = max(width * narrowing, height) / (MOST_SQUARES - 2)
    columns = min(max(math.ceil(width * narrowing / side), 1) + 2, MOST_SQUARES)
    rows = min(max(math.ceil(height / side), 1) + 2, MOST_SQUARES)
    middle = ((west + east) / 2, (south + north) / 2)
    half = (columns * side / narrowing / 2, rows * side / 2)
    return Grid(
        middle[0] - half[0], middle[1] - half[1], middle[0] + half[0], middle[1] + half[1], columns, rows
    )


def levels(counts: Sequence[int]) -> list[int]:
    """The least count of each of at most five levels, from few to many, so that each holds about as many squares."""
    ordered = sorted(set(counts))
    if len(ordered) <= LEVELS:
        return ordered
    ranked = sorted(counts)
    cuts = {ordered[0], *(ranked[len(ranked) * part // LEVELS] for part in range(1, LEVELS))}
    return sorted(cuts)


def round_length(metres: float) -> float:
    """The longest of 1, 2 or 5 times a power of ten that is no longer."""
    unit = 10.0 ** math.floor(math.log10(max(metres, 1e-6)))
    return max(unit * by for by in (1, 2, 5) if unit * by <= metres * (1 + 1e-9))
