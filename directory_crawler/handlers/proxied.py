"""Sending every request through the pool: the entry is chosen as the request leaves, and its secret goes no further.

A request waits in its download slot first, so that a downloader middleware could not keep the pace of an exit. The
login is put on a copy that only the sending handler sees: what is retried, logged, stored or reported has none.

Each tunnel has a download handler of its own, hence connections of its own. So a gateway's connections are paced one
by one, and of two entries at one address neither speaks through the other's connection.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.exceptions import CloseSpider, DownloadFailedError
from scrapy.http import Response
from scrapy.resolver import dnscache

from directory_crawler.core.proxies.pool import ProxyPool
from directory_crawler.handlers.pool_options import PoolOptions, ProxyPoolError
from directory_crawler.handlers.pool_source import read_pool
from directory_crawler.handlers.proxy_faults import Fault, fault_of_answer, fault_of_error
from directory_crawler.handlers.turns import Turns
from directory_crawler.spiders.ending import is_stopping, stop

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy import Request
    from scrapy.core.downloader.handlers import DownloadHandlerProtocol
    from scrapy.crawler import Crawler

    from directory_crawler.core.proxies.entries import ProxyEntry
    from directory_crawler.core.proxies.pool import Ticket

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Outcome:
    """What one try brought: an answer or an error, and whose fault it is if it is anybody's."""

    answer: Response | Exception
    fault: Fault | None

    def deliver(self) -> Response:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class ProxiedDownloadHandler:
    """A download handler that lets others do the sending, each through one tunnel."""

    lazy = False

    def __init__(self, crawler: Crawler, new_sender: Callable[[], DownloadHandlerProtocol]) -> None:
        self.crawler = crawler
        self._new_sender = new_sender
        self._senders: dict[tuple[int, int], DownloadHandlerProtocol] = {}
        self._kept_open: set[tuple[int, int]] = set()
        """Senders whose last request was answered, so that a connection may have grown old since."""
        self._told: Counter[tuple[ProxyEntry, Fault]] = Counter()
        crawler.signals.connect(self.spider_opened, signals.spider_opened)
        crawler.signals.connect(self.spider_closed, signals.spider_closed)

    options: PoolOptions
    turns: Turns

    async def spider_opened(self) -> None:
        """Read the pool; without one there is no run, and above all no direct one."""
        try:
            options = PoolOptions.from_settings(self.crawler.settings)
            entries = await asyncio.to_thread(read_pool, options)
        except ProxyPoolError as error:
            reason = f"no proxy pool: {error}"
            logger.error("%s", reason)
            self.crawler.stats.set_value("run/failure", reason)
            raise CloseSpider("failed") from None
        rules = options.rules(len(entries))
        pool = ProxyPool(entries, rules)
        # Scrapy's resolver knows no IPv6, not even an address that needs no resolving.
        dnscache.update({entry.host: entry.host for entry in entries if ":" in entry.host})
        self.options = options
        self.turns = Turns(
            pool,
            options.patience_s,
            is_stopping=partial(is_stopping, self.crawler),
            stop=partial(stop, self.crawler),
        )
        self.crawler.stats.set_value("proxy/entries", len(entries))
        logger.info(
            "proxies: %d %s, %d tunnels each, %g requests a minute for each %s",
            len(entries),
            "gateways" if options.gateway else "exits",
            rules.tunnels,
            rules.per_minute,
            "tunnel" if options.gateway else "exit",
        )

    def spider_closed(self) -> None:
        if not hasattr(self, "turns"):
            return
        served = self.turns.pool.served()
        self.crawler.stats.set_value("proxy/served", sum(served.values()))
        self.crawler.stats.set_value("proxy/entries_that_served", sum(map(bool, served.values())))
        self.crawler.stats.set_value("proxy/pauses", self.turns.pauses)

    async def download_request(self, request: Request) -> Response:
        """Send a request through one entry after another, until one serves it or the site seems to be at fault.

        A second opinion is asked once on a failure that may be the site's: where another entry can do what the
        first could not, it was the first one's fault.
        """
        failed: list[ProxyEntry] = []
        doubted: tuple[ProxyEntry, Fault] | None = None
        stale = False
        while True:
            ticket = await self.turns.take(failed)
            outcome = await self._try(request, ticket)
            if outcome.fault is Fault.STALE and not stale:
                stale = True
                continue
            if outcome.fault is None:
                if doubted is not None and not self.options.gateway and isinstance(outcome.answer, Response):
                    self._blame(*doubted)
                return outcome.deliver()
            if not outcome.fault.is_certain:
                if doubted is not None or len(self.turns.pool) == 1:
                    return outcome.deliver()
                doubted = ticket.entry, outcome.fault
            failed.append(ticket.entry)

    async def close(self) -> None:
        if hasattr(self, "turns"):
            self.turns.close()
        senders, self._senders = self._senders, {}
        await asyncio.gather(*(sender.close() for sender in senders.values()))

    # --- one try ---------------------------------------------------------------------------------------------

    async def _try(self, request: Request, ticket: Ticket) -> Outcome:
        pool = self.turns.pool
        sent_at = time.monotonic()
        try:
            outcome = await self._send(request, ticket)
        except BaseException:  # cancelled
            pool.give_back(ticket, sent_at)
            raise
        now = time.monotonic()
        fault = outcome.fault
        if fault is None and isinstance(outcome.answer, Exception):
            pool.give_back(ticket, sent_at)
        elif fault is None:
            pool.serve(ticket, sent_at, now)
            self.turns.answered()
        else:
            self.crawler.stats.inc_value(f"proxy/fault_count/{fault.value}")
            if self._hold_against(ticket, fault, sent_at, now, first_try="retry_times" not in request.meta):
                self._tell_rest(ticket.entry, fault)
        self.turns.serve()
        return outcome

    async def _send(self, request: Request, ticket: Ticket) -> Outcome:
        entry = ticket.entry
        sent = request.replace(meta={**request.meta, "proxy": f"http://{entry.address}"})
        sent.headers.pop("Proxy-Authorization", None)
        if entry.authorization is not None:
            sent.headers["Proxy-Authorization"] = entry.authorization
        key = self._sender_of(ticket)
        kept_open = key in self._kept_open
        self._kept_open.discard(key)
        try:
            response = await self._senders[key].download_request(sent)
        except Exception as error:  # noqa: BLE001  judged, and given on
            fault = fault_of_error(error)
            if fault is Fault.CUT and kept_open:
                fault = Fault.STALE
            return Outcome(without_secrets(error, entry), fault)
        finally:
            if "download_latency" in sent.meta:
                request.meta["download_latency"] = sent.meta["download_latency"]
        self._kept_open.add(key)
        return Outcome(response, fault_of_answer(response))

    def _sender_of(self, ticket: Ticket) -> tuple[int, int]:
        key = (ticket.member, ticket.tunnel if self.options.gateway else 0)
        if key not in self._senders:
            self._senders[key] = self._new_sender()
        return key

    def _hold_against(
        self, ticket: Ticket, fault: Fault, sent_at: float, now: float, *, first_try: bool
    ) -> bool:
        """Give the ticket back; return whether the entry begins to rest."""
        if fault.is_certain:
            return self.turns.pool.fail(ticket, sent_at, now)
        if fault in (Fault.NO_ANSWER, Fault.CUT) and first_try:
            return self.turns.pool.strike(ticket, sent_at, now)
        # A page that fails again and again, or an answer that may be the site's own, tells nothing of an entry.
        self.turns.pool.give_back(ticket, sent_at)
        return False

    def _blame(self, entry: ProxyEntry, fault: Fault) -> None:
        if self.turns.pool.blame(entry, time.monotonic()):
            self._tell_rest(entry, fault)

    def _tell_rest(self, entry: ProxyEntry, fault: Fault) -> None:
        """Say once of each entry what is wrong with it."""
        self.crawler.stats.inc_value("proxy/rest_count")
        self._told[entry, fault] += 1
        level = logging.WARNING if self._told[entry, fault] == 1 else logging.DEBUG
        logger.log(level, "proxy %s %s; it rests, and is tried again", entry, fault.in_words)


def without_secrets(error: Exception, entry: ProxyEntry) -> Exception:
    """Return an error that can be logged and stored: no login or password in its text, nothing chained to it."""
    error.__cause__ = error.__context__ = None
    error.args = tuple(entry.without_secrets(part) if isinstance(part, str) else part for part in error.args)
    text = str(error)
    cleaned = entry.without_secrets(text)
    return error if cleaned == text else DownloadFailedError(cleaned)
