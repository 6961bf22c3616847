"""What a board is asked before its windows are planned: its total, its clock, how far back it goes, what it ignores."""

from __future__ import annotations

import logging
from dataclasses import replace
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from directory_crawler.core.planning.emptiness import EmptyWindows
from directory_crawler.core.planning.windows import Window
from directory_crawler.sites.pages import Page
from directory_crawler.sites.readings import NotAListing
from directory_crawler.spiders.feeds import FeedSpider

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from datetime import datetime

    from scrapy import Request
    from scrapy.http import Response
    from twisted.python.failure import Failure

    from directory_crawler.sites.times import BoardTime

logger = logging.getLogger(__name__)

_MOST_BEHIND_S, _MOST_AHEAD_S = 366 * 86_400.0, 86_400.0
"""Seconds that a board's clock may differ from ours and still be believed. Ahead: a zone taken for another, since what
comes while a run enumerates the future would not be looked for."""


class BoardProbes(FeedSpider):
    """A spider that knows a board's unfiltered search, and whether it applies a range of time."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.oldest: int | None = None
        self.total: int | None = None
        self.present: datetime | None = None
        self.untimed: str | None = None
        """Why the board has no time that it could be cut along, though its profile has an axis for it."""
        self.fixed_total: int | None = None
        """The total that the board states of windows in which it has nothing."""
        self.ends: set[str] = set()
        """The ids that page one of the unfiltered search shows, from either end."""
        self._shown = 0

    @property
    def times(self) -> BoardTime | None:
        return None if self.untimed else self.site.times

    def probes(self) -> list[Request]:
        """The requests for page one of the unfiltered search, from either end."""
        return [
            self.request(
                self.site.listing_request({}, 1, order),
                self.parse_probe,
                stage="probes",
                errback=self.page_failed,
            )
            for order in self.orders[:2]
        ]

    def parse_probe(self, response: Response) -> None:
        """Take in page one of the unfiltered search: the total, the present, and how far back its postings go.

        @surface probe
        """
        try:
            listing = self.site.read_listing(Page.of(response), 1)
        except NotAListing as fault:
            self.plan_broke(f"unfiltered search: {fault}")
            return
        self._note_present(response)
        self._shown = max(self._shown, len(listing.lines))
        self.ends.update(line.id for line in listing.lines)
        self.total = listing.count if self.total is None else self.total
        if self.times is not None:
            stamps = [
                self.times.read(value) for line in listing.lines for value in line.fields.get("posted_at", ())
            ]
            lines = [self.times.on_line(stamp) for stamp in stamps if stamp is not None]
            self.oldest = min([*lines, *([] if self.oldest is None else [self.oldest])], default=None)
        self._page_done()

    def _note_present(self, response: Response) -> None:
        """The board's clock: its answers are dated. One that is far off ours is no clock, and ours is taken."""
        try:
            date = parsedate_to_datetime((response.headers.get("Date") or b"").decode("latin-1"))
        except (ValueError, TypeError, OverflowError):
            return
        if date.tzinfo is None or (not self.is_offline and not self._is_clock(date)):
            return
        if self.present is None or date > self.present:
            self.present = date

    def _is_clock(self, date: datetime) -> bool:
        ahead = (date - self.run.as_of).total_seconds()
        return (
            -_MOST_BEHIND_S <= ahead <= self.crawler.settings.getfloat(self.max_age_setting) + _MOST_AHEAD_S
        )

    # --- what a board ignores ------------------------------------------------------------------------------------

    async def try_time(self, times: BoardTime, present: datetime) -> AsyncIterator[Request]:
        """Ask for two windows in which nothing can lie, and where either shows a page, for a moment amid the time.

        A board that does not apply a bound cannot be cut along its time: what fits one query is enumerated without
        windows, and else the run has failed. Where empty windows state a total, totals count for nothing in this run.
        """
        end = times.on_line(present)
        limit = end - times.table.oldest * 86_400
        oldest = limit if self.oldest is None else min(limit, self.oldest)
        empty = EmptyWindows.around(oldest, end, self._shown, start=times.table.start, end=times.table.end)

        def asked(window: Window, bound: str | None) -> Request:
            return self.request(
                self.site.listing_request({times.axis: str(window)}, 1, self.orders[0]),
                self.parse_empty,
                stage="probes",
                errback=self.empty_failed,
                cb_kwargs={"empty": empty, "bound": bound},
            )

        async for request in self.read_pages(
            [asked(window, bound) for bound, window in empty.windows.items()]
        ):
            yield request
        if empty.ignored and self.oldest is not None and (self.total is None or self.total > self._shown):
            moment = (self.oldest + end) // 2
            moment -= moment % times.table.grain
            async for request in self.read_pages([asked(Window(moment, moment + times.table.grain), None)]):
                yield request
        self.untimed = empty.complaint()
        if empty.stated is not None:
            logger.warning(
                "empty windows state %d postings: totals do not follow what is asked, and are not used",
                empty.stated,
            )
            self.fixed_total, self.total = empty.stated, None
            self.limits = replace(self.limits, totals_follow=False)

    def parse_empty(self, response: Response, empty: EmptyWindows, bound: str | None) -> None:
        """Take in what a window shows in which nothing can lie; of a moment amid the time there is no ``bound``."""
        try:
            listing = self.site.read_listing(Page.of(response))
        except NotAListing as fault:
            logger.debug("%s: %s", response.url, fault)
        else:
            if bound is None:
                empty.feed_moment(len(listing.lines))
            else:
                empty.feed(bound, len(listing.lines), listing.count)
        self._page_done()

    def empty_failed(self, failure: Failure) -> None:
        """Without an answer nothing is known of a bound, and it is believed to be applied."""
        logger.warning("%s: %s", failure.request.url, failure.getErrorMessage())  # type: ignore[attr-defined]
        self._page_done()
