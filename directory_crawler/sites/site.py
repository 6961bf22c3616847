"""A site as the crawler meets it: requests out, pages in, one overridable step for each.

`Site` does what the profile says. A site that needs code names a subclass in its profile (`class =
"package.module:Class"`) which overrides single steps; `open_site` makes the right one.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from directory_crawler.sites.pages import Page, PageRequest
from directory_crawler.sites.profile import ProfileError
from directory_crawler.sites.readings import AxisSpec, CardReading, Line, Listing, NotAListing, Rubric
from directory_crawler.sites.steps.card import CardSteps
from directory_crawler.sites.steps.feeds import FeedSteps
from directory_crawler.sites.steps.finding import FindingSteps
from directory_crawler.sites.steps.listing import ListingSteps
from directory_crawler.sites.steps.posting import PostingSteps
from directory_crawler.sites.steps.tree import TreeSteps
from directory_crawler.sites.urls import allowed_url

if TYPE_CHECKING:
    from directory_crawler.sites.grammar import Profile

__all__ = [
    "AxisSpec",
    "CardReading",
    "Line",
    "Listing",
    "NotAListing",
    "Page",
    "PageRequest",
    "Rubric",
    "Site",
    "allowed_url",
    "open_site",
]


class Site(TreeSteps, ListingSteps, CardSteps, PostingSteps, FindingSteps, FeedSteps):
    """A site by its profile. `base_url` replaces the profile's (a mirror, a test server).

    Methods named `…_request(s)` say what to ask, `read_…` what an answer means. Nothing is fetched here and
    nothing kept from page to page. Readers raise `NotAListing` and no other error, whatever a page holds.
    """


def open_site(profile: Profile, base_url: str | None = None) -> Site:
    """The site of a profile, of the class that the profile names; raises `ProfileError`."""
    if profile.site_class is None:
        return Site(profile, base_url)
    module_name, _, class_name = profile.site_class.partition(":")
    try:
        found = getattr(importlib.import_module(module_name), class_name)
    except (ImportError, AttributeError) as error:
        raise ProfileError(
            profile.name, "class", f"{profile.site_class!r} cannot be imported: {error}"
        ) from error
    if not (isinstance(found, type) and issubclass(found, Site)):
        raise ProfileError(
            profile.name, "class", f"{profile.site_class!r} is no subclass of {Site.__module__}:Site"
        )
    return found(profile, base_url)
