"""A site's numbers and days: how an interval is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from directory_crawler.core.planning.intervals import (
    Days,
    Grid,
    Interval,
    IntervalAxis,
    Numbers,
    read_interval,
)

if TYPE_CHECKING:
    from directory_crawler.core.planning.slices import Partition
    from directory_crawler.sites.grammar import RangeTable


@dataclass(frozen=True)
class SiteRange:
    """A range axis of a profile, by its table; ``whole`` is the interval in which all its values lie."""

    table: RangeTable
    grid: Grid
    whole: Interval

    @classmethod
    def of(cls, table: RangeTable) -> SiteRange:
        grid = Days() if table.is_of_days else Numbers(Decimal(str(table.step)))
        high = None if table.highest is None else grid.place(str(table.highest))
        return cls(table, grid, Interval(grid.place(str(table.lowest)), high))

    def axis(self, name: str, partition: Partition, value: str | None) -> IntervalAxis:
        """The axis of a slice whose filter has a value, or has none yet."""
        interval = self.whole if value is None else read_interval(self.grid, value)
        return IntervalAxis(name, partition=partition, interval=interval, grid=self.grid)

    def parameters(self, value: str | None) -> dict[str, str | int | None]:
        """The values of the two placeholders for an interval; an open end is left out."""
        if value is None:
            return {self.table.start: None, self.table.end: None}
        asked = read_interval(self.grid, value)
        low, end = self._written(asked.low), None
        if asked.high is not None and (self.table.inclusive or asked.high != self.grid.last):
            end = self._written(asked.high if self.table.inclusive else asked.high + 1)
        return {self.table.start: low, self.table.end: end}

    def _written(self, place: int) -> str | int:
        if self.table.is_of_days:
            return date.fromordinal(place).strftime(self.table.format)
        text = self.grid.text(place)
        return text if "." in text else int(text)
