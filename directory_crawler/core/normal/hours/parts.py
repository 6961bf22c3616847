"""The parts of a text about opening hours: what each says, and how it is set off from the one before."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from directory_crawler.core.normal.hours.week import Interval


class Kind(Enum):
    """What a part says."""

    DAYS = auto()
    TIMES = auto()
    MIDNIGHT = auto()  # 00:00-00:00, which sites use for two opposite things
    PAUSE = auto()
    CLOSED = auto()
    NOT_FIXED = auto()
    EXCEPT = auto()  # days that are closed where nothing else is said of them


class Gap(Enum):
    """How a part is set off from the one before it."""

    NONE = 0
    SOFT = 1  # comma, slash, "and"
    HARD = 2  # semicolon, new line


@dataclass(frozen=True)
class Part:
    """One part of the text; `days` of a DAYS or EXCEPT, `time` of a TIMES or PAUSE."""

    kind: Kind
    gap: Gap
    days: frozenset[int] = frozenset()
    time: Interval = (0, 0)
