"""Try the profile of a job board: axes, search, time, detail, the page that people see, a feed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.items import Posting
from directory_crawler.sites.readings import NotAListing
from directory_crawler.storage.postings import comparable
from directory_crawler.trying.axes import Axes
from directory_crawler.trying.board_time import BoardTrialTime
from directory_crawler.trying.fields import show_fields
from directory_crawler.trying.listings import Listings, NoListing, Query, UnansweredError, explained
from directory_crawler.trying.measuring import Measuring
from directory_crawler.trying.normalised import normalised

if TYPE_CHECKING:
    from directory_crawler.sites.pages import Page
    from directory_crawler.sites.readings import Line, Listing
    from directory_crawler.sites.site import Site
    from directory_crawler.trying.asking import Asker
    from directory_crawler.trying.figures import Figure
    from directory_crawler.trying.shown import Shown

EVERYTHING = Query("the whole board")


class BoardTrial:
    """One of each surface of a board."""

    def __init__(self, site: Site, asker: Asker, shown: Shown) -> None:
        self.site = site
        self.asker = asker
        self.shown = shown

    async def run(self) -> list[Figure]:
        """Tell what each surface gives; return what was measured."""
        listings = Listings(self.site, self.asker)
        try:
            first = await listings.page(EVERYTHING)
        except UnansweredError as fault:
            first = NoListing(str(fault))
        if isinstance(first, NoListing):
            self.shown.surface("search", "NOT READ", first.reason)
            return []
        self._tell_search(first)
        axes = Axes(self.shown, self.asker)
        await axes.try_all(listings, EVERYTHING, first)
        time = BoardTrialTime(self.site, self.shown)
        await time.run(listings, first)
        record = await self._posting(first.lines[0]) if first.lines else None
        await self._feed(axes)
        if record is not None:
            show_fields(self.shown, f"fields of posting {record.posting_id}", record)
            self.shown.line(f"  digest of the role: {record.role_digest or 'none'}")
        small = sorted(axes.queries, key=lambda query: query.told or 0)
        measuring = Measuring(listings, EVERYTHING, first)
        return await measuring.run(self.shown, [*time.halves, *axes.queries], [*time.short, *small])

    def _tell_search(self, first: Listing) -> None:
        total = "no total" if first.count is None else f"total {first.count}"
        facets = ", ".join(f"{name} ({len(counts)})" for name, counts in first.facets.items())
        told = f"{len(first.ids)} postings on page one, {total}; facets: {facets or 'none'}"
        self.shown.surface("search", "read" if first.ids else "NOT READ", told)
        if first.set_aside or first.rejected:
            self.shown.line(
                f"  {len(first.set_aside)} postings with ids that are none, {first.rejected} without one"
            )

    async def _posting(self, line: Line) -> Posting:
        page = await self.asker.page(self.site.posting_request(line.id), "details")
        reading = self.site.read_posting(line.id, page)
        told = f"{page.url}: " + (
            page.text if page.status == 0 else f"status {page.status}, {reading.verdict}"
        )
        read = reading.verdict in ("live", "closed")
        if page.status and not read:
            told += ": a login or captcha page" if reading.wall else ": none of its fields, or another page"
        alone, _ = self.site.read_posting_fields(None, page) if read else ({}, {})
        raw, sources = self.site.read_posting_fields(line, page if read else None)
        if read:
            told += f"; by itself it gives {len(alone)} of {len(sources)} fields"
            told += self._markers()
        self.shown.surface("detail", "read" if read else "NOT READ", told)
        record = Posting(line.id, raw=raw, sources=sources)
        record = await normalised(self.asker.crawler, record)
        await self._witness(line.id, record)
        return record

    def _markers(self) -> str:
        spec = self.site.profile.posting
        assert spec is not None
        if spec.closed is None and not spec.closed_markers:
            return "; an ended posting is told by 404 or 410 only"
        return "; the marks of an ended one show on ended ones only"

    async def _witness(self, record_id: str, record: Posting) -> None:
        request = self.site.witness_request(record_id)
        if request is None:
            return
        page = await self.asker.page(request, "witness")
        raw = self.site.read_witness(record_id, page)
        if raw is None:
            why = page.text if page.status == 0 else f"status {page.status}: not the page of this posting"
            self.shown.surface("witness", "NOT READ", f"{page.url}: {why}")
            return
        seen = Posting(record_id, raw={name: values for name, values in raw.items() if values})
        seen = await normalised(self.asker.crawler, seen)
        empty = [name for name, values in raw.items() if not values]
        others = [
            name
            for name in raw
            if name not in empty and comparable(getattr(seen, name)) != comparable(getattr(record, name))
        ]
        told = f"{len(raw) - len(empty) - len(others)} of {len(raw)} fields as in the search"
        told += f"; otherwise: {', '.join(others)}" if others else ""
        told += f"; not on the page: {', '.join(empty)}" if empty else ""
        self.shown.surface("witness", "read", told)

    async def _feed(self, axes: Axes) -> None:
        spec = self.site.profile.feeds
        if spec is None:
            return
        value = next((query.filters[spec.axis] for query in axes.queries if spec.axis in query.filters), None)
        if value is None:
            self.shown.surface("feed", "not asked", f"no value of axis {spec.axis} is known")
            return
        page: Page = await self.asker.page(self.site.feed_request(value), "feeds")
        try:
            look = self.site.read_feed(page)
        except NotAListing as fault:
            self.shown.surface("feed", "NOT READ", explained(fault, page))
            return
        again = (
            "with validators" if look.etag or look.modified else "without validators: sent whole each time"
        )
        self.shown.surface("feed", "read", f"{spec.axis} {value}: {look.items} items, {again}")
