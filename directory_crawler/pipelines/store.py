"""The last pipeline: what a unit of work brought goes into PostgreSQL, its end and its rows in one transaction."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from directory_crawler.items import Card, FetchFailure, Found, SliceEnd
from directory_crawler.storage.finding import end_finding
from directory_crawler.storage.frontier import LeaseLostError
from directory_crawler.storage.staging import stage_cards

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

    from directory_crawler.spiders.catalogue import CatalogueSpider

logger = logging.getLogger(__name__)


class StorePipeline:
    """Writes slice ends at once and records in batches. One owner of what is buffered: this pipeline."""

    def __init__(self, crawler: Crawler, batch: int, flush_s: float) -> None:
        self.crawler = crawler
        self.batch = batch
        self.flush_s = flush_s
        self._cards: list[Card] = []
        self._writing = asyncio.Lock()
        self._timer: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        return cls(crawler, settings.getint("STORE_BATCH"), settings.getfloat("STORE_FLUSH_SECONDS"))

    @property
    def spider(self) -> CatalogueSpider:
        return self.crawler.spider  # type: ignore[return-value]

    async def open_spider(self) -> None:
        self._timer = asyncio.ensure_future(self._flush_now_and_then())

    async def process_item(self, item: Any) -> Any:
        if isinstance(item, Card):
            self._cards.append(item)
            if len(self._cards) >= self.batch:
                await self.flush()
        elif isinstance(item, SliceEnd):
            await self._end_slice(item)
        elif isinstance(item, Found):
            await end_finding(
                self.spider.frontier, item.fetch, item.ids, item.further, self.spider.finding_budget
            )
        elif isinstance(item, FetchFailure):
            logger.warning("%s %s: %s", item.fetch.kind, item.fetch.record_id, item.error)
            self.crawler.stats.inc_value("fetch/failure_count")
            await self.spider.frontier.fail_fetch(item.fetch, item.error)
        return item

    async def close_spider(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            with suppress(asyncio.CancelledError):
                await self._timer
        if self._cards:
            await self.flush()

    async def flush(self) -> None:
        """Write the buffered records in one transaction; on failure they stay buffered."""
        async with self._writing:
            cards, self._cards = self._cards, []
            if not cards:
                return
            try:
                refused = await stage_cards(self.spider.frontier, cards)
            except BaseException:
                self._cards = cards + self._cards
                raise
            self.crawler.stats.inc_value("store/cards", len(cards) - len(refused))
            for card, reason in refused:
                logger.error("card %s is set aside: %s", card.org_id, reason)
                self.crawler.stats.inc_value("store/refused")
                await self.spider.frontier.fail_fetch(card.fetch, f"database: {reason}")

    async def _end_slice(self, end: SliceEnd) -> None:
        try:
            await self.spider.frontier.end_slice(end.leased, end.visit, end.sightings.values(), due=True)
        except LeaseLostError as lost:
            logger.warning("%s", lost)
            self.crawler.stats.inc_value("slice/lease_lost")
            return
        if end.visit.contradicts_ceiling:
            await self.spider.frontier.forget_ceiling()
        ending = type(end.visit.ending).__name__.lower()
        self.crawler.stats.inc_value(f"slice/ending_count/{ending}")
        logger.debug("%s: %s (%d pages)", end.leased.slice, end.visit.reason, end.visit.pages)

    async def _flush_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(self.flush_s)
            try:
                await self.flush()
            except Exception:  # the timer must live on: what failed is kept and tried again
                logger.exception("%d records wait for the database", len(self._cards))
