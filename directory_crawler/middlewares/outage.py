"""A site, or a network, that is gone for a while costs no page its attempts: everything rests and is asked again.

Above the retry middleware, which would have spent its tries within a second. A connection that was had and then hung or
broke is no outage: that is a page's own, and retried as any other.
"""

from __future__ import annotations

import logging
from time import monotonic
from typing import TYPE_CHECKING

from scrapy.exceptions import CannotResolveHostError, DownloadConnectionRefusedError

from directory_crawler.core.pace.outage import Outage
from directory_crawler.spiders.ending import stop

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Request, Response
    from typing_extensions import Self

    from directory_crawler.core.pace.pacer import Pacer

logger = logging.getLogger(__name__)

UNREACHABLE = (CannotResolveHostError, DownloadConnectionRefusedError)


class OutageMiddleware:
    """Sends requests round again while nothing can be reached, and ends the run, resumable, when that lasts."""

    def __init__(self, crawler: Crawler, patience_s: float) -> None:
        self.crawler = crawler
        self.patience_s = patience_s
        self.outage = Outage()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler, crawler.settings.getfloat("OUTAGE_PATIENCE"))

    def process_response(self, request: Request, response: Response) -> Response:
        self.outage.answered()
        return response

    def process_exception(self, request: Request, exception: Exception) -> Request | None:
        now = monotonic()
        if not isinstance(exception, UNREACHABLE) or request.meta.get("asks_robots"):
            return None
        until = self.outage.failed(now)
        if until is None:
            return None
        if self.outage.lasts(now) > self.patience_s:
            stop(self.crawler, f"the site cannot be reached for {self.outage.lasts(now):.0f} s ({exception})")
            return None
        pacer: Pacer = self.crawler.spider.pacer  # type: ignore[union-attr]
        pacer.ceiling.hold(now, until)
        self.crawler.stats.inc_value("outage/again_count")
        logger.warning("%s cannot be reached: asking again in %.0f s", request.url, until - now)
        return request.copy()
