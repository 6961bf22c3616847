"""Which proxy carries the next request: the least-loaded live one whose pace allows it. The clock is passed in.

An entry has tunnels. Of a **static** pool an entry is an exit, so the pace is the entry's and its tunnels only say how
many requests it may carry at once. Of a **gateway** pool the exits rotate behind an entry, each connection to it is
allowed its own pace, and a tunnel is such a connection; the entry spreads its tunnels' turns evenly.

An entry that fails rests, each time longer, and returns on probation: one request at a time until one is served.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from directory_crawler.core.proxies.entries import ProxyEntry

GAP_MARGIN = 1.01
"""Gaps are longer than the cap asks for by this: one late on its way may be followed by one that was not."""
CATCHING_UP_S = 1.0
"""The share of the past that a gateway's even spread may make good, where a turn was taken late."""
_MOST_DOUBLINGS = 20


@dataclass(frozen=True)
class PoolRules:
    """The pace of an entry (``per_tunnel``: of each of its tunnels) and how long one rests that fails."""

    tunnels: int
    per_minute: float
    per_tunnel: bool
    rest_s: float = 5.0
    longest_rest_s: float = 900.0
    strikes: int = 3

    @property
    def gap_s(self) -> float:
        return 60.0 / self.per_minute * GAP_MARGIN


@dataclass(eq=False)
class Ticket:
    """The right to send one request through a tunnel of an entry; given back with its outcome."""

    entry: ProxyEntry
    tunnel: int
    member: int
    """The number of the entry in the pool."""


@dataclass(eq=False)
class _Member:
    entry: ProxyEntry
    number: int
    free: list[tuple[float, int]]
    """The tunnels that carry nothing, by the moment from which they may: a heap."""
    in_flight: int = 0
    not_before: float = 0.0
    rests_until: float = 0.0
    rests: int = 0
    strikes: int = 0
    on_probation: bool = True
    served: int = 0
    last_taken: float = field(default=float("-inf"))

    def ready_at(self) -> float | None:
        """The moment from which it may carry another request; ``None`` when only an outcome can tell."""
        if not self.free or (self.on_probation and self.in_flight):
            return None
        return max(self.not_before, self.rests_until, self.free[0][0])


class ProxyPool:
    """The entries and what became of them. Moments are seconds of any clock that only goes forward."""

    def __init__(self, entries: Iterable[ProxyEntry], rules: PoolRules) -> None:
        self.rules = rules
        self._members = [
            _Member(entry, number, [(0.0, tunnel) for tunnel in range(rules.tunnels)])
            for number, entry in enumerate(entries)
        ]
        if not self._members:
            raise ValueError("a pool without entries would be no pool")

    def __len__(self) -> int:
        return len(self._members)

    def alive(self, now: float) -> int:
        """How many entries do not rest."""
        return sum(member.rests_until <= now for member in self._members)

    def returns_at(self) -> float:
        """The moment at which the first entry has rested."""
        return min(member.rests_until for member in self._members)

    def served(self) -> dict[ProxyEntry, int]:
        """How many requests each entry has served."""
        return {member.entry: member.served for member in self._members}

    def take(self, now: float, avoid: Collection[ProxyEntry] = ()) -> Ticket | None:
        """Take the least-loaded entry that may carry a request now; one of ``avoid`` only where no other lives."""
        ready = []
        for member in self._candidates(now, avoid):
            ready_at = member.ready_at()
            if ready_at is not None and ready_at <= now:
                ready.append(member)
        if not ready:
            return None
        chosen = min(ready, key=lambda member: (member.in_flight, member.last_taken, member.number))
        rules = self.rules
        chosen.in_flight += 1
        chosen.last_taken = now
        if rules.per_tunnel:
            chosen.not_before = max(chosen.not_before, now - CATCHING_UP_S) + rules.gap_s / rules.tunnels
        else:
            chosen.not_before = now + rules.gap_s
        _, tunnel = heapq.heappop(chosen.free)
        return Ticket(chosen.entry, tunnel, chosen.number)

    def ready_at(self, now: float, avoid: Collection[ProxyEntry] = ()) -> float | None:
        """The moment from which `take` may give a ticket; ``None`` when that hangs on an outcome alone."""
        moments = [member.ready_at() for member in self._candidates(now, avoid) or self._members]
        return min((moment for moment in moments if moment is not None), default=None)

    def _candidates(self, now: float, avoid: Collection[ProxyEntry]) -> list[_Member]:
        live = [member for member in self._members if member.rests_until <= now]
        return [member for member in live if member.entry not in avoid] or live

    # --- outcomes --------------------------------------------------------------------------------------------

    def serve(self, ticket: Ticket, sent_at: float, now: float) -> None:
        """Give a ticket back: the request that left at ``sent_at`` was answered."""
        member = self._give_back(ticket, sent_at)
        member.served += 1
        member.strikes = 0
        if member.rests_until <= now:
            member.on_probation = False
            member.rests = max(0, member.rests - 1)

    def strike(self, ticket: Ticket, sent_at: float, now: float) -> bool:
        """Give a ticket back: no answer, by the entry's fault or the site's. Enough in a row, and the entry rests."""
        member = self._give_back(ticket, sent_at)
        member.strikes += 1
        return member.strikes >= self.rules.strikes and self._rest(member, now)

    def fail(self, ticket: Ticket, sent_at: float, now: float) -> bool:
        """Give a ticket back: the entry's own fault. Return whether it begins a rest (it may be resting already)."""
        return self._rest(self._give_back(ticket, sent_at), now)

    def blame(self, entry: ProxyEntry, now: float) -> bool:
        """What an entry could not do another one could: it rests."""
        return any(self._rest(member, now) for member in self._members if member.entry == entry)

    def give_back(self, ticket: Ticket, sent_at: float) -> None:
        """Give a ticket back with nothing learned."""
        self._give_back(ticket, sent_at)

    def _give_back(self, ticket: Ticket, sent_at: float) -> _Member:
        member = self._members[ticket.member]
        member.in_flight -= 1
        ready = sent_at + self.rules.gap_s if self.rules.per_tunnel else 0.0
        heapq.heappush(member.free, (ready, ticket.tunnel))
        return member

    def _rest(self, member: _Member, now: float) -> bool:
        if member.rests_until > now:
            return False
        pause = self.rules.rest_s * 2 ** min(member.rests, _MOST_DOUBLINGS)
        member.rests_until = now + min(pause, self.rules.longest_rest_s)
        member.rests += 1
        member.strikes = 0
        member.on_probation = True
        return True
