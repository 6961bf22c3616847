"""Tell of a run's end by the hook, and warn when a run takes much longer than it usually does."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg_pool import PoolClosed, PoolTimeout
from scrapy import signals
from scrapy.exceptions import NotConfigured

from directory_crawler.core.planning.progress import in_words
from directory_crawler.postcrawl.hook import ENDS, LATE, RunHook, tell
from directory_crawler.storage.background import ended
from directory_crawler.storage.database import database_url
from directory_crawler.storage.embedded import DatabaseUnavailableError
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy.crawler import Crawler
    from typing_extensions import Self

    from directory_crawler.spiders.worker import WorkerSpider

logger = logging.getLogger(__name__)

_BEFORE_THE_RUN_S = 0.05


class RunHookCaller:
    """Calls the hook once for each end of a run, whichever worker comes to it.

    A run is late after ``late_after`` times its usual duration; never, if 0.
    """

    def __init__(self, crawler: Crawler, hook: RunHook | None, late_after: float) -> None:
        self.crawler = crawler
        self.hook = hook
        self.late_after = late_after
        self._watching: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if os.environ.get("SCRAPY_CHECK"):
            raise NotConfigured("contracts are checked: there is no run to tell of")
        hook = RunHook.from_settings(crawler.settings)
        late_after = crawler.settings.getfloat("RUN_LATE_AFTER")
        if hook is None and not late_after:
            raise NotConfigured("RUN_HOOK is not set, and RUN_LATE_AFTER is 0")
        extension = cls(crawler, hook, late_after)
        crawler.signals.connect(extension.spider_opened, signals.spider_opened)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        # After the handlers of spider_closed, which judge the run and write its account.
        crawler.signals.connect(extension.engine_stopped, signals.engine_stopped)
        return extension

    @property
    def spider(self) -> WorkerSpider:
        return self.crawler.spider  # type: ignore[return-value]

    async def spider_opened(self) -> None:
        if not self.spider.is_offline:
            self._watching = asyncio.ensure_future(self._watch())

    async def spider_closed(self) -> None:
        await ended(self._watching)

    async def engine_stopped(self) -> None:
        status: str | None = self.crawler.stats.get_value("run/status")
        run = getattr(self.spider, "run", None)
        if self.hook is None or status not in ENDS or (run is not None and run.is_judged):
            return
        known = self._known(status)
        if run is None:  # it failed before it had a number
            await asyncio.to_thread(self.hook.call, status, known)
        else:
            await self._tell(run.run_id, status, known)

    # --- while the run goes on -------------------------------------------------------------------------------

    async def _watch(self) -> None:
        while getattr(self.spider, "run", None) is None:  # noqa: ASYNC110  the spider's start tells nobody
            await asyncio.sleep(_BEFORE_THE_RUN_S)
        run = self.spider.run
        if run.is_judged:
            return
        try:
            if self.hook is not None:
                for row in await self._rows("given_up", run.run_id):
                    await self._tell(
                        row["run_id"], "failed", {**self._known("failed"), "run_id": row["run_id"]}
                    )
            if self.late_after:
                await self._wait_until_late(run.run_id)
        except (psycopg.Error, PoolTimeout, PoolClosed) as error:
            logger.warning("whether run %d is late is not known: %s", run.run_id, error)

    async def _wait_until_late(self, run_id: int) -> None:
        """Sleep until the run is late, and say so, unless another worker has."""
        (row,) = await self._rows("usual", run_id)
        if row["usual_s"] is None:
            return
        await asyncio.sleep(max(self.late_after * row["usual_s"] - row["running_s"], 0.0))
        if not await self._rows("claim", run_id, event=LATE):
            return
        (row,) = await self._rows("usual", run_id)
        logger.warning(
            "run %d is late: it has been going for %s, and usually takes %s",
            run_id,
            in_words(row["running_s"]),
            in_words(row["usual_s"]),
        )
        await self._tell(run_id, LATE, self._known("running"), is_claimed=True)

    async def _rows(self, name: str, run_id: int, **parameters: Any) -> list[dict[str, Any]]:
        async with self.spider.pool.connection() as connection:
            cursor = await connection.execute(sql(f"crawl/hook.{name}"), {"run_id": run_id, **parameters})
            return await cursor.fetchall()

    # --- telling ---------------------------------------------------------------------------------------------

    async def _tell(
        self, run_id: int, event: str, known: Mapping[str, Any], *, is_claimed: bool = False
    ) -> None:
        if self.hook is None:
            return
        try:
            url = await asyncio.to_thread(database_url, self.crawler.settings)
        except DatabaseUnavailableError:
            await asyncio.to_thread(self.hook.call, event, known)
        else:
            await asyncio.to_thread(tell, self.hook, url, run_id, event, known, is_claimed=is_claimed)

    def _known(self, status: str) -> dict[str, Any]:
        """What can be told of the run without its database."""
        spider = self.spider
        site = getattr(spider, "site", None)
        run = getattr(spider, "run", None)
        return {
            "run_id": None if run is None else run.run_id,
            "site": None if site is None else site.profile.name,
            "kind": spider.kind,
            "mode": spider.mode,
            "status": status,
            "reason": self.crawler.stats.get_value("run/reason"),
        }
