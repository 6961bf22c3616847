"""What a page calls for by itself: heard, and one call's answer kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.exceptions import DownloadFailedError

if TYPE_CHECKING:
    import asyncio

    from playwright.async_api import Page
    from playwright.async_api import Request as BrowserRequest
    from playwright.async_api import Response as BrowserResponse
    from scrapy import Request


def listener(part: str | None, call: asyncio.Future[BrowserResponse]) -> Any:
    """Return a callback that gives the first answer to a call whose URL holds ``part`` to ``call``."""

    async def listen(page: Page, _: Request) -> None:
        def heard(answer: BrowserResponse) -> None:
            if (
                part is not None
                and part in answer.url
                and answer.request.method != "OPTIONS"
                and not call.done()
            ):
                call.set_result(answer)

        def failed(asked: BrowserRequest) -> None:
            if part is not None and part in asked.url and not call.done():
                call.set_exception(DownloadFailedError(f"{asked.url}, called by the page: {asked.failure}"))

        page.on("response", heard)
        page.on("requestfailed", failed)

    return listen
