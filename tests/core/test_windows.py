"""Windows tile time exactly, and the whole of a board costs little more calls than it has pages."""

from __future__ import annotations

import random
from bisect import bisect_left
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from directory_crawler.core.planning.cutting import Cut, Limits
from directory_crawler.core.planning.windows import Density, TimeAxis, Window
from directory_crawler.core.walking.passes import PageFacts
from directory_crawler.core.walking.verdict import Complete
from directory_crawler.core.walking.visit import Visit

DAY = 86_400
END = 1_780_000_000 - 1_780_000_000 % DAY


@dataclass
class SimulatedBoard:
    """Postings by their stamps; a query is a window, newest first or oldest first, 50 a page under a ceiling."""

    stamps: list[int]
    page_size: int = 50
    ceiling: int = 1000
    calls: int = 0

    def bounds(self, window: Window) -> tuple[int, int]:
        low = 0 if window.start is None else bisect_left(self.stamps, window.start)
        return low, bisect_left(self.stamps, window.end)

    def page(self, window: Window, number: int, order: str | None) -> PageFacts:
        self.calls += 1
        low, high = self.bounds(window)
        first = (number - 1) * self.page_size
        last = min(first + self.page_size, self.ceiling, high - low)
        rows = (
            range(high - 1 - first, high - 1 - last, -1)
            if order == "desc"
            else range(low + first, low + last)
        )
        return PageFacts(tuple(map(str, rows)), high - low, (number * self.page_size) < high - low)


@dataclass
class Walked:
    """What an enumeration did: the windows walked with their counts, and the ids collected."""

    windows: list[tuple[Window, int]] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    truncated: list[Window] = field(default_factory=list)


def axis_of(window: Window, density: Density, grain: int, oldest: int) -> TimeAxis:
    return TimeAxis(
        "posted_at", partition="exact", window=window, grain=grain, oldest=oldest, density=density
    )


def enumerate_board(
    board: SimulatedBoard,
    density: Density | None = None,
    grain: int = 1,
    orders: tuple[str | None, ...] = (None,),
) -> Walked:
    """Visit windows as a crawl does: the rest of a cut waits until its siblings have told their counts."""
    done = Walked()
    limits = Limits(board.page_size, board.ceiling, orders=len(orders))
    oldest = board.stamps[0] if board.stamps else 0

    def visit(window: Window, counted: int | None) -> int:
        axis = axis_of(window, density or Density(), grain, oldest)
        one = Visit(limits, (axis,), orders, counted=counted)
        told: int | None = counted
        while one.ending is None:
            facts = board.page(window, one.ask.page, one.ask.order)
            told = facts.count if one.pages == 0 else told
            one.feed(facts)
        assert told is not None
        if isinstance(one.ending, Cut):
            left = told
            for text in one.ending.children:
                child = Window.parse(text)
                left -= visit(child, left if text == one.ending.rest else None)
        else:
            done.windows.append((window, told))
            done.ids.update(one.ids)
            if not isinstance(one.ending, Complete):
                done.truncated.append(window)
        return told

    visit(Window(None, END), None)
    return done


def daily_board(size: int, days: int = 45, seed: int = 1) -> list[int]:
    """Stamps with working hours, weekends and more of the recent than of the old."""
    rng = random.Random(seed)
    stamps = []
    while len(stamps) < size:
        day = int(rng.triangular(0, days, 0))
        if (END // DAY - day) % 7 in (2, 3) and rng.random() < 0.7:
            continue
        hour = rng.triangular(0, 24, 11)
        stamps.append(END - (day + 1) * DAY + int(hour * 3600))
    return sorted(stamps)


@settings(max_examples=60, deadline=None)
@given(
    size=st.integers(0, 3000),
    ceiling=st.sampled_from([50, 60, 100, 333]),
    grain=st.sampled_from([1, 60, 300, DAY]),
    two_orders=st.booleans(),
    seed=st.integers(0, 50),
)
def test_windows_tile_time_and_every_posting_is_collected_once(
    size: int, ceiling: int, grain: int, two_orders: bool, seed: int
) -> None:
    """No hole, no overlap; what a floor window hides is the only thing that can be missing, and it is named."""
    stamps = sorted(stamp - stamp % grain for stamp in daily_board(size, days=20, seed=seed))
    board = SimulatedBoard(stamps, page_size=20, ceiling=ceiling)

    done = enumerate_board(board, grain=grain, orders=("asc", "desc") if two_orders else (None,))

    windows = sorted((window for window, _ in done.windows), key=lambda w: w.end)
    assert windows[0].start is None
    assert windows[-1].end == END
    assert all(a.end == b.start for a, b in pairwise(windows))
    assert all(window.start is None or window.start % grain == 0 for window in windows)
    missing = size - len(done.ids)
    hidden = sum(high - low for low, high in map(board.bounds, done.truncated))
    assert missing == 0 or missing < hidden
    for window in done.truncated:
        assert window.start is None or window.end - window.start <= max(60 * 2, grain)


@given(st.integers(-(10**9), 4 * 10**9), st.integers(1, 10**8))
def test_a_window_is_written_and_read_back(start: int, length: int) -> None:
    """In UTC, to the second, whatever the clock of the machine does in March."""
    window = Window(start, start + length)

    assert Window.parse(str(window)) == window


def test_an_open_start_is_kept_open() -> None:
    """The oldest window has no start, so nothing older than expected falls out."""
    assert Window.parse(str(Window(None, 60))) == Window(None, 60)


def test_a_window_that_ends_before_it_starts_is_refused() -> None:
    """The message names both ends."""
    with pytest.raises(ValueError, match=r"10 \.\. 10"):
        Window(10, 10)


@pytest.mark.slow
def test_a_board_of_the_measured_size_costs_little_more_than_its_pages() -> None:
    """All enumeration calls, counts included: at most 1.09 of the pages on a first run, 1.05 on the next."""
    size = 412_000
    board = SimulatedBoard(daily_board(size))
    first = enumerate_board(board)
    first_calls, board.calls = board.calls, 0
    density = Density.of((w.start or board.stamps[0], w.end, n) for w, n in first.windows)
    # A day later: the ended and the bumped are gone from where they were, the new ones lie in the last day.
    rng = random.Random(2)
    kept = [stamp - DAY for stamp in board.stamps if rng.random() > 0.15]
    fresh = [END - int(rng.triangular(0, DAY, DAY / 2)) - 1 for _ in range(int(size * 0.153))]
    later = SimulatedBoard(sorted(kept + fresh))
    yesterday = Density.of(
        (a - DAY, b - DAY, n)
        for a, b, n in zip(density.edges, density.edges[1:], density.counts, strict=False)
    )
    second = enumerate_board(later, density=yesterday)

    assert len(first.ids) == size
    assert len(second.ids) == len(later.stamps)
    assert first_calls <= 1.09 * ceil(size / 50), first_calls / ceil(size / 50)
    assert later.calls <= 1.05 * ceil(len(later.stamps) / 50), later.calls / ceil(len(later.stamps) / 50)
