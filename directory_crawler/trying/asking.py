"""Ask for one page after the other, as a crawl would: its pace, its robots.txt, its proxies, its limits of size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http.request import NO_CALLBACK

from directory_crawler.leases import NotSentError
from directory_crawler.middlewares.unanswered import reason_of
from directory_crawler.sites.pages import Page
from directory_crawler.spiders.ending import is_stopping

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from directory_crawler.sites.pages import PageRequest

MOST_REQUESTS = 60
"""Pages that a check asks for at most; one of a usual site takes about forty."""

REFUSALS = frozenset({429, 503})


class CheckStoppedError(Exception):
    """The check cannot go on: it was interrupted, or nothing more may be asked of the site."""


class Asker:
    """Fetches pages through the crawl's own middlewares. What could not be had is a page with status 0 and its reason.

    A surface that refuses is not asked again: what a check would learn from it is no figure of the site's.
    """

    def __init__(self, crawler: Crawler, most: int = MOST_REQUESTS) -> None:
        self.crawler = crawler
        self.most = most
        self.asked = 0
        self._refused: dict[str, int] = {}

    async def page(self, asked: PageRequest, stage: str) -> Page:
        if is_stopping(self.crawler):
            raise CheckStoppedError
        if self.asked >= self.most:
            return _without(asked, f"not asked: a check makes at most {self.most} requests")
        if stage in self._refused:
            return _without(asked, f"not asked again after status {self._refused[stage]}")
        self.asked += 1
        meta = {"stage": stage, **({"rendered": asked.rendered} if asked.rendered else {})}
        request = Request(
            asked.url,
            method=asked.method,
            headers=dict(asked.headers),
            body=asked.body,
            meta=meta,
            dont_filter=True,
            callback=NO_CALLBACK,
        )
        try:
            response = await self.crawler.engine.download_async(request)
        except NotSentError as error:
            raise CheckStoppedError(str(error)) from error
        except IgnoreRequest as error:
            return _without(asked, str(error))
        except Exception as error:  # noqa: BLE001  whatever went wrong: there is no answer
            return _without(asked, f"no answer: {reason_of(error)}")
        if response.status in REFUSALS:
            self._refused[stage] = response.status
        return Page.of(response)


def _without(asked: PageRequest, reason: str) -> Page:
    return Page(asked.url, 0, body=reason.encode())
