"""``Retry-After``: a number of seconds, or a date."""

from __future__ import annotations

import math
from datetime import timezone
from email.utils import parsedate_to_datetime

LONGEST_S = 7 * 86_400.0
"""Whoever asks for more has not thought of us: the run is over long before."""
_MOST_CHARACTERS = 64


def seconds_of(text: str, now: float) -> float | None:
    """Return the seconds to wait from ``now`` (seconds since 1970), or ``None`` where the header says nothing usable.

    Fractions of a second are met in the wild. A date that has passed is no wait.
    """
    text = text.strip()[:_MOST_CHARACTERS]
    try:
        wait = float(text)
    except ValueError:
        try:
            date = parsedate_to_datetime(text)
        except (ValueError, TypeError, OverflowError):
            return None
        if date.tzinfo is None:
            date = date.replace(tzinfo=timezone.utc)
        wait = date.timestamp() - now
    if math.isnan(wait) or wait <= 0:
        return None
    return min(wait, LONGEST_S)
