"""Opening hours in whatever form a site gives them, as a week of minutes; see `Hours`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.core.normal.hours.render import render_hours
from directory_crawler.core.normal.hours.text import read_text
from directory_crawler.core.normal.hours.week import WHOLE_DAY, Day, Hours, Interval, Unreadable

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Day", "Hours", "Interval", "parse_hours", "render_hours"]

_MIDNIGHT_RULES: dict[str, Day] = {"unknown": None, "closed": (), "round_the_clock": WHOLE_DAY}


def parse_hours(value: object, *, languages: Sequence[str] = ("en",), midnight: str = "unknown") -> Hours:
    if midnight not in _MIDNIGHT_RULES:
        raise ValueError(f"midnight is {midnight!r}, expected one of {', '.join(_MIDNIGHT_RULES)}")
    try:
        return Hours.of(read_text(value if isinstance(value, str) else "", languages, _MIDNIGHT_RULES[midnight]))
    except Unreadable as unreadable:
        return Hours.not_read(unreadable.reason, unreadable.detail)
