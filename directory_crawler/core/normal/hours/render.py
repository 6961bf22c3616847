"""A week as one readable line, which reads back as the same week."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.core.normal.hours.week import MINUTES_A_DAY

if TYPE_CHECKING:
    from directory_crawler.core.normal.hours.week import Day, Hours, Interval

_NAMES = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def render_hours(hours: Hours) -> str:
    """Return the week as ``Mon-Fri 09:00-13:00, 14:00-18:00; Sun closed``; days not stated are left out.

    Hours that were not read give an empty text. A close after midnight is written as the next day's time.
    """
    if hours.round_the_clock:
        return "24/7"
    runs: list[tuple[int, int, Day]] = []
    for index, day in enumerate(hours.days):
        if day is None:
            continue
        if runs and runs[-1][1] == index - 1 and runs[-1][2] == day:
            runs[-1] = (runs[-1][0], index, day)
        else:
            runs.append((index, index, day))
    return "; ".join(
        f"{_NAMES[first]}{f'-{_NAMES[last]}' if last > first else ''} "
        f"{', '.join(map(_span, day or ())) or 'closed'}"
        for first, last, day in runs
    )


def _span(interval: Interval) -> str:
    opens, closes = interval
    if closes > MINUTES_A_DAY and closes - MINUTES_A_DAY < opens:
        closes -= MINUTES_A_DAY
    return f"{opens // 60:02d}:{opens % 60:02d}-{closes // 60:02d}:{closes % 60:02d}"
