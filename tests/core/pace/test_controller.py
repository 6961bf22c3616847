"""The pace of one slot, whatever answers come."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.pace.controller import Controller, Rates

ANSWERS = st.lists(st.booleans(), max_size=200)
RATES = st.builds(
    lambda floor, start, top, step, lifted: Rates(
        *sorted((start, top))[:2], floor=floor, step=step, lifted=lifted
    ),
    floor=st.floats(0.01, 0.5),
    start=st.floats(0.5, 20),
    top=st.floats(0.5, 100),
    step=st.floats(0.01, 1),
    lifted=st.booleans(),
)


def play(controller: Controller, answers: list[bool]) -> list[float]:
    """Give answers to requests sent one after the other, and return the rates between them."""
    rates = [controller.rate]
    for second, good in enumerate(answers):
        if good:
            controller.good(second)
        else:
            controller.refuse(second + 0.5, second)
        rates.append(controller.rate)
    return rates


@given(RATES, ANSWERS)
def test_it_never_leaves_floor_and_top(rates: Rates, answers: list[bool]) -> None:
    """Except that a lifted pace has no top until the first refusal."""
    controller = Controller(rates)
    seen = play(controller, answers)

    refused = [False, *answers].index(False, 1) if False in answers else len(seen)
    for number, rate in enumerate(seen):
        assert rate >= rates.floor
        assert rate <= rates.top or (rates.lifted and number < refused)


@given(RATES, ANSWERS)
def test_it_is_never_faster_after_a_refusal_than_before(rates: Rates, answers: list[bool]) -> None:
    """Nor slower after a good answer."""
    seen = play(Controller(rates), answers)

    for before, after, good in zip(seen, seen[1:], answers, strict=False):
        assert after >= before if good else after <= before


@given(RATES, st.lists(st.booleans(), min_size=1, max_size=50))
def test_after_a_row_of_refusals_it_is_slower_than_before_the_row(rates: Rates, answers: list[bool]) -> None:
    """Also once the first good answer has ended the row: at most half as fast and one step."""
    controller = Controller(rates)
    play(controller, answers)
    before = min(controller.rate, max(rates.start, controller.rate if math.isfinite(controller.rate) else 0))
    if controller.row:
        return
    for second in range(100, 105):
        controller.refuse(second + 0.5, second)
    controller.good(200)

    assert controller.rate <= max(before / 2, rates.floor) + 2 * rates.step + 1e-9


def test_the_default_course_is_the_documented_one() -> None:
    """It starts at 4, rises by 0.05 to 12, and is halved down to 0.5."""
    controller = Controller(Rates())
    assert play(controller, [True]) == [4.0, pytest.approx(4.05)]
    assert play(controller, [True] * 500)[-1] == 12.0
    assert play(controller, [False])[-1] == 6.0
    assert play(controller, [False] * 10)[-1] == 0.5
    assert controller.is_at_floor


def test_what_was_under_way_at_the_cut_neither_cuts_again_nor_speeds_up() -> None:
    """Sixty requests in flight are refused together: one cut."""
    controller = Controller(Rates())
    for _ in range(60):
        controller.refuse(now=10.0, sent_at=9.0)
    controller.good(sent_at=9.5)

    assert controller.rate == 2.0
    assert (controller.refused, controller.served) == (60, 1)


def test_a_scaled_course_takes_as_many_answers_to_its_top() -> None:
    """A surface of 30 a second starts at a third of it, as a slice does."""
    plain, scaled = Controller(Rates()), Controller(Rates().scaled(30.0))
    assert scaled.rate == 10.0
    play(plain, [True] * 159)
    play(scaled, [True] * 159)
    assert plain.rate < 12.0
    assert scaled.rate < 30.0
    play(plain, [True] * 2)
    play(scaled, [True] * 2)
    assert (plain.rate, scaled.rate) == (12.0, 30.0)


def test_a_lifted_pace_becomes_an_ordinary_one_at_the_first_refusal() -> None:
    """No delay before, half the start after."""
    controller = Controller(Rates(lifted=True))
    assert controller.gap == 0.0
    controller.refuse(1.0, 0.5)

    assert controller.rate == 2.0
    assert play(controller, [True] * 1000)[-1] == 12.0
