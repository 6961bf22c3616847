"""Each slice and each surface at its own pace, all under one ceiling; what the site refuses comes again, later.

Between decompression and Scrapy's retries: every answer is seen, readable, and a refusal burns none of them.
"""

from __future__ import annotations

import asyncio
from time import monotonic, time
from typing import TYPE_CHECKING, Any

from scrapy import signals
from twisted.python.failure import Failure

from directory_crawler.core.pace.pacer import Attempts, Fate
from directory_crawler.core.pace.retry_after import seconds_of
from directory_crawler.leases import NotSentError, Postponed
from directory_crawler.middlewares.slots import PacedSlot
from directory_crawler.sites.pages import Page
from directory_crawler.sites.walls import refuses
from directory_crawler.spiders.ending import is_stopping, stop

if TYPE_CHECKING:
    from scrapy.core.downloader import Slot
    from scrapy.crawler import Crawler
    from scrapy.http import Request, Response
    from typing_extensions import Self

    from directory_crawler.core.pace.pacer import Pacer

REFUSALS = frozenset({429, 503})
CONNECTIONS_A_SLICE = 2
_LOOKS_UP_S = 0.25
_IDLE_S = 60.0
_LIFTED_PARK = 0.1
"""A site of one's own need not be spared as long."""
_DEEP_WALLS = 2
"""Times that a wall in the middle of a list is asked again before it is the end of the list."""


