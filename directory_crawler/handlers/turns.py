"""Whose turn it is: requests wait, first come first served, until the pool has an entry for them.

When no entry is left alive the run pauses and says so; when none came back in time it stops, to be continued.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from typing import TYPE_CHECKING

from directory_crawler.leases import NotSentError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from directory_crawler.core.proxies.entries import ProxyEntry
    from directory_crawler.core.proxies.pool import ProxyPool, Ticket

logger = logging.getLogger(__name__)

LOOK_AROUND_S = 1.0
"""The longest that those who wait do not look whether the run goes on."""
TOLD_EVERY_S = 60.0


class Turns:
    """Tickets of a pool for those who wait for one.

    ``stop`` is called once when no entry has served anything for ``patience_s`` since all of them rest, and
    ``is_stopping`` tells that the run ends: nobody is kept waiting then.
    """

    def __init__(
        self,
        pool: ProxyPool,
        patience_s: float,
        *,
        is_stopping: Callable[[], bool],
        stop: Callable[[str], None],
    ) -> None:
        self.pool = pool
        self.patience_s = patience_s
        self.pauses = 0
        self._is_stopping = is_stopping
        self._stop = stop
        self._waiting: deque[tuple[Collection[ProxyEntry], asyncio.Future[Ticket]]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._paused_since: float | None = None
        self._told_at = float("-inf")

    async def take(self, avoid: Collection[ProxyEntry] = ()) -> Ticket:
        """Wait for a ticket. Raises `NotSentError` when the run stops first."""
        turn: asyncio.Future[Ticket] = asyncio.get_running_loop().create_future()
        self._waiting.append((avoid, turn))
        self.serve()
        return await turn

    def serve(self) -> None:
        """Give out what the pool has, and look again when it may have more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = time.monotonic()
        self._notice_pause(now)
        if self._is_stopping():
            self._send_home()
            return
        kept: deque[tuple[Collection[ProxyEntry], asyncio.Future[Ticket]]] = deque()
        while self._waiting:
            avoid, turn = self._waiting.popleft()
            if turn.done():
                continue
            ticket = self.pool.take(now, avoid)
            if ticket is not None:
                turn.set_result(ticket)
                continue
            kept.append((avoid, turn))
            if not avoid:
                break  # nobody behind could have what this one could not
        self._waiting.extendleft(reversed(kept))
        if self._waiting:
            ready = self.pool.ready_at(now)
            wait = LOOK_AROUND_S if ready is None else min(max(ready - now, 0.0), LOOK_AROUND_S)
            self._timer = asyncio.get_running_loop().call_later(wait, self.serve)

    def close(self) -> None:
        """Keep nobody waiting."""
        if self._timer is not None:
            self._timer.cancel()
        self._send_home()

    def answered(self) -> None:
        """An entry has served a request: a pause is over."""
        if self._paused_since is not None:
            logger.warning("proxies: one answers again after %.0f s", time.monotonic() - self._paused_since)
            self._paused_since = None
            self._told_at = float("-inf")

    def _send_home(self) -> None:
        while self._waiting:
            _, turn = self._waiting.popleft()
            if not turn.done():
                turn.set_exception(NotSentError("the run stops; no proxy had carried the request"))

    def _notice_pause(self, now: float) -> None:
        if not self._waiting or self.pool.alive(now):
            return
        if self._paused_since is None:
            self._paused_since = now
            self.pauses += 1
        if now - self._told_at >= TOLD_EVERY_S:
            self._told_at = now
            logger.warning(
                "proxies: none of %d is alive: the run pauses; the first is tried again in %.0f s",
                len(self.pool),
                self.pool.returns_at() - now,
            )
        if now - self._paused_since >= self.patience_s:
            self._stop(f"none of {len(self.pool)} proxies answered for {now - self._paused_since:.0f} s")
