"""A simulated walk of sites that refuse: what it costs the part that is refused, and the others."""

from __future__ import annotations

import math

import pytest

from directory_crawler.core.pace.controller import Rates
from directory_crawler.core.pace.pacer import Attempts, Fate
from tests.core.pace.site import Limiter, Part, fixed_window, gaps, pacer, refusing, walk, window

REFUSER = "refuses"


def parts(n: int, each: int, **refuser: object) -> dict[str, Part]:
    """So many tolerant parts of equal size, and the one that refuses, begun first as the largest are."""
    made = {REFUSER: Part(**refuser)} if refuser else {}  # type: ignore[arg-type]
    return made | {f"part {number}": Part(each) for number in range(n)}


@pytest.mark.parametrize("tolerance", [1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0])
def test_a_limit_of_gaps_is_used_by_more_than_half(tolerance: float) -> None:
    """At least 0.55 of what the part tolerates is served, and at most 15 % of its requests are refused."""
    walked = [Part(round(300 * tolerance), gaps(tolerance)) for _ in range(4)]
    for seed, part in enumerate(walked):
        walk(pacer(), {REFUSER: part}, latency=0.03, seed=seed)

    assert sum(part.rate for part in walked) / len(walked) >= 0.55 * tolerance
    assert all(part.refused <= 0.15 * (part.refused + part.served) for part in walked)


@pytest.mark.parametrize("tolerance", [1.5, 2.0, 3.0, 4.0, 6.0, 8.0])
@pytest.mark.parametrize(
    ("limit", "least"),
    [(window, 0.8), (lambda t: window(t, counts_refused=True), 0.75), (fixed_window, 0.8)],
    ids=["sliding", "sliding, refusals count too", "of the clock"],
)
def test_a_window_of_ten_seconds_is_used_by_four_fifths(
    tolerance: float, limit: object, least: float
) -> None:
    """Whichever way its ten seconds are counted."""
    part = Part(round(600 * tolerance), limit(tolerance))  # type: ignore[operator]
    walk(pacer(), {REFUSER: part}, latency=0.03)

    assert part.rate >= least * tolerance
    assert part.refused <= 0.15 * (part.refused + part.served)


@pytest.mark.parametrize(
    ("limiter", "least"),
    [(gaps(1.0), 0.55), (window(1.0), 0.8), (fixed_window(1.0), 0.8)],
    ids=["gaps", "sliding", "of the clock"],
)
def test_one_part_that_refuses_costs_the_others_nothing(limiter: Limiter, least: float) -> None:
    """Of 200 parts, the others lose under 3 % of their rate, and the walk ends within a tenth of their time.

    The one that refuses does not stand in line behind them for its turn under the ceiling.
    """
    alone = parts(199, 10)
    walk(pacer(), alone)
    theirs = max(part.ended for part in alone.values())
    together = parts(199, 10, pages=30, limiter=limiter)
    sent = walk(pacer(), together)
    others = max(part.ended for name, part in together.items() if name != REFUSER)

    assert others <= theirs / 0.97
    assert sent.ended <= 1.10 * theirs
    assert together[REFUSER].rate >= least * 1.0
    assert all(part.served == part.pages for part in together.values())


def test_a_tolerant_site_is_asked_at_the_ceiling() -> None:
    """30 a second: the mean within 2 % below it, and never more than 303 in ten seconds."""
    sent = walk(pacer(), parts(300, 20))

    assert 0.98 * 30 <= sent.mean(1.0, sent.ended - 5.0) <= 30.0 + 0.03
    assert sent.most_in(10.0) <= 303


def test_a_site_that_refuses_everywhere_is_asked_half_as_fast_and_then_more_again() -> None:
    """Once from each episode, and by a fifth after each quiet minute."""
    pace = pacer()
    down = (20.0, 20.4)
    walk(pace, parts(400, 40), until=25.0, site=lambda now: not down[0] <= now < down[1])
    assert pace.ceiling.rate == 15.0

    pace.ceiling.relax(81.0)
    assert pace.ceiling.rate == 18.0


def test_one_part_that_refuses_leaves_the_ceiling_alone() -> None:
    pace = pacer()
    walk(pace, parts(100, 20, pages=50, limiter=refusing), until=60.0)

    assert pace.ceiling.rate == 30.0
    assert pace.stopped is None


def test_a_part_that_is_never_served_is_given_up_while_the_others_go_on() -> None:
    """Its request is handed on as an error after eight refusals; nothing stops, nothing pauses."""
    pace = pacer()
    together = parts(100, 20, pages=50, limiter=refusing)
    sent = walk(pace, together)

    assert sent.fates[-1] is Fate.HAND_ON
    assert together[REFUSER].refused == 8
    assert all(part.served == part.pages for name, part in together.items() if name != REFUSER)


