"""A site, or a network, that is gone for a while costs no page its attempts: everything rests and is asked again.

Above the retry middleware, which would have spent its tries within a second. A connection that was had and then hung or
broke is no outage: that is a page's own, and retried as any other. But where nothing has ever answered there are no
pages yet: whatever keeps the first answer from coming is waited for shortly, as an address that is wrong stays wrong.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from time import monotonic
from typing import TYPE_CHECKING

from scrapy.exceptions import CannotResolveHostError, DownloadConnectionRefusedError
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.misc import load_object
from twisted.internet.error import ConnectError

from directory_crawler.core.pace.outage import Outage
from directory_crawler.leases import NotSentError
from directory_crawler.middlewares.unanswered import reason_of
from directory_crawler.spiders.ending import stop

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Request, Response
    from typing_extensions import Self

    from directory_crawler.core.pace.pacer import Pacer

logger = logging.getLogger(__name__)

UNREACHABLE = (CannotResolveHostError, DownloadConnectionRefusedError, ConnectError)


class OutageMiddleware:
    """Sends requests round again while nothing can be reached, and ends the run, resumable, when that lasts.

    ``failures`` are the exceptions that a request without an answer ends with.
    """

    def __init__(
        self,
        crawler: Crawler,
        *,
        patience_s: float,
        first_patience_s: float,
        failures: tuple[type[Exception], ...],
    ) -> None:
        self.crawler = crawler
        self.first_patience_s = first_patience_s
        self.failures = failures
        self.outage = Outage(patience_s)
        self.silences: dict[str, Outage] = {}
        """Of hosts that have not answered yet, what was asked of them in vain."""
        self.heard: set[str] = set()
        """The hosts that have answered."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        return cls(
            crawler,
            patience_s=settings.getfloat("OUTAGE_PATIENCE"),
            first_patience_s=settings.getfloat("FIRST_ANSWER_PATIENCE"),
            failures=tuple(load_object(failure) for failure in settings.getlist("RETRY_EXCEPTIONS")),
        )

    def process_response(self, request: Request, response: Response) -> Response:
        self.heard.add(urlparse_cached(request).netloc)
        self.outage.answered()
        return response

    def process_exception(self, request: Request, exception: Exception) -> Request | None:
        outage = self.outage_of(request, exception)
        if outage is None:
            return None
        now, paused_until = monotonic(), outage.until
        until = outage.failed(now)
        if until is None:
            return None
        nobody = f"nothing answers at {request.url}: {reason_of(exception)}"
        if outage.is_over(now):
            stop(self.crawler, f"{nobody}, for {outage.lasts(now):.0f} s")
            raise NotSentError("the run stops")
        pacer: Pacer = self.crawler.spider.pacer  # type: ignore[union-attr]
        pacer.ceiling.hold(now, until)
        self.crawler.stats.inc_value("outage/again_count")
        if until != paused_until:
            given_up = datetime.now().astimezone() + timedelta(seconds=max(outage.deadline, until) - now)
            logger.warning("%s; trying again until %s", nobody, f"{given_up:%H:%M:%S %Z}")
        return request.copy()

    def outage_of(self, request: Request, exception: Exception) -> Outage | None:
        """Return what a failure counts towards; ``None`` for what is the page's own.

        A site's robots.txt comes before its first page: a host whose rules cannot be had has nothing to be asked.
        """
        host = urlparse_cached(request).netloc
        asks_robots = "asks_robots" in request.meta
        if host not in self.heard and (asks_robots or not self.heard):
            if not isinstance(exception, self.failures):
                return None
            return self.silences.setdefault(host, Outage(self.first_patience_s, least=1))
        return self.outage if isinstance(exception, UNREACHABLE) and not asks_robots else None
