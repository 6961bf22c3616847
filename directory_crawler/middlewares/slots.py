"""Scrapy's slot, whose delay is what the pace says: the gap of its controller, a wait that the site asked for, and
the turn under the ceiling of the run."""

from __future__ import annotations

import random
from time import monotonic
from typing import TYPE_CHECKING, Any

from scrapy.core.downloader import Slot

if TYPE_CHECKING:
    from directory_crawler.core.pace.ceiling import Ceiling, Ticket
    from directory_crawler.core.pace.controller import Controller

_AT_ONCE = 1e-9
"""A delay that has passed, and is none: after a slot without a delay Scrapy sends all that waits."""


class PacedSlot(Slot):
    """A slot of the downloader, which asks for its delay before it sends and whenever that delay has passed.

    The gap is drawn once a request, and follows the rate while it lasts: after a refusal it is the longer one.
    """

    __slots__ = ("_drawn", "_drawn_for", "_may_send", "_ticket", "ceiling", "controller")

    def __init__(self, controller: Controller, ceiling: Ceiling, concurrency: int, jitter: float) -> None:
        super().__init__(concurrency, controller.gap, jitter)
        self.controller = controller
        self.ceiling = ceiling
        self._ticket: Ticket | None = None
        self._drawn = 1.0
        self._drawn_for = -1.0
        self._may_send = False

    def download_delay(self) -> float:
        """Seconds from the last request to the next one, or to the moment at which to ask again."""
        if self._drawn_for != self.lastseen:  # a request was sent since
            self._drawn_for = self.lastseen
            self._drawn = 1 + random.uniform(-self.jitter, self.jitter)  # noqa: S311
            self._ticket, self._may_send = None, False
        if self._may_send:
            return _AT_ONCE
        now = monotonic()
        self.delay = self.controller.gap
        ready = max(self.lastseen + self._drawn * self.delay, self.controller.held_until)
        if ready > now or not self.queue or self.free_transfer_slots() <= 0:
            return max(ready - self.lastseen, _AT_ONCE)
        self._ticket = self.ceiling.ask(now, self._ticket, first=self.controller.is_limited)
        if self._ticket is not None:
            return max(self._ticket.at - self.lastseen, _AT_ONCE)
        self._may_send = True
        self.queue[0][0].meta["sent_at"] = now
        return _AT_ONCE

    def drop_waiting(self) -> list[Any]:
        """Take out what waits to be sent; return the deferreds to be failed."""
        waiting = [answer for _, answer in self.queue]
        self.queue.clear()
        return waiting
