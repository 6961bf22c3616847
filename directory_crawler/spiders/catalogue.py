"""What both jobs share: the pages that planning needs, the ceiling of a query, and the walk of a slice."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from directory_crawler.core.planning.depth import DepthSearch
from directory_crawler.core.planning.slices import Axis, Slice
from directory_crawler.core.planning.windows import TimeAxis
from directory_crawler.core.walking.filters import FilterWatch
from directory_crawler.core.walking.passes import Stop
from directory_crawler.core.walking.visit import Visit
from directory_crawler.items import FetchFailure, SliceEnd
from directory_crawler.leases import LeaseLostError, SetAside, Sighting
from directory_crawler.sites.pages import Page
from directory_crawler.sites.readings import NotAListing
from directory_crawler.sites.steps.base import chain
from directory_crawler.spiders.keeping import Keeping
from directory_crawler.spiders.worker import WorkerSpider
from directory_crawler.storage.ends import end_slice
from directory_crawler.storage.sites import learned, remember_ceiling

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping, Sequence

    from scrapy import Request
    from scrapy.http import Response
    from twisted.python.failure import Failure

    from directory_crawler.items import KeptPage
    from directory_crawler.leases import LeasedSlice
    from directory_crawler.sites.readings import Listing

logger = logging.getLogger(__name__)

ENDLESS_LISTS = 3
"""Lists without an end after which a run is given up."""


class CatalogueSpider(WorkerSpider):
    """A spider over slices. Subclasses plan the first ones and say how a record is fetched."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._axis_values: dict[str, list[str]] = {}
        self._pages_open = 0
        self._pages_done = asyncio.Event()
        self.watch = FilterWatch()
        self._endless = 0
        self.keeping = Keeping()

    async def open(self) -> None:
        await super().open()
        self.keeping = Keeping.of(self.crawler.settings, self.run.identity, self.crawler.stats)

    # --- pages that planning needs -------------------------------------------------------------------------------

    def axis_pages(self) -> list[Request]:
        """Return the requests for the pages that name the values of axes."""
        return [
            self.request(
                page, self.parse_axis, stage="probes", errback=self.page_failed, cb_kwargs={"axis": axis.name}
            )
            for axis in self.site.axes
            for page in self.site.axis_requests(axis.name)
        ]

    async def read_pages(self, requests: list[Request]) -> AsyncIterator[Request]:
        """Ask for the pages that planning needs, and wait until the last is read; give up where one could not be."""
        self._pages_open = len(requests)
        self._pages_done.clear()
        for request in requests:
            yield request
        if requests:
            await self._pages_done.wait()
        failure = self.crawler.stats.get_value("run/failure")
        if failure is not None:
            raise self.give_up(failure)
        self._axis_values.update({axis.name: list(axis.values) for axis in self.site.axes if axis.values})

    def parse_axis(self, response: Response, axis: str) -> None:
        """Take in the page that names the values of an axis.

        @surface axis
        """
        try:
            self._axis_values[axis] = self.site.read_axis_values(axis, Page.of(response))
        except NotAListing as fault:
            self.plan_broke(f"values of axis {axis}: {fault}")
            return
        self._page_done()

    def page_failed(self, failure: Failure) -> None:
        self.plan_broke(f"{failure.request.url}: {failure.getErrorMessage()}")  # type: ignore[attr-defined]

    def plan_broke(self, reason: str) -> None:
        """Without what it is planned by, a run cannot be proven: it fails rather than cover a part."""
        self.crawler.stats.set_value("run/failure", reason)
        self._pages_done.set()

    def _page_done(self) -> None:
        self._pages_open -= 1
        if self._pages_open <= 0:
            self._pages_done.set()

    # --- the ceiling -----------------------------------------------------------------------------------------

    async def know_ceiling(self, filters: Mapping[str, str], count: int | None) -> AsyncIterator[Request]:
        """Measure the ceiling of a site whose profile does not know it, on the query of these filters.

        What was measured is remembered for a week (``CEILING_MAX_AGE``), and forgotten when a walk contradicts it.
        """
        if self.site.profile.listing.ceiling != "measure":
            return
        known = await learned(self.pool, self.run.identity.site)
        max_age = timedelta(seconds=self.crawler.settings.getfloat("CEILING_MAX_AGE"))
        if known["measured_at"] is not None and self.run.as_of - known["measured_at"] < max_age:
            self.limits = replace(self.limits, ceiling=known["ceiling"])
            return
        search = DepthSearch(self.limits.page_size, count)
        measured = asyncio.Event()
        yield self.depth_request(search, filters, measured)
        await measured.wait()
        if search.result is None:
            logger.warning(
                "the ceiling of %s could not be measured: it is learned by walking", self.site.profile.name
            )
            return
        logger.info("ceiling: %s", search.result)
        self.limits = replace(self.limits, ceiling=search.result.rows)
        await remember_ceiling(self.pool, self.run, search.result)

    def depth_request(
        self, search: DepthSearch, filters: Mapping[str, str], measured: asyncio.Event
    ) -> Request:
        return self.request(
            self.site.listing_request(filters, search.ask, self.orders[0]),
            self.parse_depth,
            errback=self.depth_failed,
            stage="depth",
            cb_kwargs={"search": search, "filters": filters, "measured": measured},
        )

    def parse_depth(
        self, response: Response, search: DepthSearch, filters: Mapping[str, str], measured: asyncio.Event
    ) -> Iterator[Request]:
        """Feed a page to the search for the ceiling, and ask for the next one.

        @surface depth
        @returns requests 1 1
        """
        count = None
        try:
            listing = self.site.read_listing(Page.of(response), search.ask)
            count = listing.count
            ids = None if self.site.lost_filters(filters, listing) else listing.ids
        except NotAListing:
            ids = None
        going_on = search.feed(ids, count) is None
        if not search.provable:
            search.result = None
            measured.set()
        elif going_on:
            yield self.depth_request(search, filters, measured)
        else:
            measured.set()

    def depth_failed(self, failure: Failure) -> None:
        logger.warning("depth: %s", failure.getErrorMessage())
        failure.request.cb_kwargs["measured"].set()  # type: ignore[attr-defined]

    def chains(self) -> dict[str, list[str]]:
        """The links by which the profile reads each field of a record, as the shares of their answers name them."""
        fields = self.site.profile.record.fields
        return {name: [link.label for link in chain(links)] for name, links in fields.items()}

    # --- axes ------------------------------------------------------------------------------------------------

    def cuttable(self, slice_: Slice, values: Mapping[str, Sequence[str]]) -> tuple[Axis, ...]:
        """The axes but time along which a slice may still be cut, and which the site is not known to ignore there.

        An interval is cut on along its own axis first: one that was tried before it has left a rest above it.
        """
        last = slice_.filters[-1][0] if slice_.filters else None
        axes = (
            self.site.axis_of(spec, slice_, values.get(spec.name, ()))
            for spec in self.site.axes
            if spec.values_from != "time"
        )
        found = [axis for axis in axes if axis is not None]
        return self.watch.applied(slice_, sorted(found, key=lambda axis: axis.name != last))

    def _along(self, name: str) -> Axis:
        """The axis that a slice was cut along last, whatever its values. A record may be under several roots."""
        for spec in self.site.axes:
            if spec.name == name and spec.values_from == "time":
                return TimeAxis(name, partition="exact")
            if spec.name == name:
                return self.site.axis_of(spec, Slice(()), ()) or Axis(name, partition=spec.partition)
        return Axis(name, partition="overlap")

    # --- walking ---------------------------------------------------------------------------------------------

    async def begin_walk(self, leased: LeasedSlice) -> Request | None:
        visit = self.new_visit(leased)
        if visit.ending is None:
            return self.listing_request(leased, visit, {}, {}, [])
        with suppress(LeaseLostError):
            await end_slice(self.frontier, leased, visit, (), due=False)
        return None

    def new_visit(self, leased: LeasedSlice) -> Visit:
        """Return the visit to a slice. It has ended already where its count is known and calls for a cut, and where its
        filters are known to be ignored."""
        visit = Visit(
            self.limits,
            self.axes_for(leased.slice),
            self.orders,
            served_depth=self.served_depth,
            own_pages=leased.own_pages,
            counted=leased.expected if leased.counted else None,
            longest_page=self.watch.longest,
        )
        if (ignored := self.watch.ignored(leased.slice)) is not None:
            visit.disbelieve(ignored)
        return visit

    @property
    def orders(self) -> tuple[str | None, ...]:
        spec = self.site.profile.listing.orders
        return tuple(spec.values) if spec is not None and spec.stable else (None,)

    def listing_request(
        self,
        leased: LeasedSlice,
        visit: Visit,
        sightings: dict[str, Sighting],
        set_aside: dict[str, SetAside],
        kept: list[KeptPage],
        cursor: str | None = None,
    ) -> Request:
        """Return the request for the page that a visit asks for; what its pages show is gathered on the way."""
        ask = visit.ask
        filters = leased.slice.as_dict()
        return self.request(
            self.site.listing_request(
                filters, ask.page, ask.order, cursor if ask.page > 1 else None, ask.rows_before
            ),
            self.parse_listing,
            errback=self.listing_failed,
            stage="listings" if visit.pages else "probes",
            meta={"visit": visit, "filters": filters, "set_aside": set_aside, "kept": kept},
            cb_kwargs={"leased": leased, "sightings": sightings},
            priority=1,
        )

    def parse_listing(
        self, response: Response, leased: LeasedSlice, sightings: dict[str, Sighting]
    ) -> Iterator[Request | SliceEnd]:
        """Keep what a listing page shows, and ask for the page after it or end the slice.

        @surface listing
        @returns requests 1 1
        """
        visit: Visit = response.meta["visit"]
        listing: Listing | None = response.meta["listing"]
        set_aside: dict[str, SetAside] = response.meta["set_aside"]
        kept: list[KeptPage] = response.meta["kept"]
        if listing is not None and visit.pages == 1 and not self.is_offline:
            self.watch_filters(leased, visit, listing)
        if listing is not None and self.watch.ignored(leased.slice) is None:
            set_aside.update((line.key, line) for line in listing.set_aside)
            if self.site.profile.listing.fields:
                self.keeping.listing(leased, Page.of(response), kept)
            for line in listing.lines:
                if line.id not in sightings:
                    sightings[line.id] = Sighting(line.id, line.digest, line.fields)
        if visit.ending is None:
            cursor = listing.cursor if listing else None
            yield self.listing_request(leased, visit, sightings, set_aside, kept, cursor)
        else:
            self._note_endless(leased, visit)
            visit.forget_total(self.limits)
            aside = tuple(set_aside.values())
            yield SliceEnd(leased, visit, sightings, set_aside=aside, pages=tuple(kept))

    def _note_endless(self, leased: LeasedSlice, visit: Visit) -> None:
        """Give the run up after a few lists without an end: what such a site shows is not what was asked for."""
        if not visit.is_endless:
            return
        self._endless += 1
        logger.warning("%s: %s", leased.slice, visit.reason)
        if self._endless == ENDLESS_LISTS:
            raise self.give_up(
                f"{ENDLESS_LISTS} lists did not end, the last one {leased.slice}: {visit.reason}; where they are"
                " honest, give the profile their listing.ceiling or their count"
            )

    def watch_filters(self, leased: LeasedSlice, visit: Visit, listing: Listing) -> None:
        """End a visit whose axis the site ignores. Of time, and of the roots themselves, the run has failed: nothing
        else tells where a record lies."""
        if leased.own_pages:
            return
        along = self._along(leased.slice.filters[-1][0])
        told = self.watch.feed(leased.slice, along, [line.id for line in listing.lines], listing.count)
        if (void := self.watch.void) != self.limits.void:
            if void:
                logger.warning("the same total of whatever was asked, not used: %d", *void)
            self.limits = replace(self.limits, void=void)
        ignored = self.watch.ignored(leased.slice)
        if ignored is None:
            return
        if told is not None and (along.tiles or len(leased.slice.filters) == 1):
            raise self.give_up(ignored)
        if told is not None:
            logger.warning("%s", ignored)
        visit.disbelieve(ignored)

    def listing_failed(self, failure: Failure) -> Iterator[SliceEnd]:
        """End a slice whose page could not be had at all."""
        request: Request = failure.request  # type: ignore[attr-defined]
        visit: Visit = request.meta["visit"]
        logger.warning("%s: %s", request.url, failure.getErrorMessage())
        visit.refuse(Stop.FAILED)
        yield SliceEnd(request.cb_kwargs["leased"], visit, request.cb_kwargs["sightings"])

    # --- fetching --------------------------------------------------------------------------------------------

    def fetch_failed(self, failure: Failure) -> Iterator[FetchFailure]:
        """End a fetch whose answer could not be had at all."""
        request: Request = failure.request  # type: ignore[attr-defined]
        yield FetchFailure(request.cb_kwargs["fetch"], failure.getErrorMessage())
