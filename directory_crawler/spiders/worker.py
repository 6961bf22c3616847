"""A worker: a run is opened or joined, its units are leased, and each becomes its first request.

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
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from scrapy import Request, Spider, signals
from scrapy.exceptions import CloseSpider

from directory_crawler.items import Card, FetchFailure, Found, Posting, Reread, SliceEnd, WitnessReading
from directory_crawler.sites.profile import load_profile
from directory_crawler.sites.site import open_site
from directory_crawler.spiders.errbacks import unless_unsent
from directory_crawler.spiders.options import Flight, finding_budget, limits_of, options_of, planned_limits
from directory_crawler.spiders.pacing import pacer_of
from directory_crawler.storage.database import connect, database_url, pool
from directory_crawler.storage.embedded import DatabaseUnavailableError
from directory_crawler.storage.ends import settle_cuts
from directory_crawler.storage.frontier import Frontier
from directory_crawler.storage.patience import DatabaseLostError
from directory_crawler.storage.runs import TRIAL, Identity, Run, open_run
from directory_crawler.storage.sites import learned
from directory_crawler.storage.workers import new_worker

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine, Mapping

    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from twisted.python.failure import Failure
    from typing_extensions import Self

    from directory_crawler.core.pace.pacer import Pacer
    from directory_crawler.core.planning.cutting import Limits
    from directory_crawler.core.planning.slices import Axis, Slice
    from directory_crawler.leases import LeasedFetch, LeasedSlice
    from directory_crawler.sites.pages import PageRequest
    from directory_crawler.sites.site import Site
    from directory_crawler.storage.database import Pool
    from directory_crawler.storage.finding import Budget

logger = logging.getLogger(__name__)

WAIT_TOLD_EVERY_S = 30.0

nothing_in_flight = object()
"""A signal: no unit of this worker is under way. What is buffered holds the leases of units that are read."""


class WorkerSpider(Spider):
    """A worker of a run. Subclasses plan the run, and say how a slice is walked and a record fetched."""

    kind: ClassVar[str]
    mode: str = "full"
    max_age_setting: ClassVar[str] = "RUN_MAX_AGE"
    bundled: ClassVar[str]
    """The bundled profile on whose saved pages contracts are checked."""

    site: Site
    frontier: Frontier
    run: Run
    pool: Pool
    limits: Limits
    pacer: Pacer

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
            spider.pacer = pacer_of(crawler.settings, spider.site)
            if profile.pace.concurrency is not None:
                crawler.settings.set("CONCURRENT_REQUESTS", profile.pace.concurrency, priority="spider")
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
        return TRIAL if self.trial else self.only

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
        self.pool = pool(
            url,
            lease_s=settings.getfloat("LEASE_SECONDS"),
            patience_s=settings.getfloat("DATABASE_PATIENCE"),
        )
        await self.pool.open(wait=True)
        label = "" if self.run_argument == "new" else self.run_argument
        identity = Identity(self.site.profile.name, self.kind, self.mode, self.scope, label)
        as_of: str | None = settings.get("RUN_AS_OF")
        async with self.pool.connection() as connection:
            run = await open_run(
                connection,
                identity,
                profile_digest=self.site.profile.digest,
                max_age=timedelta(seconds=settings.getfloat(self.max_age_setting)),
                anew=self.run_argument == "new",
                as_of=datetime.fromisoformat(as_of) if as_of else None,
            )
        self.run = run  # now that it is committed: the extensions look for it on connections of their own
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
        try:
            async for request in self.take_part():
                yield request
        except DatabaseLostError as error:
            logger.error("%s", error)
            raise CloseSpider("database lost") from None

    async def take_part(self) -> AsyncIterator[Request]:
        """Plan the run where nobody has, then work on it until nothing is left."""
        plan = await self.frontier.plan()
        if plan is None:
            async for request in self.plan_run():
                yield request
            plan = await self.frontier.plan()
        self.plan = plan or {}
        self.served_depth = (await learned(self.pool, self.run.identity.site))["served_depth"]
        await self.frontier.return_expired()
        self.limits = planned_limits(self.limits, self.plan)
        async for request in self.work():
            yield request

    async def plan_run(self) -> AsyncIterator[Request]:
        """Ask what the first slices need (rubrics, axis values) and write them to the frontier."""
        raise NotImplementedError
        yield  # an async generator

    async def begin_walk(self, leased: LeasedSlice) -> Request | None:
        """Return the first request of the walk of a slice; ``None`` where it has ended without one."""
        raise NotImplementedError

    def begin_fetch(self, fetch: LeasedFetch) -> Request:
        """Return the first request for a record."""
        raise NotImplementedError

    def plan_broke(self, reason: str) -> None:
        """Without what it is planned by, a run cannot be proven: it fails rather than cover a part."""
        raise NotImplementedError

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
                and await settle_cuts(self.frontier, self.limits)
            ):
                leased = await self.frontier.claim_slices(room)
            if not leased:
                await self.frontier.release_rests()
            for slice_ in leased:
                request = await self.begin_walk(slice_)
                if request is None:
                    self._wake.set()  # its children wait
                else:
                    self._walking += 1
                    yield request
        room = self.flight.fetches - self._fetching
        if room >= min(25, self.flight.fetches):
            for fetch in await self.frontier.claim_fetches(min(room, 50)):
                self._fetching += 1
                yield self.begin_fetch(fetch)

    async def _is_over(self) -> bool:
        """Whether nothing is left to do in this run, by any worker."""
        if self._walking or self._fetching:
            return False
        await self.crawler.signals.send_catch_log_async(nothing_in_flight)
        # What a claim took whose answer was lost with its connection, nobody works on.
        await self.frontier.release()
        await self.frontier.return_expired()
        if await self.frontier.judgement() is not None:
            return True
        waiting = await self.frontier.waiting()
        if any(waiting.values()):
            await self._tell_what_is_awaited()
            await self._stop_if_all_is_postponed(waiting)
            return False
        if await self.last_fetches():
            return False
        # Another worker may have queued the last fetches since they were counted, and left none to queue.
        waiting = await self.frontier.waiting()
        return not any(waiting.values())

    async def _stop_if_all_is_postponed(self, waiting: Mapping[str, int]) -> None:
        """End the crawl, to be continued, where all that is left may not be asked for a long while."""
        if waiting["slices_held"] or waiting["fetches_held"]:
            return
        ready, later, seconds = await self.frontier.postponed()
        if not ready and later and seconds > self.crawler.settings.getfloat("THROTTLE_PARKED_WAIT"):
            reason = f"{later} units may not be asked for the next {seconds:.0f} seconds"
            self.crawler.stats.set_value("run/interruption", reason)
            raise CloseSpider("postponed")

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
        elif isinstance(item, (Card, Posting, FetchFailure, Found, Reread, WitnessReading)):
            self._fetching -= 1
        else:
            return
        self._wake.set()

    async def unit_broke(self, item: Any, failure: Failure) -> None:
        """Give back a unit whose item a pipeline could not digest: counted, with its reason, never lost."""
        try:
            if isinstance(item, (Card, Posting, Found, Reread, WitnessReading)) and item.fetch is not None:
                await self.frontier.fail_fetch(item.fetch, f"pipeline: {failure.getErrorMessage()}")
            elif isinstance(item, SliceEnd):
                await self.frontier.fail_slice(item.leased, f"pipeline: {failure.getErrorMessage()}")
        finally:
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
            self.unit_went_back(self.frontier.fail_slice(leased, reason), walks=1)
        elif fetch is not None:
            self.unit_went_back(self.frontier.fail_fetch(fetch, reason), fetches=1)
        elif "measured" in request.cb_kwargs:
            request.cb_kwargs["measured"].set()
        else:
            self.plan_broke(reason)
        self._wake.set()

    def unit_went_back(self, writing: Coroutine[Any, Any, None], *, walks: int = 0, fetches: int = 0) -> None:
        """Write that a unit is no longer held, and free its room."""
        self._later(writing)
        self._walking -= walks
        self._fetching -= fetches
        self._wake.set()

    def _later(self, writing: Coroutine[Any, Any, None]) -> None:
        """Write from a signal handler that may not wait; the task is kept until it is done."""
        task = asyncio.ensure_future(writing)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

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
            errback=partial(unless_unsent, self, errback) if errback is not None else None,
            method=page.method,
            headers=dict(page.headers),
            body=page.body,
            meta={"stage": stage, **({"rendered": page.rendered} if page.rendered else {}), **(meta or {})},
            cb_kwargs=cb_kwargs,
            dont_filter=True,
            priority=priority,
        )

    def give_up(self, reason: str) -> CloseSpider:
        """Return the exception that ends a crawl which cannot go on, with the reason where people look."""
        logger.error("%s", reason)
        self.crawler.stats.set_value("run/failure", reason)
        return CloseSpider("failed")
