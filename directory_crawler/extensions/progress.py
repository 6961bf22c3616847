"""How far the run is: a live view where somebody sits at a terminal, else a line in the log now and then."""

from __future__ import annotations

import asyncio
import logging
import math
import os
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

import psycopg
from psycopg_pool import PoolClosed, PoolTimeout
from scrapy import signals
from scrapy.exceptions import NotConfigured

from directory_crawler.core.planning.progress import Rate, in_a_line, requests_left, seconds_left
from directory_crawler.extensions.live_view import LiveView, Seen, somebody_looks
from directory_crawler.storage.background import ended
from directory_crawler.storage.progress import snapshot

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self

    from directory_crawler.core.planning.progress import Snapshot
    from directory_crawler.spiders.worker import WorkerSpider
    from directory_crawler.storage.frontier import Frontier

logger = logging.getLogger(__name__)

LOOKS_EVERY_S = 3.0
SHARE_OF_TIME = 0.02
"""Looking takes no more of the time than this: a count of half a million slices is asked for seldom."""
_FRAME_S = 0.5
_BEFORE_THE_RUN_S = 0.05
_FETCHES = frozenset({"cards", "details", "verdicts", "liveness", "witness", "search", "sitemap"})


class Progress:
    """Counts of the whole run, every few seconds for a view, every ``interval_s`` for the log (never, if 0)."""

    def __init__(self, crawler: Crawler, interval_s: float, view: LiveView | None) -> None:
        self.crawler = crawler
        self.interval_s = interval_s
        self.view = view
        self.rate = Rate()
        self._served = 0
        self._fetches = 0
        self._contacts = 0
        self._began = monotonic()
        self._seen = Seen()
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if os.environ.get("SCRAPY_CHECK"):
            raise NotConfigured("contracts are checked: there is no run to show")
        settings = crawler.settings
        view = LiveView() if settings.getbool("PROGRESS_VIEW") and somebody_looks() else None
        interval = settings.getfloat("PROGRESS_INTERVAL")
        if view is None and not interval:
            raise NotConfigured("PROGRESS_INTERVAL is 0, and no terminal shows a view")
        extension = cls(crawler, interval, view)
        crawler.signals.connect(extension.spider_opened, signals.spider_opened)
        crawler.signals.connect(extension.response_downloaded, signals.response_downloaded)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        # After the handlers of spider_closed, which judge the run.
        crawler.signals.connect(extension.engine_stopped, signals.engine_stopped)
        return extension

    @property
    def spider(self) -> WorkerSpider:
        return self.crawler.spider  # type: ignore[return-value]

    async def spider_opened(self) -> None:
        if self.view is not None:
            profile = self.spider.site.profile
            self.view.start(f"{profile.name} ({profile.kind}) at {self.spider.site.base_url}")
            self._tasks.append(asyncio.ensure_future(self._draw()))
        self._tasks.append(asyncio.ensure_future(self._look_on()))

    def response_downloaded(self, response: Response, request: Request) -> None:
        stage = request.meta.get("stage")
        self._served += 1
        self._fetches += stage in _FETCHES
        self._contacts += stage == "contacts"

    async def spider_closed(self, reason: str) -> None:
        """The units are over: a last look at them, and while the run is judged the view says so."""
        if self._tasks:
            await ended(self._tasks.pop())
        if (frontier := getattr(self.spider, "frontier", None)) is not None:
            await self._look(frontier)
        self._seen.doing = "judging the run" if reason == "finished" else "stopping"

    async def engine_stopped(self) -> None:
        for task in self._tasks:
            await ended(task)
        if self.view is not None:
            status = self.crawler.stats.get_value("run/status")
            self._seen.doing = f"run {self.crawler.stats.get_value('run/id', '?')}: {status or 'ended'}"
            self._seen.left = None
            self._seen.is_over = True
            self.view.show(self._seen, monotonic() - self._began)
            self.view.stop()

    # --- looking ---------------------------------------------------------------------------------------------

    async def _look_on(self) -> None:
        wait = LOOKS_EVERY_S if self.view is not None else self.interval_s
        while True:
            if (frontier := getattr(self.spider, "frontier", None)) is None:
                await asyncio.sleep(_BEFORE_THE_RUN_S)
                continue
            began = monotonic()
            await self._look(frontier)
            took = monotonic() - began
            await asyncio.sleep(max(wait, took / SHARE_OF_TIME))

    async def _look(self, frontier: Frontier) -> None:
        try:
            run = await snapshot(frontier, self.spider.limits.page_size)
        except (psycopg.Error, PoolTimeout, PoolClosed) as error:
            logger.debug("no look at the run: %s", error)
            return
        # What the workers were served they write down every few seconds: this one knows of its own at once.
        self._take_in(replace(run, served=max(run.served, self._served)))

    def _take_in(self, run: Snapshot) -> None:
        first = self._seen.run is None
        self.rate.add(monotonic(), run.served)
        rate = self.rate.per_second
        per_fetch = 1 + self._contacts / self._fetches if self._fetches else 1.0
        planned = bool(self.spider.plan)
        left = seconds_left(requests_left(run, per_fetch) if planned else None, rate)
        ceiling = self.spider.pacer.ceiling.rate
        self._seen = Seen(
            run=run,
            rate=rate,
            ceiling=ceiling if math.isfinite(ceiling) else None,
            left=left,
            doing="working" if planned else "planning",
        )
        if self.view is None and not first:
            logger.info("run %s: %s", self.crawler.stats.get_value("run/id"), in_a_line(run, rate, left))

    async def _draw(self) -> None:
        assert self.view is not None
        while True:
            self.view.show(self._seen, monotonic() - self._began)
            await asyncio.sleep(_FRAME_S)
