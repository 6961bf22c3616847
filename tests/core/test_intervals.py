"""Numbers and days as an axis: intervals tile, and a register that has nothing else is read whole."""

from __future__ import annotations

import random
from datetime import date
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.planning.cutting import Limits
from directory_crawler.core.planning.intervals import (
    Days,
    Grid,
    Interval,
    IntervalAxis,
    Numbers,
    read_interval,
    write_interval,
)
from tests.core.simulated import Record, SimulatedSite, enumerate_site

STEPS = [Decimal(1), Decimal("0.01"), Decimal(5)]
grids = st.one_of(st.sampled_from(STEPS).map(Numbers), st.just(Days()))


@st.composite
def intervals(draw: st.DrawFn) -> tuple[Grid, Interval]:
    grid = draw(grids)
    low = draw(st.integers(1, 800_000) if isinstance(grid, Days) else st.integers(-(10**9), 10**9))
    return grid, Interval(low, draw(st.none() | st.integers(0, 10**6).map(lambda more: low + more)))


@given(intervals())
def test_pieces_tile_what_they_are_cut_from(cut: tuple[Grid, Interval]) -> None:
    """No value between two pieces, none in both, none lost at an end."""
    grid, whole = cut

    pieces = [read_interval(grid, text) for text in IntervalAxis("n", interval=whole, grid=grid).pieces(9, 1)]

    if whole.low == whole.high:
        assert pieces == []
        return
    assert (pieces[0].low, pieces[-1].high) == (whole.low, whole.high)
    assert all(one.high is not None and one.high + 1 == two.low for one, two in pairwise(pieces))


@given(intervals(), st.data())
def test_any_single_value_is_reached_in_a_few_cuts(cut: tuple[Grid, Interval], data: st.DataObject) -> None:
    """Twice the binary digits of the distance, whatever the ends."""
    grid, interval = cut
    high = interval.low + 10**6 if interval.high is None else interval.high
    wanted = data.draw(st.integers(interval.low, high))
    cuts = 0
    while interval.low != interval.high:
        pieces = [
            read_interval(grid, text) for text in IntervalAxis("n", interval=interval, grid=grid).pieces(9, 1)
        ]
        interval = next(i for i in pieces if i.low <= wanted and (i.high is None or wanted <= i.high))
        cuts += 1
    assert interval.low == wanted
    assert cuts <= 2 * max(high - cut[1].low, abs(high), 1).bit_length() + 4


@given(intervals())
def test_an_interval_is_read_as_it_was_written(cut: tuple[Grid, Interval]) -> None:
    grid, interval = cut
    assert read_interval(grid, write_interval(grid, interval)) == interval


@pytest.mark.parametrize(
    ("grid", "interval", "text"),
    [
        (Numbers(), Interval(10, 49), "10..49"),
        (Numbers(), Interval(-5, None), "-5.."),
        (Numbers(Decimal("0.01")), Interval(0, 999), "0.00..9.99"),
        (Numbers(Decimal(5)), Interval(2, 4), "10..20"),
        (
            Days(),
            Interval(date(2024, 1, 1).toordinal(), date(2024, 6, 30).toordinal()),
            "2024-01-01..2024-06-30",
        ),
    ],
)
def test_people_can_read_an_interval(grid: Grid, interval: Interval, text: str) -> None:
    assert write_interval(grid, interval) == text


@pytest.mark.parametrize(
    "text", ["", "10", "10..5", "a..b", "..5", "1.5..2", "nan..", "inf..", "1e999999999.."]
)
def test_what_is_no_interval_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"interval|multiple"):
        read_interval(Numbers(), text)


@given(intervals())
def test_an_open_end_that_always_holds_too_many_is_cut_as_far_as_it_can_be_asked_for(
    cut: tuple[Grid, Interval],
) -> None:
    """A site may count records without a value as greater than any."""
    grid, interval = cut
    for _ in range(200):
        pieces = IntervalAxis("n", interval=interval, grid=grid).pieces(10**6, 1)
        if not pieces:
            return
        interval = read_interval(grid, pieces[-1])
    raise AssertionError("it is cut for ever")


@given(intervals(), intervals())
def test_two_intervals_exclude_each_other_where_no_value_is_in_both(
    one: tuple[Grid, Interval], two: tuple[Grid, Interval]
) -> None:
    grid = Numbers()
    a, b = one[1], two[1]
    far = 10**12
    shared = max(a.low, b.low) <= min(far if i.high is None else i.high for i in (a, b))
    axis = IntervalAxis("n", grid=grid)
    assert axis.excludes(write_interval(grid, a), write_interval(grid, b)) is not shared


@pytest.mark.parametrize("past", ["clamp", "first", "empty", "error"])
@pytest.mark.parametrize("without", [0.0, 0.04])
@pytest.mark.parametrize(("counts", "times"), [(True, 2), (False, 8)])
def test_a_register_with_numbers_only_is_read_whole(
    past: str, without: float, counts: bool, times: int
) -> None:
    """Most employers have a handful of employees, one has 90 000, some have not said."""
    rng = random.Random(3)
    employees = [str(min(int(rng.paretovariate(0.35)), 90_000)) for _ in range(1200)]
    records = [
        Record(str(n), {"rubric": ""} | ({"employees": value} if rng.random() >= without else {}))
        for n, value in enumerate(employees)
    ]
    grid = Numbers()
    site = SimulatedSite(
        records, ceiling=300, past=past, counts=counts, grids={"employees": grid}, two_orders=True
    )
    axis = IntervalAxis("employees", partition="rest" if without else "exact", grid=grid)

    (node,) = enumerate_site(site, [""], Limits(20, 300, orders=2), (axis,))

    assert node.under() >= {record.id for record in records if "employees" in record.values}
    assert node.proven is (not without), node.reason
    assert site.requests <= times * len(records) / 20
