"""Before a directory is planned by its totals: whether they follow what is asked."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from directory_crawler.core.planning.totals import TotalsProbe
from directory_crawler.sites.pages import Page
from directory_crawler.sites.readings import NotAListing
from directory_crawler.spiders.catalogue import CatalogueSpider
from directory_crawler.storage.sites import base_plan

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from scrapy import Request
    from scrapy.http import Response
    from twisted.python.failure import Failure

    from directory_crawler.leases import Root

logger = logging.getLogger(__name__)


class TotalsSpider(CatalogueSpider):
    """A spider that tries a site's totals, but where the last accepted run was planned by them."""

    fixed_total: int | None = None
    """The total that the site states of whatever it is asked."""

    async def try_totals(self, roots: Sequence[Root]) -> AsyncIterator[Request]:
        """Ask for page one of a few roots. Where they state one total, totals count for nothing in this run."""
        before = await base_plan(self.pool, self.run)
        if self.site.profile.listing.count is None or (before and before.get("fixed_total") is None):
            return
        asked = {root.root_id: root for root in roots}
        probe = TotalsProbe({root.root_id: root.expected for root in roots})
        while probe.next is not None:
            filters = asked[probe.next].slice.as_dict()
            page = self.site.listing_request(filters, 1, self.orders[0])
            request = self.request(
                page, self.parse_total, stage="probes", errback=self.total_failed, cb_kwargs={"probe": probe}
            )
            async for one in self.read_pages([request]):
                yield one
        self.fixed_total = probe.fixed
        if self.fixed_total is not None:
            logger.warning(
                "every list states %d records: totals do not follow what is asked, and are not used",
                self.fixed_total,
            )
            self.limits = replace(self.limits, totals_follow=False)

    def parse_total(self, response: Response, probe: TotalsProbe) -> None:
        """Take in what page one of a root shows and states; one that is no list tells nothing.

        @surface total
        """
        try:
            listing = self.site.read_listing(Page.of(response))
        except NotAListing as fault:
            logger.debug("%s: %s", response.url, fault)
            probe.feed(0, None)
        else:
            probe.feed(len(listing.lines), listing.count)
        self._page_done()

    def total_failed(self, failure: Failure) -> None:
        logger.warning("%s: %s", failure.request.url, failure.getErrorMessage())  # type: ignore[attr-defined]
        failure.request.cb_kwargs["probe"].feed(0, None)  # type: ignore[attr-defined]
        self._page_done()
