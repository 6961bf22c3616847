"""Try a profile on its site: one page of each surface, what each link gave, and how deep a query is served.

A handful of requests, one after the other, with a pause between them and robots.txt obeyed.
"""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.robotparser import RobotFileParser

from directory_crawler.core.planning.depth import DepthSearch
from directory_crawler.sites.pages import MAX_BODY, Page
from directory_crawler.sites.readings import NotAListing, Rubric

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from directory_crawler.sites.pages import PageRequest
    from directory_crawler.sites.site import Site

SHOWN = 60
NEEDS_BROWSER = "it needs a browser, which only a crawl starts"
"""Characters of a value that are shown."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: object) -> None:
        """A redirect is shown as the answer that it is."""
        return


@dataclass
class Trial:
    """Fetches a site's pages for a person to look at. ``pause_s`` lies between two requests.

    ``proxy`` is an address with its login, through which everything is asked.
    """

    site: Site
    user_agent: str
    pause_s: float = 0.5
    timeout_s: float = 30.0
    proxy: str | None = field(default=None, repr=False)
    requests: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        through = {"http": self.proxy, "https": self.proxy} if self.proxy is not None else None
        self._opener = urllib.request.build_opener(_NoRedirect, urllib.request.ProxyHandler(through))
        self._robots = RobotFileParser()
        robots = self._get(f"{self.site.base_url}/robots.txt")
        self._robots.parse(robots.text.splitlines() if robots.status == 200 else [])

    def fetch(self, asked: PageRequest) -> Page:
        """Fetch one page; an answer that could not be had is a page with status 0."""
        if asked.rendered is not None:
            return Page(asked.url, 0, body=NEEDS_BROWSER.encode())
        if not self._robots.can_fetch(self.user_agent, asked.url):
            return Page(asked.url, 0, body=b"robots.txt forbids it")
        if self.requests:
            time.sleep(self.pause_s)
        return self._get(asked.url, asked.method, dict(asked.headers), asked.body or None)

    def _get(
        self, url: str, method: str = "GET", headers: dict[str, str] | None = None, body: bytes | None = None
    ) -> Page:
        self.requests += 1
        headers = {"User-Agent": self.user_agent, **(headers or {})}
        request = urllib.request.Request(url, body, headers, method=method)  # noqa: S310  the profile's own http(s)
        try:
            with self._opener.open(request, timeout=self.timeout_s) as answer:
                return Page(url, answer.status, dict(answer.headers), answer.read(MAX_BODY))
        except urllib.error.HTTPError as error:
            with error:
                return Page(url, error.code, dict(error.headers), error.read(MAX_BODY))
        except (urllib.error.URLError, OSError, ValueError) as error:
            return Page(url, 0, body=str(error).encode())

    def report(self) -> Iterator[str]:
        """Yield what was found, line by line, as it is found."""
        rubric = yield from self._tree()
        if rubric is None:
            return
        filters = {"rubric": rubric.id}
        record_id = yield from self._listing(filters, rubric)
        if record_id is not None:
            yield from self._card(record_id)

    def _tree(self) -> Generator[str, None, Rubric | None]:
        rubrics: dict[str, Rubric] = {}
        waiting, asked = list(self.site.rubricator_requests()), set()
        pages = 0
        while waiting and pages < 3:
            request = waiting.pop(0)
            asked.add(request.url)
            page = self.fetch(request)
            pages += 1
            try:
                found, further = self.site.read_rubrics(page)
            except NotAListing as fault:
                yield f"rubrics   NOT READ: {_explained(fault, page)}"
                return None
            rubrics.update((rubric.id, rubric) for rubric in found)
            waiting += [more for more in further if more.url not in asked]
        planned = self.site.planned_rubrics(rubrics.values())
        counted = [rubric for rubric in planned if rubric.count is not None]
        yield (
            f"rubrics   {len(rubrics)} on the first {pages} pages ({len(waiting)} pages more),"
            f" {len(planned)} of them to walk, {len(counted)} with a count"
        )
        return max(planned, key=lambda rubric: rubric.count or 0, default=None)

    def _listing(self, filters: dict[str, str], rubric: Rubric) -> Generator[str, None, str | None]:
        page = self.fetch(self.site.listing_request(filters))
        try:
            first = self.site.read_listing(page, 1)
        except NotAListing as fault:
            yield f"listing   NOT READ: {_explained(fault, page)}"
            return None
        size, asked = len(first.ids), self.site.profile.listing.page_size
        yield f"listing   rubric {rubric.id} {rubric.name!r}: {size} records on page one (page_size {asked})"
        if size < asked and (first.count or 0) > size:
            yield f"          the site caps its pages: write page_size = {size}"
        told = "no count" if first.count is None else f"count {first.count}"
        agrees = "" if rubric.count in (None, first.count) else f", but the tree says {rubric.count}"
        facets = ", ".join(f"{name} ({len(counts)})" for name, counts in first.facets.items())
        yield f"          {told}{agrees}; facets: {facets or 'none'}"
        search = DepthSearch(asked, first.count)
        result = search.feed(first.ids)
        while result is None:
            result = search.feed(self._ids(filters, search.ask))
        if result.rows is None:
            yield f"ceiling   none met within this query ({result.calls} requests): try a larger rubric"
        else:
            yield f"ceiling   {result.rows} records, past it: {result.behaviour} ({result.calls} requests)"
        return first.lines[0].id if first.lines else None

    def _ids(self, filters: dict[str, str], number: int) -> tuple[str, ...] | None:
        """The ids of a page of a query, or ``None`` where it is no listing."""
        try:
            page = self.site.read_listing(self.fetch(self.site.listing_request(filters, number)), number)
        except NotAListing:
            return None
        return page.ids

    def _card(self, record_id: str) -> Iterator[str]:
        page = self.fetch(self.site.card_request(record_id))
        if page.status == 0:
            yield f"card      {page.url}: NOT READ: {page.text}"
            return
        reading = self.site.read_card(record_id, page)
        yield f"card      {page.url}: status {page.status}, {reading.verdict}"
        request = self.site.contacts_request(record_id, reading)
        contacts = None
        if request is not None:
            contacts = self.fetch(request)
            told = f"not asked: {contacts.text}" if request.rendered else f"status {contacts.status}"
            yield f"contacts  {told}"
        elif self.site.profile.contacts is not None:
            card = self.site.profile.card
            missing = sorted(set(card.tokens if card else ()) - reading.tokens.keys())
            why = f"no value for {', '.join(missing)}" if missing else "the card says that there are none"
            yield f"contacts  not asked: {why}"
        values, answered = self.site.assemble(record_id, page, contacts)
        for name, source in answered.items():
            shown = "; ".join(str(value) for value in values.get(name, []))
            yield f"  {name:14} {source:12} {shown[:SHOWN]}{'…' if len(shown) > SHOWN else ''}"
        for fault in [*page.faults, *(contacts.faults if contacts else [])]:
            yield f"  fault: {fault[:200]}"


def _explained(fault: NotAListing, page: Page) -> str:
    """The fault, and for a page that could not be had the reason in place of its status."""
    return f"{page.url}: {page.text}" if page.status == 0 else str(fault)
