"""The last pipeline: what a unit of work brought goes into PostgreSQL, its end and its rows in one transaction."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from directory_crawler.items import Card, FetchFailure, Found, Posting, Reread, SliceEnd, WitnessReading
from directory_crawler.leases import LeaseLostError
from directory_crawler.spiders.worker import nothing_in_flight
from directory_crawler.storage.archive import keep_pages
from directory_crawler.storage.background import ended
from directory_crawler.storage.ends import end_slice
from directory_crawler.storage.finding import end_finding
from directory_crawler.storage.postings import (
    count_faults,
    keep_witness,
    refused_among,
    sightings_of,
    stage_details,
    stage_sighted,
)
from directory_crawler.storage.refusals import REFUSALS
from directory_crawler.storage.rereading import keep_reread
from directory_crawler.storage.sites import forget_ceiling
from directory_crawler.storage.staging import keep_set_aside, stage_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from psycopg import AsyncConnection
    from scrapy.crawler import Crawler
    from typing_extensions import Self

    from directory_crawler.spiders.catalogue import CatalogueSpider
    from directory_crawler.storage.rereading import RereadFrontier

logger = logging.getLogger(__name__)


class StorePipeline:
    """Writes slice ends at once and records in batches. One owner of what is buffered: this pipeline."""

    def __init__(self, crawler: Crawler, batch: int, flush_s: float) -> None:
        self.crawler = crawler
        self.batch = batch
        self.flush_s = flush_s
        self._records: list[Card | Posting] = []
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
        self.crawler.signals.connect(self.flush, nothing_in_flight)

    async def process_item(self, item: Any) -> Any:
        if isinstance(item, Card | Posting):
            self._records.append(item)
            if len(self._records) >= self.batch:
                await self.flush()
        elif isinstance(item, SliceEnd):
            await self._end_slice(item)
        elif isinstance(item, Found):
            await end_finding(
                self.spider.frontier, item.fetch, item.ids, item.further, self.spider.finding_budget
            )
        elif isinstance(item, WitnessReading):
            await keep_witness(self.spider.frontier, item)
        elif isinstance(item, Reread):
            await keep_reread(cast("RereadFrontier", self.spider.frontier), item)
        elif isinstance(item, FetchFailure):
            logger.warning("%s %s: %s", item.fetch.kind, item.fetch.record_id, item.error)
            self.crawler.stats.inc_value("fetch/failure_count")
            await self.spider.frontier.fail_fetch(item.fetch, item.error)
        return item

    async def close_spider(self) -> None:
        await ended(self._timer)
        if self._records:
            await self.flush()

    async def flush(self) -> None:
        """Write the buffered records in one transaction; on failure they stay buffered."""
        async with self._writing:
            records, self._records = self._records, []
            if not records:
                return
            try:
                refused = await self._stage(records)
            except BaseException:
                self._records = records + self._records
                raise
            self.crawler.stats.inc_value("store/records", len(records) - len(refused))
            for record, reason in refused:
                assert record.fetch is not None
                logger.error("%s %s is set aside: %s", record.fetch.kind, record.fetch.record_id, reason)
                self.crawler.stats.inc_value("store/refused")
                await self.spider.frontier.fail_fetch(record.fetch, f"database: {reason}")

    async def _stage(self, records: list[Card | Posting]) -> Sequence[tuple[Card | Posting, str]]:
        """Stage records, which are of one kind in any run; return those that the database refuses, with its reason."""
        cards = [record for record in records if isinstance(record, Card)]
        if cards:
            return await stage_cards(self.spider.frontier, cards)
        postings = [record for record in records if isinstance(record, Posting)]
        return await stage_details(self.spider.frontier, postings)

    async def _end_slice(self, end: SliceEnd) -> None:
        frontier = self.spider.frontier
        try:
            if self.spider.kind == "jobs":
                await self._end_window(end)
            else:
                also = partial(self._keep_beside, end)
                await end_slice(frontier, end.leased, end.visit, end.sightings.values(), due=True, also=also)
        except LeaseLostError as lost:
            logger.warning("%s", lost)
            self.crawler.stats.inc_value("slice/lease_lost")
            return
        if end.visit.contradicts_ceiling:
            await forget_ceiling(frontier.pool, frontier.run)
        ending = type(end.visit.ending).__name__.lower()
        self.crawler.stats.inc_value(f"slice/ending_count/{ending}")
        logger.debug("%s: %s (%d pages)", end.leased.slice, end.visit.reason, end.visit.pages)

    async def _end_window(self, end: SliceEnd) -> None:
        """End a window with its postings, but for those that the database refuses: they do not cost the others."""
        try:
            await self._write_window(end, end.postings)
        except REFUSALS:
            refused = await refused_among(self.spider.frontier, end.postings)
            if not refused:
                raise
            for posting, reason in refused:
                logger.error("posting %s is set aside: %s", posting.posting_id, reason)
                self.crawler.stats.inc_value("store/refused")
                posting.fault("posting", "refused by the database", reason)
            set_aside = [posting for posting, _ in refused]
            await self._write_window(end, [posting for posting in end.postings if posting not in set_aside])
            await count_faults(self.spider.frontier, set_aside)

    async def _write_window(self, end: SliceEnd, postings: Sequence[Posting]) -> None:
        frontier, everything = self.spider.frontier, self.spider.reads_all_details
        place = {"run_id": frontier.run.run_id, "slice_id": end.leased.slice_id}

        async def stage(connection: AsyncConnection[dict[str, Any]]) -> None:
            await stage_sighted(connection, **place, postings=postings, everything=everything)
            await self._keep_beside(end, connection)

        sightings = sightings_of(postings, everything=everything)
        await end_slice(frontier, end.leased, end.visit, sightings, due=False, also=stage)

    async def _keep_beside(self, end: SliceEnd, connection: AsyncConnection[dict[str, Any]]) -> None:
        """Keep what a visit brought beside its sightings, in the transaction that ends its slice."""
        run = self.spider.frontier.run
        await keep_set_aside(connection, run.run_id, end.leased.slice_id, end.set_aside)
        await keep_pages(connection, run.identity.site, run.run_id, end.pages)

    async def _flush_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(self.flush_s)
            try:
                await self.flush()
            except Exception:  # the timer must live on: what failed is kept and tried again
                logger.exception("%d records wait for the database", len(self._records))
