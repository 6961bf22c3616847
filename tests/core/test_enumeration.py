"""Planning, walking and the residual check together, against a simulated site: everything that can be reached, once."""

from __future__ import annotations

import random
from collections import Counter
from math import ceil

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from directory_crawler.core.planning.cutting import Limits
from directory_crawler.core.planning.slices import Axis, Slice
from directory_crawler.core.walking.passes import Stop
from directory_crawler.core.walking.verdict import Complete, Short
from directory_crawler.core.walking.visit import Visit
from tests.core.simulated import Node, Record, SimulatedSite, enumerate_site

AXES_USED = (("district",), ("letter",), ("district", "letter"))
BEHAVIOURS = ("clamp", "first", "empty", "error", "notfound", "wall")


def city(
    sizes: dict[str, int], districts: int = 6, letters: int = 4, homeless: float = 0.0, seed: int = 1
) -> list[Record]:
    """Records of several rubrics, spread over districts and letters; ``homeless`` of them have no district."""
    rng = random.Random(seed)
    records = []
    for rubric, size in sizes.items():
        for number in range(size):
            values = {"rubric": rubric, "letter": f"l{rng.randrange(letters)}"}
            if rng.random() >= homeless:
                values["district"] = f"d{rng.randrange(districts)}"
            records.append(Record(f"{rubric}-{number}", values))
    return records


def axes(districts: int = 6, letters: int = 4, **partition: str) -> tuple[Axis, ...]:
    return (
        Axis("district", tuple(f"d{i}" for i in range(districts)), partition.get("district", "unknown")),
        Axis("letter", tuple(f"l{i}" for i in range(letters)), partition.get("letter", "unknown")),
    )


def ids(nodes: list[Node]) -> set[str]:
    return set().union(*(node.under() for node in nodes))


@pytest.mark.parametrize("two_orders", [False, True])
@pytest.mark.parametrize("facets", [(), ("district", "letter")])
@pytest.mark.parametrize("past", BEHAVIOURS)
@pytest.mark.parametrize("homeless", [0.0, 0.03])
def test_every_reachable_record_is_reached_whatever_lies_past_the_ceiling(
    past: str, facets: tuple[str, ...], two_orders: bool, homeless: float
) -> None:
    records = city({"a": 3, "b": 0, "c": 99, "d": 100, "e": 101, "f": 450}, homeless=homeless)
    site = SimulatedSite(records, ceiling=100, past=past, facets=facets, two_orders=two_orders)
    limits = Limits(20, 100, orders=2 if two_orders else 1)

    nodes = enumerate_site(site, "abcdef", limits, axes())

    assert ids(nodes) == site.reachable(axes())
    for node in nodes:
        everything = node.under() == set(site.matching(node.slice))
        assert node.proven == everything, (str(node.slice), node.status, node.reason)


@pytest.mark.parametrize("two_orders", [False, True])
@pytest.mark.parametrize("past", BEHAVIOURS)
def test_a_ceiling_that_nobody_announced_is_met_and_cut(past: str, two_orders: bool) -> None:
    records = city({"a": 37, "b": 410})
    site = SimulatedSite(records, ceiling=90, past=past, two_orders=two_orders)

    nodes = enumerate_site(site, "ab", Limits(20, None, orders=2 if two_orders else 1), axes())

    assert ids(nodes) == {record.id for record in records}
    assert all(node.proven for node in nodes)


@pytest.mark.parametrize("past", BEHAVIOURS)
def test_a_slice_that_cannot_be_cut_is_truncated_with_its_reason(past: str) -> None:
    site = SimulatedSite(city({"a": 130}), ceiling=100, past=past)

    (node,) = enumerate_site(site, "a", Limits(20, 100), ())

    assert (node.status, node.proven) == ("truncated", False)
    assert len(node.ids) == 100
    assert "100 of 130" in node.reason


@pytest.mark.parametrize("past", BEHAVIOURS)
@pytest.mark.parametrize("at", [60, 70, 95])
def test_a_list_that_ends_before_its_count_is_never_called_complete(past: str, at: int) -> None:
    site = SimulatedSite(city({"a": 130}), ceiling=1000, past=past, early=lambda _slice: at)

    (node,) = enumerate_site(site, "a", Limits(20, 1000), ())

    assert not node.proven
    assert len(node.ids) == at


@pytest.mark.parametrize("past", BEHAVIOURS)
@pytest.mark.parametrize("two_orders", [False, True])
def test_an_early_end_of_the_uncut_slice_is_found_out_by_its_children(past: str, two_orders: bool) -> None:
    records = city({"a": 400})
    site = SimulatedSite(
        records,
        ceiling=1000,
        past=past,
        two_orders=two_orders,
        early=lambda cut: 70 if len(cut.filters) == 1 else None,
    )

    (node,) = enumerate_site(site, "a", Limits(20, 1000, orders=2 if two_orders else 1), axes())

    assert node.under() == {record.id for record in records}
    assert node.proven


