"""The job-board job: windows of time until the present, the details that are due, and what became of the missing."""

from __future__ import annotations

import logging
from dataclasses import asdict
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from directory_crawler.core.normal.vacancy_stamps import EARLIEST, LATEST
from directory_crawler.core.planning.slices import Axis, Slice
from directory_crawler.core.planning.windows import OPEN_END, Density, TimeAxis, Window
from directory_crawler.core.walking.verdict import Short
from directory_crawler.items import FetchFailure, Posting, SliceEnd, WitnessReading
from directory_crawler.leases import Root
from directory_crawler.sites.pages import Page
from directory_crawler.sites.readings import Line
from directory_crawler.spiders.board_probes import BoardProbes
from directory_crawler.storage.postings import WITNESS
from directory_crawler.storage.runs import TRIAL
from directory_crawler.storage.sites import last_look
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

    from scrapy import Request
    from scrapy.http import Response
    from twisted.python.failure import Failure

    from directory_crawler.core.walking.visit import Visit
    from directory_crawler.leases import LeasedFetch, LeasedSlice, Sighting
    from directory_crawler.sites.times import BoardTime

logger = logging.getLogger(__name__)

BOARD = "board"
"""The root of every slice: the main enumeration, or the tail of what happened meanwhile."""
TAIL = "tail"
MODES = ("daily", "full", "intraday")
_SHORTEST_TAIL = 60