def test_a_site_that_refuses_for_good_pauses_the_run_and_then_stops_it() -> None:
    """No request is handed on: nothing shows that it is the page's fault."""
    pace = pacer(pause_s=60.0)
    sent = walk(pace, parts(100, 20), site=lambda now: now < 10.0)

    assert pace.stopped is not None
    assert "after a pause" in pace.stopped
    assert Fate.HAND_ON not in sent.fates
    assert max(after - before for before, after in zip(sent.at, sent.at[1:], strict=False)) >= 60.0


def test_a_site_that_is_down_for_half_a_minute_is_waited_for() -> None:
    """The run pauses, goes on, and loses nothing."""
    pace = pacer(pause_s=60.0)
    together = parts(50, 20)
    walk(pace, together, site=lambda now: not 5.0 <= now < 40.0)

    assert pace.stopped is None
    assert all(part.served == part.pages for part in together.values())


@pytest.mark.parametrize("wait_s", [7.0, 300.0])
def test_a_wait_is_kept_by_the_part_that_was_told_and_by_no_other(wait_s: float) -> None:
    """Nothing of it is sent before."""
    pace = pacer()
    served: list[float] = []

    def limiter(now: float) -> bool:
        served.append(now)
        return len(served) != 3

    together = parts(60, 20, pages=6, limiter=limiter, wait_s=wait_s)
    walk(pace, together)

    assert served[3] - served[2] >= wait_s
    assert together[REFUSER].served == 6
    assert max(part.ended for name, part in together.items() if name != REFUSER) < 60.0


def test_a_longer_wait_than_the_limit_parks_the_part() -> None:
    pace = pacer(longest_wait_s=600.0)
    sent = walk(pace, parts(60, 20, pages=6, limiter=refusing, wait_s=601.0))

    assert sent.fates == [Fate.PARK]


def test_a_wait_that_the_whole_site_asks_for_holds_everything() -> None:
    """And one that is longer than the limit stops the run, resumable, with the time in its reason."""
    pace = pacer()
    for name in ("a", "b", "c"):
        pace.slot(name, surface=False)
        pace.refuse(name, 1.0, 0.9, Attempts(name), 50.0)
    assert pace.ceiling.held_until == 51.0

    for name in ("a", "b", "c"):
        pace.refuse(name, 60.0, 59.0, Attempts(name), 3600.0)
    assert pace.stopped is not None
    assert "3600" in pace.stopped


def test_a_page_that_errs_among_others_that_are_served_cuts_the_pace_once() -> None:
    """A card that always answers 503 is no refusal of the cards, and is handed on at last."""
    pace = pacer()
    cards = pace.slot("cards", surface=True)
    broken, fates = Attempts("broken"), []
    for second in range(6):
        fates.append(pace.refuse("cards", second + 0.5, second + 0.4, broken))
        rate = cards.rate
        pace.good("cards", second + 0.9, second + 0.6)
        assert cards.rate > rate

    assert fates == [Fate.AGAIN] * 5 + [Fate.HAND_ON]
    assert cards.rate > 5.0


def test_the_last_page_of_a_run_is_not_waited_for_for_ever() -> None:
    """Where nobody else is left to be served, the last to be refused is an error after as many times."""
    pace = pacer()
    for name in ("cards", "slice 1"):
        pace.slot(name, surface=name == "cards")
    for second in range(10):
        pace.good("slice 1", second, second - 0.5)
    last = Attempts("last")
    fates = [pace.refuse("cards", 20.0 + second, 19.9 + second, last) for second in range(8)]

    assert fates == [Fate.AGAIN] * 7 + [Fate.HAND_ON]


def test_surfaces_have_their_own_tops() -> None:
    """The ceiling's where nothing else is said; a slice's never."""
    pace = pacer()
    pace.surface_tops["contacts"] = 6.0

    assert pace.slot("cards", surface=True).rates.top == 30.0
    assert pace.slot("contacts", surface=True).rates.top == 6.0
    assert pace.slot("slice 1", surface=False).rates.top == 12.0


def test_a_lifted_pace_is_none_until_the_site_refuses() -> None:
    """A site of one's own: the wire alone decides, and a part that refuses is paced as any other."""
    pace = pacer(math.inf, Rates(lifted=True))
    part = Part(200, gaps(2.0))
    sent = walk(pace, {"free": Part(1000), REFUSER: part}, latency=0.01)

    assert sent.mean(0.0, 5.0) > 80
    assert part.rate >= 0.55 * 2.0
    assert part.refused <= 0.15 * (part.refused + part.served)