@pytest.mark.parametrize("past", ["clamp", "first", "empty", "error"])
@pytest.mark.parametrize("two_orders", [False, True])
def test_an_overstated_count_is_recorded_and_the_slice_is_complete(past: str, two_orders: bool) -> None:
    site = SimulatedSite(city({"a": 153}), ceiling=1000, past=past, overstate=2, two_orders=two_orders)

    (node,) = enumerate_site(site, "a", Limits(20, 1000, orders=2 if two_orders else 1), ())

    assert node.proven
    assert "overstated by 2" in node.reason


def test_a_site_that_ignores_the_order_asked_for_does_not_prove_an_end_by_two_equal_walks() -> None:
    site = SimulatedSite(city({"a": 153}), ceiling=1000, past="empty", early=lambda _slice: 80)
    limits = Limits(20, 1000, orders=2)
    site.two_orders = True
    honest_page = site.page
    site.page = lambda asked, number, _order: honest_page(asked, number, None)  # type: ignore[method-assign]

    (node,) = enumerate_site(site, "a", limits, ())

    assert not node.proven


def test_a_total_pinned_at_its_cap_means_cut_on() -> None:
    records = city({"a": 900})
    site = SimulatedSite(records, ceiling=200, count_cap=200, facets=())

    (node,) = enumerate_site(
        site, "a", Limits(20, 200, count_cap=200), axes(letter="exact", district="exact")
    )

    assert node.under() == {record.id for record in records}
    assert node.proven


def test_a_total_pinned_at_the_ceiling_is_seen_through_without_being_told() -> None:
    records = city({"a": 900})
    site = SimulatedSite(records, ceiling=200, count_cap=200, facets=())

    (node,) = enumerate_site(site, "a", Limits(20, 200), axes(letter="exact", district="exact"))

    assert node.under() == {record.id for record in records}


@pytest.mark.parametrize("past", ["empty", "clamp", "first", "error"])
@pytest.mark.parametrize("two_orders", [False, True])
@pytest.mark.parametrize("size", [95, 100, 500])
def test_a_count_that_promises_too_little_does_not_end_the_walk(
    past: str, two_orders: bool, size: int
) -> None:
    records = city({"a": size})
    site = SimulatedSite(records, ceiling=1000, past=past, understate=0.2, two_orders=two_orders)

    (node,) = enumerate_site(site, "a", Limits(20, 1000, orders=2 if two_orders else 1), axes())

    assert node.under() == {record.id for record in records}


def test_a_residual_that_no_axis_reaches_is_named_and_the_slice_is_not_proven() -> None:
    records = city({"a": 500}, homeless=0.1)
    site = SimulatedSite(records, ceiling=100)

    (node,) = enumerate_site(site, "a", Limits(20, 100), axes()[:1])

    missed = {record.id for record in records} - node.under()
    assert missed
    assert (node.proven, node.residual) == (False, len(missed))
    assert f"residual of {len(missed)}" in node.reason


@settings(max_examples=60, deadline=None)
@given(
    size=st.integers(0, 600),
    ceiling=st.integers(20, 200),
    past=st.sampled_from(BEHAVIOURS),
    facets=st.sampled_from([(), ("district",), ("letter",), ("district", "letter")]),
    two_orders=st.booleans(),
    announced=st.booleans(),
    homeless=st.sampled_from([0.0, 0.02, 0.3]),
    drift=st.sampled_from([0.0, 0.05, 0.3]),
    seed=st.integers(0, 99),
)
def test_nothing_is_invented_and_proven_means_everything(
    size: int,
    ceiling: int,
    past: str,
    facets: tuple[str, ...],
    two_orders: bool,
    announced: bool,
    homeless: float,
    drift: float,
    seed: int,
) -> None:
    """Where nobody announced the ceiling and there is one order, a count may be believed to be a little too high."""
    records = city({"a": size}, homeless=homeless, seed=seed)
    site = SimulatedSite(
        records, ceiling=ceiling, past=past, facets=facets, two_orders=two_orders, drift=drift, seed=seed
    )
    limits = Limits(20, ceiling if announced else None, orders=2 if two_orders else 1)

    (node,) = enumerate_site(site, "a", limits, axes())

    truth = {record.id for record in records}
    assert node.under() <= truth
    if node.proven:
        may_be_taken_for_overstated = 0 if announced or two_orders else limits.tolerated(size)
        assert len(truth - node.under()) <= may_be_taken_for_overstated


