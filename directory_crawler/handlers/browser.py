"""Pages that need a browser, through scrapy-playwright: shown, read, closed; a browser that dies or hangs is replaced.

A request with ``meta["rendered"]`` is one. The answer is the page as the browser shows it, once what the profile
waits for is there, or the answer of the call that the profile names, made by the page itself. One deadline holds for
all of it, and whatever the outcome, the page is closed here.
"""

from __future__ import annotations

import asyncio
import logging
import time
import weakref
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError
from scrapy import signals
from scrapy.exceptions import (
    CloseSpider,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
)
from scrapy.http import Headers, HtmlResponse
from scrapy.responsetypes import responsetypes
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

from directory_crawler.handlers.browser_contexts import BrowserContexts, context_options, way_out
from directory_crawler.handlers.browser_program import BrowserProgram, NoBrowserError
from directory_crawler.handlers.page_calls import listener
from directory_crawler.leases import NotSentError
from directory_crawler.sites.pages import Page as SitePage
from directory_crawler.sites.walls import looks_like_a_wall
from directory_crawler.spiders.ending import stop

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page
    from playwright.async_api import Request as BrowserRequest
    from playwright.async_api import Response as BrowserResponse
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from directory_crawler.sites.pages import Rendered
    from directory_crawler.sites.site import Site

logger = logging.getLogger(__name__)

UNSEEN = frozenset({"image", "font", "media"})
"""What a page loads for eyes only."""
PATIENCE = 0.8
"""The share of the deadline in which what the profile waits for must appear; the rest is for reading the page."""
CLOSING_S = 5.0
"""A page or a context that is not closed after so long belongs to a browser that hangs."""
STRAY_S = 1.0


