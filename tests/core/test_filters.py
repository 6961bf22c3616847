"""A site that ignores a filter is told by the pages that it shows for values which exclude each other."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from directory_crawler.core.planning.intervals import IntervalAxis
from directory_crawler.core.planning.slices import Axis, Partition, Slice
from directory_crawler.core.planning.windows import TimeAxis, Window
from directory_crawler.core.walking.filters import FilterWatch

PAGE = 20
HOUR = 3600
TIME = TimeAxis("time", partition="exact")
NUMBERS = IntervalAxis("employees", partition="rest")


def of(partition: Partition) -> Axis:
    return Axis("district", partition=partition)


def asked(value: str, axis: str = "district", root: str = "r1") -> Slice:
    return Slice((("rubric", root), (axis, value)))


def page(name: str, size: int = PAGE) -> list[str]:
    return [f"{name}-{number}" for number in range(size)]


def fed(
    watch: FilterWatch, along: Axis, answers: list[tuple[str, list[str], int | None]], axis: str = "district"
) -> int | None:
    """How many answers it took to find out that an axis is ignored."""
    for number, (value, ids, count) in enumerate(answers, 1):
        if watch.feed(asked(value, axis), along, ids, count) is not None:
            return number
    return None


def a_window(number: int) -> str:
    return str(Window(number * HOUR, (number + 1) * HOUR))


@pytest.mark.parametrize(
    ("along", "written", "within"),
    [
        (of("exact"), "d{}".format, 3),
        (of("rest"), "d{}".format, 3),
        (of("overlap"), "d{}".format, 5),
        (of("unknown"), "d{}".format, 5),
        (TIME, a_window, 3),
        (NUMBERS, "{0}..{0}".format, 3),
    ],
)
@pytest.mark.parametrize("count", [500, 10**9])
def test_an_ignored_axis_is_found_out_by_a_handful_of_answers(
    along: Axis, written: Callable[[int], str], within: int, count: int
) -> None:
    """However many values it has; the reason names two of them and what they shared."""
    watch = FilterWatch()
    values = [written(number) for number in range(50_000)]

    assert fed(watch, along, [(value, page("all"), count) for value in values]) == within
    reason = watch.ignored(asked("anything"))
    assert reason is not None
    assert values[0] in reason
    assert "the same page of 20 records" in reason
    assert watch.ignored(asked("a", axis="letter")) is None


@given(
    partition=st.sampled_from(["exact", "rest", "overlap", "unknown"]),
    values=st.integers(2, 40),
    per_value=st.integers(0, 60),
    advertised=st.integers(0, 4),
    cap=st.sampled_from([None, 30, 1000]),
    seed=st.integers(0, 99),
)
def test_filters_that_are_applied_are_never_doubted(
    partition: Partition, values: int, per_value: int, advertised: int, cap: int | None, seed: int
) -> None:
    """Whatever totals are capped at, and with a few records that are shown with every answer."""
    rng = random.Random(seed)
    watch = FilterWatch()
    for value in range(values):
        size = rng.randint(0, per_value)
        count = size if cap is None else min(size, cap)
        ids = (page("ad", advertised) + page(f"d{value}", size))[:PAGE]
        assert watch.feed(asked(f"d{value}"), of(partition), ids, count) is None
    assert watch.ignored(asked("d0")) is None


@given(st.permutations([1, 3, 7, 14, 30, 60]), st.sampled_from([None, 90]))
def test_values_that_contain_each_other_may_show_the_same_first_page(
    days: list[int], cap: int | None
) -> None:
    """ "Since 1, 3, 7 days", newest first; even where the totals of the larger ones stand at one cap."""
    watch = FilterWatch()
    answers = [(f"{n}d", page("newest"), 25 * n if cap is None else min(25 * n, cap)) for n in days]

    assert fed(watch, of("overlap"), answers, axis="since") is None


@settings(max_examples=50)
@given(st.lists(st.integers(0, 400), min_size=2, max_size=60, unique=True), st.booleans())
def test_windows_in_one_another_may_show_the_same_first_page(edges: list[int], oldest_first: bool) -> None:
    """A board with a posting an hour: what a window shows follows from its ends alone."""
    watch = FilterWatch()
    rng = random.Random(len(edges))
    for _ in range(60):
        start, end = sorted(rng.sample(edges, 2))
        hours = range(start, end) if oldest_first else range(end - 1, start - 1, -1)
        window = str(Window(start * HOUR, end * HOUR))
        assert watch.feed(asked(window), TIME, [str(hour) for hour in hours][:PAGE], end - start) is None


def test_an_end_that_is_ignored_where_windows_are_short_is_found_out() -> None:
    """A board of a coarser grain than its profile says answers each hour with the same day."""
    watch = FilterWatch()
    windows = [str(Window(n * HOUR, (n + 1) * HOUR)) for n in range(48)]

    found = fed(watch, TIME, [(window, page(f"day {n // 24}"), 900) for n, window in enumerate(windows)])

    assert found == 3


def test_what_a_site_suggests_where_it_has_nothing_is_no_evidence() -> None:
    """Empty districts of a rubric may all show what else there is."""
    watch = FilterWatch()

    assert fed(watch, of("exact"), [(f"d{n}", page("suggested"), 0) for n in range(30)]) is None


def test_one_wrong_page_is_a_mistake_and_two_are_a_rule() -> None:
    """A cache may answer once for another query."""
    watch = FilterWatch()
    answers = [(f"d{n}", page(f"d{n}"), 30) for n in range(10)]
    answers[4] = ("d4", page("d3"), 30)

    assert fed(watch, of("exact"), answers) is None
    assert watch.feed(asked("d10"), of("exact"), page("d9"), 30) is not None


def test_an_axis_that_is_ignored_in_three_roots_and_applied_in_none_is_not_tried_in_others() -> None:
    """A root in which it was seen to work keeps it alive."""
    for applied in (False, True):
        watch = FilterWatch()
        if applied:
            for value in ("d0", "d1"):
                watch.feed(asked(value, root="good"), of("exact"), page(value), 30)
        for root in ("r1", "r2", "r3"):
            for value in ("d0", "d1", "d2"):
                watch.feed(asked(value, root=root), of("exact"), page(root), 30)

        assert (watch.ignored(asked("d0", root="r4")) is None) == applied
        assert watch.ignored(asked("d0", root="r3")) is not None


@pytest.mark.parametrize("total", [50, 500, 10**9])
def test_a_total_that_is_stated_of_everything_is_void(total: int) -> None:
    """Of lists that show less as well; one that states another total, ever, is enough to believe them all."""
    sizes = [PAGE, 3, PAGE, 7]
    watch = FilterWatch()
    for value, size in enumerate(sizes):
        assert not watch.void
        watch.feed(asked(f"d{value}"), of("rest"), page(f"d{value}", size), total)
    assert watch.void == {total}
    watch.feed(asked("d", root="other"), of("rest"), page("d"), total + 1)
    assert not watch.void


def test_a_total_at_a_cap_is_not_void() -> None:
    """It is stated of what is over the cap, and that fills a page."""
    watch = FilterWatch()
    for root in range(40):
        watch.feed(asked("d0", root=f"r{root}"), of("overlap"), page(f"r{root}"), 1000)

    assert not watch.void


@pytest.mark.parametrize("count", [None, PAGE, 0])
def test_suggestions_for_what_is_empty_are_no_sign_of_a_lost_filter(count: int | None) -> None:
    """Nights of a board that has nothing then, among days that show their own."""
    watch = FilterWatch()
    for hour in range(48):
        window = Window(hour * HOUR, (hour + 1) * HOUR)
        ids = page("suggested") if hour % 3 == 0 else page(str(hour))
        told = count if hour % 3 == 0 or count is None else 90
        assert watch.feed(asked(str(window), "time"), TIME, ids, told) is None


def test_small_totals_that_are_the_same_by_chance_are_believed() -> None:
    """A page shows whether they are true."""
    watch = FilterWatch(longest=PAGE)
    for value in range(40):
        watch.feed(asked(f"d{value}"), of("rest"), page(f"d{value}", 7), 7)

    assert not watch.void
