"""A list that goes on for ever is cut or named; an honest long one is read to its end."""

from __future__ import annotations

import pytest

from directory_crawler.core.planning.cutting import Cut, Limits
from directory_crawler.core.planning.slices import Axis
from directory_crawler.core.walking.passes import PageFacts
from directory_crawler.core.walking.verdict import Complete, Short
from directory_crawler.core.walking.visit import LONGEST, LONGEST_UNCUT, Visit

PAGE = 50
LETTERS = Axis("letter", ("a", "b", "c"))


def walk(visit: Visit, holds: float, count: int | None, has_next: bool | None = None) -> int:
    """Feed a list that holds so many records; return the rows that were read of it."""
    while visit.ending is None:
        start = visit.ask.rows_before
        rows = range(start, int(min(start + PAGE, holds)))
        visit.feed(PageFacts(tuple(map(str, rows)), count, has_next))
        assert visit.pages <= 2 * LONGEST_UNCUT / PAGE + 2
    return visit.depth


@pytest.mark.parametrize("has_next", [None, True])
@pytest.mark.parametrize(
    ("axes", "count", "read"),
    [
        ((), None, LONGEST_UNCUT),
        ((LETTERS,), None, LONGEST),
        ((), 100, LONGEST),
        ((LETTERS,), 100, LONGEST),
        ((), 2_000, 40_000),
    ],
)
@pytest.mark.parametrize("orders", [(None,), ("asc", "desc")])
def test_records_without_end_are_not_read_for_ever(
    axes: tuple[Axis, ...],
    count: int | None,
    read: int,
    has_next: bool | None,
    orders: tuple[str | None, ...],
) -> None:
    """One order is enough to tell; the reason says that no end was in sight."""
    visit = Visit(Limits(PAGE, orders=len(orders)), axes, orders)

    assert walk(visit, float("inf"), count, has_next) == read
    assert isinstance(visit.ending, Cut if axes else Short)
    assert visit.is_endless is not bool(axes)
    assert "no end in sight" in visit.reason


@pytest.mark.parametrize(
    ("holds", "count", "axes"),
    [
        (30_017, 30_017, (LETTERS,)),
        (30_017, 30_017, ()),
        (30_017, 2_000, ()),
        (LONGEST_UNCUT - 33, None, ()),
        (LONGEST - 33, None, (LETTERS,)),
        (LONGEST - 33, 20, ()),
    ],
)
def test_long_lists_are_read_to_their_end(holds: int, count: int | None, axes: tuple[Axis, ...]) -> None:
    """With the count that they state, a total that is the page's own, or none."""
    visit = Visit(Limits(PAGE), axes)

    assert walk(visit, holds, count) == holds
    assert not visit.is_endless
    if count == holds:
        assert isinstance(visit.ending, Complete)
