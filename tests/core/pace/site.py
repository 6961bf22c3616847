"""A site that refuses, and a crawl of it without a socket or a clock: what is sent when, and what it brings."""

from __future__ import annotations

import heapq
import math
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from directory_crawler.core.pace.ceiling import Ceiling, Ticket
from directory_crawler.core.pace.controller import Rates
from directory_crawler.core.pace.pacer import Attempts, Fate, Pacer, Patiences

Limiter = Callable[[float], bool]
"""Whether a request that arrives at a moment is served."""


def tolerant(_: float) -> bool:
    return True


def refusing(_: float) -> bool:
    return False


def gaps(tolerance: float) -> Limiter:
    """Refuse what comes sooner than ``1 / tolerance`` after what was served last."""
    last = [-math.inf]

    def serve(now: float) -> bool:
        if now - last[0] < 1 / tolerance:
            return False
        last[0] = now
        return True

    return serve


def window(tolerance: float, seconds: float = 10.0, *, counts_refused: bool = False) -> Limiter:
    """Refuse what goes beyond so many in any ten seconds."""
    seen: deque[float] = deque()

    def serve(now: float) -> bool:
        while seen and seen[0] <= now - seconds:
            seen.popleft()
        served = len(seen) < tolerance * seconds
        if served or counts_refused:
            seen.append(now)
        return served

    return serve


def fixed_window(tolerance: float, seconds: float = 10.0) -> Limiter:
    """Refuse what goes beyond so many in the ten seconds of the clock."""
    current = [-1, 0]

    def serve(now: float) -> bool:
        if int(now // seconds) != current[0]:
            current[:] = [int(now // seconds), 0]
        current[1] += 1
        return current[1] <= tolerance * seconds

    return serve


@dataclass
class Part:
    """A slice of so many pages, walked one after the other, with its own limiter."""

    pages: int
    limiter: Limiter = tolerant
    wait_s: float | None = None
    served: int = 0
    refused: int = 0
    began: float = math.inf
    ended: float = math.inf

    @property
    def rate(self) -> float:
        return self.served / (self.ended - self.began)


@dataclass
class Sent:
    """What happened to a crawl: the moments of its requests, and what the pacer made of refusals."""

    at: list[float] = field(default_factory=list)
    fates: list[Fate] = field(default_factory=list)
    ended: float = 0.0

    def most_in(self, seconds: float) -> int:
        """The most requests in any stretch of so many seconds."""
        first = most = 0
        for last, now in enumerate(self.at):
            while self.at[first] <= now - seconds:
                first += 1
            most = max(most, last - first + 1)
        return most

    def mean(self, since: float, until: float) -> float:
        return sum(since <= at < until for at in self.at) / (until - since)


def pacer(top: float = 30.0, rates: Rates | None = None, **patiences: float) -> Pacer:
    return Pacer(rates or Rates(), Ceiling(top), Patiences(**patiences))  # type: ignore[arg-type]


def walk(
    pace: Pacer,
    parts: dict[str, Part],
    *,
    side_by_side: int = 24,
    latency: float = 0.2,
    until: float = math.inf,
    site: Limiter = tolerant,
    jitter: float = 0.3,
    seed: int = 1,
) -> Sent:
    """Walk parts side by side as the downloader does: gap of the slot first, then the ceiling, then the wire."""
    rng = random.Random(seed)
    sent = Sent()
    waiting = deque(parts)
    events: list[tuple[float, int, str, float | None, Attempts, Ticket | None]] = []
    number = 0

    def push(at: float, name: str, sent_at: float | None, attempts: Attempts, ticket: Ticket | None) -> None:
        nonlocal number
        number += 1
        heapq.heappush(events, (at, number, name, sent_at, attempts, ticket))

    def begin(now: float) -> None:
        if waiting:
            name = waiting.popleft()
            pace.slot(name, surface=False)
            parts[name].began = now
            push(now, name, None, Attempts(name), None)

    last: dict[str, tuple[float, float]] = {}
    for _ in range(side_by_side):
        begin(0.0)
    while events and events[0][0] < until and pace.stopped is None:
        now, _, name, sent_at, attempts, ticket = heapq.heappop(events)
        part, slot = parts[name], pace.slots[name]
        if sent_at is None:
            at, drawn_gap = last.get(name, (-math.inf, 0.0))
            ready = max(at + drawn_gap * slot.gap, slot.held_until)
            if ready > now:
                push(ready, name, None, attempts, None)
            elif (drawn := pace.ceiling.ask(now, ticket, first=slot.is_limited)) is not None:
                push(drawn.at, name, None, attempts, drawn)
            else:
                sent.at.append(now)
                last[name] = (now, 1 + rng.uniform(-jitter, jitter))
                push(now + latency, name, now, attempts, None)
            continue
        sent.ended = now
        if site(sent_at) and part.limiter(sent_at):
            part.served += 1
            pace.good(name, now, sent_at)
            attempts = Attempts(name)
        else:
            part.refused += 1
            fate = pace.refuse(name, now, sent_at, attempts, part.wait_s)
            sent.fates.append(fate)
            if fate is not Fate.AGAIN:
                begin(now)
                continue
        if part.served < part.pages:
            push(now, name, None, attempts, None)
        else:
            part.ended = now
            begin(now)
    return sent
