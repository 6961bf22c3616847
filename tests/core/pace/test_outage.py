"""An outage is a row of failed connections with no answer in between; its pauses grow, and any answer ends it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.pace.outage import LONGEST_PAUSE_S, ROW, Outage

PATIENCE_S = 300.0


def test_a_few_failures_among_answers_are_no_outage() -> None:
    outage = Outage(PATIENCE_S)
    for now in range(100):
        if now % ROW == 0:
            outage.answered()
        else:
            assert outage.failed(float(now)) is None


def test_a_row_of_failures_pauses_and_what_was_in_flight_lengthens_nothing() -> None:
    outage = Outage(PATIENCE_S)
    untils = [outage.failed(10.0) for _ in range(ROW + 50)]

    assert untils[: ROW - 1] == [None] * (ROW - 1)
    assert set(untils[ROW - 1 :]) == {11.0}
    assert outage.failed(11.0) == 13.0
    assert outage.lasts(13.0) == 3.0


@given(st.lists(st.one_of(st.none(), st.floats(0, 40)), max_size=60))
def test_pauses_are_bounded_and_an_answer_ends_it(steps: list[float | None]) -> None:
    outage, now = Outage(PATIENCE_S), 0.0
    for step in steps:
        if step is None:
            outage.answered()
            assert outage.lasts(now) == 0.0
            continue
        now += step
        until = outage.failed(now)
        assert until is None or now <= until <= now + LONGEST_PAUSE_S


@given(st.integers(1, ROW), st.floats(0.1, 100), st.floats(0, 1000))
def test_the_site_is_asked_once_more_when_the_patience_ends(
    least: int, patience_s: float, began: float
) -> None:
    """Neither is the last pause cut off without a question, nor is any question asked after the end."""
    outage, now, asked = Outage(patience_s, least), began, [began]
    while now < outage.deadline or outage.row == 0:
        now = outage.failed(now) or now
        asked.append(now)

    assert outage.since == began
    assert asked[-1] == outage.deadline
    assert asked == sorted(asked)
