"""What sends http and https requests: Scrapy's own handler; a browser where the profile needs one; or a proxy pool
around one for each of its tunnels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from scrapy.utils.misc import build_from_crawler, load_object

from directory_crawler.handlers.pool_options import sources
from directory_crawler.handlers.proxied import ProxiedDownloadHandler
from directory_crawler.handlers.tunnels import TUNNELS

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.core.downloader.handlers import DownloadHandlerProtocol
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from directory_crawler.sites.site import Site

_handlers: WeakKeyDictionary[Crawler, DownloadHandlerProtocol] = WeakKeyDictionary()


class HttpDownloadHandler:
    """Chooses the handler; is none itself."""

    lazy = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> DownloadHandlerProtocol:
        """Return the handler of a crawl, for both schemes: Scrapy's own where requests go out directly and plainly."""
        if crawler not in _handlers:
            _handlers[crawler] = handler_for(crawler)
        return _handlers[crawler]


def handler_for(crawler: Crawler) -> DownloadHandlerProtocol:
    # A crawl with a Twisted reactor has another one than a crawl without.
    scrapys: type[Any] = load_object(crawler.settings["DOWNLOAD_HANDLERS_BASE"]["http"])
    site: Site | None = getattr(crawler.spider, "site", None)
    browser = browser_for(crawler) if site is not None and site.needs_browser else None

    def sender(kind: type[Any]) -> DownloadHandlerProtocol:
        plain: DownloadHandlerProtocol = build_from_crawler(kind, crawler)
        return plain if browser is None else PlainOrRendered(plain, browser)

    if not sources(crawler.settings):
        return sender(scrapys)
    return ProxiedDownloadHandler(crawler, lambda: sender(TUNNELS[scrapys]))


def browser_for(crawler: Crawler) -> DownloadHandlerProtocol:
    """Return the handler with a browser; what it needs is imported, and installed, only where a profile needs it."""
    from directory_crawler.handlers.browser import BrowserDownloadHandler  # noqa: PLC0415

    handler: DownloadHandlerProtocol = BrowserDownloadHandler(crawler)
    return handler


class PlainOrRendered:
    """Gives the requests that need a browser to one, and the others to a plain sender."""

    lazy = False

    def __init__(self, plain: DownloadHandlerProtocol, browser: DownloadHandlerProtocol) -> None:
        self.plain = plain
        self.browser = browser

    async def download_request(self, request: Request) -> Response:
        handler = self.browser if "rendered" in request.meta else self.plain
        return await handler.download_request(request)

    async def close(self) -> None:
        await self.plain.close()
        await self.browser.close()
