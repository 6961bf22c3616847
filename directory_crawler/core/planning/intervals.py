"""Numbers or days as an axis (employees, pay, registered on), cut into intervals that tile.

What a site files under numbers is seldom spread evenly: most employers have a handful of employees, one has a hundred
thousand. So an interval of numbers is cut by ratio, one of days in its middle. Records without a value are in no
interval: they are the rest that the residual check looks for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from math import isqrt
from typing import TYPE_CHECKING, ClassVar

from directory_crawler.core.planning.slices import Axis

if TYPE_CHECKING:
    from collections.abc import Sequence

_BY_RATIO = 4
"""Times its start that an interval's end is at least where it is cut by ratio."""
_OPEN_TIMES = 8
"""Times its start at which an interval of numbers without an end is cut."""
_OPEN_DAYS = 36_525
"""Days after its start at which one of days is: a lifetime."""
_GREATEST = 10**18
"""The last place of a grid that a site could mean."""


@dataclass(frozen=True)
class Interval:
    """The places ``low`` to ``high`` of a grid, both among them; ``high`` is ``None`` where the interval is open."""

    low: int
    high: int | None

    def __post_init__(self) -> None:
        if self.high is not None and self.low > self.high:
            raise ValueError(f"an interval must not end before it starts: {self.low} .. {self.high}")

    def is_before(self, other: Interval) -> bool:
        return self.high is not None and self.high < other.low


@dataclass(frozen=True)
class Numbers:
    """Numbers that differ by ``step`` at least, numbered by it."""

    step: Decimal = Decimal(1)
    last: ClassVar[int | None] = None

    def place(self, text: str) -> int:
        """The number of a value; raises ValueError for what is none, or lies between two."""
        try:
            place = Decimal(text) / self.step
            if abs(place) <= _GREATEST and place == int(place):
                return int(place)
        except ArithmeticError:
            pass
        raise ValueError(f"{text!r} is no multiple of {self.step} that a site could mean")

    def text(self, place: int) -> str:
        """The value of a number."""
        return f"{place * self.step:f}"


@dataclass(frozen=True)
class Days:
    """Days as ISO 8601 writes them, numbered by the calendar."""

    last: ClassVar[int | None] = date.max.toordinal()

    def place(self, text: str) -> int:
        """The number of a day; raises ValueError for what is none."""
        return date.fromisoformat(text).toordinal()

    def text(self, place: int) -> str:
        """The day of a number; raises ValueError past the calendar."""
        try:
            return date.fromordinal(place).isoformat()
        except OverflowError as error:
            raise ValueError(f"day {place} is past the calendar") from error


Grid = Numbers | Days
"""The values that a site tells apart, numbered."""


def read_interval(grid: Grid, value: str) -> Interval:
    """Read what `write_interval` writes; raises ValueError."""
    low, dots, high = value.partition("..")
    if not dots:
        raise ValueError(
            f"{value!r} is no interval: expected one like 10..49, 250.. or 2024-01-01..2024-06-30"
        )
    return Interval(grid.place(low), grid.place(high) if high else None)


def write_interval(grid: Grid, interval: Interval) -> str:
    """An interval as the value of a filter, its ends as people read them: ``10..49``, ``250..``."""
    return f"{grid.text(interval.low)}..{'' if interval.high is None else grid.text(interval.high)}"


@dataclass(frozen=True)
class IntervalAxis(Axis):
    """Numbers or days, for one slice: the interval that it is cut to, on the grid of what the site tells apart."""

    interval: Interval = Interval(0, None)
    grid: Grid = field(default_factory=Numbers)

    def pieces(self, count: int | None, reach: float) -> Sequence[str]:
        """Two intervals that make up this one, or none where it is a single value.

        How many records it holds says nothing of where in it they lie, and is not asked.
        """
        del count, reach
        edge = self._edge()
        if edge is None:
            return ()
        halves = (Interval(self.interval.low, edge - 1), Interval(edge, self.interval.high))
        return [write_interval(self.grid, half) for half in halves]

    def excludes(self, value: str, other: str) -> bool:
        one, two = read_interval(self.grid, value), read_interval(self.grid, other)
        return one.is_before(two) or two.is_before(one)

    def _edge(self) -> int | None:
        """Where the upper half begins."""
        low, high = self.interval.low, self.interval.high
        if high is None:
            if self.grid.last is None:
                edge = max(low + 1, low * _OPEN_TIMES, _OPEN_TIMES)
                return edge if edge <= _GREATEST else None
            high = min(low + 2 * _OPEN_DAYS, self.grid.last)
        if low == high:
            return None
        if self.grid.last is None and low >= 0 and high >= _BY_RATIO * (low + 1):
            return isqrt((low + 1) * (high + 1))
        return (low + high + 1) // 2
