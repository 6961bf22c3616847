"""What the value of one day says, whatever its shape: a text, a pair, a list of pairs, an object."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from directory_crawler.core.normal.hours import fields
from directory_crawler.core.normal.hours.fields import base, plain_keys, truth
from directory_crawler.core.normal.hours.text import read_day
from directory_crawler.core.normal.hours.week import WHOLE_DAY, Day, Interval, Unreadable, tidy, without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

DEEPEST = 10
"""Levels of objects and lists within each other."""

_DIGITS = re.compile(r"\s*(\d{1,2})(\d{2})\s*")
_DATED_TIME = re.compile(r"\s*\d{4}-\d\d-\d\d[T ](\d\d:\d\d.*)", re.DOTALL)
_NOTHING = frozenset({"na", "none", "null", "unknown"})


class Empty:
    """The value of a day under which nothing stands: closed where other days have hours, else not stated."""


EMPTY = Empty()


class DayReader:
    """Reads days in the languages and with the midnight rule of a site; `write` gives bare numbers as times."""

    def __init__(self, languages: tuple[str, ...], midnight: Day, write: Callable[[float], str]) -> None:
        self.languages = languages
        self.midnight = midnight
        self.write = write

    def day(self, value: object, depth: int) -> Day | Empty:
        """Return what the value of one day says; `Empty` for an empty list or a bare ``False``."""
        if depth > DEEPEST:
            raise Unreadable("too long", f"over {DEEPEST} levels")
        if isinstance(value, str):
            return self._day_text(value)
        if isinstance(value, dict):
            if value and all(str(key).isdecimal() for key in value):
                return self._day_list(list(value.values()), depth)
            return self._day_object(plain_keys(value), depth)
        if isinstance(value, (list, tuple)):
            return self._day_list(value, depth)
        if value is False:
            return EMPTY
        if value is None or value is True:
            return None
        raise Unreadable("clock numbers", f"one {type(value).__name__} alone is no interval")

    def _day_text(self, text: str) -> Day:
        if not any(c.isalnum() for c in text) or fields.plain(text) in _NOTHING:
            return None
        return read_day(text, self.languages, self.midnight)

    def _day_list(self, value: Sequence[object], depth: int) -> Day | Empty:
        if not value:
            return EMPTY
        pairs = self._flat_pairs(value)
        if pairs:
            return self._day_text(", ".join(f"{opens} - {closes}" for opens, closes in pairs))
        if all(isinstance(item, str) for item in value):
            return self._day_text(", ".join(str(item) for item in value if str(item).strip()))
        days = [self.day(item, depth + 1) for item in value]
        stated = [day for day in days if day is not None and not isinstance(day, Empty)]
        if () in stated and any(stated):
            raise Unreadable("contradiction", "a day both open and closed")
        if not stated:
            return EMPTY if any(isinstance(day, Empty) for day in days) else None
        return tidy(interval for day in stated for interval in day)

    def _flat_pairs(self, value: Sequence[object]) -> list[tuple[str, str]]:
        """Return the pairs of a list of single times ("09:00", "13:00", "14:00", "18:00"), none for another list."""
        if len(value) % 2 or any(isinstance(item, (list, tuple, dict)) for item in value):
            return []
        clocks = [self.clock_text(item) or "" for item in value]
        if not all(self._is_one_clock(clock) and "-" not in clock for clock in clocks):
            return []
        return list(zip(clocks[::2], clocks[1::2], strict=True))

    def _day_object(self, entry: dict[str, object], depth: int) -> Day | Empty:
        if any(truth(entry.get(flag)) for flag in fields.CLOSED_FLAGS):
            return ()
        if any(entry.get(flag) is False for flag in fields.OPEN_FLAGS):
            return ()
        if entry.get("enabled") is False:
            return None
        if any(truth(entry.get(flag)) for flag in fields.ALL_DAY_FLAGS):
            return WHOLE_DAY
        pairs = self._pairs(entry, fields.OPENS, fields.CLOSES)
        if pairs:
            text = ", ".join(f"{opens} - {closes}" for opens, closes in pairs)
            wordy = all(a == b and not self._is_one_clock(a) for a, b in pairs)
            day = self._day_text(pairs[0][0] if wordy else text)
        else:
            nested = next((entry[n] for n in fields.INTERVALS if entry.get(n) not in (None, "", {})), None)
            halves = [inner for key, inner in entry.items() if base(key) in fields.HALVES]
            found = self.day(halves if nested is None and halves else nested, depth + 1)
            if isinstance(found, Empty):
                return found
            day = found
        if not day:
            return day
        for pause in self._pauses(entry, depth):
            day = without(day, pause)
        return day

    def _pauses(self, entry: dict[str, object], depth: int) -> Iterable[Interval]:
        for opens, closes in self._pairs(entry, fields.PAUSE_OPENS, fields.PAUSE_CLOSES):
            yield from self._day_text(f"{opens} - {closes}") or ()
        for name in fields.PAUSES & entry.keys():
            found = self.day(entry[name], depth + 1)
            if found and not isinstance(found, Empty):
                yield from found

    def _pairs(
        self, entry: dict[str, object], opening: frozenset[str], closing: frozenset[str]
    ) -> list[tuple[str, str]]:
        """Return the (open, close) texts of an object, a second pair told by a number in its names."""
        ends: dict[str, list[str | None]] = {}
        for key, value in entry.items():
            name = base(key)
            side = 0 if name in opening else 1 if name in closing else None
            if side is not None and not isinstance(value, (bool, list, tuple)):
                text = self.clock_text(value)
                if text:
                    ends.setdefault(key[len(name) :] or "1", [None, None])[side] = text
        pairs: list[tuple[str, str]] = []
        for opens, closes in ends.values():
            if opens is None or closes is None:
                lone = opens or closes or ""
                if self._is_one_clock(lone):
                    raise Unreadable("open end", lone)
                pairs.append((lone, lone))
            else:
                pairs.append((opens, closes))
        return pairs

    def clock_text(self, value: object) -> str | None:
        """Return one end of an interval as the text of a time, or ``None`` where nothing stands there."""
        if isinstance(value, bool) or value is None:
            return None
        if isinstance(value, (int, float)):
            return self.write(value)
        if isinstance(value, dict):
            inner = plain_keys(value)
            if inner.get("time") is not None:
                return self.clock_text(inner["time"])
            hour, minute = (
                inner.get("hour", inner.get("hours", 0)),
                inner.get("minute", inner.get("minutes", 0)),
            )
            if isinstance(hour, int) and isinstance(minute, int) and 0 <= hour <= 36 and 0 <= minute < 60:
                return f"{hour:02d}:{minute:02d}"
            raise Unreadable("time", f"{str(value)[:60]}")
        text = str(value)
        if dated := _DATED_TIME.fullmatch(text[:60]):
            text = dated[1]
        if digits := _DIGITS.fullmatch(text[:20]):
            text = f"{digits[1]:0>2}:{digits[2]}" if len(digits[0].strip()) > 2 else text
        return text if any(c.isalnum() for c in text) else None

    @staticmethod
    def _is_one_clock(text: str) -> bool:
        return sum(c.isdecimal() for c in text) in range(1, 7)
