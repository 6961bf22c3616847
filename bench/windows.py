"""What it costs to enumerate a board by time, beside naive bisection: all calls, counts included, over its pages.

    python bench/windows.py [postings …]

No sockets: a simulated board answers counts from its density (working hours, weekends, more of the recent than of the
old). A window's page one is its count; the rest of a cut is counted by subtraction.
"""

from __future__ import annotations

import resource
import sys
import time
from dataclasses import dataclass, field
from math import ceil

from directory_crawler.core.planning.cutting import Cut, Limits, SliceFacts, decide
from directory_crawler.core.planning.windows import Density, TimeAxis, Window

DAY = 86_400
END = 20_600 * DAY
PAGE, CEILING = 50, 1000


@dataclass
class Board:
    """Counts by hour, spread evenly within the hour."""

    size: int
    days: int = 45
    sums: list[int] = field(default_factory=lambda: [0])

    def __post_init__(self) -> None:
        weights = [
            (hour // 24 + 1) * (0.3 if (hour // 24) % 7 in (5, 6) else 1.0) * (1 + 6 * (8 <= hour % 24 < 18))
            for hour in range(self.days * 24)
        ]
        scale, total = self.size / sum(weights), 0.0
        for weight in weights:
            total += weight * scale
            self.sums.append(round(total))

    @property
    def start(self) -> int:
        return END - self.days * DAY

    def below(self, moment: int) -> int:
        hours, seconds = divmod(min(max(moment, self.start), END) - self.start, 3600)
        if hours >= self.days * 24:
            return self.sums[-1]
        return self.sums[hours] + (self.sums[hours + 1] - self.sums[hours]) * seconds // 3600

    def count(self, window: Window) -> int:
        return self.below(window.end) - (0 if window.start is None else self.below(window.start))


def planned(board: Board, density: Density | None = None) -> tuple[int, list[tuple[Window, int]]]:
    """Calls, and the windows walked with their counts, by the planner of this project."""
    limits = Limits(PAGE, CEILING)
    calls, windows = 0, []
    waiting: list[tuple[Window, int | None]] = [(Window(None, END), None)]
    while waiting:
        window, counted = waiting.pop()
        count = board.count(window)
        axis = TimeAxis(
            "posted_at",
            window=window,
            oldest=board.start,
            floor=1,
            density=density or Density(),
            partition="exact",
        )
        choice = decide(SliceFacts(count), limits, (axis,))
        if isinstance(choice, Cut):
            calls += counted is None
            for text in choice.children:
                child = Window.parse(text)
                waiting.append((child, board.count(child) if text == choice.rest else None))
        else:
            calls += max(ceil(count / PAGE), 1)
            windows.append((window, count))
    return calls, windows


def bisected(board: Board) -> int:
    """Calls of the naive plan: a count call a node, halves of time, then every page."""
    calls, waiting = 0, [Window(board.start, END)]
    while waiting:
        window = waiting.pop()
        assert window.start is not None
        count = board.count(window)
        calls += 1
        if count > CEILING and window.end - window.start > 1:
            middle = (window.start + window.end) // 2
            waiting += [Window(window.start, middle), Window(middle, window.end)]
        else:
            calls += ceil(count / PAGE)
    return calls


def main() -> None:
    sizes = [int(text) for text in sys.argv[1:]] or [412_000, 4_000_000, 40_000_000]
    print("   postings   windows   first run   with density   naive   plan s   peak MiB")
    for size in sizes:
        board = Board(size)
        floor = ceil(size / PAGE)
        began = time.perf_counter()
        calls, windows = planned(board)
        spent = time.perf_counter() - began
        density = Density.of((w.start if w.start is not None else board.start, w.end, n) for w, n in windows)
        again, _ = planned(board, density)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{size:11} {len(windows):9} {calls / floor:11.4f} {again / floor:14.4f}"
            f" {bisected(board) / floor:7.4f} {spent:8.1f} {peak:10.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
