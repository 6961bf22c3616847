"""A week in a notation of the tests' own: ``"Mo-Fr 9-12:30 14-18; Sa x"``, hours past 24 run into the next day."""

from __future__ import annotations

from directory_crawler.core.normal.hours import Day, Interval

NAMES = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")


def week(notation: str) -> tuple[Day, ...]:
    """Return the seven days that `notation` states; ``x`` is closed, a day left out is not stated."""
    days: list[Day] = [None] * 7
    for clause in notation.split("; "):
        names, *values = clause.split(" ")
        for index in _indices(names):
            days[index] = () if values == ["x"] else tuple(map(_interval, values))
    return tuple(days)


def _indices(names: str) -> list[int]:
    found: list[int] = []
    for name in names.split(","):
        first, _, last = name.partition("-")
        start, end = NAMES.index(first), NAMES.index(last or first)
        found += [(start + step) % 7 for step in range((end - start) % 7 + 1)]
    return found


def _interval(text: str) -> Interval:
    opens, closes = text.split("-")
    return _minutes(opens), _minutes(closes)


def _minutes(text: str) -> int:
    hour, _, minute = text.partition(":")
    return int(hour) * 60 + int(minute or 0)
