"""What a run spends, per stage: requests, retries, bytes, seconds of download."""

from __future__ import annotations

import asyncio
import logging
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import psycopg
from scrapy import signals

from directory_crawler.postcrawl.cost import write_first_plan, write_plan
from directory_crawler.storage.database import database_url
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self


logger = logging.getLogger(__name__)

_BEFORE_THE_RUN_S = 0.05


@dataclass
class Spent:
    """The cost of one stage so far. ``seconds`` is the time spent waiting for answers, added up."""

    requests: int = 0
    retries: int = 0
    bytes: int = 0
    seconds: float = 0.0


class RequestAccount:
    """Adds up every answer under ``meta["stage"]`` and writes the sums to ``request_account`` at the end."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.stages: dict[str, Spent] = {}
        self._planning: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        extension = cls(crawler)
        crawler.signals.connect(extension.spider_opened, signals.spider_opened)
        crawler.signals.connect(extension.response_downloaded, signals.response_downloaded)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        return extension

    async def spider_opened(self) -> None:
        if not os.environ.get("SCRAPY_CHECK"):
            self._planning = asyncio.ensure_future(self._plan())

    async def _plan(self) -> None:
        """Once the run is open, and before anything that it does counts: what it is expected to cost."""
        spider: Any = self.crawler.spider
        while getattr(spider, "run", None) is None:  # noqa: ASYNC110  the spider's start tells nobody
            await asyncio.sleep(_BEFORE_THE_RUN_S)
        try:
            url = await asyncio.to_thread(database_url, self.crawler.settings)
            await asyncio.to_thread(write_plan, url, spider.run, self.crawler.settings, spider.site.profile)
        except psycopg.Error as error:
            logger.warning("no plan for this run: %s", error)

    def response_downloaded(self, response: Response, request: Request) -> None:
        spent = self.stages.setdefault(request.meta.get("stage", "other"), Spent())
        spent.requests += 1
        spent.retries += bool(request.meta.get("retry_times") or request.meta.get("refusals"))
        spent.bytes += len(response.body)
        spent.seconds += request.meta.get("download_latency", 0.0)

    async def spider_closed(self) -> None:
        spider: Any = self.crawler.spider
        run = getattr(spider, "run", None)
        if self._planning is not None:
            self._planning.cancel()
        if run is not None and run.base_run is None:
            settings = self.crawler.settings
            url = await asyncio.to_thread(database_url, settings)
            await asyncio.to_thread(write_first_plan, url, run, settings, spider.site.profile)
        for stage, spent in sorted(self.stages.items()):
            self.crawler.stats.set_value(f"account/requests/{stage}", spent.requests)
            if run is not None:
                async with spider.pool.connection() as connection:
                    await connection.execute(
                        sql("crawl/runs.account"),
                        {"run_id": run.run_id, "stage": stage, **vars(spent)},
                    )
        self.stages.clear()
