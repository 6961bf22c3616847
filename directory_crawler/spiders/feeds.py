"""The plan of an intraday run: where a feed has changed since the last look, the time since then is enumerated."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from directory_crawler.core.planning.slices import Slice
from directory_crawler.core.planning.windows import OPEN_END, Window
from directory_crawler.leases import Root
from directory_crawler.sites.pages import Page
from directory_crawler.sites.readings import FeedLook, NotAListing
from directory_crawler.spiders.catalogue import CatalogueSpider

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy import Request
    from scrapy.http import Response
    from twisted.python.failure import Failure

logger = logging.getLogger(__name__)

FEED = "feed"
"""The root of the slices of a value whose feed has changed."""


class FeedSpider(CatalogueSpider):
    """A spider that asks the feeds of a board which values of an axis have moved."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.looks: dict[str, FeedLook] = {}
        self._last_looks: dict[str, FeedLook] = {}
        self._moved: set[str] = set()

    def feed_requests(self, last: dict[str, Any]) -> Iterator[Request]:
        """Ask each feed for what it has beyond the last looks (their digests and validators, by value)."""
        feeds = self.site.profile.feeds
        assert feeds is not None
        self._last_looks = {value: FeedLook(**look) for value, look in last.items()}
        for value in self._axis_values.get(feeds.axis, ()):
            yield self.request(
                self.site.feed_request(value, self._last_looks.get(value)),
                self.parse_feed,
                stage="feeds",
                errback=self.feed_failed,
                cb_kwargs={"value": value},
            )

    def parse_feed(self, response: Response, value: str) -> None:
        """Note whether a feed is another than at the last look; one that is none counts as moved.

        @surface feed
        """
        last = self._last_looks.get(value)
        try:
            look = self.site.read_feed(Page.of(response), last)
        except NotAListing as fault:
            self._feed_lost(value, str(fault))
        else:
            self.looks[value] = look
            if last is None or look.digest != last.digest:
                self._moved.add(value)
        self._page_done()

    def feed_failed(self, failure: Failure) -> None:
        request: Request = failure.request  # type: ignore[attr-defined]
        self._feed_lost(request.cb_kwargs["value"], failure.getErrorMessage())
        self._page_done()

    def _feed_lost(self, value: str, reason: str) -> None:
        """Of a feed that cannot be read nobody knows whether it moved: its time is enumerated."""
        logger.warning("feed of %s: %s", value, reason)
        self.crawler.stats.inc_value("feed/unreadable_count")
        self._moved.add(value)

    def moved_roots(self, time_axis: str, since: int) -> list[Root]:
        """The windows to enumerate: from ``since`` (seconds on the board's line), one a value that moved."""
        feeds = self.site.profile.feeds
        assert feeds is not None
        window = str(Window(since, OPEN_END))
        return [
            Root(value, Slice(((FEED, value), (time_axis, window), (feeds.axis, value))), None)
            for value in sorted(self._moved)
        ]
