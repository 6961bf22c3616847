"""Opening hours in whatever form a site gives them, as a week of minutes; see `Hours`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from directory_crawler.core.normal.hours.render import render_hours
from directory_crawler.core.normal.hours.scan import LONGEST_TEXT
from directory_crawler.core.normal.hours.structured import read_structured
from directory_crawler.core.normal.hours.text import read_text
from directory_crawler.core.normal.hours.week import WHOLE_DAY, Day, Hours, Interval, Unreadable

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Day", "Hours", "Interval", "parse_hours", "render_hours"]

_MIDNIGHT_RULES: dict[str, Day] = {"unknown": None, "closed": (), "round_the_clock": WHOLE_DAY}


def parse_hours(value: object, *, languages: Sequence[str] = ("en",), midnight: str = "unknown") -> Hours:
    """Return the week that a field states, or why no week may be claimed.

    ``value`` is a text (free, OpenStreetMap's syntax, schema.org ``openingHours``, JSON), a list of texts, or an
    object or list of objects (schema.org ``OpeningHoursSpecification``, weekdays as keys, periods). No value
    raises: what cannot be read has `Hours.unread`.

    ``languages`` are ISO 639-1 codes in order of likelihood; they decide between languages, and do not keep a text
    that only another known language can read from being read.

    ``midnight`` is what 00:00-00:00 means at this site: ``unknown``, ``closed`` or ``round_the_clock`` (some chains
    write the one, some the other). Raises `ValueError` for any other rule.
    """
    if midnight not in _MIDNIGHT_RULES:
        raise ValueError(f"midnight is {midnight!r}, expected one of {', '.join(_MIDNIGHT_RULES)}")
    rule = _MIDNIGHT_RULES[midnight]
    try:
        if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
            value = _decoded(value)
        if isinstance(value, str):
            return Hours.of(read_text(value, tuple(languages), rule))
        return Hours.of(read_structured(value, tuple(languages), rule))
    except Unreadable as unreadable:
        return Hours.not_read(unreadable.reason, unreadable.detail)


def _decoded(text: str) -> object:
    """Return what a JSON text holds, or the text itself where it is none ("[Mo-Fr 9-17]")."""
    if len(text) > 4 * LONGEST_TEXT:
        raise Unreadable("too long", f"{len(text)} characters, at most {4 * LONGEST_TEXT} are read")
    try:
        decoded: object = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return decoded
