"""How far a run is: what is left of it, at what rate it goes on, and when it will be over.

Counts of the whole run come in with the moment at which they were read; nothing here knows a clock.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field

RATE_OVER_S = 180.0
"""Seconds over which the rate is taken: shorter than a run's phases, longer than one slot's pause."""
KNOWN_AFTER_S = 20.0
"""Seconds of counting below which a rate says nothing."""


@dataclass(frozen=True)
class Stage:
    """The units of one kind: those that have ended, those that have not, and those ended in vain."""

    name: str
    done: int
    left: int
    failed: int = 0

    @property
    def total(self) -> int:
        return self.done + self.left


@dataclass(frozen=True)
class Snapshot:
    """A run at one moment.

    ``found`` and ``promised`` are records of the slices that have ended; ``records_left`` those that the others are
    expected to hold, on ``pages_left`` pages at least. ``served`` are the answers of all workers together, ``planned``
    the requests that the run is expected to make, where that is known.
    """

    walk: Stage
    fetches: tuple[Stage, ...] = ()
    found: int = 0
    promised: int = 0
    pages_left: int = 0
    records_left: int = 0
    served: int = 0
    refused: int = 0
    planned: int | None = None
    workers: int = 1

    @property
    def coverage(self) -> float | None:
        """The share of what ended slices promised that they gave; ``None`` before any has promised anything."""
        return min(self.found, self.promised) / self.promised if self.promised else None


def requests_left(run: Snapshot, per_fetch: float) -> int | None:
    """How many requests the run has still to make; ``None`` where that cannot be told.

    ``per_fetch`` is what a fetch takes, its contacts included. While slices are open, records that nobody has seen yet
    will be due as often as those that were seen; where a plan expects more than that (of what only the end of all walks
    queues), the plan is believed.
    """
    to_fetch = float(sum(stage.left for stage in run.fetches))
    if run.walk.left:
        if not run.walk.done:
            return None if run.planned is None else max(run.planned - run.served, run.pages_left)
        due = sum(stage.total for stage in run.fetches) / run.found if run.found else 0.0
        to_fetch += due * run.records_left
    own = run.pages_left + math.ceil(to_fetch * per_fetch)
    if run.walk.left and run.planned is not None:
        return max(own, run.planned - run.served)
    return own


@dataclass
class Rate:
    """Answers a second over the last minutes, from counts as they are read."""

    over_s: float = RATE_OVER_S
    _read: deque[tuple[float, int]] = field(default_factory=deque)

    def add(self, at_s: float, served: int) -> None:
        """Take in a count. One below the last (another run, or what was pruned) begins anew."""
        if self._read and served < self._read[-1][1]:
            self._read.clear()
        self._read.append((at_s, served))
        while len(self._read) > 2 and self._read[1][0] <= at_s - self.over_s:
            self._read.popleft()

    @property
    def per_second(self) -> float | None:
        """The rate; ``None`` while too little is known."""
        if len(self._read) < 2:
            return None
        (began, first), (ended, last) = self._read[0], self._read[-1]
        if ended - began < KNOWN_AFTER_S:
            return None
        return (last - first) / (ended - began)


def seconds_left(requests: int | None, per_second: float | None) -> float | None:
    """When a run will be over at its rate; ``None`` where nobody knows."""
    if requests is None or requests == 0:
        return requests
    return requests / per_second if per_second else None


def in_words(seconds: float | None) -> str:
    """A span of time as people say it."""
    if seconds is None:
        return "unknown yet"
    minutes = round(seconds / 60)
    if minutes < 1:
        return "under a minute"
    if minutes < 120:
        return f"{minutes} min"
    hours, rest = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {rest} min"
    return f"{hours // 24} days {hours % 24} h"


def in_a_line(run: Snapshot, per_second: float | None, left: float | None) -> str:
    """How far a run is, for a log."""
    parts = [f"slices {run.walk.done} of {run.walk.total}"]
    parts += [f"{stage.name} {stage.done} of {stage.total}" for stage in run.fetches]
    if run.coverage is not None:
        parts.append(f"found {run.found} of {run.promised} promised ({100 * run.coverage:.1f} %)")
    rate = "" if per_second is None else f", {per_second:.1f} a second"
    refused = f", {run.refused} refused" if run.refused else ""
    parts.append(f"{run.served} requests{rate}{refused}")
    if run.workers > 1:
        parts.append(f"{run.workers} workers")
    parts.append(f"time left: {in_words(left)}")
    return "; ".join(parts)
