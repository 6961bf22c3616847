"""Windows in which nothing can lie say which bounds a board applies, and whether its totals follow what is asked."""

from __future__ import annotations

import random
from bisect import bisect_left

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.planning.emptiness import EmptyWindows
from directory_crawler.core.planning.windows import Window

DAY = 86_400
PRESENT = 1_780_000_000


def answered(
    stamps: list[int],
    ignored: set[str],
    *,
    total: int | None = None,
    page_size: int = 50,
    advertised: int = 0,
) -> EmptyWindows:
    """The two windows as a board with these stamps answers them, which does not apply the ``ignored`` bounds."""
    stamps = sorted(stamps)
    shown = min(page_size, len(stamps))
    empty = EmptyWindows.around(stamps[0] if stamps else PRESENT, PRESENT, shown, start="from", end="to")
    for bound, window in empty.windows.items():
        assert window.start is not None
        low = 0 if "from" in ignored else bisect_left(stamps, window.start)
        high = len(stamps) if "to" in ignored else bisect_left(stamps, window.end)
        found = max(high - low, 0)
        empty.feed(bound, min(found, page_size) or advertised, found if total is None else total)
    return empty


@given(
    oldest=st.integers(0, PRESENT),
    present=st.integers(PRESENT - 10**8, PRESENT + 10**8),
    zone_s=st.integers(-14 * 3600, 14 * 3600),
)
def test_nothing_that_a_board_has_lies_in_the_windows_whatever_zone_is_taken_for_another(
    oldest: int, present: int, zone_s: int
) -> None:
    """One lies after the present and one before the oldest, on whole days and after 1970."""
    future, past = EmptyWindows.around(oldest, present, 50, start="from", end="to").windows.values()

    assert future.start is not None
    assert future.start > present + zone_s
    assert past.start is not None
    assert past.start >= 0
    assert past.end <= max(oldest + zone_s, DAY)
    assert {edge % DAY for window in (future, past) for edge in (window.start or 0, window.end)} == {0}


@given(
    size=st.integers(1, 400),
    ignored=st.sets(st.sampled_from(["from", "to"])),
    total=st.sampled_from([None, 1, 500, 10**9]),
    seed=st.integers(0, 50),
)
def test_the_bounds_that_a_board_ignores_are_named_and_no_others(
    size: int, ignored: set[str], total: int | None, seed: int
) -> None:
    """Whatever it says of totals."""
    rng = random.Random(seed)
    stamps = [PRESENT - int(rng.triangular(0, 45 * DAY, 0)) - 1 for _ in range(size)]

    empty = answered(stamps, ignored, total=total)

    assert set(empty.ignored) == ignored
    told = empty.complaint()
    assert (told is None) == (not ignored)
    assert all(repr(bound) in (told or "") for bound in ignored)


@pytest.mark.parametrize("total", [1, 500, 10**9])
def test_a_total_of_what_is_empty_follows_nothing(total: int) -> None:
    """It is told even where one of the bounds is not applied; a total that follows is none."""
    stamps = [PRESENT - hour * 3600 for hour in range(1, 200)]

    assert answered(stamps, set(), total=total).stated == total
    assert answered(stamps, {"to"}, total=total).stated == total
    assert answered(stamps, set()).stated is None
    assert answered(stamps, {"from", "to"}, total=total).stated is None


@pytest.mark.parametrize("advertised", [1, 4, 20])
def test_advertised_records_are_no_sign_of_a_lost_bound(advertised: int) -> None:
    """Sites show a few with whatever is asked."""
    stamps = [PRESENT - hour * 3600 for hour in range(1, 200)]

    assert answered(stamps, set(), advertised=advertised).complaint() is None


def test_what_is_suggested_where_nothing_was_found_is_no_sign_of_a_lost_bound() -> None:
    """Such a page states a total of none."""
    empty = EmptyWindows.around(0, PRESENT, 50, start="from", end="to")
    for bound in empty.windows:
        empty.feed(bound, 50, 0)

    assert (empty.complaint(), empty.stated) == (None, None)


@pytest.mark.parametrize(("lines", "deaf"), [(0, False), (4, False), (5, True), (50, True)])
def test_a_moment_amid_the_time_tells_a_lost_bound_from_a_dropped_range(lines: int, deaf: bool) -> None:
    """A site may take a range in the future for a mistake; what it makes of an ordinary one decides."""
    empty = EmptyWindows.around(PRESENT - 40 * DAY, PRESENT, 50, start="from", end="to")
    empty.feed("from", 50, 412_000)
    empty.feed("to", 0, 0)
    empty.feed_moment(lines)

    assert (empty.complaint() is not None) == deaf


def test_one_empty_answer_with_a_total_of_zero_is_enough_to_believe_totals() -> None:
    """The other may be of a site that states the whole where it was asked for nonsense."""
    empty = EmptyWindows({"from": Window(10, 20), "to": Window(0, 5)}, 50)
    empty.feed("from", 0, 412_000)
    empty.feed("to", 0, 0)

    assert empty.stated is None
