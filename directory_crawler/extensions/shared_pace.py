"""Keep the pace of this worker in step with the run's others, and write down what the site made of it."""

from __future__ import annotations

import asyncio
import logging
import math
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

import psycopg
from psycopg_pool import PoolTimeout
from scrapy import signals

from directory_crawler.storage.background import ended
from directory_crawler.storage.pace import SlotTally, keep_tallies, leave, take_part

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

    from directory_crawler.core.pace.pacer import Pacer
    from directory_crawler.spiders.worker import WorkerSpider

logger = logging.getLogger(__name__)

EVERY_S = 1.0
_BEFORE_THE_RUN_S = 0.05
_TALLIES_EVERY = 5
_FORGOTTEN_S = 900.0


class SharedPace:
    """Looks once a second. Without the database it goes on with the share that it had, and never faster."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self._task: asyncio.Task[None] | None = None
        self._looked_at = monotonic()
        self._sent = self._waited = self._halvings = 0
        self._written: dict[str, tuple[int, int, float]] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        extension = cls(crawler)
        crawler.signals.connect(extension.spider_opened, signals.spider_opened)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        return extension

    @property
    def spider(self) -> WorkerSpider:
        return self.crawler.spider  # type: ignore[return-value]

    @property
    def pacer(self) -> Pacer:
        return self.spider.pacer

    async def spider_opened(self) -> None:
        if self.spider.is_offline:
            return
        ceiling = self.pacer.ceiling
        ceiling.is_shared = True
        if math.isfinite(ceiling.top):
            ceiling.adopt(
                monotonic(), ceiling.rate, 0.0
            )  # nothing is sent before the run's workers have agreed
        self._task = asyncio.ensure_future(self._look_on())

    async def spider_closed(self) -> None:
        if self._task is None:
            return
        await ended(self._task)
        frontier = getattr(self.spider, "frontier", None)
        if frontier is not None:
            with suppress(psycopg.Error, PoolTimeout):
                await keep_tallies(frontier, self._tallies(), self.pacer.ceiling.rate)
                await leave(frontier)
        self._tell()

    async def _look_on(self) -> None:
        looks = 0
        while True:
            frontier = getattr(self.spider, "frontier", None)
            if frontier is None:
                await asyncio.sleep(_BEFORE_THE_RUN_S)
                continue
            try:
                await self._look()
                looks += 1
                if looks % _TALLIES_EVERY == 0:
                    await keep_tallies(frontier, self._tallies(), self.pacer.ceiling.rate)
            except (psycopg.Error, PoolTimeout) as error:
                logger.warning("the pace is not shared for now, and stays as it is: %s", error)
            await asyncio.sleep(EVERY_S)

    async def _look(self) -> None:
        ceiling, now = self.pacer.ceiling, monotonic()
        seconds, self._looked_at = max(now - self._looked_at, 0.001), now
        sent = (ceiling.sent - self._sent) / seconds
        need = math.inf if ceiling.waited > self._waited else 1.2 * sent
        halvings, self._sent, self._waited = ceiling.halvings, ceiling.sent, ceiling.waited
        part = await take_part(
            self.spider.frontier,
            ceiling,
            need=min(need, 1e6),
            refused=halvings > self._halvings,
            held_s=max(ceiling.held_until - now, 0.0),
        )
        self._halvings = halvings
        ceiling.adopt(monotonic(), part.rate, part.share)
        if part.held_s > 0:
            ceiling.hold(monotonic(), monotonic() + part.held_s)
        for name, top in self.pacer.surface_tops.items():
            if name in self.pacer.slots and math.isfinite(top):
                self.pacer.slots[name].cap(top * part.share)

    def _tallies(self) -> list[SlotTally]:
        """What happened since the last time, slot by slot; slots of slices that have ended are forgotten."""
        now, tallies = monotonic(), []
        for name, slot in list(self.pacer.slots.items()):
            served, refused, since = self._written.get(name, (0, 0, slot.began_at))
            if (slot.served, slot.refused) != (served, refused):
                kind, _, number = name.partition(" ")
                tallies.append(
                    SlotTally(
                        name,
                        int(number) if kind == "slice" else None,
                        slot.served - served,
                        slot.refused - refused,
                        slot.rate if math.isfinite(slot.rate) else None,
                        now - min(since, slot.answered_at),
                        now - slot.answered_at,
                    )
                )
                self._written[name] = (slot.served, slot.refused, slot.answered_at)
            elif 0 < slot.answered_at < now - _FORGOTTEN_S and slot.held_until < now:
                self.pacer.forget(name)
                self._written.pop(name, None)
        return tallies

    def _tell(self) -> None:
        """Put the pace into the stats, where it is seen at the end of a crawl."""
        pacer, stats = self.pacer, self.crawler.stats
        for name, slot in pacer.slots.items():
            if not name.startswith("slice "):
                stats.set_value(f"throttle/pace/{name}", round(slot.rate, 2))
        stats.set_value("throttle/slot_count", len(pacer.slots))
        stats.set_value("throttle/ceiling", pacer.ceiling.rate)
        stats.set_value("throttle/halved_count", pacer.ceiling.halvings)