class ThrottleMiddleware:
    """Sets slots and their delays; counts answers; sends refused requests round again."""

    def __init__(self, crawler: Crawler, *, jitter: float, park_s: float, asks_again: bool) -> None:
        self.crawler = crawler
        self.jitter = jitter
        self.park_s = park_s
        self.asks_again = asks_again
        self._deep_walls_end_lists = False
        self._watch: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        middleware = cls(
            crawler,
            jitter=settings.getfloat("THROTTLE_JITTER"),
            park_s=settings.getfloat("THROTTLE_PARK")
            * (_LIFTED_PARK if settings.getbool("THROTTLE_LIFTED") else 1),
            asks_again=settings.getbool("RETRY_ENABLED") and settings.getint("RETRY_TIMES") > 0,
        )
        crawler.signals.connect(middleware.request_scheduled, signals.request_scheduled)
        crawler.signals.connect(middleware.spider_opened, signals.spider_opened)
        crawler.signals.connect(middleware.spider_closed, signals.spider_closed)
        return middleware

    @property
    def pacer(self) -> Pacer:
        pacer: Pacer = self.crawler.spider.pacer  # type: ignore[union-attr]
        return pacer

    async def spider_opened(self) -> None:
        self._watch = asyncio.ensure_future(self._tidy())

    async def spider_closed(self) -> None:
        if self._watch is not None:
            self._watch.cancel()

    async def _tidy(self) -> None:
        """Drop what waits when the crawl ends, which Scrapy would wait for; forget the slots of slices that ended."""
        looked = monotonic()
        while not is_stopping(self.crawler):
            await asyncio.sleep(_LOOKS_UP_S)
            if monotonic() - looked > _IDLE_S:
                looked = monotonic()
                slots = self.crawler.engine.downloader.slots
                for name in [name for name, slot in slots.items() if is_idle(slot, looked)]:
                    slots.pop(name).close()
        self.drop_waiting()

    def request_scheduled(self, request: Request) -> None:
        """Name the slot before the scheduler looks: it takes turns by slot."""
        request.meta["download_slot"] = slot_of(request)

    def process_request(self, request: Request) -> None:
        if not request.url.startswith("http"):
            return
        name = request.meta["download_slot"] = slot_of(request)
        slots = self.crawler.engine.downloader.slots
        if name not in slots:
            surface = is_surface(request)
            everything = self.crawler.settings.getint("CONCURRENT_REQUESTS")
            slots[name] = PacedSlot(
                self.pacer.slot(name, surface=surface),
                self.pacer.ceiling,
                everything if surface else CONNECTIONS_A_SLICE,
                self.jitter,
            )

    async def process_response(self, request: Request, response: Response) -> Request | Response:
        name, now = request.meta.get("download_slot", ""), monotonic()
        if not name or "cached" in response.flags or request.meta.get("asks_robots"):
            return response
        self.pacer.slot(name, surface=is_surface(request))
        sent_at = request.meta.get("sent_at", now)
        refusal = self.refusal(request, response)
        if refusal is None:
            if response.status < 500:
                self.pacer.good(name, now, sent_at)
            return response
        stats = self.crawler.stats
        stats.inc_value("throttle/refused_count")
        stats.inc_value(f"throttle/refused_count/{refusal}")
        attempts = request.meta.setdefault("refusals", attempts_at(request))
        wait = seconds_of((response.headers.get("Retry-After") or b"").decode("latin-1"), time())
        fate = self.pacer.refuse(name, now, sent_at, attempts, wait)
        if self.pacer.stopped is not None:
            stop(self.crawler, self.pacer.stopped)
        if not self.asks_again:
            return response
        if fate is Fate.PARK:
            raise Postponed(f"{refusal}: asked to wait for {wait:.0f} seconds", after_s=wait or 0.0)
        if "measured" in request.cb_kwargs and attempts.times >= self.pacer.patiences.times:
            raise Postponed(
                f"{refusal} {attempts.times} times: the ceiling is learned by walking", after_s=0.0
            )
        if fate is Fate.HAND_ON:
            return self.hand_on(
                request, response, f"{refusal} {attempts.times} times while others were served"
            )
        if refusal == "wall" and self.is_end_of_list(request, attempts):
            return response
        stats.inc_value("throttle/again_count")
        return request.copy()

    def refusal(self, request: Request, response: Response) -> str | None:
        """Name the refusal that an answer is, or return ``None``."""
        if response.status in REFUSALS:
            return str(response.status)
        if request.meta.get("stage") == "depth" or request.method == "HEAD":
            return None
        site: Any = self.crawler.spider.site  # type: ignore[union-attr]
        visit = request.meta.get("visit")
        if visit is not None and visit.pages and self._deep_walls_end_lists:
            return None
        fetch = request.cb_kwargs.get("fetch")
        record_id = fetch.record_id if fetch is not None else ""
        stage = request.meta.get("stage", "")
        return "wall" if refuses(site, Page.of(response), stage, record_id) else None

    def is_end_of_list(self, request: Request, attempts: Attempts) -> bool:
        """Whether a wall stands where a list ends, and not in the way: some sites end lists so, past their ceiling."""
        visit = request.meta.get("visit")
        if visit is None or not visit.pages or attempts.times <= _DEEP_WALLS:
            return False
        self._deep_walls_end_lists = True
        return True

    def hand_on(self, request: Request, response: Response, reason: str) -> Response:
        """Let an error be an error; a slice goes back for a while, since its next visit begins at page one anyway."""
        self.crawler.stats.inc_value("throttle/handed_on_count")
        if "leased" in request.cb_kwargs:
            raise Postponed(reason, after_s=self.park_s * request.cb_kwargs["leased"].attempts, tried=True)
        request.meta["dont_retry"] = True
        return response

    def drop_waiting(self) -> None:
        """Fail what waits for its turn: a crawl that stops does not sit out a wait of ten minutes."""
        for slot in self.crawler.engine.downloader.slots.values():
            if isinstance(slot, PacedSlot):
                for answer in slot.drop_waiting():
                    answer.errback(Failure(NotSentError("the run stops")))  # type: ignore[no-untyped-call]


def is_idle(slot: Slot, now: float) -> bool:
    """Whether nothing was sent through a slot for a while, and nothing waits."""
    return not slot.active and slot.lastseen + slot.delay < now - _IDLE_S


def is_surface(request: Request) -> bool:
    """Whether a request is of no slice."""
    return "leased" not in request.cb_kwargs


def attempts_at(request: Request) -> Attempts:
    """What a request brings along when it is refused for the first time."""
    leased, fetch = request.cb_kwargs.get("leased"), request.cb_kwargs.get("fetch")
    earlier = leased.attempts - 1 if leased is not None else 0
    return Attempts(request.url, is_needed=leased is None and fetch is None, earlier=earlier)


def slot_of(request: Request) -> str:
    """The slot of a request: its slice, or its surface."""
    leased = request.cb_kwargs.get("leased")
    return f"slice {leased.slice_id}" if leased is not None else str(request.meta.get("stage", "other"))
