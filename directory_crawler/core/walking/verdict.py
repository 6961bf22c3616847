"""What the passes through a slice prove: complete, or what to do next.

A count that the walk did not reach has four causes that look alike: a ceiling, earlier than anyone said or not;
an order that drifted while paging; a count that promises too much; a failed page. They are told apart by
evidence: the other end of the list, a second walk, a cut.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from directory_crawler.core.walking.passes import UNPROVEN, Pass, Stop, union

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.core.planning.cutting import Limits

FULL_WALKS = 3
"""A shortfall is walked again up to two more times, then explained (directory specification, section 3)."""


@dataclass(frozen=True)
class Complete:
    """Everything that the slice holds was seen."""

    reason: str


@dataclass(frozen=True)
class Short:
    """The slice holds more than walking it can show: cut it while an axis is left, else it is truncated.

    ``ends_at`` is the row at which two walks saw it end: it is complete once the site is seen to serve deeper ones.
    """

    reason: str
    ends_at: int | None = None


@dataclass(frozen=True)
class Failed:
    """Nothing can be said about the slice: the request failed, or the answer was no listing at all."""

    reason: str


@dataclass(frozen=True)
class NextPass:
    """Walk once more, in ``order``, towards what the passes so far have shown or through all of it."""

    order: str | None
    complement: bool


Verdict = Complete | Short | Failed | NextPass


def judge(
    passes: Sequence[Pass],
    *,
    limits: Limits,
    orders: Sequence[str | None] = (None,),
    served_depth: int = 0,
    can_cut: bool = False,
) -> Verdict:
    """Judge a slice after its latest pass has stopped.

    ``orders`` are the sort orders on offer, opposite ones next to each other; ``served_depth`` is the deepest row
    that this site was seen to serve of any query, which is what proves that an end at a lesser depth is an end.
    """
    last = passes[-1]
    found = len(union(passes))
    expected = last.expected
    if expected is not None and _disproves(
        last, found - expected, limits.tolerated(expected), limits.page_size
    ):
        expected = None
    short = Short(_shortfall(last, found, expected))
    clamped = expected is not None and found > expected and last.stop is Stop.CEILING
    if expected is not None and found >= expected and last.stop not in UNPROVEN and not clamped:
        return Complete("natural end" if len(passes) == 1 else f"natural end after {len(passes)} passes")
    first_answer = len(passes) == 1 and last.pages == 0
    if last.stop is Stop.FAILED or (first_answer and (last.stop in UNPROVEN or last.stop is Stop.REFUSED)):
        return Failed(f"page {last.next_page}: {last.stop.value}")
    if len(passes) > 1 and passes[-2].ids.keys() == last.ids.keys():
        ends_at = _end(passes[-2], last, found, limits)
        if (ends_at is not None and ends_at < served_depth) or ends_at == 0:
            over = "" if expected is None else f"; count overstated by {expected - found}"
            return Complete(f"two full walks agree{over}")
        if not _drifted(passes[-2], last, found):
            return replace(short, ends_at=ends_at)
    if last.stop is Stop.ENDLESS:
        return short
    other = next((order for order in orders[:2] if order not in {done.order for done in passes}), None)
    at_ceiling = _at_ceiling(last, limits)
    if other is not None:
        return NextPass(other, complement=at_ceiling)
    if at_ceiling or last.stop in UNPROVEN or len(passes) >= FULL_WALKS:
        return short
    missing = 0 if expected is None else expected - found
    if missing > limits.tolerated(expected) and (can_cut or len(passes) > 1):
        return short
    return NextPass(orders[len(passes) % len(orders[:2])], complement=False)


def _disproves(last: Pass, excess: int, tolerated: float, page_size: int) -> bool:
    """Whether a walk beyond the count shows that it counts something else, and so proves no end: far beyond it, or
    up to the end of a full page, where a ceiling would lie."""
    return excess > tolerated or (excess > 0 and last.rows % page_size == 0)


def _at_ceiling(last: Pass, limits: Limits) -> bool:
    """Whether the pass stopped at the known ceiling, or within the page that straddles it."""
    return limits.ceiling is not None and last.rows + limits.page_size > limits.ceiling


def _end(first: Pass, second: Pass, found: int, limits: Limits) -> int | None:
    """Return beyond which row the site must have been served for two walks with equal ids to prove the end of a list:
    0 where it need not, ``None`` where nothing would prove it.

    From opposite ends, equal sets are everything. In one order, a ceiling that nobody announced gives the same
    two walks as well; so the end must lie above every known ceiling, at a depth that a ceiling hardly has
    (within a page, or less than the site has served elsewhere), and short by no more than counts are allowed to be.
    """
    if first.stop in UNPROVEN or second.stop in UNPROVEN or _drifted(first, second, found):
        return None
    if _opposite(first, second):
        return 0
    depth = max(first.rows, second.rows)
    if limits.ceiling is not None and depth + limits.page_size > limits.ceiling:
        return None
    if second.expected is not None and second.expected - found > limits.tolerated(second.expected):
        return None
    disproved = second.expected is not None and found > second.expected
    unknown = limits.ceiling is None or disproved
    return depth if unknown and depth % limits.page_size == 0 else 0


def _drifted(first: Pass, second: Pass, found: int) -> bool:
    """Whether a list as long as its count showed fewer records: one came twice, in the place of another."""
    expected = second.expected
    return expected is not None and found < expected <= max(first.rows, second.rows)


def _opposite(first: Pass, second: Pass) -> bool:
    """Whether the second pass really came from the other end: a site may ignore the order it is asked for."""
    ids = list(first.ids)
    return first.order != second.order and len(ids) > 1 and ids.index(next(iter(second.ids))) >= len(ids) / 2


def _shortfall(last: Pass, found: int, expected: int | None) -> str:
    of = "an unknown number" if expected is None else str(expected)
    stop = last.stop.value if last.stop else "unfinished"
    return f"{found} of {of} reached; page {last.next_page}: {stop}"
