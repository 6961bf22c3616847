"""What totals are worth: no honest site is convicted, no clamp is believed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.planning.honesty import Stated, Walked, judge

SIZE = 20
held = st.lists(st.integers(0, 5_000), min_size=2, max_size=8, unique=True)


def stated(holdings: list[int], say: dict[int, int] | None = None) -> list[Stated]:
    """The whole site, and the parts that it is made of."""
    queries = [("all", sum(holdings), frozenset()), *((f"q{n}", n, {("q", str(n))}) for n in holdings)]
    return [
        Stated(name, (say or {}).get(holds, holds), min(holds, SIZE), None, frozenset(filters))
        for name, holds, filters in queries
        if name == "all" or holds < sum(holdings)  # a part that holds everything shows the page of the whole
    ]


@given(held)
def test_true_totals_are_honest(holdings: list[int]) -> None:
    """Whatever queries hold, when one was paged to its end."""
    queries, small = stated(holdings), min(holdings)

    assert judge(queries, Walked("small", small, small, whole=True), 0.02).kind == "honest"
    assert judge(queries, None, 0.02).kind == "untested"


@given(held, st.integers(SIZE + 1, 4_000))
def test_a_clamp_over_a_list_and_a_part_of_it_is_the_cap(holdings: list[int], cap: int) -> None:
    """Where something holds less, so that it cannot be the total of whatever is asked."""
    over, under = [n for n in holdings if cap < n < sum(holdings)], [n for n in holdings if n < cap]
    if not over or not under:
        return
    totals = judge(stated(holdings, {n: min(n, cap) for n in [*holdings, sum(holdings)]}), None, 0.02)

    assert (totals.kind, totals.cap) == ("capped", cap)
    assert not totals.can_be_used


@given(held, st.integers(50_001, 90_000))
def test_one_total_for_everything_is_no_cap(holdings: list[int], total: int) -> None:
    """A page that is short of it shows that it counts nothing; where all are full, nobody can tell."""
    queries = stated(holdings, dict.fromkeys([*holdings, sum(holdings)], total))
    if len(queries) < 2:
        return
    shown = [query.shown for query in queries]
    totals = judge(queries, None, 0.02)

    assert totals.kind == ("fixed" if min(shown) < max(shown) else "alike")
    assert totals.cap is None


@given(st.integers(0, 500), st.integers(0, 500), st.floats(0, 0.5))
def test_a_total_is_held_against_what_its_pages_gave(total: int, found: int, tolerance: float) -> None:
    """Within the tolerance, in either direction; a walk that was cut short says nothing."""
    queries = [Stated("a", total, min(total, SIZE)), Stated("b", total + 1, min(total + 1, SIZE))]
    kind = judge(queries, Walked("a", total, found, whole=True), tolerance).kind

    assert kind == ("off" if abs(total - found) > tolerance * max(total, 1) else "honest")
    assert judge(queries, Walked("a", total, found, whole=False), tolerance).kind == "untested"


def test_a_tree_that_counts_otherwise_is_no_cap() -> None:
    """Trees are counted at other times than lists."""
    queries = [Stated("a", 1000, SIZE, 1004), Stated("b", 30, SIZE, 30)]

    assert judge(queries, None, 0.02).kind == "untested"


def test_lists_of_one_length_are_no_cap_unless_there_are_three() -> None:
    """Two rubrics may hold as many, more so where the tree says it of both."""
    two = [Stated("a", 153, SIZE, None, frozenset("a")), Stated("b", 153, SIZE, None, frozenset("b"))]
    small, third = Stated("c", 40, SIZE), Stated("d", 153, SIZE, None, frozenset("d"))

    assert judge([*two, small], None, 0.02).kind == "untested"
    assert judge([*two, small, third], None, 0.02).cap == 153


def test_no_totals_are_none() -> None:
    """Then there is nothing to judge."""
    assert judge([Stated("a", None, SIZE)], None, 0.02).kind == "none"
