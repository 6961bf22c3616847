"""Bare numbers in structured hours: times in some unit, and weekdays counted from somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.core.normal.hours.week import MINUTES_A_DAY, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_LONGEST = 36 * 60
"""Minutes; a close may be written as late as noon of the next day."""


def clock_reader(numbers: Iterable[float]) -> Callable[[float], str]:
    """Return the function that writes each of these numbers as ``HH:MM``.

    The unit is the one that fits all of them: hours (9, 17.5), HHMM (900, 1730), minutes or seconds past midnight.
    The function raises `Unreadable` (``clock numbers``) where none fits, or more than one does (600 and 1200 are
    both; quarters of an hour in one unit only decide, as for 900 and 1300).
    """
    values = sorted(set(numbers))
    fits = [unit for unit in (_hours, _hhmm, _minutes, _seconds) if all(unit(v) is not None for v in values)]
    if _hours in fits and any(values):
        fits = [_hours]
    if _hhmm in fits and values and values[-1] > MINUTES_A_DAY:
        fits = [_hhmm]
    if len(fits) > 1:
        even = [unit for unit in fits if all((unit(v) or 0) % 15 == 0 for v in values)]
        fits = even or fits

    def write(number: float) -> str:
        told = 0 <= number < _LONGEST * 60 and fits and (len(fits) == 1 or number == 0)
        minutes = fits[0](number) if told else None
        if minutes is None:
            raise Unreadable("clock numbers", f"{values[:4]} could be of several units, or of none")
        return f"{minutes // 60:02d}:{minutes % 60:02d}"

    return write


def _hours(value: float) -> int | None:
    minutes = value * 60
    return int(minutes) if 0 <= value <= 36 and minutes == int(minutes) else None


def _hhmm(value: float) -> int | None:
    if value != int(value) or not 0 <= value <= 3600 or value % 100 >= 60:
        return None
    return int(value) // 100 * 60 + int(value) % 100


def _minutes(value: float) -> int | None:
    return int(value) if value == int(value) and 0 <= value <= _LONGEST else None


def _seconds(value: float) -> int | None:
    if value != int(value) or value % 60 or not (value == 0 or _LONGEST < value <= _LONGEST * 60):
        return None
    return int(value) // 60


def weekdays_by_number(numbers: Iterable[int]) -> dict[int, int]:
    """Return the weekday (Monday is 0) that each number stands for.

    With a 7 and no 0 they count as in ISO 8601, Monday is 1. One to five, or one to six, all present and no other,
    are a working week from Monday in that count as in the one from Sunday as 0. Anything else could be counted from
    Sunday or Monday, from zero or one: `Unreadable` (``day numbers``).
    """
    found = frozenset(numbers)
    if found <= frozenset(range(1, 8)) and (
        7 in found or found in (frozenset(range(1, 6)), frozenset(range(1, 7)))
    ):
        return {number: number - 1 for number in found}
    raise Unreadable("day numbers", f"{sorted(found)[:9]}: which day they are counted from is not said")


def weekday_from_sunday(number: int) -> int:
    """Return the weekday (Monday is 0) of a number that counts from Sunday as 0."""
    if not 0 <= number <= 6:
        raise Unreadable("day numbers", "expected 0 (Sunday) to 6")
    return (number - 1) % 7


def past_midnight(opens: str, closes: str, days_later: int) -> str:
    """Return `closes` as hours counted on from the opening day, ``"02:00"`` a day later as ``"26:00"``."""
    if days_later == 0 or closes < opens:
        return closes
    hour, _, minute = closes.partition(":")
    if int(hour) * 60 + int(minute) + MINUTES_A_DAY > _LONGEST:
        raise Unreadable("time", f"{opens} to {closes} {days_later} days later")
    return f"{int(hour) + 24:02d}:{minute}"