@settings(max_examples=150, deadline=None)
@given(
    size=st.integers(0, 600),
    ceiling=st.integers(2, 10),
    past=st.sampled_from(BEHAVIOURS),
    counts_of=st.sampled_from(["page", "nothing", "half"]),
    two_orders=st.booleans(),
    announced=st.booleans(),
    homeless=st.sampled_from([0.0, 0.02, 0.3]),
    seed=st.integers(0, 99),
)
def test_a_count_of_something_else_proves_nothing(
    size: int,
    ceiling: int,
    past: str,
    counts_of: str,
    two_orders: bool,
    announced: bool,
    homeless: float,
    seed: int,
) -> None:
    """A profile may read the wrong number as the total: the length of the page, a zero, another query's.

    One that happens to be what the ceiling serves of a slice, from one end or both, is confirmed by it.
    """
    records = city({"a": size}, homeless=homeless, seed=seed)
    sizes = Counter(
        tuple(record.values.get(axis) for axis in cut) for record in records for cut in ((), *AXES_USED)
    )
    reached = {ceiling * 20, 2 * ceiling * 20}
    assume(counts_of != "half" or reached.isdisjoint(n // 2 for n in sizes.values()))
    site = SimulatedSite(
        records, ceiling=ceiling * 20, past=past, counts_of=counts_of, two_orders=two_orders, seed=seed
    )
    limits = Limits(20, ceiling * 20 if announced else None, orders=2 if two_orders else 1)

    (node,) = enumerate_site(site, "a", limits, axes())

    if node.proven:
        assert node.under() == {record.id for record in records}


def measured_shape(seed: int = 7) -> dict[str, int]:
    """Rubric sizes of the measured directory: 612 rubrics, 144 212 rows, 96 over 1 000, the largest 6 480."""
    rng = random.Random(seed)
    large = [6480, 5200, 4300, 3500, 3000, 2600] + [rng.randint(1001, 1180) for _ in range(90)]
    small = [rng.randint(1, 60) for _ in range(516)]
    while sum(large) + sum(small) != 144_212:
        index = rng.randrange(516)
        step = 1 if sum(large) + sum(small) < 144_212 else -1
        small[index] = min(max(small[index] + step * rng.randint(1, 5), 1), 1000)
        if abs(144_212 - sum(large) - sum(small)) < 5:
            small[index] = min(max(small[index] + 144_212 - sum(large) - sum(small), 1), 1000)
    return {f"r{i}": n for i, n in enumerate(large + small)}


@pytest.mark.slow
@pytest.mark.parametrize(("two_orders", "bound"), [(True, 1.10), (False, 1.20)])
@pytest.mark.parametrize("facets", [("district", "letter"), ()])
def test_the_measured_shape_costs_little_more_than_its_pages(
    two_orders: bool, bound: float, facets: tuple[str, ...]
) -> None:
    sizes = measured_shape()
    site = SimulatedSite(
        city(sizes, districts=24, letters=6, homeless=0.015),
        facets=facets,
        two_orders=two_orders,
        past="clamp",
    )

    nodes = enumerate_site(
        site, sizes, Limits(20, 1000, orders=2 if two_orders else 1), axes(24, 6, district="rest")
    )

    assert ids(nodes) == site.reachable(axes(24, 6))
    floor = sum(ceil(size / 20) for size in sizes.values())
    assert site.requests <= bound * floor, site.requests / floor


@pytest.mark.parametrize("past", [past for past in BEHAVIOURS if past != "wall"])
@pytest.mark.parametrize(("holds", "ends_at"), [(60, 60), (57, None), (3, None)])
def test_a_list_of_full_pages_without_a_total_ends_where_others_do_not(
    past: str, holds: int, ends_at: int | None
) -> None:
    """A silent ceiling would look the same, until the site is seen to serve deeper rows of another list."""
    site = SimulatedSite(city({"a": holds}), ceiling=None, past=past, counts=False)

    def walked(served_depth: int) -> Visit:
        visit = Visit(Limits(20), served_depth=served_depth)
        while visit.ending is None:
            answer = site.page(Slice.root("rubric", "a"), visit.ask.page, visit.ask.order)
            _ = visit.refuse(answer) if isinstance(answer, Stop) else visit.feed(*answer)
        return visit

    alone = walked(served_depth=0).ending
    if ends_at is None:
        assert isinstance(alone, Complete)
    else:
        assert isinstance(alone, Short)
        assert alone.ends_at == ends_at
    assert isinstance(walked(served_depth=holds + 1).ending, Complete)
