"""A card's life is the table of the specification, row by row, whatever comes before."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.lifecycle.cards import CardState, Change, Evidence, Verdict, judge_card

states = st.builds(CardState, is_open=st.booleans(), misses=st.integers(0, 3), unlisted=st.booleans())
verdicts = st.sampled_from(["gone", "closed", "live", "unknown", None])
evidence = st.builds(Evidence, sighted=st.booleans(), covered=st.booleans(), verdict=verdicts)
OPEN, MISSED, CLOSED = CardState(), CardState(misses=1), CardState(is_open=False, misses=2)

TABLE: list[tuple[CardState, bool, bool, Verdict | None, Change | None, CardState]] = [
    # before, sighted, covered, verdict -> change, after
    (OPEN, True, True, "gone", "closed", CardState(is_open=False)),
    (OPEN, True, True, "closed", "closed", CardState(is_open=False)),
    (OPEN, False, False, "gone", "closed", CardState(is_open=False)),
    (OPEN, False, False, "closed", "closed", CardState(is_open=False)),
    (CLOSED, False, True, "gone", None, CLOSED),
    (CLOSED, True, True, "closed", None, CLOSED),
    (OPEN, True, False, None, None, OPEN),
    (MISSED, True, True, None, None, OPEN),
    (MISSED, True, True, "unknown", None, OPEN),
    (CardState(unlisted=True), True, True, "live", None, OPEN),
    (CLOSED, True, True, "live", "reopened", OPEN),
    (CLOSED, True, True, None, None, CardState(is_open=False)),
    (CLOSED, True, True, "unknown", None, CardState(is_open=False)),
    (CLOSED, False, True, "live", None, CLOSED),
    (MISSED, False, False, "unknown", None, MISSED),
    (MISSED, False, False, "live", None, MISSED),
    (MISSED, False, False, None, None, MISSED),
    (MISSED, False, True, "live", None, CardState(misses=1, unlisted=True)),
    (OPEN, False, True, "unknown", None, MISSED),
    (MISSED, False, True, "unknown", "closed by absence", CardState(is_open=False, misses=2)),
    (MISSED, False, True, None, None, MISSED),
]


@pytest.mark.parametrize(("before", "sighted", "covered", "verdict", "change", "after"), TABLE)
def test_each_row_of_the_table(
    before: CardState,
    sighted: bool,
    covered: bool,
    verdict: Verdict | None,
    change: Change | None,
    after: CardState,
) -> None:
    outcome = judge_card(before, Evidence(sighted, covered, verdict))

    assert (outcome.change, outcome.state) == (change, after)


@given(history=st.lists(evidence, max_size=8))
def test_a_card_closes_only_on_its_own_word_or_on_two_covered_misses_without_a_sighting_between(
    history: list[Evidence],
) -> None:
    state, misses = CardState(), 0
    for seen in history:
        before, outcome = state, judge_card(state, seen)
        state = outcome.state
        missed = not seen.sighted and seen.covered and seen.verdict == "unknown"
        misses = 0 if seen.sighted else misses + missed
        if before.is_open and not state.is_open:
            assert seen.verdict in ("gone", "closed") or (missed and misses >= 2)


@given(state=states, verdict=verdicts)
def test_absence_from_what_is_not_proven_complete_changes_nothing_unless_the_card_says_so_itself(
    state: CardState, verdict: Verdict | None
) -> None:
    outcome = judge_card(state, Evidence(sighted=False, covered=False, verdict=verdict))

    if verdict not in ("gone", "closed"):
        assert outcome.change is None
        assert outcome.state == state


@given(state=states, sighted=st.booleans(), covered=st.booleans())
def test_a_page_that_was_not_had_closes_and_reopens_nothing(
    state: CardState, sighted: bool, covered: bool
) -> None:
    outcome = judge_card(state, Evidence(sighted, covered, None))

    assert outcome.change is None
    assert outcome.state.is_open == state.is_open


@given(state=states, seen=evidence)
def test_the_change_named_is_the_change_made(state: CardState, seen: Evidence) -> None:
    outcome = judge_card(state, seen)

    assert (outcome.change is None) == (state.is_open == outcome.state.is_open)
    assert (outcome.change == "reopened") == (outcome.state.is_open and not state.is_open)
    assert not (outcome.state.unlisted and not outcome.state.is_open and not state.unlisted)


@given(sighted=st.booleans(), covered=st.booleans())
def test_a_removed_page_closes_a_card_at_once_whatever_the_listings_show(
    sighted: bool, covered: bool
) -> None:
    assert judge_card(OPEN, Evidence(sighted, covered, "gone")).change == "closed"
