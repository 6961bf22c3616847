"""Redirects that stay on the site are followed; one that leaves it, or leads to no address, is an answer, and a 3xx."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.downloadermiddlewares.redirect import RedirectMiddleware
from scrapy.exceptions import IgnoreRequest

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self

    from directory_crawler.sites.site import Site


class SiteRedirectMiddleware(RedirectMiddleware):
    """Scrapy's own, but for targets: other hosts, private addresses and schemes other than http(s) are not asked."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        middleware = cls(crawler.settings)
        middleware.crawler = crawler
        return middleware

    def handle_referer(self, request: Request, response: Response) -> None:
        """Send no Referer: nothing here does."""

    def process_response(  # type: ignore[override]  # the base still takes a deprecated spider
        self, request: Request, response: Response
    ) -> Request | Response:
        try:
            answer = super().process_response(request, response)
        except IgnoreRequest:  # too many
            if "asks_robots" not in request.meta:
                raise
            return response
        except ValueError:  # an address that is none
            return response
        site: Site | None = getattr(self.crawler.spider, "site", None)
        if isinstance(answer, Request) and site is not None and not site.allows(answer.url):
            self.crawler.stats.inc_value("redirect/left_the_site")
            return response
        return answer
