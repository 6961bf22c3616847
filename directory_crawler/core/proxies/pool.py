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
    turn: int = 0

    def ready_at(self) -> float | None:
        """The moment from which it may carry another request; ``None`` when only an outcome can tell."""
        if not self.free or (self.on_probation and self.in_flight):
            return None
        return max(self.not_before, self.rests_until, self.free[0][0])


class ProxyPool:
    """The entries and what became of them. Moments are seconds of any clock that only goes forward.

    What is asked costs the logarithm of the number of entries, of which there may be thousands: each entry stands in
    one of two heaps, of those that must wait until a moment and of those that may carry a request, least loaded first.
    An entry that changes is put in anew; where it stood before, its ``turn`` tells that this is out of date.
    """

    def __init__(self, entries: Iterable[ProxyEntry], rules: PoolRules) -> None:
        self.rules = rules
        self._members = [
            _Member(entry, number, [(0.0, tunnel) for tunnel in range(rules.tunnels)])
            for number, entry in enumerate(entries)
        ]
        if not self._members:
            raise ValueError("a pool without entries would be no pool")
        self._by_entry = {member.entry: member for member in self._members}
        self._waiting: list[tuple[float, int, int]] = []
        self._ready: list[tuple[int, float, int, int]] = []
        self._resting: list[tuple[float, int]] = []
        for member in self._members:
            self._place(member)

    def __len__(self) -> int:
        return len(self._members)

    def alive(self, now: float) -> int:
        """How many entries do not rest."""
        while self._resting and self._resting[0][0] <= now:
            heapq.heappop(self._resting)
        return len(self._members) - len(self._resting)

    def returns_at(self) -> float:
        """The moment at which the first entry that rests returns."""
        return self._resting[0][0] if self._resting else 0.0

    def served(self) -> dict[ProxyEntry, int]:
        """How many requests each entry has served."""
        return {member.entry: member.served for member in self._members}

    def take(self, now: float, avoid: Collection[ProxyEntry] = ()) -> Ticket | None:
        """Take the least-loaded entry that may carry a request now; one of ``avoid`` only where no other lives."""
        avoided = {member.number for entry in avoid if (member := self._by_entry[entry]).rests_until <= now}
        if len(avoided) >= self.alive(now):
            avoided = set()
        self._look(now)
        passed = []
        chosen = None
        while self._ready and chosen is None:
            place = heapq.heappop(self._ready)
            *_, number, turn = place
            if self._members[number].turn != turn:
                continue
            if number in avoided:
                passed.append(place)
            else:
                chosen = self._members[number]
        for place in passed:
            heapq.heappush(self._ready, place)
        return None if chosen is None else self._send(chosen, now)

    def ready_at(self, now: float) -> float | None:
        """The moment from which `take` may give what it does not give now; ``None``: that hangs on an outcome alone."""
        self._look(now)
        return self._waiting[0][0] if self._waiting else None

    def _send(self, member: _Member, now: float) -> Ticket:
        rules = self.rules
        member.in_flight += 1
        member.last_taken = now
        if rules.per_tunnel:
            member.not_before = max(member.not_before, now - CATCHING_UP_S) + rules.gap_s / rules.tunnels
        else:
            member.not_before = now + rules.gap_s
        _, tunnel = heapq.heappop(member.free)
        self._place(member)
        return Ticket(member.entry, tunnel, member.number)

    def _place(self, member: _Member) -> None:
        """Put an entry that has changed where it belongs."""
        member.turn += 1
        ready_at = member.ready_at()
        if ready_at is not None:
            heapq.heappush(self._waiting, (ready_at, member.number, member.turn))

    def _look(self, now: float) -> None:
        """Let those whose moment has come be ready."""
        while self._waiting:
            ready_at, number, turn = self._waiting[0]
            member = self._members[number]
            if member.turn == turn and ready_at > now:
                return
            heapq.heappop(self._waiting)
            if member.turn == turn:
                heapq.heappush(self._ready, (member.in_flight, member.last_taken, number, turn))

    # --- outcomes --------------------------------------------------------------------------------------------

    def serve(self, ticket: Ticket, sent_at: float, now: float) -> None:
        """Give a ticket back: the request that left at ``sent_at`` was answered."""
        member = self._members[ticket.member]
        member.served += 1
        member.strikes = 0
        if member.rests_until <= now:
            member.on_probation = False
            member.rests = max(0, member.rests - 1)
        self.give_back(ticket, sent_at)

    def strike(self, ticket: Ticket, sent_at: float, now: float) -> bool:
        """Give a ticket back: no answer, by the entry's fault or the site's. Enough in a row, and the entry rests."""
        self.give_back(ticket, sent_at)
        member = self._members[ticket.member]
        member.strikes += 1
        return member.strikes >= self.rules.strikes and self._rest(member, now)

    def fail(self, ticket: Ticket, sent_at: float, now: float) -> bool:
        """Give a ticket back: the entry's own fault. Return whether it begins a rest (it may be resting already)."""
        self.give_back(ticket, sent_at)
        return self._rest(self._members[ticket.member], now)

    def blame(self, entry: ProxyEntry, now: float) -> bool:
        """What an entry could not do another one could: it rests."""
        return self._rest(self._by_entry[entry], now)

    def give_back(self, ticket: Ticket, sent_at: float) -> None:
        """Give a ticket back with nothing learned."""
        member = self._members[ticket.member]
        member.in_flight -= 1
        ready = sent_at + self.rules.gap_s if self.rules.per_tunnel else 0.0
        heapq.heappush(member.free, (ready, ticket.tunnel))
        self._place(member)

    def _rest(self, member: _Member, now: float) -> bool:
        if member.rests_until > now:
            return False
        pause = self.rules.rest_s * 2 ** min(member.rests, _MOST_DOUBLINGS)
        member.rests_until = now + min(pause, self.rules.longest_rest_s)
        member.rests += 1
        member.strikes = 0
        member.on_probation = True
        heapq.heappush(self._resting, (member.rests_until, member.number))
        self._place(member)
        return True
