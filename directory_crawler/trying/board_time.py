"""Try the time axis of a board: whether stamps are read, and whether a range of time is applied."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import TYPE_CHECKING

from directory_crawler.core.planning.emptiness import EmptyWindows
from directory_crawler.core.planning.windows import Window
from directory_crawler.trying.listings import Listings, NoListing, Query, UnansweredError

if TYPE_CHECKING:
    from directory_crawler.sites.readings import Listing
    from directory_crawler.sites.site import Site
    from directory_crawler.sites.times import BoardTime
    from directory_crawler.trying.shown import Shown


class BoardTrialTime:
    """What the check learns of a board's time: the queries that its windows are, where it has any."""

    def __init__(self, site: Site, shown: Shown) -> None:
        self.site = site
        self.shown = shown
        self.halves: list[Query] = []
        """The older and the newer half of the board's time."""
        self.short: list[Query] = []
        """A window of a little more than a page, where there is one."""

    async def run(self, listings: Listings, first: Listing) -> None:
        """Read the stamps of page one from either end, then ask for windows in which nothing can lie."""
        times = self.site.times
        if times is None:
            return
        try:
            await self._run(times, listings, first)
        except UnansweredError as fault:
            self.shown.surface(f"axis {times.axis}", "NOT READ", str(fault))

    async def _run(self, times: BoardTime, listings: Listings, first: Listing) -> None:
        name = f"axis {times.axis}"
        pages = [first]
        for order in listings.orders[1:2]:
            page = await listings.page(Query("the other end"), order=order)
            if not isinstance(page, NoListing):
                pages.append(page)
        ends = [stamps for page in pages if (stamps := _stamps(times, page))]
        if not ends:
            self.shown.surface(name, "NOT READ", f"no stamp on {len(first.lines)} lines: {_example(first)}")
            return
        oldest, newest = min(min(stamps) for stamps in ends), max(max(stamps) for stamps in ends)
        told = [f"{len(ends[0])} of {len(first.lines)} stamps read; shown {_day(oldest)} to {_day(newest)}"]
        now = times.on_line(datetime.now(timezone.utc))
        empty = EmptyWindows.around(
            oldest, max(newest, now), len(first.lines), start=times.table.start, end=times.table.end
        )
        told.append(await self._applied(listings, times, empty, (oldest + newest) // 2))
        self.shown.surface(name, "read", "; ".join(told))
        if empty.ignored:
            return
        self._divide(times, oldest, newest, min(ends, key=min))

    async def _applied(self, listings: Listings, times: BoardTime, empty: EmptyWindows, middle: int) -> str:
        for bound, window in empty.windows.items():
            page = await self._window(listings, times, window)
            if isinstance(page, NoListing):
                return f"whether {bound!r} is applied is not known: {page.reason}"
            empty.feed(bound, len(page.lines), page.count)
        if empty.ignored:
            middle -= middle % times.table.grain
            page = await self._window(listings, times, Window(middle, middle + times.table.grain))
            if not isinstance(page, NoListing):
                empty.feed_moment(len(page.lines))
        if (complaint := empty.complaint()) is not None:
            return f"NOT APPLIED: {complaint}"
        stated = f", but windows without postings state {empty.stated}" if empty.stated else ""
        return f"{times.table.start!r} and {times.table.end!r} are applied{stated}"

    @staticmethod
    async def _window(listings: Listings, times: BoardTime, window: Window) -> Listing | NoListing:
        query = Query(str(window), {times.axis: str(window)})
        return await listings.page(query, stage="probes", may_be_empty=True)

    def _divide(self, times: BoardTime, oldest: int, newest: int, old: list[int]) -> None:
        grain = times.table.grain
        middle = (oldest + newest) // 2
        middle -= middle % grain
        if oldest < middle < newest:
            self.halves = [
                Query("the older half", {times.axis: str(Window(None, middle))}),
                Query("the newer half", {times.axis: str(Window(middle, newest + grain))}),
            ]
        end = max(old) + (max(old) - min(old)) // 4 + grain
        end -= end % grain
        if len(old) > 1 and min(old) < end:
            self.short = [Query("its oldest days", {times.axis: str(Window(None, end))})]


def _stamps(times: BoardTime, page: Listing) -> list[int]:
    read = (times.read(value) for line in page.lines for value in line.fields.get("posted_at", ()))
    return [times.on_line(stamp) for stamp in read if stamp is not None]


def _example(page: Listing) -> str:
    values = next((line.fields["posted_at"] for line in page.lines if line.fields.get("posted_at")), None)
    return "listing.fields has no posted_at that answers" if values is None else f"{values[0]!r} is none"


def _day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%d %H:%M")
