"""Keep the leases of this worker alive while it works."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import psycopg
from psycopg_pool import PoolTimeout
from scrapy import signals

from directory_crawler.storage.background import ended

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

logger = logging.getLogger(__name__)


class Heartbeat:
    """Renews every lease of this worker three times in a lease's life."""

    def __init__(self, crawler: Crawler, lease_s: float) -> None:
        self.crawler = crawler
        self.lease_s = lease_s
        self._task: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        extension = cls(crawler, crawler.settings.getfloat("LEASE_SECONDS"))
        crawler.signals.connect(extension.spider_opened, signals.spider_opened)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        return extension

    async def spider_opened(self) -> None:
        self._task = asyncio.ensure_future(self._beat())

    async def spider_closed(self) -> None:
        await ended(self._task)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.lease_s / 3)
            frontier = getattr(self.crawler.spider, "frontier", None)
            if frontier is None:
                continue
            try:
                await frontier.renew()
                await frontier.return_expired()
            except (psycopg.Error, PoolTimeout) as error:
                logger.warning("leases not renewed, trying again in %.0f s: %s", self.lease_s / 3, error)
