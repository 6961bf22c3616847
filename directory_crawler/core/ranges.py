"""Which values a setting takes, by the kind of its default: one range for all numbers, and the exceptions by name.

A setting comes as text from a shell or an environment, and as anything from a profile.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class Range:
    """Numbers from ``least``, or above it, to ``most``."""

    least: float = 0.0
    most: float = 1e9
    above: bool = False

    def holds(self, number: float) -> bool:
        return (number > self.least if self.above else number >= self.least) and number <= self.most

    def __str__(self) -> str:
        start = f"above {self.least:g}, up" if self.above else f"from {self.least:g}"
        return f"{start} to {self.most:g}"


USUAL = Range()
"""What is counted, and seconds. The end is out of reach for both, and what a database and a calendar still hold."""
AT_LEAST_ONE = Range(1)
MORE_THAN_NONE = Range(above=True)
SHARE = Range(most=1)
BYTES = Range(most=1e12)
BOUND = Range(-1e9)
"""A bound of the sign-off may be one that nothing reaches."""

RANGES = {
    **dict.fromkeys(
        (
            "CLUSTER_AGENCY_PARTNERS",
            "CLUSTER_TEXT_CAP",
            "CLUSTER_TITLE_CAP",
            "CONCURRENT_ITEMS",
            "CONCURRENT_REQUESTS",
            "FETCHES_IN_FLIGHT",
            "FETCH_ATTEMPTS",
            "FOLD_BUILDING_HOLDS",
            "KEEP_RUNS",
            "PACKAGE_SOURCE_ADDRESSES",
            "PROXY_POOL_AT_ONCE",
            "PROXY_POOL_TUNNELS",
            "REFRESH_SHARE",
            "RENDERED_AT_ONCE",
            "RENDERED_PAGES_PER_CONTEXT",
            "SLICE_ATTEMPTS",
            "STORE_BATCH",
            "THROTTLE_PERSISTENT_ANSWERS",
            "THROTTLE_REFUSED_TIMES",
            "WALKS_IN_FLIGHT",
        ),
        AT_LEAST_ONE,
    ),
    **dict.fromkeys(
        (
            "DOWNLOAD_TIMEOUT",
            "PROXY_POOL_LONGEST_REST",
            "PROXY_POOL_PER_MINUTE",
            "PROXY_POOL_REST",
            "RENDERED_TIMEOUT",
            "RUN_HOOK_TIMEOUT",
            "STORE_FLUSH_SECONDS",
            "THROTTLE_CEILING",
            "THROTTLE_CONTACTS",
            "THROTTLE_FLOOR",
            "THROTTLE_START",
            "THROTTLE_STEP",
            "THROTTLE_TOP",
        ),
        MORE_THAN_NONE,
    ),
    **dict.fromkeys(("CALL_TRACKING_SAMPLE", "THROTTLE_JITTER", "THROTTLE_PERSISTENT_SHARE"), SHARE),
    **dict.fromkeys(("DOWNLOAD_MAXSIZE", "DOWNLOAD_WARNSIZE", "SCRAPER_SLOT_MAX_ACTIVE_SIZE"), BYTES),
    **dict.fromkeys(("ARCHIVE_DAYS", "CLUSTER_LOOK_BACK_DAYS"), Range(most=36_500)),
    "LEASE_SECONDS": Range(most=2e6, above=True),  # the database takes it in milliseconds of four bytes
}
STAMPS = frozenset({"RUN_AS_OF"})
ADDRESSES = frozenset({"BASE_URL"})
_ADDRESS = re.compile(r"https?://[^/@\s]+/?")


def range_of(name: str) -> Range:
    return BOUND if name.startswith("ACCEPT_") else RANGES.get(name, USUAL)


def expected(name: str, default: Any) -> str | None:
    """Say in words what a setting takes; ``None`` where that is for its reader to judge."""
    if isinstance(default, bool):
        return "true or false"
    if isinstance(default, (int, float)):
        kind = "a whole number" if isinstance(default, int) else "a number"
        return f"{kind} {range_of(name)}"
    if name in ADDRESSES:
        return "scheme and host, such as https://directory.example"
    return "an ISO stamp, such as 2026-11-30T06:00:00+00:00" if name in STAMPS else None


def is_taken(name: str, value: Any, default: Any) -> bool:
    """Whether a setting takes a value, as what reads it will."""
    if isinstance(default, bool):
        return str(value) in ("True", "true", "False", "false", "1", "0")
    if isinstance(default, (int, float)):
        number = _number(value, whole=isinstance(default, int))
        return number is not None and range_of(name).holds(number)
    if not value:
        return True
    if name in ADDRESSES:
        return _ADDRESS.fullmatch(str(value)) is not None
    return name not in STAMPS or _is_stamp(value)


def _number(value: Any, *, whole: bool) -> float | None:
    if isinstance(value, bool):
        return None
    try:
        number = float(value)
        if whole and int(value) != number:
            return None
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _is_stamp(value: Any) -> bool:
    try:
        datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return False
    return True
