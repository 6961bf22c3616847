"""What sends http and https requests: Scrapy's own handler, or the proxy pool around as many as it has tunnels."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import quote
from weakref import WeakKeyDictionary

from scrapy.core.downloader.handlers._aiohttp import AiohttpDownloadHandler
from scrapy.utils.misc import build_from_crawler, load_object

from directory_crawler.handlers.pool_options import sources
from directory_crawler.handlers.proxied import ProxiedDownloadHandler

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.core.downloader.handlers import DownloadHandlerProtocol
    from scrapy.crawler import Crawler

_pools: WeakKeyDictionary[Crawler, ProxiedDownloadHandler] = WeakKeyDictionary()


class HttpDownloadHandler:
    """Chooses the handler; is none itself."""

    lazy = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> DownloadHandlerProtocol:
        """Return Scrapy's handler for a direct crawl. Of the pool there is one, for both schemes."""
        if not sources(crawler.settings):
            return new_sender(crawler)
        if crawler not in _pools:
            _pools[crawler] = ProxiedDownloadHandler(crawler, lambda: new_tunnel(crawler))
        return _pools[crawler]


def new_sender(crawler: Crawler) -> DownloadHandlerProtocol:
    """Return a new handler of the kind that Scrapy uses in this process."""
    handler: DownloadHandlerProtocol = build_from_crawler(base_handler(crawler), crawler)
    return handler


def new_tunnel(crawler: Crawler) -> DownloadHandlerProtocol:
    """Return a new handler for one tunnel."""
    base = base_handler(crawler)
    handler: DownloadHandlerProtocol = build_from_crawler(
        AiohttpTunnel if base is AiohttpDownloadHandler else base, crawler
    )
    return handler


def base_handler(crawler: Crawler) -> type[DownloadHandlerProtocol]:
    """Return the kind that Scrapy uses in this process: with a Twisted reactor another one than without."""
    kind: type[DownloadHandlerProtocol] = load_object(crawler.settings["DOWNLOAD_HANDLERS_BASE"]["http"])
    return kind


class AiohttpTunnel(AiohttpDownloadHandler):
    """The handler of crawls without a Twisted reactor, which takes a proxy's login inside the proxy's address."""

    experimental: ClassVar[bool] = False  # said once by the first handler, not by each tunnel's

    def _extract_proxy_url_with_creds(self, request: Request) -> str | None:
        """Escape the slashes of a password, too: as the base leaves them, they would end the address."""
        address, authorization = self._extract_proxy(request)
        if address is None or authorization is None:
            return address
        decoded = base64.b64decode(authorization.removeprefix("Basic ")).decode(self._proxy_auth_encoding)
        login, _, password = decoded.partition(":")
        scheme, _, place = address.partition("://")
        return f"{scheme}://{quote(login, safe='')}:{quote(password, safe='')}@{place}"
