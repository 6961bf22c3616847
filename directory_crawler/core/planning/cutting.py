"""Whether a slice is walked or cut, and along which axis: counts in, the next questions out.

Nothing here asks the site. A slice's page one is fetched once (it is the probe and the first page of the
walk alike); its count and facets come in as `SliceFacts`, and the answer is a `Walk` or a `Cut`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from directory_crawler.core.planning.slices import Axis


TOLERANCE = 0.02
"""The share by which any count may overstate what a site holds."""


@dataclass(frozen=True)
class Limits:
    """What a site serves of one query.

    ``ceiling`` is in records, ``None`` while nobody knows it. ``orders`` is how many sort orders are on offer:
    two opposite ones double the reach. A count equal to ``count_cap`` says only "at least as many".
    ``tolerance`` is the share by which a count may overstate what the site holds and still be believed. Where totals do
    not follow what is asked (``totals_follow``), no count is one, and the ``void`` ones are none anywhere.
    """

    page_size: int
    ceiling: int | None = None
    orders: int = 1
    count_cap: int | None = None
    tolerance: float = TOLERANCE
    totals_follow: bool = True
    void: frozenset[int] = frozenset()

    @property
    def reach(self) -> float:
        """The number of records of one slice that walking it in every order can serve."""
        return float("inf") if self.ceiling is None else self.ceiling * min(self.orders, 2)

    def tolerated(self, count: int | None) -> float:
        """Return by how many records a count may overstate: the tolerance, but two at the least."""
        return max(2.0, self.tolerance * (count or 0))

    def is_void(self, count: int | None) -> bool:
        """Whether a total says nothing, since it is stated of whatever is asked."""
        return not self.totals_follow or count in self.void

    def promised(self, count: int | None, found: int) -> int | None:
        """The total that a proven slice is remembered with. One that was not reached is none where it says nothing, and
        what was found where the profile declares totals to be approximate."""
        if count is None or found >= count:
            return count
        if self.is_void(count):
            return None
        return found if self.tolerance > TOLERANCE and count - found <= self.tolerated(count) else count

    def known(self, count: int | None) -> int | None:
        """Return a count that can be trusted, or ``None`` for no count and for one pinned at a cap.

        A count equal to the ceiling is pinned too, whatever the profile says: sites count no further than they serve.
        """
        pinned = (self.count_cap is not None and count is not None and count >= self.count_cap) or (
            self.ceiling is not None and count == self.ceiling
        )
        return None if pinned or self.is_void(count) else count


@dataclass(frozen=True)
class SliceFacts:
    """What page one of a slice told: its count, and the counts per value of each axis it shows."""

    count: int | None
    facets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Walk:
    """The slice can be paged to its end."""


@dataclass(frozen=True)
class Cut:
    """The slice is replaced by one child a value; ``children`` gives each child's count where it is known.

    ``rest`` names the child whose count is what the others leave of the slice's: it is not asked for it.
    """

    axis: str
    children: Mapping[str, int | None]
    rest: str | None = None


def pages(count: float, page_size: int) -> int:
    return ceil(count / page_size)


def decide(facts: SliceFacts, limits: Limits, axes: tuple[Axis, ...]) -> Walk | Cut:
    """Choose between walking a slice and cutting it, ``axes`` being those it is not cut along yet.

    A slice that fits the reach is walked. One that does not, or whose count says only "at least the cap", is
    cut along the cheapest axis. With no axis left it is walked as far as it goes.
    """
    count = limits.known(facts.count)
    pinned = facts.count is not None and count is None
    if not pinned and (count is None or count <= limits.reach):
        return Walk()
    return cheapest_cut(facts, limits, axes) or Walk()


def cheapest_cut(facts: SliceFacts, limits: Limits, axes: tuple[Axis, ...]) -> Cut | None:
    """Return the cut that costs the fewest pages, the profile's order breaking ties; ``None`` with no axis left.

    An axis whose values are unknown, or which has a single value that holds everything, cuts nothing.
    """
    best: tuple[float, Cut] | None = None
    for axis in axes:
        cut = cut_along(axis, facts, limits)
        if cut is None:
            continue
        if axis.tiles:
            return cut
        cost = cut_cost(cut, axis, facts, limits)
        if best is None or cost < best[0]:
            best = (cost, cut)
    return best[1] if best else None


def cut_along(axis: Axis, facts: SliceFacts, limits: Limits) -> Cut | None:
    """Return the children of a cut along one axis: its pieces, those that its facet shows, else its values.

    A facet that names only part of the known values (sites show the top ten) leaves the others uncounted, and a
    value counted as zero needs no request unless the facets fall short of the whole.
    """
    pieces = axis.pieces(limits.known(facts.count), limits.reach)
    if pieces is not None:
        rest = pieces[-1] if pieces and axis.partition == "exact" else None
        return Cut(axis.name, dict.fromkeys(pieces), rest) if pieces else None
    shown = facts.facets.get(axis.name, {})
    full = facts.count is not None and sum(shown.values()) >= facts.count
    children = {value: n if limits.totals_follow else None for value, n in shown.items() if n > 0}
    if not full:
        children.update({value: None for value in axis.values if value not in shown})
    if not children:
        return None
    if len(children) == 1 and facts.count is not None and next(iter(children.values())) == facts.count:
        return None
    return Cut(axis.name, children)


def cut_cost(cut: Cut, axis: Axis, facts: SliceFacts, limits: Limits) -> float:
    """Estimate the pages that a cut leads to, the recovery of what its values leave out included.

    Children without a count share what the counted ones leave, evenly. A child beyond the reach pays one page
    for its own probe and half a page for each of the (assumed eight) values it will be cut into.
    """
    known = {value: n for value, n in cut.children.items() if n is not None}
    counted = sum(known.values())
    total = facts.count if facts.count is not None else counted
    unknown = len(cut.children) - len(known)
    share = max(total - counted, 0) / unknown if unknown else 0.0
    sizes = [*known.values(), *([share] * unknown)]
    cost = float(sum(max(pages(n, limits.page_size), 1) for n in sizes))
    cost += sum(1 + 8 / 2 for n in sizes if n > limits.reach)
    rest_shown = unknown == 0 and counted < total
    if rest_shown or (unknown and axis.partition in ("rest", "overlap")):
        reachable = min(total, limits.reach)
        cost += pages(reachable, limits.page_size)
    return cost
