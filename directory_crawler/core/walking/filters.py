"""Whether a site applies the filters that it is asked with: what answers to queries that exclude each other share.

No page proves by itself that a filter was applied: sites echo what they ignore, totals lie, lines do not show what they
were chosen by. But two values of an axis that leave no record in both cannot be answered with the same page, and a
total that is the same for one value after the other is nobody's. A site that ignores an axis is told by three or four
answers, before the axis is cut any finer.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.core.planning.slices import Axis, Partition, Slice

_REMEMBERED = 16
"""Pages of an axis that a new one is held against."""
_GROUPS = 256
_FEWEST = 5
"""Ids below which equal pages prove nothing: sites show advertised records with whatever is asked."""
_ALIKE = 0.8
"""The share of a page's ids that another page must hold too: records come and go while a run looks."""
_STRIKES: dict[Partition, int] = {
    "exact": 2,
    "rest": 2,
    "overlap": 4,
    "unknown": 4,
}
"""Pages like an earlier one after which an axis counts as ignored."""
_SAME_TOTALS = 4
"""Slices that must have stated one total, more than a page holds, and none another, before it counts for nothing."""
_SHORT_PAGES = 2
"""First pages that must have shown less than it and than others show."""
_EVERYWHERE = 3
"""Roots in which an axis was ignored, and in none applied, after which it is not tried in others."""


@dataclass(frozen=True)
class _Page:
    value: str
    ids: frozenset[str]
    count: int | None


@dataclass
class _Group:
    """The values of one axis in one place."""

    pages: deque[tuple[_Page, bool]] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))


@dataclass
class FilterWatch:
    """Feed it page one of each slice; it says when an axis is ignored, and which totals follow nothing.

    It holds the last pages of an axis and no more, whatever the size of the site. ``longest`` is the most lines that a
    page one has shown.
    """

    longest: int = 0
    _totals: set[int | None] = field(default_factory=set)
    _told: int = 0
    _short: int = 0
    _groups: OrderedDict[tuple[tuple[tuple[str, str], ...], str], _Group] = field(default_factory=OrderedDict)
    _ignored: dict[tuple[tuple[str, str] | None, str], str] = field(default_factory=dict)
    _applied: set[str] = field(default_factory=set)

    def feed(self, asked: Slice, along: Axis, ids: Sequence[str], count: int | None) -> str | None:
        """Take in page one of a slice, cut last along that axis; return why it is ignored, if it is."""
        self.longest = max(self.longest, len(ids))
        *place, (axis, value) = asked.filters
        group = self._group(tuple(place), axis)
        if len(self._totals) < 2:
            self._totals.add(count)
            # Windows of a board whose totals are clamped state the clamp, until they are small enough.
            self._told += not along.tiles
            # A cap is stated of what is over it, and that fills its first page.
            self._short += count is not None and len(ids) < min(count, self.longest)
        page = _Page(value, frozenset(ids), count)
        twin = None
        # By a site that found nothing; or it is all that there is.
        suggested = count is not None and count <= len(page.ids)
        if len(page.ids) >= max(_FEWEST, _ALIKE * self.longest) and not suggested:
            alike = [other for other, _ in group.pages if _alike(page, other)]
            twin = next((other for other in alike if _exclude(page, other, along)), None)
            if len(alike) < len(group.pages):
                self._applied.add(axis)
            group.pages.append((page, twin is not None))
        strikes = sum(struck for _, struck in group.pages)
        all_alike = strikes == len(group.pages) - 1
        tell_apart = along.partition in ("exact", "rest") and count is not None
        if twin is None or strikes < _STRIKES[along.partition] or not (all_alike or tell_apart):
            return None
        return self._convict(asked, axis, page, twin)

    def ignored(self, asked: Slice) -> str | None:
        """Return why the answer to a slice would say nothing: it is cut along an axis that the site ignores there."""
        root = asked.filters[0]
        for axis, _ in asked.filters:
            reason = self._ignored.get((root, axis)) or self._ignored.get((None, axis))
            if reason is not None:
                return reason
        return None

    def applied(self, asked: Slice, axes: Sequence[Axis]) -> tuple[Axis, ...]:
        """Those of the axes that the site is not known to ignore where a slice lies."""
        return tuple(axis for axis in axes if self.ignored(asked.narrowed(axis.name, "")) is None)

    def _group(self, place: tuple[tuple[str, str], ...], axis: str) -> _Group:
        # All windows of a place exclude or contain each other, however deep they are cut.
        key = (tuple(pair for pair in place if pair[0] != axis), axis)
        group = self._groups.setdefault(key, _Group())
        self._groups.move_to_end(key)
        if len(self._groups) > _GROUPS:
            self._groups.popitem(last=False)
        return group

    @property
    def void(self) -> frozenset[int]:
        """The total that is stated of whatever is asked, if there is one."""
        only = next(iter(self._totals)) if len(self._totals) == 1 else None
        if only is None or only <= self.longest or self._told < _SAME_TOTALS or self._short < _SHORT_PAGES:
            return frozenset()
        return frozenset({only})

    def _convict(self, asked: Slice, axis: str, page: _Page, twin: _Page) -> str:
        reason = (
            f"{axis} is not applied: {axis}={twin.value} and {axis}={page.value} were answered with the same page of"
            f" {len(page.ids)} records"
        )
        self._ignored.setdefault((asked.filters[0], axis), reason)
        roots = sum(1 for root, known in self._ignored if known == axis and root is not None)
        if roots >= _EVERYWHERE and axis not in self._applied:
            self._ignored.setdefault((None, axis), reason)
        return reason


def _alike(page: _Page, other: _Page) -> bool:
    return len(page.ids & other.ids) >= _ALIKE * max(len(page.ids), len(other.ids))


def _exclude(page: _Page, other: _Page, along: Axis) -> bool:
    """Whether no answer to one value should be the answer to the other.

    Values that overlap may show the same first page; where they state the same total as well, they are the same list.
    """
    if along.partition in ("exact", "rest"):
        return along.excludes(page.value, other.value)
    return page.value != other.value and page.count is not None and page.count == other.count