class BrowserDownloadHandler(ScrapyPlaywrightDownloadHandler):  # type: ignore[misc]  # untyped
    """Shows pages in one browser, each proxy's in contexts of its own."""

    lazy = False

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        settings = crawler.settings
        self.crawler = crawler
        self.abort_request = self.is_unwanted
        self.browser_provider = BrowserProgram(self.config)
        self.contexts = BrowserContexts(
            settings.getint("RENDERED_PAGES_PER_CONTEXT"), settings.getint("RENDERED_IDLE_CONTEXTS")
        )
        self.verify = settings.getbool("DOWNLOAD_VERIFY_CERTIFICATES")
        self.timeout_s = settings.getfloat("RENDERED_TIMEOUT")
        self._room = asyncio.Semaphore(settings.getint("RENDERED_AT_ONCE"))
        self._ours: weakref.WeakSet[Page] = weakref.WeakSet()
        self._is_closed = False
        crawler.signals.connect(self.spider_opened, signals.spider_opened)
        crawler.signals.connect(self.spider_closed, signals.spider_closed)

    async def spider_opened(self) -> None:
        """Start the browser; a run whose pages it cannot show does not begin."""
        await self.browser_provider.start()
        try:
            await self._maybe_launch_browser()
        except NoBrowserError as error:
            logger.error("%s", error)
            self.crawler.stats.set_value("run/failure", str(error))
            raise CloseSpider("failed") from None

    def spider_closed(self) -> None:
        """Count our pages that are open though nothing is shown any more: there should be none."""
        contexts = self.browser.contexts if hasattr(self, "browser") else []
        left = sum(page in self._ours for context in contexts for page in context.pages)
        self.stats.set_value("rendered/pages_left_open", left)

    async def _maybe_launch_in_thread(self) -> None:
        """Do nothing when the engine starts: the browser is there by then."""

    async def _maybe_launch_browser(self) -> None:
        async with self.browser_launch_lock:
            if not hasattr(self, "browser"):
                self.browser = await self.browser_provider.launch(self.crawler.settings)
                self.browser.on("disconnected", self._browser_disconnected_callback)
                self.stats.inc_value("rendered/browser_count")

    # --- one page --------------------------------------------------------------------------------------------

    async def download_request(self, request: Request) -> Response:
        async with self._room:
            return await self._show(request)

    async def _show(self, request: Request) -> Response:
        way = way_out(request)
        name = self.contexts.lend(tuple(sorted(way.items())))
        rendered: Rendered = request.meta["rendered"]
        call: asyncio.Future[BrowserResponse] = asyncio.get_running_loop().create_future()
        sent = request.replace(
            meta={
                **request.meta,
                "playwright": True,
                "playwright_include_page": True,  # it is closed here
                "playwright_context": name,
                "playwright_context_kwargs": context_options(request, way, verify=self.verify),
                "playwright_page_goto_kwargs": {
                    "wait_until": "domcontentloaded" if rendered.wait_for or rendered.response else "load",
                    "timeout": 0,  # the deadline holds for all
                },
                "playwright_page_init_callback": listener(rendered.response, call),
            }
        )
        sent.headers.pop("Proxy-Authorization", None)
        browser = self.__dict__.get("browser")
        started = time.monotonic()
        try:
            response = await asyncio.wait_for(self._read(sent, rendered, call), self.timeout_s)
        except asyncio.TimeoutError:
            self.stats.inc_value("rendered/timeout_count")
            if "playwright_page" not in sent.meta:
                self._drop(browser)  # it did not even open a page
            raise DownloadTimeoutError(f"{request.url} was not shown after {self.timeout_s:g} s") from None
        except NoBrowserError as error:
            stop(self.crawler, str(error))
            raise NotSentError(str(error)) from None
        except PlaywrightError as error:
            unreachable = "ERR_PROXY_CONNECTION_FAILED" in error.message
            kind = DownloadConnectionRefusedError if unreachable else DownloadFailedError
            raise kind(f"{request.url}: {error.message.partition(chr(10))[0]}") from None
        finally:
            if not call.cancel() and not call.cancelled():
                call.exception()  # heard, if nobody waited for it
            await self._close_page(sent.meta.get("playwright_page"), browser)
            for used_up in self.contexts.give_back(name):
                await self._close_context(used_up)
        request.meta["download_latency"] = time.monotonic() - started
        return response

    async def _read(
        self, request: Request, rendered: Rendered, call: asyncio.Future[BrowserResponse]
    ) -> Response:
        """Go to the page, wait for what the profile names, and return that answer."""
        first: Response = await super()._download_request(request)
        page: Page = request.meta["playwright_page"]
        if first.status >= 400:
            return first
        if not self.site.allows(first.url):
            self.stats.inc_value("redirect/left_the_site")
            return first.replace(status=302, body=b"")
        if rendered.response is not None:
            if await self._is_there(call, page):
                return await self._answer_of(call.result())
        elif rendered.wait_for is not None:
            there = page.wait_for_selector(rendered.wait_for, state="attached", timeout=0)
            await self._is_there(asyncio.ensure_future(there), page)
        body = (await page.content()).encode("utf-8", "replace")
        self._refuse_too_much(page.url, body)
        headers = Headers(first.headers)
        headers["Content-Type"] = "text/html; charset=utf-8"
        return HtmlResponse(page.url, first.status, headers, body, encoding="utf-8", flags=["rendered"])

    async def _is_there(self, waiting: asyncio.Future[Any], page: Page) -> bool:
        """Wait for what the profile waits for; a wall is given on as it is, any other page without it is late."""
        try:
            await asyncio.wait_for(waiting, self.timeout_s * PATIENCE)
        except asyncio.TimeoutError:
            if looks_like_a_wall(SitePage(page.url, body=(await page.content()).encode("utf-8", "replace"))):
                return False
            raise
        return True

    async def _answer_of(self, answer: BrowserResponse) -> Response:
        headers = Headers(await answer.all_headers())
        headers.pop("Content-Encoding", None)
        body = await answer.body()
        self._refuse_too_much(answer.url, body)
        kind = responsetypes.from_args(headers=headers, url=answer.url, body=body)
        return kind(answer.url, answer.status, headers, body, flags=["rendered"])

    def _refuse_too_much(self, url: str, body: bytes) -> None:
        if self._default_maxsize and len(body) > self._default_maxsize:
            raise DownloadCancelledError(f"{url}: {len(body)} bytes, more than DOWNLOAD_MAXSIZE")

    @property
    def site(self) -> Site:
        return self.crawler.spider.site  # type: ignore[no-any-return,union-attr]

    def is_unwanted(self, request: BrowserRequest) -> bool:
        """Whether the browser does not send what a page asks for: things for eyes, and the page leaving its site."""
        if request.resource_type in UNSEEN:
            return True
        leaves = request.is_navigation_request() and request.frame.parent_frame is None
        return leaves and not self.site.allows(request.url)

    # --- the end of pages, contexts and browsers -----------------------------------------------------------------

    async def _create_page(self, request: Request, spider: Any) -> Page:
        page: Page = await super()._create_page(request, spider)
        request.meta["playwright_page"] = page
        self._ours.add(page)
        self.stats.inc_value("rendered/page_count")
        return page

    async def _create_browser_context(self, *given: Any, **named: Any) -> Any:
        wrapper = await super()._create_browser_context(*given, **named)
        wrapper.context.on("page", self._close_stray)
        return wrapper

    async def _close_stray(self, page: Page) -> None:
        """Close another window that a page has opened. One that is ours is known to be soon after it is there."""
        await asyncio.sleep(STRAY_S)
        if page not in self._ours:
            self.stats.inc_value("rendered/stray_count")
            with suppress(PlaywrightError, asyncio.TimeoutError):
                await asyncio.wait_for(page.close(), CLOSING_S)

    async def _close_page(self, page: Page | None, browser: Any) -> None:
        if page is None or page.is_closed():
            return
        try:
            await asyncio.wait_for(page.close(), CLOSING_S)
        except asyncio.TimeoutError:
            self._drop(browser)
        except PlaywrightError:
            pass  # closed with its browser

    async def _close_context(self, name: str) -> None:
        wrapper = self.context_wrappers.pop(name, None)
        if wrapper is not None:
            with suppress(PlaywrightError, asyncio.TimeoutError):
                await asyncio.wait_for(wrapper.context.close(), CLOSING_S)

    async def _browser_disconnected_callback(self, browser: Any) -> None:
        if not self._is_closed:
            self._drop(browser)

    def _drop(self, browser: Browser | None) -> None:
        """Forget a browser that has ended or hangs, with everything that it shows, and make sure that it is gone."""
        if self.__dict__.get("browser") is not browser or browser is None:
            return
        what = "hangs" if browser.is_connected() else "has ended"
        logger.warning("the browser %s: another one is started", what)
        del self.browser
        self.contexts.forget()
        self.context_wrappers.clear()
        self.browser_provider.kill()

    async def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        try:
            await asyncio.wait_for(super().close(), 2 * CLOSING_S)
        except (asyncio.TimeoutError, PlaywrightError):
            self.browser_provider.kill()
