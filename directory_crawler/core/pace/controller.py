"""The pace of one slot: a little faster on each good answer, half as fast when the site refuses.

The clock is passed in; nothing here waits. What was under way when the pace was cut says nothing of the new pace.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, replace

_CATCH_UP_FROM = 1.0
_CATCH_UP_TO = 0.75
_CATCH_UP = 2.0
_LONG_ROW = 5
_SPAN_S = 10.0
_FIRST_WAIT, _LONGEST_WAIT = 0.5, 1.0  # gaps at the floor pace


@dataclass(frozen=True)
class Rates:
    """Requests a second: where a slot starts, its bounds, and what each good answer adds.

    ``lifted``: no pace at all until the site refuses for the first time; from then on like any other.
    """

    start: float = 4.0
    top: float = 12.0
    floor: float = 0.5
    step: float = 0.05
    lifted: bool = False

    def scaled(self, top: float) -> Rates:
        """The same course for another top: it starts at the same share of it and takes as many answers to reach it."""
        share = top / self.top
        floor = min(self.floor, top)
        return replace(
            self, start=max(self.start * share, floor), top=top, floor=floor, step=self.step * share
        )


class Controller:
    """The pace of one slot.

    An unbroken row of refusals costs one halving in the end: each halves the rate, and the first good answer lifts
    it to half of what it was before the row (or to what the last ten seconds were served of, if that is less), since
    a window that has to pass refuses whatever the pace is; so the row waits longer each time, too. Up to three
    quarters of the rate that was refused last, a good answer counts double: a limit of gaps is met again no sooner,
    and the time spent far below it is shorter.
    """

    def __init__(self, rates: Rates) -> None:
        self.rates = rates
        self.rate = math.inf if rates.lifted else min(rates.start, rates.top)
        self.held_until = -math.inf
        self.served = 0
        self.refused = 0
        self.row = 0
        """Refusals since the last good answer."""
        self.began_at = self.answered_at = 0.0
        """When its first request was sent, and when its last answer came."""
        self._cut_at = -math.inf
        self._peak = math.inf
        self._resume = 0.0
        self._top = rates.top
        self._served_at: deque[float] = deque()

    @property
    def gap(self) -> float:
        """Seconds between two requests."""
        return 1.0 / self.rate

    @property
    def is_limited(self) -> bool:
        """Whether the site has shown that it tolerates less here."""
        return math.isfinite(self._peak)

    @property
    def is_at_floor(self) -> bool:
        """Whether slowing down is no answer any more.

        A row that began at a faster pace may be a window that has to pass: its first refusals say nothing yet.
        """
        return self.rate <= self.rates.floor and (self._resume <= self.rates.floor or self.row >= _LONG_ROW)

    def cap(self, top: float) -> None:
        """Lower the top (or raise it again): this worker's share of what a surface may take."""
        self._top = max(min(top, self.rates.top), self.rates.floor)
        if math.isfinite(self.rate):
            self.rate = min(self.rate, self._top)

    def good(self, sent_at: float) -> None:
        """Take in an answer to a request that was sent at ``sent_at``."""
        self.served += 1
        self._served_at.append(sent_at)
        while self._served_at[0] < sent_at - _SPAN_S:
            self._served_at.popleft()
        if sent_at < self._cut_at:
            return
        if self.row and sent_at - self.began_at >= _SPAN_S:
            served = (len(self._served_at) - 1) / _SPAN_S
            self._resume = max(min(self._resume, served), self.rates.floor)
        self.row = 0
        if math.isinf(self.rate):
            return
        rate = max(self.rate, self._resume)
        self._resume = 0.0
        catching_up = _CATCH_UP_FROM <= rate < _CATCH_UP_TO * self._peak
        rate += self.rates.step * (_CATCH_UP if catching_up and math.isfinite(self._peak) else 1.0)
        self.rate = min(rate, self._top)

    def refuse(self, now: float, sent_at: float) -> bool:
        """Take in a refusal; return whether it cut the pace, which one sent before the last cut does not."""
        self.refused += 1
        if sent_at < self._cut_at:
            return False
        before = min(self.rate, self._top) if math.isfinite(self.rate) else min(self.rates.start, self._top)
        self.rate = max(before / 2, self.rates.floor)
        if self.row == 0:
            self._peak, self._resume = before, self.rate
        self.row += 1
        self._cut_at = now
        if self.row > 1:
            waits = min(_FIRST_WAIT * 2 ** (self.row - 2), _LONGEST_WAIT)
            self.hold(now + waits / self.rates.floor)
        return True

    def hold(self, until: float) -> None:
        """Send nothing before ``until``: the site has said when to come back."""
        self.held_until = max(self.held_until, until)
