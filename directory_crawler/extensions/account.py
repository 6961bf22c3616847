"""What a run spends, per stage: requests, retries, bytes, seconds of download."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scrapy import signals

from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self


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

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        extension = cls(crawler)
        crawler.signals.connect(extension.response_downloaded, signals.response_downloaded)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        return extension

    def response_downloaded(self, response: Response, request: Request) -> None:
        spent = self.stages.setdefault(request.meta.get("stage", "other"), Spent())
        spent.requests += 1
        spent.retries += bool(request.meta.get("retry_times"))
        spent.bytes += len(response.body)
        spent.seconds += request.meta.get("download_latency", 0.0)

    async def spider_closed(self) -> None:
        spider: Any = self.crawler.spider
        run = getattr(spider, "run", None)
        for stage, spent in sorted(self.stages.items()):
            self.crawler.stats.set_value(f"account/requests/{stage}", spent.requests)
            if run is not None:
                async with spider.pool.connection() as connection:
                    await connection.execute(
                        sql("crawl/runs.account"),
                        {"run_id": run.run_id, "stage": stage, **vars(spent)},
                    )
        self.stages.clear()
