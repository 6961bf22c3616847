"""Asking for listing pages in a check, and what their answers were where they are none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from directory_crawler.sites.readings import Listing, NotAListing
from directory_crawler.sites.site import Site, open_site
from directory_crawler.trying.asking import REFUSALS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from directory_crawler.sites.pages import Page
    from directory_crawler.trying.asking import Asker


@dataclass(frozen=True)
class Query:
    """A query of the site: its name for people, its filters, and what is told elsewhere of how much it holds."""

    name: str
    filters: Mapping[str, str] = field(default_factory=dict)
    told: int | None = None


@dataclass(frozen=True)
class NoListing:
    """An answer that is no listing, and why; ``lost`` are the filters that it says it did not use."""

    reason: str
    lost: tuple[str, ...] = ()


def explained(fault: NotAListing, page: Page) -> str:
    """What stood in the place of a list; of a page that could not be had, the reason."""
    return f"{page.url}: {page.text}" if page.status == 0 else str(fault)


class UnansweredError(Exception):
    """A page could not be had, or was refused: nothing is known of what it would have shown."""


class Listings:
    """The listing pages of a site, in its first order where no other is asked for."""

    def __init__(self, site: Site, asker: Asker) -> None:
        self.site = site
        self.asker = asker

    @property
    def page_size(self) -> int:
        return self.site.profile.listing.page_size

    @property
    def orders(self) -> tuple[str, ...]:
        spec = self.site.profile.listing.orders
        return spec.values if spec is not None else ()

    def with_page_size(self, size: int) -> Listings:
        """The same listing by another page size."""
        profile = self.site.profile
        listing = profile.listing.model_copy(update={"page_size": size})
        site = open_site(profile.model_copy(update={"listing": listing}), self.site.base_url)
        return Listings(site, self.asker)

    async def page(
        self,
        query: Query,
        number: int = 1,
        *,
        order: str | None = None,
        rows_before: int | None = None,
        cursor: str | None = None,
        stage: str = "listings",
        may_be_empty: bool = False,
    ) -> Listing | NoListing:
        """Ask for one page of a query, and say what came.

        Page one without records below a total above zero is no listing, unless it ``may_be_empty``. Raises
        `UnansweredError`.
        """
        order = order or (self.orders[0] if self.orders else None)
        asked = self.site.listing_request(query.filters, number, order, cursor, rows_before)
        page = await self.asker.page(asked, stage)
        if page.status == 0:
            raise UnansweredError(f"{page.url}: {page.text}")
        if page.status in REFUSALS:
            raise UnansweredError(f"status {page.status} from {page.url}")
        try:
            listing = self.site.read_listing(page, None if may_be_empty else number)
        except NotAListing as fault:
            return NoListing(explained(fault, page))
        lost = self.site.lost_filters(query.filters, listing)
        if lost:
            return NoListing(f"the page says that it did not use {', '.join(lost)}", lost)
        return listing
