"""A total that follows nothing is found out by page one of four rubrics; an honest site is cleared by one or two."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.planning.totals import ASKED, TotalsProbe

PAGE = 20
sizes = st.lists(st.integers(0, 500), min_size=ASKED, max_size=40)


def asked(probe: TotalsProbe, held: dict[str, int], totals: dict[str, int | None]) -> int:
    """How many rubrics were asked for."""
    number = 0
    while (rubric := probe.next) is not None:
        probe.feed(min(held[rubric], PAGE), totals[rubric])
        number += 1
    return number


@given(sizes, st.booleans(), st.sampled_from([None, 30, 1000]))
def test_totals_that_follow_are_never_doubted(counts: list[int], told: bool, cap: int | None) -> None:
    """With counts in the tree or without, and with totals that stop at a cap."""
    held = {f"r{n}": count for n, count in enumerate(counts)}
    probe = TotalsProbe({rubric: n if told else None for rubric, n in held.items()})

    number = asked(probe, held, {rubric: n if cap is None else min(n, cap) for rubric, n in held.items()})

    assert probe.fixed is None
    assert number <= ASKED
    if told and cap is None and len(set(counts)) > 1 and all(counts):
        assert number == 1


@given(sizes, st.booleans(), st.sampled_from([501, 5_000, 10**9]))
def test_a_total_that_follows_nothing_is_found_out(counts: list[int], told: bool, total: int) -> None:
    """Where some of the rubrics asked for show less than a page; else nobody can tell, and it is believed."""
    held = {f"r{n}": count for n, count in enumerate(counts)}
    probe = TotalsProbe({rubric: n if told else None for rubric, n in held.items()})
    shown = []
    while (rubric := probe.next) is not None:
        shown.append(min(held[rubric], PAGE))
        probe.feed(shown[-1], total)

    tells = sum(lines < max(shown) for lines in shown) >= 2
    assert probe.fixed == (total if tells else None)


@pytest.mark.parametrize("rubrics", range(ASKED))
def test_of_a_few_rubrics_nothing_is_asked(rubrics: int) -> None:
    assert TotalsProbe({f"r{n}": None for n in range(rubrics)}).next is None


def test_a_site_without_totals_is_asked_once() -> None:
    held = {f"r{n}": 7 for n in range(9)}
    assert asked(TotalsProbe(dict.fromkeys(held)), held, dict.fromkeys(held)) == 1


def test_the_page_length_for_a_total_is_none_of_whatever_is_asked() -> None:
    """Each list states as many records as its page shows: other totals, of another fault."""
    held = {"a": 500, "b": 400, "c": 300, "d": 200, "e": 3}
    probe = TotalsProbe(dict.fromkeys(held))
    asked(probe, held, {rubric: min(n, PAGE) for rubric, n in held.items()})
    assert probe.fixed is None


def test_a_tree_that_promises_the_same_everywhere_clears_nobody() -> None:
    held = {"a": 3, "b": 4, "c": 30, "d": 200}
    probe = TotalsProbe(dict.fromkeys(held, 5000))
    assert asked(probe, held, dict.fromkeys(held, 5000)) == ASKED
    assert probe.fixed == 5000
