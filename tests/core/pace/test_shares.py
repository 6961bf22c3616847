"""Workers of one run divide its ceiling."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.pace.shares import fair_shares, grant

NEEDS = st.dictionaries(st.text(min_size=1, max_size=3), st.floats(0, 1000), min_size=1, max_size=12)


@given(NEEDS, st.floats(0.1, 500))
def test_shares_add_up_to_the_whole_and_nobody_is_left_out(needs: dict[str, float], ceiling: float) -> None:
    shares = fair_shares(needs, ceiling)

    assert sum(shares.values()) == pytest.approx(1.0)
    assert all(share > 0 for share in shares.values())


@given(NEEDS, st.floats(0.1, 500))
def test_who_needs_less_gets_no_more_than_who_needs_more(needs: dict[str, float], ceiling: float) -> None:
    shares = fair_shares(needs, ceiling)
    ordered = sorted(needs, key=needs.__getitem__)

    for less, more in itertools.pairwise(ordered):
        assert shares[less] <= shares[more] + 1e-9


def test_what_one_does_not_need_the_others_have() -> None:
    """Three idle workers leave the fourth nearly everything."""
    shares = fair_shares({"a": 0.0, "b": 0.0, "c": 0.5, "d": 100.0}, 30.0)

    assert shares["d"] > 0.9


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.floats(0, 60)), max_size=80))
def test_what_is_granted_never_exceeds_the_whole(looks: list[tuple[str, float]]) -> None:
    """Whoever looks when, with whatever need: a rise waits until the others have let go."""
    held: dict[str, float] = {}
    needs: dict[str, float] = {}
    for worker, need in looks:
        needs[worker] = need
        held[worker] = grant(worker, held, fair_shares(needs, 30.0))
        assert sum(held.values()) <= 1.0 + 1e-9


def test_a_newcomer_has_its_part_after_the_others_have_looked_once() -> None:
    held = {"a": 1.0}
    needs = {"a": 50.0, "b": 50.0}
    fair = fair_shares(needs, 30.0)
    held["b"] = grant("b", held, fair)
    assert held["b"] == 0.0
    held["a"] = grant("a", held, fair)
    held["b"] = grant("b", held, fair)

    assert held == {"a": 0.5, "b": 0.5}
