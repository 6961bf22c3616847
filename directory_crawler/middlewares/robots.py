"""robots.txt, obeyed to the letter: what cannot be had now is asked again, and is no leave to go everywhere.

Scrapy's own takes any failure for "all allowed", and the text of an error page for rules.
"""

from __future__ import annotations

import asyncio
import logging
import math
from time import monotonic, time
from typing import TYPE_CHECKING, Any

from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.http import Request
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.misc import build_from_crawler

from directory_crawler.core.pace.retry_after import seconds_of
from directory_crawler.leases import NotSentError
from directory_crawler.spiders.ending import is_stopping, stop

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.robotstxt import RobotParser
    from typing_extensions import Self

    from directory_crawler.core.pace.pacer import Pacer

logger = logging.getLogger(__name__)

_FIRST_PAUSE_S = 2.0
_LONGEST_PAUSE_S = 60.0
_LOOKS_UP_S = 0.5
_REDIRECTS = 5
"""As many as RFC 9309 asks to follow; what needs more is not available, which allows all."""


class RobotsMiddleware(RobotsTxtMiddleware):
    """A host's rules are read once. 4xx: there are none; 429: wait; 5xx, or no answer: not now; crawl-delay: kept.

    A redirect that leads off the site, or on and on, is no answer that could be waited for: there are no rules either.
    """

    def __init__(self, crawler: Crawler, patience_s: float) -> None:
        super().__init__(crawler)
        self.patience_s = patience_s
        self._reading: dict[str, asyncio.Task[RobotParser | None]] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler, crawler.settings.getfloat("THROTTLE_LONGEST_WAIT"))

    async def robot_parser(self, request: Request) -> RobotParser | None:
        """Return the rules of a request's host; ``None`` where there are none."""
        url = urlparse_cached(request)
        reading = self._reading.get(url.netloc)
        if reading is None:
            address = f"{url.scheme}://{url.netloc}/robots.txt"
            reading = self._reading[url.netloc] = asyncio.ensure_future(self._read(address))
        return await asyncio.shield(reading)

    async def _read(self, address: str) -> RobotParser | None:
        waited, pause = 0.0, _FIRST_PAUSE_S
        while True:
            answer = await self._ask(address)
            if not isinstance(answer, str) and 200 <= answer.status < 300:
                return self._understood(answer)
            if not isinstance(answer, str) and answer.status < 500 and answer.status != 429:
                if 300 <= answer.status < 400:
                    logger.warning(
                        "%s leads nowhere (status %d at %s): taken as none",
                        address,
                        answer.status,
                        answer.url,
                    )
                return None
            wait = pause
            if isinstance(answer, str):
                reason = answer
            else:
                reason = f"status {answer.status}"
                asked = seconds_of((answer.headers.get("Retry-After") or b"").decode("latin-1"), time())
                wait = asked or pause
                if answer.status in (429, 503):
                    pacer: Pacer = self.crawler.spider.pacer  # type: ignore[union-attr]
                    pacer.refuse_all(monotonic(), asked)
            waited += wait
            if waited > self.patience_s:
                self._give_up(f"{address} cannot be had ({reason}), and without it nothing may be asked")
            logger.warning("%s: %s; asked again in %.0f s, and nothing else before", address, reason, wait)
            await self._sleep(wait)
            pause = min(2 * pause, _LONGEST_PAUSE_S)

    async def _ask(self, address: str) -> Response | str:
        """Return the answer, or why there was none."""
        request = Request(
            address,
            priority=self.DOWNLOAD_PRIORITY,
            meta={
                "dont_obey_robotstxt": True,
                "dont_retry": True,
                "redirect_ttl": _REDIRECTS,
                "asks_robots": True,
                "stage": "robots",
            },
            callback=NO_CALLBACK,
        )
        self._stats.inc_value("robotstxt/request_count")
        try:
            answer = await self.crawler.engine.download_async(request)
        except NotSentError:
            raise
        except Exception as error:  # noqa: BLE001  whatever went wrong: there is no answer
            return f"{type(error).__name__}: {error}"
        self._stats.inc_value(f"robotstxt/response_status_count/{answer.status}")
        return answer

    def _understood(self, answer: Response) -> RobotParser:
        rules: RobotParser = build_from_crawler(self._parserimpl, self.crawler, answer.body)
        agent = self._robotstxt_useragent or self._default_useragent
        delay = rules.crawl_delay(agent)
        if delay is not None and math.isfinite(delay) and delay > 0:
            if delay > self.patience_s:
                self._give_up(f"{answer.url} asks for {delay:g} seconds between two requests: no run ends so")
            logger.info("%s asks for %g seconds between two requests", answer.url, delay)
            spider: Any = self.crawler.spider
            spider.pacer.ceiling.limit(monotonic(), 1 / delay, even=True)
        return rules

    def _give_up(self, reason: str) -> None:
        stop(self.crawler, reason)
        raise NotSentError(reason)

    async def _sleep(self, seconds: float) -> None:
        """Wait, unless the crawl stops meanwhile."""
        until = monotonic() + seconds
        while (left := until - monotonic()) > 0:
            if is_stopping(self.crawler):
                raise NotSentError("the run stops")
            await asyncio.sleep(min(left, _LOOKS_UP_S))
