"""Hours that a site gives as data: schema.org specifications, weekday objects, lists of periods.

Whatever a day's value looks like, its times are written out as text ("09:00-13:00, 14:00-18:00") and read by the
same grammar as free text, so that am and pm, noon and midnight mean the same everywhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from directory_crawler.core.normal.hours import fields
from directory_crawler.core.normal.hours.day_value import DEEPEST, DayReader, Empty
from directory_crawler.core.normal.hours.fields import base, inner_keys, plain_keys, truth
from directory_crawler.core.normal.hours.numbers import (
    clock_reader,
    past_midnight,
    weekday_from_sunday,
    weekdays_by_number,
)
from directory_crawler.core.normal.hours.scan import LONGEST_TEXT
from directory_crawler.core.normal.hours.text import read_day_names, read_text
from directory_crawler.core.normal.hours.week import ALL_DAYS, WHOLE_DAY, Day, Statement, Unreadable, week_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MOST_NODES = 2000
_LONGEST_NAME = 80
_LASTING_FROM, _LASTING_THROUGH = "2000", "2099"


def read_structured(value: object, languages: tuple[str, ...], midnight: Day) -> tuple[Day, ...]:
    """Return the week that a list or an object states; raises `Unreadable` where none may be claimed."""
    return _Reader(value, languages, midnight).week(value, 0)


def _numbers_in(value: object) -> list[float]:
    """Return the numbers in clock positions, having checked the size of the whole value."""
    numbers: list[float] = []
    nodes = text = 0
    stack: list[tuple[object, bool, int]] = [(value, False, 0)]
    while stack:
        node, clocks, depth = stack.pop()
        nodes += 1
        if nodes > _MOST_NODES or depth > DEEPEST:
            raise Unreadable("too long", f"over {_MOST_NODES} values or {DEEPEST} levels")
        if isinstance(node, str):
            text += len(node)
            if text > 4 * LONGEST_TEXT:
                raise Unreadable("too long", f"over {4 * LONGEST_TEXT} characters in all")
        elif isinstance(node, (int, float)) and not isinstance(node, bool):
            if clocks and abs(node) < 1e9:
                numbers.append(node)
        elif isinstance(node, dict):
            stack += [(v, base(k) in fields.OPENS | fields.CLOSES, depth + 1) for k, v in node.items()]
        elif isinstance(node, (list, tuple)):
            stack += [(item, True, depth + 1) for item in node]
    return numbers


class _Reader:
    def __init__(self, value: object, languages: tuple[str, ...], midnight: Day) -> None:
        self.languages = languages
        self.midnight = midnight
        self.days = DayReader(languages, midnight, clock_reader(_numbers_in(value)))

    # -- weeks -----------------------------------------------------------------------------------------------

    def week(self, value: object, depth: int) -> tuple[Day, ...]:
        if depth > DEEPEST:
            raise Unreadable("too long", f"over {DEEPEST} levels")
        if isinstance(value, str):
            return read_text(value, self.languages, self.midnight)
        if isinstance(value, dict):
            return self._object(value, depth)
        if isinstance(value, (list, tuple)):
            return self._list(value, depth)
        raise Unreadable("empty" if value is None else "not hours", type(value).__name__)

    def _list(self, value: Sequence[object], depth: int) -> tuple[Day, ...]:
        items = [item for item in value if item not in (None, "", [], {})]
        if not items:
            raise Unreadable("empty")
        if all(isinstance(item, str) for item in items):
            return read_text("\n".join(map(str, items)), self.languages, self.midnight)
        if not all(isinstance(item, dict) for item in items):
            if len(items) == 1:
                return self.week(items[0], depth + 1)
            pairs = [
                item
                for item in items
                if isinstance(item, (list, tuple)) and len(item) == 2 and isinstance(item[0], str)
            ]
            if len(pairs) == len(items) == len({item[0] for item in pairs}):
                return self._object({item[0]: item[1] for item in pairs}, depth + 1)
            raise Unreadable("not hours", "a list of different things, or of pairs without days")
        entries = [plain_keys(item) for item in items if isinstance(item, dict)]
        if len(entries) == 1 and not _is_entry(entries[0]):
            return self._object(items[0], depth)  # type: ignore[arg-type]
        if all(not _is_entry(entry) and len(entry) == 1 for entry in entries):
            merged: dict[object, object] = {}
            for item in items:
                merged.update(item)  # type: ignore[call-overload]
            if len(merged) == len(items):
                return self._object(merged, depth)
        return self._entries(entries)

    def _object(self, value: Mapping[object, object], depth: int) -> tuple[Day, ...]:
        entry = plain_keys(value)
        if _is_entry(entry):
            return self._entries([entry])
        days = self._by_day_key(value)
        if days:
            return self._stated(days)
        for name in fields.CONTAINERS:
            if entry.get(name) not in (None, "", [], {}):
                return self.week(entry[name], depth + 1)
        if any(truth(entry.get(flag)) for flag in fields.ALL_DAY_FLAGS):
            return (WHOLE_DAY,) * 7
        raise Unreadable("not hours" if entry else "empty", " ".join(list(entry)[:8]))

    def _by_day_key(self, value: Mapping[object, object]) -> list[tuple[frozenset[int], object]]:
        """Return the values of an object whose keys are days, or days with "open" and "close" ("mon_open")."""
        keys = [
            key
            for key in value
            if (isinstance(key, str) and len(key) <= _LONGEST_NAME)
            or (isinstance(key, int) and 0 <= key < 100)
        ]
        texts = {key: _spaced(str(key)) for key in keys}
        flat = self._by_flat_key({texts[key]: value[key] for key in keys})
        if flat:
            return flat
        names = read_day_names([text for text in texts.values() if not text.isdecimal()], self.languages)
        found = [(names[texts[key]], value[key]) for key in keys if texts[key] in names]
        if found:
            return found
        numbered = {key: int(str(key)) for key in keys if str(key).isdecimal() and len(str(key)) <= 2}
        if numbered and len(numbered) == len(value):
            weekdays = weekdays_by_number(numbered.values())
            return [(frozenset({weekdays[number]}), value[key]) for key, number in numbered.items()]
        return []

    def _by_flat_key(self, value: Mapping[str, object]) -> list[tuple[frozenset[int], object]]:
        ends = fields.OPENS | fields.CLOSES | fields.PAUSE_OPENS | fields.PAUSE_CLOSES
        split: dict[str, tuple[str, str]] = {}
        for key in value:
            head, _, tail = key.partition(" ")
            name = fields.plain(tail)
            number = name[: len(name) - len(name.lstrip("0123456789"))]
            name = name[len(number) :] + number
            if base(name) in ends:
                split[key] = head, name
        heads = read_day_names(sorted({head for head, _ in split.values()}), self.languages)
        grouped: dict[str, dict[object, object]] = {}
        for key, (head, tail) in split.items():
            if head in heads:
                grouped.setdefault(head, {})[tail] = value[key]
        return [(heads[head], group) for head, group in grouped.items()]

    # -- entries ---------------------------------------------------------------------------------------------

    def _entries(self, entries: list[dict[str, object]]) -> tuple[Day, ...]:
        """Read a list of objects that each name their days; those for certain dates are set aside."""
        lasting = [entry for entry in entries if not _is_dated(entry)]
        if not lasting:
            raise Unreadable("season", "every entry is for certain dates")
        if any("day" in inner_keys(entry, "open") for entry in lasting):
            return self._stated(self._from_sunday(lasting))
        named = self._entry_days(lasting)
        return self._stated(list(zip(named, lasting, strict=True)))

    def _entry_days(self, entries: list[dict[str, object]]) -> list[frozenset[int]]:
        """Return the days of each entry, all names read in one language and all numbers in one count."""
        values = [_day_values(entry) for entry in entries]
        flat = [value for listed in values for value in listed]
        numbers = [
            int(v) for v in flat if isinstance(v, int) or (isinstance(v, str) and v.strip().isdecimal())
        ]
        if any(abs(number) > 99 for number in numbers):
            raise Unreadable("day numbers", "a number over 99")
        weekdays = weekdays_by_number(numbers) if numbers else {}
        names = read_day_names(sorted({v for v in flat if isinstance(v, str)}), self.languages)
        result: list[frozenset[int]] = []
        for listed in values:
            days: frozenset[int] = frozenset() if listed else ALL_DAYS
            for value in listed:
                if isinstance(value, str) and value in names:
                    days |= names[value]
                elif isinstance(value, int) or value.strip().isdecimal():
                    days |= {weekdays[int(value)]}
                else:
                    raise Unreadable("words", f"day {value}")
            result.append(days)
        beside = {
            base(key) for entry, listed in zip(entries, values, strict=True) if not listed for key in entry
        }
        beside -= fields.OPENS | fields.CLOSES | fields.BESIDE_TIMES | fields.PAUSES | fields.ALL_DAY_FLAGS
        if beside or (len(entries) > 1 and not all(values)):
            raise Unreadable("not hours", f"entries that name no day {' '.join(sorted(beside))}")
        return result

    def _from_sunday(self, entries: list[dict[str, object]]) -> list[tuple[frozenset[int], object]]:
        """Read periods with a day at both ends, whose numbers count from Sunday as 0 (Google's places)."""
        found: list[tuple[frozenset[int], object]] = []
        for entry in entries:
            opens, closes = inner_keys(entry, "open"), inner_keys(entry, "close")
            start, first = self.days.clock_text(opens), opens.get("day")
            if not isinstance(first, int) or start is None:
                raise Unreadable("not hours", "a period without its opening day or time")
            if not closes:
                if len(entries) == 1 and start == "00:00":
                    return [(ALL_DAYS, {"open24": True})]
                raise Unreadable("open end", f"a period that opens at {start}")
            end, last = self.days.clock_text(closes), closes.get("day")
            if end is None or not isinstance(last, int):
                raise Unreadable("not hours", "a period without its closing day or time")
            later = (weekday_from_sunday(last) - weekday_from_sunday(first)) % 7
            if later > 1:
                raise Unreadable("time", f"a period over {later} days")
            day = frozenset({weekday_from_sunday(first)})
            found.append((day, {"open": start, "close": past_midnight(start, end, later)}))
        return found

    def _stated(self, values: Sequence[tuple[frozenset[int], object]]) -> tuple[Day, ...]:
        days = [(names, self.days.day(value, 0)) for names, value in values if names]
        opened = any(day for _, day in days if not isinstance(day, Empty))
        statements = [
            Statement(names, day)
            for names, day in ((n, (() if opened else None) if isinstance(d, Empty) else d) for n, d in days)
            if day is not None
        ]
        if not statements:
            raise Unreadable("empty" if days else "no times", "no weekday has stated hours")
        return week_of(statements)


def _spaced(key: str) -> str:
    """Return a key with its words apart: ``mondayOpen``, ``mon_fri`` and ``Mon`` are all read as words."""
    key = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key)
    return key.replace("_", " ").lower()


