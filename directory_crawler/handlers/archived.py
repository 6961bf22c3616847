"""What answers the requests of a run that reads archived pages anew: the archive, and no network at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from scrapy.exceptions import IgnoreRequest
from scrapy.http import Headers
from scrapy.responsetypes import responsetypes

from directory_crawler.sites.pages import answers_with

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self

    from directory_crawler.leases import ArchivedFetch
    from directory_crawler.spiders.worker import WorkerSpider
    from directory_crawler.storage.rereading import RereadFrontier


class NotArchivedError(IgnoreRequest):
    """A page that the profile asks for today, and that nobody asked for when the record was read."""


class ArchiveDownloadHandler:
    """Gives the page of a surface that is archived with the unit of a request."""

    lazy = False

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def download_request(self, request: Request) -> Response:
        fetch: ArchivedFetch = request.cb_kwargs["fetch"]
        surface: str = request.meta["archived"]
        frame = next((frame for frame in fetch.frames if frame.surface == surface), None)
        if frame is None:
            raise NotArchivedError(
                f"no {surface} of {fetch.record_id} is archived: the record stays as it is"
            )
        frontier = cast("RereadFrontier", cast("WorkerSpider", self.crawler.spider).frontier)
        page, _ = frontier.reader.open(frame)
        headers = Headers({name: value.encode("latin-1") for name, value in page.headers.items()})
        kind = responsetypes.from_args(headers=headers, url=page.url, body=page.body[:5_000])
        response = kind(url=page.url, status=page.status, headers=headers, body=page.body)
        answers_with(response, page)
        return response

    async def close(self) -> None:
        """Nothing is open."""
