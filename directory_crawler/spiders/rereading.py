"""Workers of a run that reads the archived pages of another one anew, by today's profile and code.

They are the spiders of the crawl: the same callbacks read the same pages. What differs is that units come from the
archive, and that it answers. They have no name: `scrapy reparse` starts them, `scrapy crawl` does not know them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from directory_crawler.items import FetchFailure, Reread
from directory_crawler.leases import Sighting
from directory_crawler.sites.pages import PageRequest
from directory_crawler.sites.readings import NotAListing
from directory_crawler.spiders.catalogue import CatalogueSpider
from directory_crawler.spiders.directory import DirectorySpider
from directory_crawler.spiders.jobs import JobsSpider
from directory_crawler.storage.rereading import LISTING, RereadFrontier
from directory_crawler.storage.runs import REPARSE, rereading_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy import Request
    from scrapy.http import Response

    from directory_crawler.leases import ArchivedFetch, LeasedFetch
    from directory_crawler.sites.pages import Page

ARCHIVE = "directory_crawler.handlers.archived.ArchiveDownloadHandler"
SURFACES = {"cards": "card", "contacts": "contacts", "details": "posting", LISTING: LISTING}
"""The archived surface that answers a request, by the stage of the crawl that it belongs to."""


class RereadingSpider(CatalogueSpider):
    """Reads what the run ``rereads`` archived."""

    name = ""
    custom_settings = {  # noqa: RUF012  Scrapy's own
        "DOWNLOAD_HANDLERS": {"http": ARCHIVE, "https": ARCHIVE},
        "DOWNLOADER_MIDDLEWARES": {},
        "DOWNLOADER_MIDDLEWARES_BASE": {},
        "ROBOTSTXT_OBEY": False,
        "EXTENSIONS": {
            "scrapy.extensions.feedexport.FeedExporter": None,
            "directory_crawler.extensions.heartbeat.Heartbeat": 100,
            "directory_crawler.extensions.post_crawl.PostCrawl": 900,
        },
    }

    frontier: RereadFrontier

    def __init__(self, site: str, rereads: int) -> None:
        super().__init__(site, name=self.kind)
        self.mode = REPARSE
        self.rereads = rereads

    @property
    def scope(self) -> str:
        return rereading_of(self.rereads)

    async def open(self) -> None:
        await super().open()
        self.frontier = RereadFrontier(self.frontier, self.rereads)

    async def plan_run(self) -> AsyncIterator[Request]:
        await self.frontier.begin([], [], {"rereads": self.rereads, "chains": self.chains()}, self.limits)
        return
        yield  # an async generator

    async def last_fetches(self) -> int:
        """Listings first: the pages of a record are read together with its line."""
        return await self.frontier.enqueue_listings() or await self.frontier.enqueue_records()

    def begin_fetch(self, fetch: LeasedFetch) -> Request:
        if fetch.kind != LISTING:
            return super().begin_fetch(fetch)
        return self.request(
            PageRequest(self.site.base_url),
            self.parse_pages,
            stage=LISTING,
            errback=self.fetch_failed,
            cb_kwargs={"fetch": fetch},
        )

    def request(self, page: PageRequest, callback: Any, *, stage: str, **how: Any) -> Request:
        """Return a request that the archive answers."""
        surface = SURFACES[stage] + (" again" if how["cb_kwargs"].get("first") is not None else "")
        # What it would be asked by says nothing here, and may not be an address at all.
        asked = replace(page, url=self.site.base_url, method="GET", headers={}, body=b"")
        return super().request(asked, callback, stage=stage, meta={"archived": surface}, **how)

    def parse_pages(self, response: Response, fetch: ArchivedFetch) -> Iterator[Reread | FetchFailure]:
        """Read the lines of all archived pages of a slice; one page at a time is opened."""
        sightings: dict[str, Sighting] = {}
        for frame in fetch.frames:
            page, _ = self.frontier.reader.open(frame)
            try:
                listing = self.site.read_listing(page)
            except NotAListing as fault:
                yield FetchFailure(fetch, f"listing page: {fault}")
                return
            for line in listing.lines:
                sightings.setdefault(line.id, Sighting(line.id, line.digest, line.fields))
        yield self.reread(fetch, sightings)

    def reread(self, fetch: ArchivedFetch, sightings: dict[str, Sighting]) -> Reread:
        return Reread(fetch, sightings)


class RereadDirectory(RereadingSpider, DirectorySpider):
    """Reads the archived pages of a directory."""

    def asks_again(self, fetch: LeasedFetch, page: Page, contacts: Page) -> bool:
        """Contacts are read twice where they were asked for twice."""
        frames = fetch.frames  # type: ignore[attr-defined]
        return any(frame.surface == "contacts again" for frame in frames)


class RereadJobs(RereadingSpider, JobsSpider):
    """Reads the archived pages of a board."""

    def reread(self, fetch: ArchivedFetch, sightings: dict[str, Sighting]) -> Reread:
        postings = [self.listed(sighting) for sighting in sightings.values()]
        return Reread(fetch, sightings, postings)
