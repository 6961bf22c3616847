"""Time as an axis: half-open windows that tile with no hole and no overlap, in UTC, cut where the records are.

A window's page one carries its count, and the count of what is left of its parent follows by subtraction; so a
window is bitten off where a fitting number of records is expected, and the rest is cut on without being asked.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from math import ceil, floor
from typing import TYPE_CHECKING, ClassVar

from directory_crawler.core.planning.slices import Axis

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

FILL = 0.85
"""The share of the reach that a window is planned to hold: what density does not tell must still fit."""

CHUNK_WINDOWS = 12
"""Windows that a chunk of the first cut holds; chunks are worked on side by side."""

MOST_CHUNKS = 48

OPEN_END = 253_402_214_400
"""The end of a window that has none: the last day of the year 9999."""


@dataclass(frozen=True)
class Window:
    """A half-open interval ``[start, end)`` in seconds since 1970, UTC; ``start`` is ``None`` where it is open."""

    start: int | None
    end: int

    def __post_init__(self) -> None:
        if self.start is not None and self.start >= self.end:
            raise ValueError(f"a window must end after its start: {self.start} .. {self.end}")

    @classmethod
    def parse(cls, text: str) -> Window:
        """Read what `str` writes; raises ValueError."""
        start, _, end = text.partition("/")
        return cls(None if start == ".." else _seconds(start), _seconds(end))

    def is_before(self, other: Window) -> bool:
        return other.start is not None and self.end <= other.start

    def __str__(self) -> str:
        return f"{'..' if self.start is None else _stamp(self.start)}/{_stamp(self.end)}"


def _stamp(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def _seconds(stamp: str) -> int:
    return int(datetime.strptime(stamp, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc).timestamp())


@dataclass(frozen=True)
class Density:
    """Where records lie in time, as windows with their counts told it (the last run's). Outside them: evenly."""

    edges: tuple[int, ...] = ()
    counts: tuple[float, ...] = ()
    _sums: tuple[float, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, windows: Iterable[tuple[int, int, float]]) -> Density:
        """Build it from ``(start, end, count)`` triples; what overlaps an earlier one is left out."""
        edges: list[int] = []
        counts: list[float] = []
        for start, end, count in sorted(windows):
            if edges and start < edges[-1]:
                continue
            if edges and start > edges[-1]:
                counts.append(0.0)
            if not edges or start > edges[-1]:
                edges.append(start)
            edges.append(end)
            counts.append(count)
        sums = [0.0]
        for count in counts:
            sums.append(sums[-1] + count)
        return cls(tuple(edges), tuple(counts), tuple(sums))

    def below(self, moment: float) -> float:
        """The expected records before a moment."""
        if not self.edges:
            return moment
        if moment <= self.edges[0]:
            return 0.0
        if moment >= self.edges[-1]:
            span = self.edges[-1] - self.edges[0]
            return self._sums[-1] + (moment - self.edges[-1]) * self._sums[-1] / span
        place = bisect_right(self.edges, moment) - 1
        inside = (moment - self.edges[place]) / (self.edges[place + 1] - self.edges[place])
        return self._sums[place] + inside * self.counts[place]

    def split(self, start: int, end: int, share: float) -> float:
        """The moment before which ``share`` of the records of ``[start, end)`` is expected."""
        low, high = self.below(start), self.below(end)
        if high <= low:
            return start + share * (end - start)
        wanted = low + share * (high - low)
        left, right = float(start), float(end)
        for _ in range(60):
            middle = (left + right) / 2
            if self.below(middle) < wanted:
                left = middle
            else:
                right = middle
        return right


@dataclass(frozen=True)
class TimeAxis(Axis):
    """Time, for one slice: its window, and how finely the board lets it be cut.

    ``grain`` is the board's resolution in seconds (edges lie on it), ``floor`` the least length of a window,
    ``oldest`` stands for an open start.
    """

    window: Window = field(default_factory=lambda: Window(0, 1))
    grain: int = 1
    floor: int = 60
    oldest: int = 0
    density: Density = field(default_factory=Density)
    tiles: ClassVar[bool] = True

    def pieces(self, count: int | None, reach: float) -> Sequence[str]:
        return [str(window) for window in self.cut(count, reach)]

    def excludes(self, value: str, other: str) -> bool:
        one, two = Window.parse(value), Window.parse(other)
        return one.is_before(two) or two.is_before(one)

    def cut(self, count: int | None, reach: float) -> list[Window]:
        """Return windows that tile this one, or none where it is too short to be cut.

        All but the last are asked for their counts. A window of unknown count is halved.
        """
        start = self.window.start if self.window.start is not None else min(self.oldest, self.window.end - 1)
        if self.window.end - start <= max(self.floor, self.grain):
            return []
        shares = [0.5] if count is None or reach == float("inf") else list(self._shares(count, reach))
        edges = [start]
        for share in shares:
            edge = self._on_grain(
                self.density.split(start, self.window.end, share), edges[-1], self.window.end
            )
            if edge is not None:
                edges.append(edge)
        if len(edges) == 1:
            return []
        windows = [Window(a, b) for a, b in zip(edges, [*edges[1:], self.window.end], strict=True)]
        return [replace(windows[0], start=self.window.start), *windows[1:]]

    def _shares(self, count: int, reach: float) -> Iterator[float]:
        windows = count / (FILL * reach)
        if windows > 2 * CHUNK_WINDOWS:
            chunks = min(ceil(windows / CHUNK_WINDOWS), MOST_CHUNKS)
            yield from (n / chunks for n in range(1, chunks))
        elif windows > 2:
            # Full windows, and a last one that is not much shorter than they are.
            yield 1 / ceil(windows) if windows < 4 else 1 / windows
        else:
            yield 0.5

    def _on_grain(self, moment: float, after: int, before: int) -> int | None:
        """The edge on the board's grain nearest to a moment, strictly between two others; ``None`` if there is none."""
        step = max(self.grain, 1)
        low = floor(after / step + 1) * step
        high = (ceil(before / step) - 1) * step
        if self.floor > step:
            low, high = max(low, after + self.floor), min(high, before - self.floor)
            low, high = ceil(low / step) * step, floor(high / step) * step
        if low > high:
            return None
        return min(max(round(moment / step) * step, low), high)