class JobsSpider(BoardProbes):
    """Crawl a job board: ``scrapy crawl jobs -a site=NAME|PATH``.

    ``mode=daily`` enumerates the whole open set, ``full`` also reads every detail anew, ``intraday`` what has come
    since the last run where a feed has changed. ``since`` and ``until`` (ISO stamps, UTC where they say nothing else)
    restrict a run to a range, ``trial=1`` to the last day.
    """

    name = "jobs"
    kind = "jobs"
    bundled = "demo-board"
    max_age_setting = "BOARD_RUN_MAX_AGE"

    def __init__(
        self, *args: Any, mode: str = "daily", since: str = "", until: str = "", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if mode not in MODES:
            raise ValueError(f"mode={mode}: expected one of {', '.join(MODES)}")
        self.mode = mode
        self.since, self.until = _moment("since", since), _moment("until", until)
        if self.since is not None and self.until is not None and self.since >= self.until:
            raise ValueError(f"since={since} until={until}: a range ends after its start")
        if mode == "intraday" and (self.since or self.until or self.trial):
            raise ValueError("mode=intraday knows its range by itself: leave out since, until and trial")
        self.density = Density()
        self._last_queued = False

    @property
    def scope(self) -> str:
        if self.trial:
            return TRIAL
        ends = [stamp.isoformat() if stamp else "" for stamp in (self.since, self.until)]
        return "..".join(ends) if any(ends) else self.only

    @property
    def reads_all_details(self) -> bool:
        return self.mode == "full"

    # --- planning --------------------------------------------------------------------------------------------

    async def plan_run(self) -> AsyncIterator[Request]:
        if (wrong := self.wrong_arguments()) is not None:
            raise self.give_up(wrong)
        async for request in self.read_pages(self.axis_pages() + self.probes()):
            yield request
        present = self.present or self.run.as_of
        if self.times is not None and self.mode != "intraday":
            async for request in self.try_time(self.times, present):
                yield request
        async for request in self.know_ceiling({}, self.total):
            yield request
        if self.untimed is not None and not self.can_do_without_time():
            raise self.give_up(self.untimed)
        plan: dict[str, Any] = {
            "axes": self._axis_values,
            "ceiling": self.limits.ceiling,
            "total": self.total,
            "present": present.isoformat(),
            "untimed": self.untimed,
            "fixed_total": self.fixed_total,
            "chains": self.chains(),
        }
        if self.mode == "intraday":
            async for request in self.plan_intraday(plan, present):
                yield request
            return
        if self.times is None:
            await self.frontier.begin([], [Root("", Slice(((BOARD, ""),)), self.total)], plan, self.limits)
            return
        if self.since is not None and self.since >= present:
            raise self.give_up(f"since={self.since.isoformat()}: nothing has come yet, it is {present} there")
        window = self.range_of(self.times)
        plan |= {"time_axis": self.times.axis, "zone": self.times.zone, "oldest": self.oldest}
        root = Root("", _in(window, "", self.times), None)
        await self.frontier.begin([], [root], plan, self.limits)

    def wrong_arguments(self) -> str | None:
        """Say which arguments the profile cannot serve, or ``None``."""
        if self.times is None and (self.since or self.until or self.mode == "intraday"):
            return "since, until and mode=intraday need a time axis, and the profile has none"
        if self.mode == "intraday" and self.site.profile.feeds is None:
            return "mode=intraday needs [feeds] in the profile: they say where to look"
        if self.only:
            return f"only={self.only}: a board is restricted by since and until"
        return None

    def can_do_without_time(self) -> bool:
        """Whether the run needs no windows: it is of the whole board, and one query shows that."""
        restricted = self.since or self.until or self.trial
        return not restricted and len(self.ends) <= (self.total or 0) < self.limits.reach

    async def plan_intraday(self, plan: dict[str, Any], present: datetime) -> AsyncIterator[Request]:
        """Plan the time since the last accepted run, less what feeds lag, where they have changed."""
        times, feeds = self.times, self.site.profile.feeds
        assert times is not None
        assert feeds is not None
        last = await last_look(self.pool, self.run)
        async for request in self.read_pages(list(self.feed_requests(last["feeds"] or {}))):
            yield request
        told = last["present"]
        seen = present - timedelta(days=1) if told is None else datetime.fromisoformat(told)
        since = times.on_line(min(seen, present) - timedelta(seconds=max(feeds.lag, times.table.grain)))
        plan |= {"time_axis": times.axis, "zone": times.zone, "oldest": since}
        plan["feeds"] = {value: asdict(look) for value, look in self.looks.items()}
        roots = self.moved_roots(times.axis, since)
        if roots:
            async for request in self.try_time(times, present):
                yield request
        if self.untimed is not None:
            raise self.give_up(self.untimed)
        await self.frontier.begin([], roots, plan | {"fixed_total": self.fixed_total}, self.limits)

    def range_of(self, times: BoardTime) -> Window:
        """The time that the run enumerates before its tail: up to the present, as the board's own clock has it."""
        present = self.present or self.run.as_of
        since = present - timedelta(days=1) if self.trial else self.since
        end = times.on_line(min(self.until or present, present))
        start = None if since is None else min(times.on_line(since), end - times.table.grain)
        return Window(start, end)

    async def work(self) -> AsyncIterator[Request]:
        self.untimed = self.plan.get("untimed")
        await self._remember_density()
        async for request in super().work():
            yield request

    async def _remember_density(self) -> None:
        """Where the last accepted run found its postings predicts where the windows of this one lie."""
        if self.run.base_run is None or self.times is None:
            return
        async with self.pool.connection() as connection:
            cursor = await connection.execute(sql("jobs/crawl.density"), {"run_id": self.run.base_run})
            held = [(Window.parse(row["win"]), row["collected"]) for row in await cursor.fetchall()]
        oldest = self.plan.get("oldest")
        starts = (window.start if window.start is not None else oldest for window, _ in held)
        self.density = Density.of(
            (start, window.end, float(count))
            for start, (window, count) in zip(starts, held, strict=True)
            if start is not None and start < window.end
        )

    def axes_for(self, slice_: Slice) -> tuple[Axis, ...]:
        times = self.times
        filters = slice_.as_dict()
        if times is not None and times.axis in filters:
            axis = self._time_of(Window.parse(filters[times.axis]), times)
            if axis.cut(None, float("inf")):
                return (axis,)
        if self.untimed is not None:
            return ()
        return self.cuttable(slice_, self.plan["axes"])

    def _time_of(self, window: Window, times: BoardTime) -> TimeAxis:
        """Time, for one window. Before the oldest posting that a probe showed, the profile's own limit counts."""
        shown = self.plan.get("oldest")
        limit = window.end - times.table.oldest * 86_400
        oldest = shown if shown is not None and window.end - shown > 2 * times.floor else limit
        return TimeAxis(
            times.axis,
            partition="exact",
            window=window,
            grain=times.table.grain,
            floor=times.floor,
            oldest=oldest,
            density=self.density,
        )

    # --- windows ---------------------------------------------------------------------------------------------

    async def parse_listing(  # type: ignore[override]
        self, response: Response, leased: LeasedSlice, sightings: dict[str, Sighting]
    ) -> AsyncIterator[Request | SliceEnd]:
        """Keep the postings that a page shows, tell its count to a window that waits for it, and go on.

        @surface listing
        @returns requests 1 1
        """
        visit: Visit = response.meta["visit"]
        self._note_present(response)
        if visit.pages == 1 and response.meta["listing"] is not None and not self.is_offline:
            await self.frontier.tell_count(leased, self.limits.known(visit.facts.count))
        for output in super().parse_listing(response, leased, sightings):
            if isinstance(output, SliceEnd):
                if self.untimed is not None and isinstance(visit.ending, Short):
                    raise self.give_up(f"{self.untimed}; without it: {visit.reason}")
                output.postings = [self.listed(sighting) for sighting in sightings.values()]
            yield output

    def listed(self, sighting: Sighting) -> Posting:
        """A posting as its listing line gives it."""
        line = Line(sighting.record_id, sighting.line, sighting.digest)
        raw, sources = self.site.read_posting_fields(line)
        return Posting(sighting.record_id, raw=raw, sources=sources)

    # --- what only the end of the windows can tell -----------------------------------------------------------

    async def last_fetches(self) -> int:
        """Once all windows have ended: the tail, until it is short; then the missing, liveness, the witness."""
        if self.run.identity.scope or self.mode == "intraday":
            return 0
        if self.times is not None and await self.frontier.add_root(self.next_tail):
            return 1
        if self._last_queued:
            return 0
        self._last_queued = True
        settings = self.crawler.settings
        run = {"run_id": self.run.run_id}
        steps: list[tuple[str, dict[str, int]]] = [
            ("enqueue_missing", {"budget": settings.getint("VERDICT_BUDGET")})
        ]
        if share := settings.getint("LIVENESS_SHARE"):
            steps.append(("enqueue_liveness", {"share": share}))
        if self.site.profile.witness is not None:
            steps.append(("enqueue_witness", {"n": settings.getint("WITNESS_SAMPLE")}))
        queued = 0
        async with self.pool.connection() as connection, connection.transaction():
            for name, parameters in steps:
                cursor = await connection.execute(sql(f"jobs/crawl.{name}"), {**run, **parameters})
                queued += cursor.rowcount
        return queued

    def next_tail(self, roots: Sequence[Slice]) -> Root | None:
        """The next piece of the time since the windows ended; the last one, which is short, has no end."""
        times = self.times
        assert times is not None
        end = max(Window.parse(root.as_dict()[times.axis]).end for root in roots)
        if end >= OPEN_END:
            return None
        now = times.on_line(self.present or self.run.as_of)
        is_long = now - end >= max(_SHORTEST_TAIL, times.table.grain)
        return Root(TAIL, _in(Window(end, now if is_long else OPEN_END), TAIL, times), None)

    # --- details, verdicts, witness --------------------------------------------------------------------------

    def begin_fetch(self, fetch: LeasedFetch) -> Request:
        if fetch.kind == WITNESS:
            page = self.site.witness_request(fetch.record_id)
            assert page is not None
            return self.request(
                page, self.parse_witness, stage=WITNESS, errback=self.fetch_failed, cb_kwargs={"fetch": fetch}
            )
        stages = {"missing": "verdicts", "liveness": "liveness"}
        return self.request(
            self.site.posting_request(fetch.record_id, head=fetch.reason == "liveness"),
            self.parse_posting,
            stage=stages.get(fetch.reason, "details"),
            errback=self.verdict_failed if fetch.reason in stages else self.fetch_failed,
            cb_kwargs={"fetch": fetch},
        )

    def parse_posting(self, response: Response, fetch: LeasedFetch) -> Iterator[Posting | FetchFailure]:
        """Read a detail: a record where the listing line is at hand, else only what became of the posting.

        @surface posting
        @returns items 1 1
        """
        page = Page.of(response)
        head = response.request is not None and response.request.method == "HEAD"
        reading = self.site.read_posting(fetch.record_id, page, head=head)
        refused = reading.wall or response.status in (403, 429) or response.status >= 500
        if refused and fetch.attempts < self.frontier_attempts:
            yield FetchFailure(fetch, f"no detail: status {response.status} from {response.url}")
            return
        posting = Posting(fetch.record_id, fetch, reading.verdict, response.status)
        line = None if head else line_of(fetch)
        if line is not None and not refused:
            posting.pages = self.keeping.record(fetch, line, {"posting": page})
        if line is not None and reading.verdict in ("live", "closed"):
            posting.raw, posting.sources = self.site.read_posting_fields(line, page)
        elif fetch.line_digest and fetch.reason not in ("missing", "liveness") and refused:
            yield FetchFailure(fetch, f"no detail: status {response.status} from {response.url}")
            return
        yield posting

    @property
    def frontier_attempts(self) -> int:
        return self.crawler.settings.getint("FETCH_ATTEMPTS")

    def verdict_failed(self, failure: Failure) -> Iterator[Posting | FetchFailure]:
        """A verdict that cannot be had at all is unknown, which neither counts nor resets."""
        fetch: LeasedFetch = failure.request.cb_kwargs["fetch"]  # type: ignore[attr-defined]
        if fetch.attempts < self.frontier_attempts:
            yield FetchFailure(fetch, failure.getErrorMessage())
        else:
            yield Posting(fetch.record_id, fetch, "unknown", 0)

    def parse_witness(
        self, response: Response, fetch: LeasedFetch
    ) -> Iterator[WitnessReading | FetchFailure]:
        """Read what the page of a posting shows to people.

        @surface witness
        @returns items 1 1
        """
        shown = self.site.read_witness(fetch.record_id, Page.of(response))
        if shown is None and (response.status in (403, 429) or response.status >= 500):
            yield FetchFailure(fetch, f"witness: status {response.status} from {response.url}")
            return
        fields = list(shown or ())
        raw = {name: values for name, values in (shown or {}).items() if values}
        yield WitnessReading(fetch, Posting(fetch.record_id, raw=raw), fields)


def line_of(fetch: LeasedFetch) -> Line | None:
    """The listing line that showed a posting, where its detail completes a record."""
    return Line(fetch.record_id, fetch.line or {}, fetch.line_digest) if fetch.line_digest else None


def _in(window: Window, root: str, times: BoardTime) -> Slice:
    return Slice(((BOARD, root), (times.axis, str(window))))


def _moment(name: str, text: str) -> datetime | None:
    if not text:
        return None
    try:
        stamp = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        raise ValueError(f"{name}={text}: expected an ISO date or stamp like 2026-01-31") from None
    if not EARLIEST <= stamp.year <= LATEST:
        raise ValueError(f"{name}={text}: expected a year from {EARLIEST} to {LATEST}")
    return stamp if stamp.tzinfo is not None else stamp.replace(tzinfo=timezone.utc)
