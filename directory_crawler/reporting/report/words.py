"""Figures as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

NARROW = "\u202f"
"""A space within a number, at which no line is broken."""
NOTHING = "–"


def number(value: float | None) -> str:
    """A count, its thousands apart: 80 118."""
    return NOTHING if value is None else f"{value:,.0f}".replace(",", NARROW)


def counted(n: int, one: str, many: str | None = None) -> str:
    """A count with its noun: 1 rubric, 3 rubrics."""
    return f"{number(n)} {one if n == 1 else many or one + 's'}"


def percent(share: float | None) -> str:
    """A share. What is short of the whole is never rounded up to it, what is more than nothing never down to that."""
    if share is None:
        return NOTHING
    if share in (0, 1):
        return f"{100 * share:.0f}%"
    text = f"{100 * share:.1f}"
    if text == "100.0" and share < 1:
        text = "99.9"
    return "<0.1%" if text == "0.0" else f"{text}%"


def points(difference: float) -> str:
    """How far a share has moved, in points of a percentage."""
    return f"{'+' if difference > 0 else '−' if difference < 0 else ''}{abs(100 * difference):.1f}"


def of_all(n: int, whole: int, one: str, many: str | None = None) -> str:
    """So many of a whole, with its verb: 3 of 24 districts are, 1 of 24 districts is."""
    return f"{number(n)} of {counted(whole, one, many)} {'is' if n == 1 else 'are'}"


def rest(n: int, noun: str, where: str = "") -> str:
    """What a table does not show, and where it is; nothing where it shows all."""
    return f"and {counted(n, f'more {noun}')}{f': {where}' if where else ''}" if n > 0 else ""


def rate(a_second: float | None) -> str:
    """Requests a second."""
    return NOTHING if a_second is None else f"{a_second:.{0 if a_second >= 100 else 1}f}/s"


def latency(seconds: float) -> str:
    """How long one answer took."""
    return f"{1000 * seconds:.0f}{NARROW}ms" if seconds < 1 else f"{seconds:.1f}{NARROW}s"


def size(bytes_: float) -> str:
    """Bytes in the unit that fits."""
    for unit, of in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if bytes_ >= of:
            return f"{bytes_ / of:.{0 if bytes_ >= 100 * of else 1}f}{NARROW}{unit}"
    return f"{bytes_:.0f}{NARROW}bytes"


def duration(seconds: float) -> str:
    """How long something took."""
    whole = round(seconds)
    if whole < 120:
        return f"{max(seconds, 0):.{0 if whole >= 10 else 1}f}{NARROW}s"
    minutes = round(seconds / 60)
    if minutes < 120:
        return f"{minutes}{NARROW}min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours}{NARROW}h {minutes:02d}{NARROW}min"
    return f"{hours // 24} days {hours % 24}{NARROW}h"


def moment(stamp: datetime | None) -> str:
    return NOTHING if stamp is None else f"{stamp.day} {stamp:%B %Y, %H:%M} UTC"


def day(stamp: datetime | None) -> str:
    return NOTHING if stamp is None else f"{stamp.day} {stamp:%b %Y}"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """A list in a sentence: a, b and c."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"
