"""What both jobs share: a run is opened, its slices and fetches are leased, and plans become requests.

`start` is the pump. It leases as many units as may be in flight, turns each into its first request, and sleeps
until one ends. What a callback yields ends a unit: a `SliceEnd`, a record, or a `FetchFailure`; the store pipeline
writes it, and the signal that the item is through wakes the pump.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from scrapy import Request, Spider, signals
from scrapy.exceptions import CloseSpider

from directory_crawler.core.planning.cutting import Limits
from directory_crawler.core.planning.depth import DepthSearch
from directory_crawler.core.walking.passes import Stop
from directory_crawler.core.walking.visit import Visit
from directory_crawler.items import Card, FetchFailure, Found, Posting, SliceEnd, WitnessReading
from directory_crawler.sites.pages import Page
from directory_crawler.sites.profile import load_profile
from directory_crawler.sites.readings import NotAListing
from directory_crawler.sites.site import open_site
from directory_crawler.storage.database import connect, database_url, pool
from directory_crawler.storage.embedded import DatabaseUnavailableError
from directory_crawler.storage.finding import Budget
from directory_crawler.storage.frontier import (
    Frontier,
    FrontierOptions,
    LeasedFetch,
    LeasedSlice,
    LeaseLostError,
    Sighting,
)
from directory_crawler.storage.runs import Identity, Run, open_run
from directory_crawler.storage.workers import new_worker

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping

    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.settings import BaseSettings
    from twisted.python.failure import Failure
    from typing_extensions import Self

    from directory_crawler.core.planning.slices import Axis, Slice
    from directory_crawler.sites.pages import PageRequest
    from directory_crawler.sites.readings import Listing
    from directory_crawler.sites.site import Site
    from directory_crawler.storage.database import AsyncPool

logger = logging.getLogger(__name__)

WAIT_TOLD_EVERY_S = 30.0


@dataclass(frozen=True)
class Flight:
    """How many units one worker has under way: slices walked side by side, and records being fetched."""

    walks: int
    fetches: int

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Flight:
        return cls(settings.getint("WALKS_IN_FLIGHT"), settings.getint("FETCHES_IN_FLIGHT"))


class CatalogueSpider(Spider):
    """A spider over slices. Subclasses plan the first ones and say how a record is fetched."""

    kind: ClassVar[str]
    mode: str = "full"
    bundled: ClassVar[str]
    """The bundled profile on whose saved pages contracts are checked."""

    site: Site
    frontier: Frontier
    run: Run
    pool: AsyncPool
    limits: Limits

    def __init__(
        self, site: str | None = None, run: str = "", only: str = "", trial: str = "", **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.site_argument = site
        self.run_argument = run
        self.only = only
        self.trial = trial in ("1", "true", "yes")
        self.plan: dict[str, Any] = {}
        self._walking = 0
        self._fetching = 0
        self._wake = asyncio.Event()
        self._writing: set[asyncio.Future[None]] = set()
        self.served_depth = 0
        self._told = float("-inf")
        self._axis_values: dict[str, list[str]] = {}
        self._pages_open = 0
        self._pages_done = asyncio.Event()

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        spider.flight = Flight.from_settings(crawler.settings)
        profile_name = spider.site_argument or (spider.bundled if os.environ.get("SCRAPY_CHECK") else None)
        if profile_name is not None:
            profile = load_profile(profile_name)
            crawler.settings.setdict(profile.settings, priority="spider")
            if not profile.pace.obey_robots:
                crawler.settings.set("ROBOTSTXT_OBEY", False, priority="spider")
            spider.site = open_site(profile, crawler.settings.get("BASE_URL"))
            spider.limits = limits_of(spider.site)
            spider.flight = Flight.from_settings(crawler.settings)
        crawler.signals.connect(spider.unit_ended, signals.item_scraped)
        crawler.signals.connect(spider.unit_ended, signals.item_dropped)
        crawler.signals.connect(spider.unit_broke, signals.item_error)
        crawler.signals.connect(spider.callback_broke, signals.spider_error)
        crawler.signals.connect(spider.request_dropped, signals.request_dropped)
        # Not on spider_closed: its other handlers, which run beside each other, still need the pool.
        crawler.signals.connect(spider.close_pool, signals.engine_stopped)
        return spider

    flight: Flight

    @property
    def is_offline(self) -> bool:
        """Whether contracts are checked on saved pages: no site was named."""
        return self.site_argument is None

    @property
    def scope(self) -> str:
        """What part of the site the run covers; empty for the whole."""
        return "trial" if self.trial else self.only

    @property
    def reads_all_details(self) -> bool:
        """Whether every sighted posting's detail is fetched, or only where its line lacks the description."""
        return False

    @property
    def finding_budget(self) -> Budget:
        return finding_budget(self.crawler.settings)

    # --- the run ---------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Open the run and its frontier, before the first request."""
        settings = self.crawler.settings
        url = await asyncio.to_thread(database_url, settings)
        (await asyncio.to_thread(connect, url)).close()
        self.pool = pool(url, lease_s=settings.getfloat("LEASE_SECONDS"))
        await self.pool.open(wait=True)
        label = "" if self.run_argument == "new" else self.run_argument
        identity = Identity(self.site.profile.name, self.kind, self.mode, self.scope, label)
        as_of: str | None = settings.get("RUN_AS_OF")
        async with self.pool.connection() as connection:
            self.run = await open_run(
                connection,
                identity,
                profile_digest=self.site.profile.digest,
                max_age=timedelta(seconds=settings.getfloat("RUN_MAX_AGE")),
                anew=self.run_argument == "new",
                as_of=datetime.fromisoformat(as_of) if as_of else None,
            )
        worker = new_worker()
        self.frontier = Frontier(self.pool, self.run, worker, self.axes_for, options_of(settings))
        self.crawler.stats.set_value("run/id", self.run.run_id)
        logger.info("run %d of %s, as %s", self.run.run_id, identity.site, worker)

    async def close_pool(self) -> None:
        if hasattr(self, "pool"):
            await self.pool.close()

    def axes_for(self, slice_: Slice) -> tuple[Axis, ...]:
        """Return the axes along which a slice may still be cut, with the values known for it."""
        raise NotImplementedError

    # --- the pump --------------------------------------------------------------------------------------------

    async def start(self) -> AsyncIterator[Request]:
        try:
            await self.open()
        except DatabaseUnavailableError as error:
            raise self.give_up(str(error)) from None
        if self.run.is_judged:
            return
        plan = await self.frontier.plan()
        if plan is None:
            async for request in self.plan_run():
                yield request
            plan = await self.frontier.plan()
        self.plan = plan or {}
        self.served_depth = (await self.frontier.site())["served_depth"]
        await self.frontier.return_expired()
        if self.plan.get("ceiling") is not None:
            self.limits = replace(self.limits, ceiling=self.plan["ceiling"])
        async for request in self.work():
            yield request

    async def plan_run(self) -> AsyncIterator[Request]:
        """Ask what the first slices need (rubrics, axis values) and write them to the frontier."""
        raise NotImplementedError
        yield  # an async generator

    async def work(self) -> AsyncIterator[Request]:
        """Lease units while there are any, here or in another worker's hands."""
        while True:
            self._wake.clear()
            requests = [request async for request in self._lease()]
            for request in requests:
                yield request
            if not requests and await self._is_over():
                return
            if not requests or not self._has_room():
                with suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), 1.0)

    def _has_room(self) -> bool:
        return self._walking < self.flight.walks or self._fetching < self.flight.fetches

    async def _lease(self) -> AsyncIterator[Request]:
        room = self.flight.walks - self._walking
        if room > 0:
            leased = await self.frontier.claim_slices(room)
            if (
                len(leased) < room
                and not leased
                and not self._walking
                and await self.frontier.settle(self.limits)
            ):
                leased = await self.frontier.claim_slices(room)
            if not leased:
                await self.frontier.release_rests()
            for slice_ in leased:
                visit = self.new_visit(slice_)
                if visit.ending is None:
                    self._walking += 1
                    yield self.listing_request(slice_, visit, {})
                else:
                    await self.cut_unseen(slice_, visit)
        room = self.flight.fetches - self._fetching
        if room >= min(25, self.flight.fetches):
            for fetch in await self.frontier.claim_fetches(min(room, 50)):
                self._fetching += 1
                yield self.begin_fetch(fetch)

    async def _is_over(self) -> bool:
        """Whether nothing is left to do in this run, by any worker."""
        if self._walking or self._fetching:
            return False
        await self.frontier.return_expired()
        waiting = await self.frontier.waiting()
        if any(waiting.values()):
            await self._tell_what_is_awaited()
            return False
        if await self.last_fetches():
            return False
        # Another worker may have queued the last fetches since they were counted, and left none to queue.
        waiting = await self.frontier.waiting()
        return not any(waiting.values())

    async def _tell_what_is_awaited(self) -> None:
        """Say now and then which workers this one waits for: a silent wait looks like a hang."""
        if time.monotonic() - self._told < WAIT_TOLD_EVERY_S:
            return
        self._told = time.monotonic()
        for row in await self.frontier.holders():
            until = f"{row['until']:%H:%M:%S %Z}"
            logger.info(
                "waiting: %s holds %d units, by its lease until %s", row["leased_by"], row["units"], until
            )

    async def last_fetches(self) -> int:
        """Queue what only the end of all walks can tell (missing records); return how many were queued."""
        return 0

    def unit_ended(self, item: Any) -> None:
        """Free the room of a unit whose item has passed the pipelines."""
        if isinstance(item, SliceEnd):
            self._walking -= 1
            self.served_depth = max(self.served_depth, item.visit.depth)
        elif isinstance(item, (Card, Posting, FetchFailure, Found, WitnessReading)):
            self._fetching -= 1
        else:
            return
        self._wake.set()

    async def unit_broke(self, item: Any, failure: Failure) -> None:
        """Give back a unit whose item a pipeline could not digest: counted, with its reason, never lost."""
        if isinstance(item, (Card, Posting, Found, WitnessReading)) and item.fetch is not None:
            await self.frontier.fail_fetch(item.fetch, f"pipeline: {failure.getErrorMessage()}")
        elif isinstance(item, SliceEnd):
            await self.frontier.fail_slice(item.leased, f"pipeline: {failure.getErrorMessage()}")
        self.unit_ended(item)

    def callback_broke(self, failure: Failure, response: Response) -> None:
        """Give back the unit whose answer a callback could not digest."""
        if response is not None and response.request is not None:
            self._broken(response.request, f"callback: {failure.getErrorMessage()}")

    def request_dropped(self, request: Request) -> None:
        """Give back the unit whose request a middleware or the scheduler refused to send."""
        self._broken(request, f"not sent: {request.url}")

    def _broken(self, request: Request, reason: str) -> None:
        leased: LeasedSlice | None = request.cb_kwargs.get("leased")
        fetch: LeasedFetch | None = request.cb_kwargs.get("fetch")
        logger.warning("%s: %s", request.url, reason)
        if leased is not None:
            self._later(self.frontier.fail_slice(leased, reason))
            self._walking -= 1
        elif fetch is not None:
            self._later(self.frontier.fail_fetch(fetch, reason))
            self._fetching -= 1
        elif "measured" in request.cb_kwargs:
            request.cb_kwargs["measured"].set()
        else:
            self.plan_broke(reason)
        self._wake.set()

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

    def _later(self, writing: Coroutine[Any, Any, None]) -> None:
        """Write from a signal handler that may not wait; the task is kept until it is done."""
        task = asyncio.ensure_future(writing)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    # --- the ceiling -----------------------------------------------------------------------------------------

    async def know_ceiling(self, filters: Mapping[str, str], count: int | None) -> AsyncIterator[Request]:
        """Measure the ceiling of a site whose profile does not know it, on the query of these filters.

        What was measured is remembered for a week (``CEILING_MAX_AGE``), and forgotten when a walk contradicts it.
        """
        if self.site.profile.listing.ceiling != "measure":
            return
        known = await self.frontier.site()
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
        await self.frontier.remember_ceiling(search.result)

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
            ids = (
                None if self.site.lost_filters(filters, listing) else tuple(line.id for line in listing.lines)
            )
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

    # --- walking ---------------------------------------------------------------------------------------------

    def new_visit(self, leased: LeasedSlice) -> Visit:
        """Return the visit to a slice. It has ended already where its count is known and calls for a cut."""
        return Visit(
            self.limits,
            self.axes_for(leased.slice),
            self.orders,
            served_depth=self.served_depth,
            own_pages=leased.own_pages,
            counted=leased.expected if leased.counted else None,
        )

    async def cut_unseen(self, leased: LeasedSlice, visit: Visit) -> None:
        """End a slice that is cut without a page."""
        with suppress(LeaseLostError):
            await self.frontier.end_slice(leased, visit, (), due=False)
        self._wake.set()

    @property
    def orders(self) -> tuple[str | None, ...]:
        spec = self.site.profile.listing.orders
        return tuple(spec.values) if spec is not None and spec.stable else (None,)

    def listing_request(
        self, leased: LeasedSlice, visit: Visit, sightings: dict[str, Sighting], cursor: str | None = None
    ) -> Request:
        """Return the request for the page that a visit asks for."""
        ask = visit.ask
        filters = leased.slice.as_dict()
        return self.request(
            self.site.listing_request(
                filters, ask.page, ask.order, cursor if ask.page > 1 else None, ask.rows_before
            ),
            self.parse_listing,
            errback=self.listing_failed,
            stage="listings" if visit.pages else "probes",
            meta={"visit": visit, "filters": filters},
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
        if listing is not None:
            for line in listing.lines:
                if line.id not in sightings:
                    sightings[line.id] = Sighting(line.id, line.digest, line.fields)
        if visit.ending is None:
            yield self.listing_request(leased, visit, sightings, listing.cursor if listing else None)
        else:
            yield SliceEnd(leased, visit, sightings)

    def listing_failed(self, failure: Failure) -> Iterator[SliceEnd]:
        """End a slice whose page could not be had at all."""
        request: Request = failure.request  # type: ignore[attr-defined]
        visit: Visit = request.meta["visit"]
        logger.warning("%s: %s", request.url, failure.getErrorMessage())
        visit.refuse(Stop.FAILED)
        yield SliceEnd(request.cb_kwargs["leased"], visit, request.cb_kwargs["sightings"])

    # --- fetching --------------------------------------------------------------------------------------------

    def begin_fetch(self, fetch: LeasedFetch) -> Request:
        """Return the first request for a record."""
        raise NotImplementedError

    def fetch_failed(self, failure: Failure) -> Iterator[FetchFailure]:
        """End a fetch whose answer could not be had at all."""
        request: Request = failure.request  # type: ignore[attr-defined]
        yield FetchFailure(request.cb_kwargs["fetch"], failure.getErrorMessage())

    def request(
        self,
        page: PageRequest,
        callback: Any,
        *,
        stage: str,
        errback: Any = None,
        meta: dict[str, Any] | None = None,
        cb_kwargs: dict[str, Any] | None = None,
        priority: int = 0,
    ) -> Request:
        """Turn what a site wants to be asked into a Scrapy request; the database, not a filter, knows what was."""
        return Request(
            page.url,
            callback=callback,
            errback=errback,
            method=page.method,
            headers=dict(page.headers),
            body=page.body,
            meta={"stage": stage, **(meta or {})},
            cb_kwargs=cb_kwargs,
            dont_filter=True,
            priority=priority,
        )

    def give_up(self, reason: str) -> CloseSpider:
        """Return the exception that ends a crawl which cannot go on, with the reason where people look."""
        logger.error("%s", reason)
        self.crawler.stats.set_value("run/failure", reason)
        return CloseSpider("failed")


def limits_of(site: Site) -> Limits:
    """What the profile says of the reach of one query."""
    listing = site.profile.listing
    orders = listing.orders
    return Limits(
        page_size=listing.page_size,
        ceiling=site.reach,
        orders=len(orders.values) if orders is not None and orders.stable else 1,
        count_cap=listing.count_cap,
        tolerance=listing.count_tolerance,
    )


def finding_budget(settings: BaseSettings) -> Budget:
    return Budget(
        settings.getint("VERDICT_BUDGET"), settings.getint("DRAFT_BUDGET"), settings.getint("SPOT_CHECKS")
    )


def options_of(settings: BaseSettings) -> FrontierOptions:
    return FrontierOptions(
        lease_s=settings.getfloat("LEASE_SECONDS"),
        slice_attempts=settings.getint("SLICE_ATTEMPTS"),
        fetch_attempts=settings.getint("FETCH_ATTEMPTS"),
        refresh_share=settings.getint("REFRESH_SHARE"),
        refresh_age_s=settings.getfloat("REFRESH_AGE"),
    )
