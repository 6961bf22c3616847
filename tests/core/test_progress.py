"""How far a run is: nothing is promised that is not known, and nothing left is forgotten."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.planning.progress import (
    KNOWN_AFTER_S,
    Rate,
    Snapshot,
    Stage,
    in_a_line,
    in_words,
    requests_left,
    seconds_left,
)

counts = st.integers(0, 500_000)
snapshots = st.builds(
    Snapshot,
    walk=st.builds(Stage, st.just("slices"), counts, counts),
    fetches=st.lists(st.builds(Stage, st.just("cards"), counts, counts), max_size=4).map(tuple),
    found=counts,
    promised=counts,
    pages_left=counts,
    records_left=counts,
    served=counts,
    planned=st.none() | counts,
)


@given(snapshots, st.floats(1, 3))
def test_every_open_unit_takes_a_request(run: Snapshot, per_fetch: float) -> None:
    """At least; and while slices are open, no less than a plan has left."""
    left = requests_left(run, per_fetch)
    if left is None:
        assert run.walk.left
        assert not run.walk.done
        return
    assert left >= run.pages_left
    if run.walk.done or not run.walk.left:
        assert left >= run.pages_left + sum(stage.left for stage in run.fetches)
    if run.walk.left and run.planned is not None:
        assert left >= run.planned - run.served


def test_a_run_whose_units_have_ended_has_nothing_left() -> None:
    """Whatever was planned."""
    assert requests_left(Snapshot(Stage("slices", 5, 0), served=10, planned=900), 1.5) == 0


def test_cards_that_nobody_has_seen_yet_are_reckoned_with() -> None:
    """Half of the records walked, each gave a card with its contacts: the other half will."""
    run = Snapshot(
        Stage("slices", 10, 10), (Stage("cards", 60, 40),), found=100, pages_left=10, records_left=100
    )

    assert requests_left(run, 2.0) == 10 + 2 * (40 + 100)


@given(st.lists(st.tuples(st.floats(0.5, 90), st.integers(0, 900)), min_size=1, max_size=40))
def test_the_rate_is_that_of_the_last_minutes(steps: list[tuple[float, int]]) -> None:
    """Never more than was ever served in a step, never less, and nothing at first."""
    rate, at, served = Rate(), 0.0, 0
    rate.add(at, served)
    assert rate.per_second is None
    for seconds, more in steps:
        at, served = at + seconds, served + more
        rate.add(at, served)
        if at < KNOWN_AFTER_S:
            assert rate.per_second is None
    if rate.per_second is not None:
        paces = [more / seconds for seconds, more in steps]
        assert min(paces) - 1e-9 <= rate.per_second <= max(paces) + 1e-9


def test_a_pause_is_forgotten_after_some_minutes() -> None:
    """Two hours of rest do not make the rest of the run take for ever."""
    rate = Rate()
    for at in range(0, 7200, 3):
        rate.add(at, 0)
    for at in range(7200, 7500, 3):
        rate.add(at, (at - 7200) * 30)

    assert rate.per_second is not None
    assert abs(rate.per_second - 30) < 1


def test_a_count_that_falls_begins_anew() -> None:
    """No rate below zero."""
    rate = Rate()
    rate.add(0, 1000)
    rate.add(60, 10)
    assert rate.per_second is None
    rate.add(120, 610)
    assert rate.per_second == 10


def test_no_time_is_told_that_nobody_knows() -> None:
    """Without a rate, without a plan, or while nothing moves."""
    assert seconds_left(10, None) is None
    assert seconds_left(None, 5.0) is None
    assert seconds_left(10, 0.0) is None
    assert seconds_left(0, 0.0) == 0
    assert seconds_left(0, None) == 0
    assert in_words(seconds_left(10, None)) == "unknown yet"


def test_spans_are_told_as_people_say_them() -> None:
    """Coarser as they are longer."""
    spans = {
        20: "under a minute",
        200: "3 min",
        7100: "118 min",
        7300: "2 h 2 min",
        3 * 86_400 + 7200: "3 days 2 h",
    }

    assert {seconds: in_words(seconds) for seconds in spans} == spans


def test_the_line_tells_what_there_is() -> None:
    """Several workers are named, and refusals; a coverage only where something was promised."""
    run = Snapshot(
        Stage("slices", 3, 1), (Stage("cards", 5, 5),), found=9, promised=10, served=40, refused=2, workers=3
    )

    assert in_a_line(run, 2.0, 90.0) == (
        "slices 3 of 4; cards 5 of 10; found 9 of 10 promised (90.0 %); 40 requests, 2.0 a second, 2 refused;"
        " 3 workers; time left: 2 min"
    )
    assert "promised" not in in_a_line(Snapshot(Stage("slices", 0, 1)), None, None)
