"""Telling a login, captcha or block page from a page of the site.

Only asked about a page that could not be read as what it should be, so a marker that stands on honest
pages (a login form in a header) does no harm there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from directory_crawler.sites.pages import Page

_SOURCE_MARKS = re.compile(
    r"""(?i)captcha|challenge-platform|cf-chl|turnstile|type=["']?password|/cdn-cgi/|perimeterx|datadome"""
    r"""|distil_r|incapsula"""
)
_VISIBLE_MARKS = re.compile(
    r"verify (?:that )?you are (?:a )?human|are you a robot|not a robot|unusual traffic|access denied"
    r"|checking your browser|too many requests|automated (?:requests|access|queries)"
    r"|please (?:log|sign) in|log in to continue|sign in to continue"
)


def looks_like_a_wall(page: Page) -> bool:
    """Whether a page asks to prove oneself, to log in, or says that one is blocked."""
    return bool(_SOURCE_MARKS.search(page.text) or _VISIBLE_MARKS.search(page.visible_text))
