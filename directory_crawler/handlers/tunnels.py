"""Scrapy's two senders of http, made fit to be one tunnel: what is sent is sent once, and counted."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import quote

from scrapy.core.downloader.handlers._aiohttp import AiohttpDownloadHandler
from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler


class TwistedTunnel(HTTP11DownloadHandler):
    """The sender of crawls with a Twisted reactor, as started by ``scrapy crawl``."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        # Twisted would send again what a kept connection has lost, unseen by the pace.
        self._pool.retryAutomatically = False


class AiohttpTunnel(AiohttpDownloadHandler):
    """The sender of crawls without a Twisted reactor, which takes a proxy's login inside the proxy's address."""

    experimental: ClassVar[bool] = False  # else each tunnel would say so

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._session._retry_connection = False  # the same of aiohttp

    def _extract_proxy_url_with_creds(self, request: Request) -> str | None:
        """Escape the slashes of a password, too: as the base leaves them, they would end the address."""
        address, authorization = self._extract_proxy(request)
        if address is None or authorization is None:
            return address
        decoded = base64.b64decode(authorization.removeprefix("Basic ")).decode(self._proxy_auth_encoding)
        login, _, password = decoded.partition(":")
        scheme, _, place = address.partition("://")
        return f"{scheme}://{quote(login, safe='')}:{quote(password, safe='')}@{place}"


TUNNELS = {HTTP11DownloadHandler: TwistedTunnel, AiohttpDownloadHandler: AiohttpTunnel}
