"""Read each final answer of a walk and say whether the walk goes on: the silent ceiling ends here.

Below the retry middleware, so that a 503 about to be retried is no end of a walk.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from directory_crawler.core.walking.passes import PageFacts, Stop
from directory_crawler.sites.pages import Page
from directory_crawler.sites.readings import NotAListing

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Request, Response
    from typing_extensions import Self

    from directory_crawler.core.walking.visit import Visit
    from directory_crawler.sites.readings import Listing
    from directory_crawler.sites.site import Site

logger = logging.getLogger(__name__)

_STOPS = {"wall": Stop.WALL, "shape": Stop.UNREADABLE, "other": Stop.NOT_LISTING}
_ENDS = frozenset({301, 302, 303, 307, 308, 400, 404, 410, 416, 422})
"""Statuses with which sites answer past the end of a list; any other one says nothing about the end."""


class CeilingMiddleware:
    """Feeds the visit in ``meta["visit"]``; leaves the listing in ``meta["listing"]``, ``None`` where it is none."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def process_response(self, request: Request, response: Response) -> Response:
        visit: Visit | None = request.meta.get("visit")
        if visit is None:
            return response
        site: Site = self.crawler.spider.site  # type: ignore[union-attr]
        request.meta["listing"] = self.read(site, visit, request, response)
        if visit.ending is not None:
            last = visit.passes[-1].stop
            if last is not None:
                self.crawler.stats.inc_value(f"ceiling/stop_count/{last.name.lower()}")
        return response

    def read(self, site: Site, visit: Visit, request: Request, response: Response) -> Listing | None:
        """Feed one answer to the visit, and return its listing where it can be believed."""
        try:
            listing = site.read_listing(Page.of(response), visit.ask.page, visit.limits.is_void)
        except NotAListing as fault:
            logger.debug("%s: %s", response.url, fault)
            visit.refuse(self._stop(fault.kind, response.status))
            return None
        if site.lost_filters(request.meta["filters"], listing):
            visit.refuse(Stop.FILTERS_LOST)
            return None
        taken = visit.pages
        passes = len(visit.passes)
        facts = PageFacts(listing.ids, listing.count, listing.has_next)
        visit.feed(facts, listing.facets)
        believed = visit.passes[passes - 1].stop not in (Stop.FILTERS_LOST, Stop.NOT_LISTING)
        return listing if visit.pages > taken and believed else None

    @staticmethod
    def _stop(kind: str, status: int) -> Stop:
        if kind == "refused":
            return Stop.REFUSED if status in _ENDS else Stop.ERROR
        return _STOPS[kind]
