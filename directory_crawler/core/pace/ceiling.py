"""The one ceiling over all slots of a worker: evenly spaced grants, halved when the whole site refuses.

Requests are granted as a leaky bucket grants them: spaced by ``1 / rate``, with two of credit for a timer that
fires late. So no ten seconds hold more than ten times the ceiling and three, however busy the process is. Who has
to wait draws a ticket; tickets are in order of asking, and void when the rate changes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

CREDIT = 2.0
"""Requests that may be caught up with after a late timer."""
RELAX = 1.2
_UNTIL_SHARED_S = 0.1
_KEPT = 0.995
"""What is sent a little late arrives a little closer to what follows: so much of the rate is used."""


@dataclass(frozen=True)
class Ticket:
    """The moment at which to ask again; drawn in an ``era`` of one rate. A ``paid`` one is counted already."""

    at: float
    era: int
    paid: bool = False


class Ceiling:
    """Requests a second of everything together. ``top`` is what the site tolerates at most; infinite for no ceiling.

    ``lowest`` bounds the halving. ``fallback`` is the top that a lifted ceiling falls to at its first halving.
    """

    def __init__(
        self, top: float, *, lowest: float = 1.0, quiet_s: float = 60.0, fallback: float = 30.0
    ) -> None:
        self.top = top
        self.lowest = min(lowest, top)
        self.quiet_s = quiet_s
        self.fallback = fallback
        self.rate = top
        self.quiet_since = -math.inf
        self.held_until = -math.inf
        self.sent = self.waited = self.halvings = 0
        """What happened so far: grants, tickets drawn, halvings."""
        self.is_shared = False
        """Whether the workers of a run agree on the rate: then it rises for all of them together."""
        self._share = 1.0
        self._credit = CREDIT
        self._due = -math.inf
        self._sent_at = -math.inf
        self._last_ticket = -math.inf
        self._era = 0

    @property
    def granted(self) -> float:
        """Requests a second that this worker sends: its share of the rate."""
        return self.rate * self._share

    def ask(self, now: float, ticket: Ticket | None = None, *, first: bool = False) -> Ticket | None:
        """Return ``None`` where a request may be sent at once, and count it; else the ticket to ask again with.

        ``first`` goes before those who wait: a slot that is slow by itself should not stand in line as well.
        """
        if math.isinf(self.rate):
            return None if now >= self.held_until else Ticket(self.held_until, self._era)
        if self._share <= 0:
            self.waited += 1
            return Ticket(now + _UNTIL_SHARED_S, -1)
        spacing = 1.0 / (self.granted * _KEPT)
        free = max(self._due - self._credit * spacing, self.held_until)
        if ticket is not None and ticket.era == self._era:
            if now < ticket.at:
                return ticket
            if ticket.paid:
                self._sent_at = now
                self._due = max(self._due, now + spacing)
                return None
            if now < free:  # another one went before: the turn moved
                return Ticket(free, self._era)
            self._send(now, spacing)
            return None
        at = max(now, free) if first else max(now, free, self._last_ticket + spacing)
        if at <= now:
            self._last_ticket = max(now, self._last_ticket)
            self._send(now, spacing)
            return None
        self.waited += 1
        if first:
            self._send(at, spacing)
            return Ticket(at, self._era, paid=True)
        self._last_ticket = at
        return Ticket(at, self._era)

    def _send(self, now: float, spacing: float) -> None:
        self.sent += 1
        self._due = max(self._due, now) + spacing
        self._sent_at = now

    def halve(self, now: float) -> None:
        """The whole site refuses."""
        if math.isinf(self.top):
            self.top, self.rate = self.fallback, min(self.rate, self.fallback)
        self.rate = max(self.rate / 2, self.lowest)
        self.quiet_since = now
        self.halvings += 1
        self._change(now)

    def relax(self, now: float) -> None:
        """Go up a step for each stretch that was quiet."""
        if self.is_shared or self.rate >= self.top or now - self.quiet_since < self.quiet_s:
            return
        self.rate = min(self.rate * RELAX, self.top)
        self.quiet_since = now
        self._change(now)

    def hold(self, now: float, until: float) -> None:
        """Send nothing at all before ``until``."""
        self.held_until = max(self.held_until, until)
        self._change(now)

    def limit(self, now: float, top: float, *, even: bool = False) -> None:
        """Lower the top for good: what robots.txt asks for. ``even`` leaves no credit, so that no gap is shorter."""
        self.top = min(self.top, top)
        self.rate = min(self.rate, self.top)
        self.lowest = min(self.lowest, self.top)
        self.fallback = min(self.fallback, self.top)
        if even:
            self._credit = 0.0
        self._change(now)

    def adopt(self, now: float, rate: float, share: float) -> None:
        """Take over the rate that the workers of a run agree on, and the share of it that falls to this one."""
        rate = min(rate, self.top)
        if (rate, share) != (self.rate, self._share):
            self.rate, self._share = rate, share
            self._change(now)

    def _change(self, now: float) -> None:
        """Void the tickets; the next request keeps the spacing that holds now, and no credit is left."""
        self._era += 1
        self._last_ticket = -math.inf
        if math.isfinite(self.rate) and self._share > 0:
            spacing = 1.0 / (self.granted * _KEPT)
            free = max(self._sent_at + spacing, self.held_until, now - spacing)
            self._due = free + self._credit * spacing
