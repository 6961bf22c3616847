"""What sends http and https requests: Scrapy's own handler; or a proxy pool around one for each of its tunnels."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from scrapy.utils.misc import build_from_crawler, load_object

from directory_crawler.handlers.pool_options import sources
from directory_crawler.handlers.proxied import ProxiedDownloadHandler
from directory_crawler.handlers.tunnels import TUNNELS

if TYPE_CHECKING:
    from scrapy.core.downloader.handlers import DownloadHandlerProtocol
    from scrapy.crawler import Crawler

_pools: WeakKeyDictionary[Crawler, ProxiedDownloadHandler] = WeakKeyDictionary()


class HttpDownloadHandler:
    """Chooses the handler; is none itself."""

    lazy = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> DownloadHandlerProtocol:
        """Return Scrapy's handler for a direct crawl. Of the pool there is one, for both schemes."""
        # A crawl with a Twisted reactor has another one than a crawl without.
        scrapys = load_object(crawler.settings["DOWNLOAD_HANDLERS_BASE"]["http"])
        if not sources(crawler.settings):
            handler: DownloadHandlerProtocol = build_from_crawler(scrapys, crawler)
            return handler
        if crawler not in _pools:
            _pools[crawler] = ProxiedDownloadHandler(crawler, lambda: TUNNELS[scrapys](crawler))
        return _pools[crawler]
