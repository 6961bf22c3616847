"""The residual check: do the children of a cut slice add up to the parent?

Axis values need not partition. A card without a district is in no district, so the ids that the children gave
are counted against the parent's own count, and what is missing is sought on another way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from directory_crawler.core.planning.cutting import Cut, Limits, SliceFacts, cut_along, cut_cost

if TYPE_CHECKING:
    from directory_crawler.core.planning.slices import Axis


@dataclass(frozen=True)
class Recovered:
    """What is known of a cut slice once its children have ended.

    ``distinct`` counts the ids under it; ``fresh`` those that the newest way brought and no earlier way had.
    ``ways`` are the axes and ``own`` pages tried so far, oldest first; ``proven`` tells for each whether all of
    its slices were proven complete. ``asked`` are the values of the first axis that children hold. A slice cut by
    guess (``guessed``, as the last accepted run cut it) below the root has no count of its own: the root's covers it.
    """

    facts: SliceFacts
    distinct: int
    ways: tuple[str, ...]
    proven: tuple[bool, ...]
    fresh: int = 0
    asked: frozenset[str] = frozenset()
    guessed: bool = False


@dataclass(frozen=True)
class Settled:
    """The slice needs no more work. ``residual`` is the number of records that were promised and not reached."""

    proven: bool
    residual: int
    reason: str


@dataclass(frozen=True)
class Again:
    """Seek the residual: along another axis, or on the parent's own reachable pages (``cut is None``)."""

    cut: Cut | None


OWN_PAGES = "own pages"
Outcome = Settled | Again


def settle(known: Recovered, limits: Limits, axes: tuple[Axis, ...]) -> Outcome:
    """Say whether a cut slice is proven complete, or where to look for what its children left out.

    ``axes`` are those that the slice itself is not cut along. Other axes come first, those whose facets add up
    to the whole before the others and the cheap before the dear; the slice's own pages, which a ceiling stops, last.
    Windows tile: what they leave out of their parent has moved meanwhile, and is not sought again in it.
    """
    count = limits.known(known.facts.count)
    if count is not None and known.distinct - count > limits.tolerated(count):
        count = None  # the children hold far more: whatever it counts, it is not the slice
    covered = any(known.proven)
    if any(axis.tiles and known.ways == (axis.name,) for axis in axes):
        return _tiled(known, count, limits)
    if count is None:
        if known.guessed:
            return Settled(proven=covered, residual=0, reason="as the last accepted run cut it")
        if covered and known.distinct == known.facts.count:
            return Settled(proven=True, residual=0, reason="children add up to a count at the ceiling")
        if covered and _declared_exact(known, axes):
            return Settled(proven=True, residual=0, reason="no count; the axis covers everything")
        if _another_axis_agrees(known):
            return Settled(proven=True, residual=0, reason="no count; two full cuts agree")
    elif known.distinct >= count:
        reason = "children add up" if covered else "children add up, yet a part of every way fell short"
        return Settled(proven=covered, residual=0, reason=reason)
    elif _overstated(known, count, limits, axes):
        return _agreed(known, count - known.distinct, axes)
    residual = 0 if count is None else count - known.distinct
    choice = _next_way(known, limits, axes)
    if choice is not None:
        return choice
    reason = (
        "no count to hold the children against"
        if count is None
        else f"residual of {residual}: in no value of {', '.join(known.ways)}"
    )
    return Settled(proven=False, residual=residual, reason=reason)


def _tiled(known: Recovered, count: int | None, limits: Limits) -> Settled:
    """Judge a slice by the windows that it was cut into."""
    left = 0 if count is None else max(count - known.distinct, 0)
    if not known.proven[0]:
        return Settled(proven=False, residual=left, reason="a window in it is not proven")
    if left > limits.tolerated(count):
        return Settled(
            proven=False, residual=left, reason=f"its windows do not add up: {left} of {count} are in none"
        )
    return Settled(
        proven=True,
        residual=left,
        reason=f"windows tile it; {left} moved meanwhile" if left else "windows tile it",
    )


def _agreed(known: Recovered, left: int, axes: tuple[Axis, ...]) -> Settled:
    """Judge a slice of which a second way found the same ids as the first, ``left`` short of its count.

    Where an axis covers everything, the count is wrong. Where none does, the same records may have no value of
    either: they are a residual, and it is named.
    """
    if _declared_exact(known, axes):
        reason = f"count overstated by {left}: another way brought nothing new"
        return Settled(proven=True, residual=0, reason=reason)
    ways = ", ".join(known.ways)
    reason = f"count overstated by {left}, or {left} in no value of {ways}: another way brought nothing new"
    return Settled(proven=True, residual=left, reason=reason)


def _overstated(known: Recovered, count: int, limits: Limits, axes: tuple[Axis, ...]) -> bool:
    """Whether a second way, which found the same ids, proves that the count promises more than there is.

    A second proven axis is proof. The slice's own pages reach only a part, so they are believed for a small
    shortfall of an axis that is declared to cover everything.
    """
    if len(known.ways) < 2 or known.fresh or not any(known.proven[:-1]):
        return False
    if known.ways[-1] != OWN_PAGES:
        return _another_axis_agrees(known)
    return count - known.distinct <= limits.tolerated(count) and _declared_exact(known, axes)


def _another_axis_agrees(known: Recovered) -> bool:
    """Whether two cuts along different axes, both proven, found the same ids."""
    return (
        len(known.ways) > 1
        and known.fresh == 0
        and known.proven[-1]
        and any(known.proven[:-1])
        and known.ways[-1] not in (OWN_PAGES, *known.ways[:-1])
    )


def _declared_exact(known: Recovered, axes: tuple[Axis, ...]) -> bool:
    exact = {axis.name for axis in axes if axis.partition == "exact"}
    return any(way in exact and proven for way, proven in zip(known.ways, known.proven, strict=True))


def _next_way(known: Recovered, limits: Limits, axes: tuple[Axis, ...]) -> Again | None:
    best: tuple[tuple[bool, float], Cut] | None = None
    for axis in axes:
        if known.guessed and known.ways == (axis.name,) and (unasked := set(axis.values) - known.asked):
            return Again(Cut(axis.name, dict.fromkeys(sorted(unasked))))
        if axis.name in known.ways:
            continue
        cut = cut_along(axis, known.facts, limits)
        if cut is None:
            continue
        counts = [n for n in cut.children.values() if n is not None]
        complete = axis.partition == "exact" or (
            known.facts.count is not None
            and len(counts) == len(cut.children)
            and sum(counts) >= known.facts.count
        )
        rank = (not complete, cut_cost(cut, axis, known.facts, limits))
        if best is None or rank < best[0]:
            best = (rank, cut)
    if best is not None:
        return Again(best[1])
    return None if OWN_PAGES in known.ways else Again(None)
