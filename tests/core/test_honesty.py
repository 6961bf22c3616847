"""What totals are worth: no honest site is convicted, no clamp is believed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.planning.honesty import Stated, Walked, judge

SIZE = 20
held = st.lists(st.integers(0, 5_000), min_size=2, max_size=8, unique=True)


def stated(holdings: list[int], say: dict[int, int] | None = None) -> list[Stated]:
    return [
        Stated(f"q{n}", (say or {}).get(holds, holds), min(holds, SIZE), holds)
        for n, holds in enumerate(holdings)
    ]


@given(held, st.booleans())
def test_true_totals_are_honest(holdings: list[int], told: bool) -> None:
    """Whatever queries hold, when one was paged to its end."""
    queries = stated(holdings)
    if not told:
        queries = [Stated(query.query, query.total, query.shown) for query in queries]
    small = min(holdings)

    assert judge(queries, Walked("small", small, small, whole=True), 0.02).kind == "honest"
    assert judge(queries, None, 0.02).kind == "untested"


@given(held, st.integers(SIZE + 1, 4_000))
def test_a_clamp_over_two_queries_is_the_cap(holdings: list[int], cap: int) -> None:
    """Where something holds less, so that it cannot be the total of whatever is asked."""
    over, under = [n for n in holdings if n > cap], [n for n in holdings if n < cap]
    if len(over) < 2 or not under:
        return
    totals = judge(stated(holdings, {n: min(n, cap) for n in holdings}), None, 0.02)

    assert (totals.kind, totals.cap) == ("capped", cap)
    assert not totals.can_be_used


@given(held, st.integers(5_001, 10_000))
def test_one_total_for_everything_is_no_cap(holdings: list[int], total: int) -> None:
    """A page that is short of it shows that it counts nothing; where all are full, nobody can tell."""
    totals = judge(stated(holdings, dict.fromkeys(holdings, total)), None, 0.02)

    assert totals.kind == ("fixed" if min(holdings) < SIZE <= max(holdings) else totals.kind)
    assert totals.kind in ("fixed", "alike")
    assert totals.cap is None


@given(st.integers(0, 500), st.integers(0, 500), st.floats(0, 0.5))
def test_a_total_is_held_against_what_its_pages_gave(total: int, found: int, tolerance: float) -> None:
    """Within the tolerance, in either direction; a walk that was cut short says nothing."""
    queries = [Stated("a", total, min(total, SIZE)), Stated("b", total + 1, min(total + 1, SIZE))]
    kind = judge(queries, Walked("a", total, found, whole=True), tolerance).kind

    assert kind == ("off" if abs(total - found) > tolerance * max(total, 1) else "honest")
    assert judge(queries, Walked("a", total, found, whole=False), tolerance).kind == "untested"


def test_a_total_below_what_the_tree_tells_is_a_cap() -> None:
    """One query is enough, where another page counts it too."""
    assert judge([Stated("a", 1000, SIZE, 4000), Stated("b", 30, SIZE, 30)], None, 0.02).cap == 1000


def test_rubrics_that_hold_as_many_are_no_cap() -> None:
    """When the tree says the same of both."""
    queries = [Stated("a", 153, SIZE, 153), Stated("b", 153, SIZE, 153), Stated("c", 40, SIZE, 40)]

    assert judge(queries, None, 0.02).kind == "untested"


def test_no_totals_are_none() -> None:
    """Then there is nothing to judge."""
    assert judge([Stated("a", None, SIZE)], None, 0.02).kind == "none"
