"""What refusals say of the site as a whole: whether they are site-wide, and whether they persist."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from enum import Enum

SPAN_S = 30.0
LEAST_SLOTS = 3
LEAST_SHARE = 0.10


class SiteWide:
    """Refusals are site-wide when they come from three slots and a tenth of the active ones within half a minute."""

    def __init__(self) -> None:
        self._answered: dict[str, float] = {}
        self._refused: dict[str, float] = {}
        self._since = -math.inf

    def good(self, slot: str, now: float) -> None:
        self._answered[slot] = now

    def refuse(self, slot: str, now: float, sent_at: float) -> bool:
        """Take in a refusal; return whether it makes them site-wide. Each such finding starts the evidence anew."""
        self._answered[slot] = now
        if sent_at < self._since:
            return False
        self._refused[slot] = now
        self._refused = {name: at for name, at in self._refused.items() if now - at <= SPAN_S}
        if len(self._refused) < LEAST_SLOTS:
            return False
        self._answered = {name: at for name, at in self._answered.items() if now - at <= SPAN_S}
        if len(self._refused) < LEAST_SHARE * len(self._answered):
            return False
        self.begin_anew(now)
        return True

    def begin_anew(self, now: float) -> None:
        """Count what was sent before ``now`` no more: the pace has been cut for it."""
        self._refused.clear()
        self._since = now


class Persistence(Enum):
    """What refusals that do not cease at the slowest pace call for."""

    PAUSE = "pause"
    STOP = "stop"


@dataclass(frozen=True)
class Limits:
    """The share of the last answers that may be refusals at the floor pace, and how many in a row with none served."""

    answers: int = 500
    share: float = 0.08
    row: int = 20


class Patience:
    """Says when a run has to pause, and when it has to stop since the pause did not help."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.has_paused = False
        self._answers: deque[bool] = deque(maxlen=limits.answers)
        self._refusals = 0
        self._row = 0

    @property
    def share(self) -> float:
        """Refusals at the floor pace among the answers that are looked at."""
        return self._refusals / len(self._answers) if self._answers else 0.0

    def good(self) -> None:
        self._add(refused=False)
        self._row = 0
        if len(self._answers) == self.limits.answers and not self._is_used_up():
            self.has_paused = False

    def refuse(self, *, at_floor: bool) -> Persistence | None:
        """Take in a refusal; one at a faster pace is answered by slowing down, and says nothing yet."""
        self._add(refused=at_floor)
        self._row += at_floor
        if not at_floor or not (self._is_used_up() or self._row >= self.limits.row):
            return None
        self._answers.clear()
        self._refusals = self._row = 0
        if self.has_paused:
            return Persistence.STOP
        self.has_paused = True
        return Persistence.PAUSE

    def _add(self, *, refused: bool) -> None:
        if len(self._answers) == self.limits.answers:
            self._refusals -= self._answers[0]
        self._answers.append(refused)
        self._refusals += refused

    def _is_used_up(self) -> bool:
        return self._refusals > self.limits.share * self.limits.answers
