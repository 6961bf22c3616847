"""The feeds of a board: not what they hold but whether it is another than last time.

Read by lxml alone: names and dates of items suffice, and a parser that guesses at broken markup is not linear in it.
"""

from __future__ import annotations

import hashlib

from lxml import etree

from directory_crawler.sites.pages import Page, PageRequest
from directory_crawler.sites.readings import FeedLook, NotAListing
from directory_crawler.sites.steps.base import Steps

_ROOTS = {"rss", "feed", "rdf"}
_ITEMS = {"item", "entry"}
_IDS = ("guid", "id")
_DATES = ("pubdate", "updated", "published", "date")
_LONGEST = 1_000
"""Characters of a name or date that tell items apart."""


class FeedSteps(Steps):
    """RSS and Atom, one feed a value of an axis."""

    def feed_request(self, value: str, last: FeedLook | None = None) -> PageRequest:
        """The feed of a value, asked for only if it is another than at the last look."""
        feeds = self.profile.feeds
        assert feeds is not None
        headers = {}
        if last is not None and last.etag:
            headers["If-None-Match"] = last.etag
        if last is not None and last.modified:
            headers["If-Modified-Since"] = last.modified
        return PageRequest(self._address(feeds.url, {feeds.axis: value}), headers=headers)

    def read_feed(self, page: Page, last: FeedLook | None = None) -> FeedLook:
        """What a look at a feed found; raises `NotAListing` for an answer that is no feed.

        Items are told apart by their names and dates as written, readable or not: a date that is none still
        differs from another. Sites that ignore the conditions of a request give the same digest again.
        """
        if page.status == 304 and last is not None:
            return last
        if not 200 <= page.status < 300:
            raise NotAListing("refused", f"status {page.status} from {page.url}")
        root = _parsed(page)
        if root is None or _local(root) not in _ROOTS:
            raise NotAListing("other", f"no RSS or Atom feed at {page.url}")
        items = sorted({_item(element) for element in root.iter(etree.Element) if _local(element) in _ITEMS})
        digest = hashlib.blake2b(repr(items).encode(), digest_size=16).hexdigest()
        return FeedLook(digest, page.headers.get("etag"), page.headers.get("last-modified"), len(items))


def _parsed(page: Page) -> etree._Element | None:
    """The tree of a feed, as far as it can be read; no entity is looked up, no file or address opened."""
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, load_dtd=False)
    try:
        return etree.fromstring(page.body.lstrip(), parser)
    except etree.XMLSyntaxError:
        return None


def _local(element: etree._Element) -> str:
    return element.tag.rpartition("}")[2].casefold() if isinstance(element.tag, str) else ""


def _item(element: etree._Element) -> tuple[str, str]:
    """The name and the date of an item: its id, or its link up to the query, where tokens are."""
    texts: dict[str, str] = {}
    for child in element:
        text = (child.text or child.get("href") or "").strip()[:_LONGEST]
        if text:
            texts.setdefault(_local(child), text)
    name = next((texts[key] for key in _IDS if key in texts), texts.get("link", "").partition("?")[0])
    return name, next((texts[key] for key in _DATES if key in texts), "")
