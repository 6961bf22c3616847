"""One ceiling over everything: how many are sent, in any ten seconds and on average."""

from __future__ import annotations

import heapq
import itertools
import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from directory_crawler.core.pace.ceiling import Ceiling, Ticket


def drive(
    ceiling: Ceiling, slots: int, seconds: float, *, late: float = 0.0, seed: int = 0, began: float = 0.0
) -> list[float]:
    """Let slots that always want to send do so, with timers up to ``late`` seconds late; return when they sent."""
    rng = random.Random(seed)
    sent = []
    queue: list[tuple[float, int, Ticket | None]] = [(began, number, None) for number in range(slots)]
    while queue[0][0] < began + seconds:
        now, number, ticket = heapq.heappop(queue)
        drawn = ceiling.ask(now, ticket)
        if drawn is None:
            sent.append(now)
            heapq.heappush(queue, (now, number, None))
        else:
            heapq.heappush(queue, (max(drawn.at, now) + rng.uniform(0, late), number, drawn))
    return sent


def most_in(sent: list[float], seconds: float) -> int:
    return max(sum(at <= other < at + seconds for other in sent) for at in sent)


@settings(max_examples=30, deadline=None)
@given(
    top=st.sampled_from([1.0, 3.0, 7.5, 30.0]),
    slots=st.integers(1, 40),
    late=st.sampled_from([0.0, 0.001, 0.02, 0.3]),
    seed=st.integers(0, 99),
)
def test_no_ten_seconds_hold_more_than_the_ceiling_and_three(
    top: float, slots: int, late: float, seed: int
) -> None:
    """However late the timers are."""
    sent = drive(Ceiling(top), slots, 40, late=late, seed=seed)

    assert most_in(sent, 10) <= 10 * top + 3


@pytest.mark.parametrize("slots", [1, 3, 200])
def test_the_mean_is_within_two_per_cent_of_the_ceiling(slots: int) -> None:
    """With timers that are two milliseconds late, as they are."""
    sent = drive(Ceiling(30.0), slots, 100, late=0.002)

    assert 0.98 * 30 <= len(sent) / 100 <= 30 + 0.03


def test_everybody_gets_a_turn() -> None:
    """Forty slots under a ceiling of ten are served in the order of asking."""
    ceiling = Ceiling(10.0)
    tickets = [ceiling.ask(0.0) for _ in range(40)]
    moments = [0.0 if ticket is None else ticket.at for ticket in tickets]

    assert moments == sorted(moments)
    assert moments[-1] == pytest.approx(3.7, abs=0.3)


def test_it_halves_and_recovers_by_a_fifth_after_each_quiet_minute() -> None:
    """Never below one, never above the top."""
    ceiling = Ceiling(30.0)
    ceiling.halve(0.0)
    assert ceiling.rate == 15.0
    for now, rate in ((59.9, 15.0), (60.0, 18.0), (60.1, 18.0), (120.0, 21.6), (180.0, 25.92), (240.0, 30.0)):
        ceiling.relax(now)
        assert ceiling.rate == pytest.approx(rate)
    ceiling.relax(10_000.0)
    assert ceiling.rate == 30.0
    for second in range(20):
        ceiling.halve(second)
    assert ceiling.rate == 1.0


def test_a_halving_holds_at_once_also_for_those_who_wait() -> None:
    """Tickets drawn before it are void."""
    ceiling = Ceiling(30.0)
    drive(ceiling, 50, 10.0)
    ceiling.halve(10.0)
    sent = drive(ceiling, 50, 10.0, began=10.0)

    assert len(sent) <= 151
    assert min(after - before for before, after in itertools.pairwise(sent)) == pytest.approx(
        1 / 15, rel=0.01
    )


def test_a_hold_stops_everything_until_it_is_over() -> None:
    """And what follows is no burst."""
    ceiling = Ceiling(30.0)
    drive(ceiling, 5, 1.0)
    ceiling.hold(1.0, 8.0)
    sent = drive(ceiling, 5, 8.0, began=1.0)

    assert sent[0] >= 8.0
    assert most_in(sent, 0.5) <= 16


def test_a_delay_of_robots_txt_is_a_floor_of_the_gap() -> None:
    """Not a mean: no two requests are closer, whatever timers do, also below one request a second."""
    ceiling = Ceiling(30.0)
    ceiling.limit(0.0, 0.5, even=True)
    sent = drive(ceiling, 4, 60.0, late=0.5)

    assert len(sent) > 20
    assert min(after - before for before, after in itertools.pairwise(sent)) >= 2.0 - 1e-9


def test_no_ceiling_grants_everything_until_the_whole_site_refuses() -> None:
    """Then it is the ordinary one, halved."""
    ceiling = Ceiling(math.inf)
    assert all(ceiling.ask(0.0) is None for _ in range(1000))
    ceiling.halve(1.0)

    assert ceiling.rate == 15.0
    assert ceiling.top == 30.0


def test_a_share_of_nothing_sends_nothing() -> None:
    """A worker that joins waits until the others have let go."""
    ceiling = Ceiling(30.0)
    ceiling.adopt(0.0, 30.0, 0.0)
    ticket = ceiling.ask(0.0)
    assert ticket is not None
    ceiling.adopt(0.5, 30.0, 0.5)

    assert ceiling.granted == 15.0
    assert ceiling.ask(0.5) is None
