"""Times of day as people write them, and the two ends of an interval read together (9-5pm, 18-2, 9 to 5)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from directory_crawler.core.normal.hours.week import MINUTES_A_DAY, NOON, Interval, Unreadable

LATEST_CLOSE_HOUR = 36
"""Hours above 24 ("18-26") are counted on into the next day, as far as its noon."""


@dataclass(frozen=True)
class Clock:
    """A time as written: hour and minute, and which half of the day is said.

    ``half`` is ``"am"``, ``"pm"``, ``"night"`` (6 to 11 before midnight, 12 to 5 after) or ``""``. ``exact``:
    the writing itself shows the 24-hour clock (a leading zero, an hour 0 or above 12).
    """

    hour: int
    minute: int = 0
    half: str = ""
    exact: bool = False

    @property
    def face(self) -> int:
        """Minutes past midnight as written, whatever half of the day is meant."""
        return self.hour * 60 + self.minute

    def said(self, half: str) -> Clock:
        return replace(self, half=half)

    def minutes(self) -> int:
        """Minutes past midnight with the stated half applied; raises `Unreadable` for 13 am and the like."""
        if self.minute > 59 or self.hour > LATEST_CLOSE_HOUR:
            raise Unreadable("time", f"{self.hour}:{self.minute:02d}")
        if not self.half or (self.hour > 12 and self.half != "am"):
            return self.face
        if self.hour > 12:
            raise Unreadable("time", f"{self.hour} am")
        hour = self.hour % 12
        if self.half == "pm" or (self.half == "night" and hour >= 6):
            hour += 12
        return hour * 60 + self.minute


MIDNIGHT = Clock(24, exact=True)
"""The word; as a start it is the beginning of the day."""


def interval(start: Clock, end: Clock, *, twelve: bool, free: bool, after: int | None) -> Interval | None:
    """Return the interval from one time to another, or ``None`` for midnight to midnight.

    ``twelve``: hours without am or pm may be of the 12-hour clock. ``free``: nothing in the text shows the
    24-hour clock. ``after``: the close of the interval just before in the same list ("9-12, 1-5").
    Raises `Unreadable` where two readings are likely (``ambiguous``) or none is possible (``time``).
    """
    if start.half and end.half:
        opens, closes = start.minutes(), end.minutes()
    elif end.half:
        opens, closes = _open_by_close(start, end)
    elif start.half:
        opens, closes = start.minutes(), _close_by_open(start, end)
    else:
        opens, closes = _both_bare(start, end, twelve=twelve, free=free, after=after)
    return _spanning(opens, closes)


def _spanning(opens: int, closes: int) -> Interval | None:
    if opens >= MINUTES_A_DAY and closes <= MINUTES_A_DAY:
        opens -= MINUTES_A_DAY
    if opens == 0 and closes == 0:
        return None
    if opens == closes:
        raise Unreadable("time", "opens and closes at the same minute")
    if closes < opens:
        closes += MINUTES_A_DAY
    if closes == MINUTES_A_DAY - 1:
        closes = MINUTES_A_DAY
    if opens >= MINUTES_A_DAY or closes - opens > MINUTES_A_DAY:
        raise Unreadable("time", "longer than a day")
    return opens, closes


def _open_by_close(start: Clock, end: Clock) -> Interval:
    """Read the start of "9-5pm": in the half that is said, unless that is no evening a place would keep."""
    closes = end.minutes()
    if start.exact or start.hour > 12:
        return start.minutes(), closes
    same = start.said("pm" if closes >= NOON else "am").minutes()
    if closes >= NOON:
        morning = start.said("am").minutes()
        brief_evening = start.hour >= 8 and start.hour != 12 and closes - same <= 120
        return (same, closes) if same < closes and not brief_evening else (morning, closes)
    if closes > 0 and same < closes and start.hour != 12:
        return same, closes
    if start.hour <= 6:
        return start.said("pm").minutes(), closes
    if closes == 0 and start.hour == 12:
        return NOON + start.minute, closes
    raise Unreadable("ambiguous", f"{start.hour} to {end.hour} am")


def _close_by_open(start: Clock, end: Clock) -> int:
    """Read the end of "9am-5": the first such time after the start."""
    opens = start.minutes()
    if end.exact or end.hour > 12:
        return end.minutes()
    face = end.hour % 12 * 60 + end.minute
    closes = next(
        face + half for half in (0, NOON, MINUTES_A_DAY, MINUTES_A_DAY + NOON) if face + half > opens
    )
    if start.half != "night" and closes - opens < 120 and end.hour != 12:
        raise Unreadable("ambiguous", f"{start.hour} {start.half} to {end.hour}")
    return closes


def _both_bare(start: Clock, end: Clock, *, twelve: bool, free: bool, after: int | None) -> Interval:
    opens, closes = start.minutes(), end.minutes()
    if twelve and end == MIDNIGHT and start.hour <= 6 and not start.exact:
        return opens + NOON, closes
    if start.exact or end.exact or start.hour > 12 or end.hour > 12:
        return opens, closes
    resumes = free and after is not None and NOON - 60 <= after <= MINUTES_A_DAY and opens < after
    if resumes and start.hour < 12:
        return opens + NOON, closes + NOON if closes < NOON or end.hour < 12 else closes
    if not twelve:
        if closes < opens and free and closes + MINUTES_A_DAY - opens > 18 * 60:
            raise Unreadable("ambiguous", f"{start.hour} to {end.hour}")
        return opens, closes
    if closes <= opens:
        if start.hour == end.hour == 12:
            raise Unreadable("ambiguous", "12 to 12")
        return opens, closes + NOON
    if start.hour <= 4 and end.hour <= 11:
        return opens + NOON, closes + NOON
    if start.hour <= 4 and end.hour == 12:
        raise Unreadable("ambiguous", f"{start.hour} to 12")
    if start.hour <= 6 and end.hour <= 11:
        raise Unreadable("ambiguous", f"{start.hour} to {end.hour}")
    return opens, closes
