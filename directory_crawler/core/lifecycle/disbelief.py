"""When a part that came back thin is not believed.

The measured accident: three parts of one district came back empty with status 200, and 2 100 organisations were
reported closed (directory specification, section 8).
"""

from __future__ import annotations

EMPTY_FROM = 5
"""A part that held so many and is empty now is not believed."""

THIN_FROM = 20
"""A part that held so many and holds less than half of them now is not believed."""

SAMPLE = 30
"""So many of the cards that a doubted part lacks are asked directly."""

CONFIRMED = 0.9
"""The share of the sample whose pages must say gone or closed before the part is believed."""


def is_doubtful(before: int, now: int) -> bool:
    """Return whether a part that held ``before`` records in the last accepted run may hold ``now``."""
    return (now == 0 and before >= EMPTY_FROM) or (before >= THIN_FROM and 2 * now < before)


def is_confirmed(hard: int, asked: int) -> bool:
    """Return whether ``hard`` verdicts (gone, closed) of ``asked`` sampled cards make a doubted part believed."""
    return asked > 0 and hard >= CONFIRMED * asked
