"""Finding cards beside the listings: the search and the sitemaps."""

from __future__ import annotations

import gzip
import re
import zlib
from io import BytesIO

from directory_crawler.sites.chains import Sources, evaluate
from directory_crawler.sites.pages import Page, PageRequest
from directory_crawler.sites.steps.base import Steps, chain

MAX_SITEMAP = 60_000_000
"""Bytes of an unpacked sitemap; the protocol allows 50 MB."""

_LOCATION = re.compile(rb"<(?:\w+:)?loc>\s*(?:<!\[CDATA\[)?\s*([^<\s\]]{1,4096})")


class FindingSteps(Steps):
    """The search and the sitemaps."""

    def search_request(self, text: str) -> PageRequest | None:
        """The search for a name; None when the site has none."""
        search = self.profile.search
        return None if search is None else self._request(search, {"q": text})

    def read_search(self, page: Page) -> list[str]:
        """The ids of the hits, each once."""
        self._expect_list(page)
        search = self.profile.search
        values = evaluate(chain(search.ids if search else None), Sources(page=page)).values
        ids = (self._record_id(value) for value in values)
        return list(dict.fromkeys(record_id for record_id in ids if record_id is not None))

    def sitemap_requests(self) -> list[PageRequest]:
        """The sitemaps of the site."""
        sitemap = self.profile.sitemap
        return [PageRequest(self._address(url, {})) for url in (sitemap.urls if sitemap else ())]

    def read_sitemap(self, page: Page) -> tuple[list[str], list[PageRequest]]:
        """The ids of the cards that a sitemap names, and the further sitemaps that an index names."""
        self._expect_list(page)
        content = _unpacked(page.body)
        links = [
            match[1].decode("utf-8", "replace").replace("&amp;", "&") for match in _LOCATION.finditer(content)
        ]
        if b"<sitemapindex" in content[:2000] or b":sitemapindex" in content[:2000]:
            return [], [PageRequest(link) for link in links if self.allows(link)]
        ids = (self._card_ids.id_of(link) for link in links if self.allows(link))
        return list(dict.fromkeys(record_id for record_id in ids if record_id is not None)), []


def _unpacked(body: bytes) -> bytes:
    """A sitemap out of its gzip file, at most `MAX_SITEMAP` bytes of it."""
    if not body.startswith(b"\x1f\x8b"):
        return body
    try:
        with gzip.GzipFile(fileobj=BytesIO(body)) as packed:
            return packed.read(MAX_SITEMAP)
    except (OSError, EOFError, zlib.error):
        return b""
