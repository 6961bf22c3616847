"""What settings and profile say of a worker: how much it has under way, how far a query reaches, what it may spend."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from directory_crawler.core.planning.cutting import Limits
from directory_crawler.storage.finding import Budget
from directory_crawler.storage.frontier import FrontierOptions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy.settings import BaseSettings

    from directory_crawler.sites.site import Site


@dataclass(frozen=True)
class Flight:
    """How many units one worker has under way: slices walked side by side, and records being fetched."""

    walks: int
    fetches: int

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Flight:
        """No more than may be in flight at all, a quarter of it for walks."""
        everything = settings.getint("CONCURRENT_REQUESTS")
        walks = min(settings.getint("WALKS_IN_FLIGHT"), max(everything // 4, 1))
        return cls(walks, min(settings.getint("FETCHES_IN_FLIGHT"), max(everything - walks, 1)))


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


def planned_limits(limits: Limits, plan: Mapping[str, Any]) -> Limits:
    """What was found out of the reach of one query before a run was planned."""
    if plan.get("ceiling") is not None:
        limits = replace(limits, ceiling=plan["ceiling"])
    return limits if plan.get("fixed_total") is None else replace(limits, totals_follow=False)


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
