"""Moments as boards write them."""

from __future__ import annotations

import re
from datetime import datetime, timezone
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import tzinfo

EARLIEST, LATEST = 1990, 2100
"""Years between which a moment of a posting lies; others are placeholders or slips."""

_ISO = re.compile(
    r"(?P<date>\d{4}-\d\d-\d\d)"
    r"(?:[T ](?P<time>\d\d:\d\d(?::\d\d)?)(?:[.,]\d{1,9})?\s?(?P<zone>Z|UTC|[+-]\d\d(?::?\d\d)?)?)?"
)
_EPOCH = re.compile(r"\d{9,10}(?:\.\d{1,9})?|\d{12,13}")
_MILLISECONDS_FROM = 10**11


def parse_stamp(value: object, zone: tzinfo, pattern: str | None = None) -> datetime | None:
    """A moment in UTC, to the second, or ``None`` for what is none (relative words, nonsense, absurd years).

    Takes ISO dates and times with or without an offset, seconds or milliseconds since 1970, and the board's own
    ``strptime`` pattern. Without an offset, the clock is that of ``zone``; a date is its first moment there.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _since_1970(value)
    if not isinstance(value, str) or len(value) > 100:
        return None
    text = value.strip()
    if _EPOCH.fullmatch(text):
        return _since_1970(float(text))
    stamp = _iso(text)
    if stamp is None and pattern is not None and "%" in pattern:
        try:
            stamp = datetime.strptime(text, pattern)
        except ValueError:
            stamp = None
        if stamp is not None and stamp.tzinfo is None and pattern.endswith("Z"):
            stamp = stamp.replace(tzinfo=timezone.utc)
    if stamp is None:
        return None
    return _plausible(stamp if stamp.tzinfo is not None else stamp.replace(tzinfo=zone))


def _iso(text: str) -> datetime | None:
    match = _ISO.fullmatch(text)
    if match is None:
        return None
    offset = match["zone"]
    if offset in ("Z", "UTC"):
        offset = "+0000"
    elif offset is not None:
        offset = offset.replace(":", "").ljust(5, "0")
    clock = match["time"] or "00:00"
    try:
        stamp = datetime.strptime(
            f"{match['date']} {clock}{':00' if len(clock) == 5 else ''}", "%Y-%m-%d %H:%M:%S"
        )
        return (
            stamp
            if offset is None
            else datetime.strptime(f"{stamp.isoformat()}{offset}", "%Y-%m-%dT%H:%M:%S%z")
        )
    except ValueError:
        return None


def _since_1970(seconds: float) -> datetime | None:
    if (
        not 0 < seconds < 1000 * _MILLISECONDS_FROM
    ):  # before it is divided: an integer may be too long for that
        return None
    if seconds >= _MILLISECONDS_FROM:
        seconds /= 1000
    return _plausible(datetime.fromtimestamp(int(seconds), timezone.utc))


def _plausible(stamp: datetime) -> datetime | None:
    if not EARLIEST <= stamp.year <= LATEST:
        return None
    return stamp.astimezone(timezone.utc).replace(microsecond=0)
