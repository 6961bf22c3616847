"""Telling a login, captcha or block page from a page of the site.

Only asked about a page that could not be read as what it should be, so a marker that stands on honest
pages (a login form in a header) does no harm there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from directory_crawler.sites.readings import NotAListing

if TYPE_CHECKING:
    from directory_crawler.sites.pages import Page
    from directory_crawler.sites.site import Site

_SOURCE_MARKS = re.compile(
    r"""(?i)captcha|challenge-platform|cf-chl|turnstile|type=["']?password|/cdn-cgi/|perimeterx|datadome"""
    r"""|distil_r|incapsula"""
)
_VISIBLE_MARKS = re.compile(
    r"verify (?:that )?you are (?:a )?human|are you a robot|not a robot|unusual traffic|access denied"
    r"|checking your browser|too many requests|automated (?:requests|access|queries)"
    r"|please (?:log|sign) in|log in to continue|sign in to continue"
)
_HINTS = (
    b"captcha",
    b"challenge",
    b"cf-chl",
    b"turnstile",
    b"password",
    b"/cdn-cgi/",
    b"perimeterx",
    b"datadome",
    b"distil_r",
    b"incapsula",
    b"human",
    b"robot",
    b"unusual",
    b"denied",
    b"browser",
    b"too many",
    b"automated",
    b"sign in",
    b"log in",
)
"""A page without any of these has none of the marks: a search of bytes spares most pages the patterns."""
_LISTINGS = ("probes", "listings")
_RECORDS = ("cards", "details", "verdicts", "liveness")


def looks_like_a_wall(page: Page) -> bool:
    """Whether a page asks to prove oneself, to log in, or says that one is blocked."""
    return bool(_SOURCE_MARKS.search(page.text) or _VISIBLE_MARKS.search(page.visible_text))


def refuses(site: Site, page: Page, stage: str, record_id: str) -> bool:
    """Whether an answer is a login, captcha or block page in the place of what was asked for.

    A wall by the profile's own mark always is. One by its looks is, where the page is not what it should be.
    """
    if page.status not in (200, 401, 403):
        return False
    if site.is_wall(page):
        return True
    body = page.body.lower()
    if page.json is not None or not any(hint in body for hint in _HINTS) or not looks_like_a_wall(page):
        return False
    if page.status != 200:
        return True
    if stage in _LISTINGS:
        try:
            site.read_listing(page)
        except NotAListing as fault:
            return fault.kind == "wall"
        return False
    if stage in _RECORDS:
        read = site.read_card if site.profile.kind == "directory" else site.read_posting
        return read(record_id, page).wall
    return False
