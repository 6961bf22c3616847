"""What follows a crawl, in one handler: fold, changes, sign-off, promotion; or the run is left to be continued.

Handlers of one signal run side by side in no order, and an exception in one is only logged; so the steps are a
single handler's, which keeps every outcome in the stats, from which the ``crawl`` command takes the exit status.
"""

from __future__ import annotations

import asyncio
import logging
import os
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.exceptions import NotConfigured

from directory_crawler.postcrawl.cost import cost_of
from directory_crawler.postcrawl.judge import judge_run
from directory_crawler.storage.database import database_url
from directory_crawler.storage.patience import DatabaseLostError, outlast
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

    from directory_crawler.spiders.catalogue import CatalogueSpider

logger = logging.getLogger(__name__)


class PostCrawl:
    """Judges the run once its last unit has ended, off the reactor's thread."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if os.environ.get("SCRAPY_CHECK"):
            raise NotConfigured("contracts are checked: there is no run to judge")
        extension = cls(crawler)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        return extension

    async def spider_closed(self, spider: CatalogueSpider, reason: str) -> None:
        if getattr(spider, "pool", None) is None:
            self._conclude(
                "failed", self.crawler.stats.get_value("run/failure") or f"stopped at its opening: {reason}"
            )
            return
        try:
            if getattr(spider, "run", None) is not None:
                await self._close_run(spider, reason)
            else:
                self._conclude("failed", f"no run could be opened: {reason}")
        except DatabaseLostError as error:
            self._conclude("interrupted", str(error))
        except Exception as error:  # the status must say it: Scrapy would only log it and exit with 0
            logger.exception("an error after the crawl")
            self._conclude("failed", f"post-crawl: {type(error).__name__}: {error}")

    async def _close_run(self, spider: CatalogueSpider, reason: str) -> None:
        run = spider.run
        if run.is_judged:
            self._conclude(run.status, "judged before")
            return
        failure: str | None = self.crawler.stats.get_value("run/failure")
        if failure is not None:
            await self._write_status(spider, "failed", failure)
            return
        await spider.frontier.leave()
        judged = await spider.frontier.judgement()
        if judged is not None:
            status, told = judged
            self._conclude(status, told or "judged by another worker")
            return
        waiting = await spider.frontier.waiting()
        if reason != "finished" or any(waiting.values()):
            left = ", ".join(f"{n} {what.replace('_', ' ')}" for what, n in waiting.items() if n)
            left = left or ("the post-crawl steps" if spider.plan else "everything")
            why = self.crawler.stats.get_value("run/interruption", reason)
            await self._write_status(spider, "interrupted", f"{why}; left: {left}")
            return
        settings = self.crawler.settings
        url = await asyncio.to_thread(database_url, settings)
        outcome = await outlast(spider.pool, lambda: asyncio.to_thread(judge_run, url, run.run_id, settings))
        if not run.identity.scope:
            for line in await asyncio.to_thread(cost_of, url, run, settings, spider.site.profile):
                logger.info("%s", line)
        self._conclude(outcome.status, outcome.summary)

    async def _write_status(self, spider: CatalogueSpider, status: str, reason: str) -> None:
        async with spider.pool.connection() as connection:
            await connection.execute(
                sql("crawl/runs.finish"), {"run_id": spider.run.run_id, "status": status, "reason": reason}
            )
        self._conclude(status, reason)

    def _conclude(self, status: str, reason: str) -> None:
        stats: Any = self.crawler.stats
        stats.set_value("run/status", status)
        stats.set_value("run/reason", reason)
        level = logging.INFO if status == "accepted" else logging.ERROR
        logger.log(level, "run %s: %s: %s", stats.get_value("run/id", "?"), status, reason)