def _is_entry(entry: Mapping[str, object]) -> bool:
    """Tell whether an object states hours of days that it names by a value, as a specification does."""
    named = any(_names_days(entry.get(key)) for key in fields.DAYS)
    return named or any(base(key) in fields.OPENS | fields.CLOSES for key in entry)


def _names_days(value: object) -> bool:
    items = value if isinstance(value, (list, tuple)) else [value]
    return bool(items) and all(
        isinstance(item, int) or _is_name(item) or _is_reference(item) for item in items
    )


def _is_name(value: object) -> bool:
    """Tell whether a text can be the name or the number of a day; hours have digits in them."""
    return isinstance(value, str) and (
        value.isdecimal() or (value != "" and not any(map(str.isdigit, value)))
    )


def _is_reference(value: object) -> bool:
    return isinstance(value, dict) and bool({"id", "name"} & plain_keys(value).keys())


def _is_dated(entry: Mapping[str, object]) -> bool:
    """Tell whether an entry holds for certain dates only; one from 2000 or before to 2099 or after holds always."""
    dates = {key: str(entry[key]) for key in fields.DATED & entry.keys() if entry[key] not in (None, "")}
    if not dates:
        return False
    begins = [text for key, text in dates.items() if "from" in key or "start" in key]
    ends = [text for key, text in dates.items() if "from" not in key and "start" not in key]
    return not (
        all(b[:4] <= _LASTING_FROM for b in begins) and ends and all(e[:4] >= _LASTING_THROUGH for e in ends)
    )


def _day_values(entry: Mapping[str, object]) -> list[str | int]:
    """Return the days that an entry names, as short texts and numbers; none where it names no day."""
    value = next((entry[key] for key in fields.DAYS if _names_days(entry.get(key))), None)
    if value is None:
        value = next((entry[key] for key in fields.DAY_LABELS if isinstance(entry.get(key), str)), [])
    listed = value if isinstance(value, (list, tuple)) else [value]
    found: list[str | int] = []
    for item in listed:
        if isinstance(item, dict):
            inner = {fields.plain(key): v for key, v in item.items()}
            item = inner.get("id") or inner.get("name") or inner.get("day")  # noqa: PLW2901 - the day itself
        if isinstance(item, bool) or not isinstance(item, (str, int)):
            raise Unreadable("words", f"day {str(item)[:40]}")
        found.append(
            item
            if isinstance(item, int)
            else item.strip().rsplit("/", 1)[-1].rsplit("#", 1)[-1][:_LONGEST_NAME]
        )
    return found
