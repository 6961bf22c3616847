"""The directory job: rubrics, the slices under them, the cards that are due, their contacts."""

from __future__ import annotations

import hashlib
import logging
from typing import TYPE_CHECKING, Any

from directory_crawler.core.planning.slices import Axis, Slice
from directory_crawler.items import Card, Fault, FetchFailure, Found
from directory_crawler.leases import Root
from directory_crawler.sites.pages import Page, PageRequest
from directory_crawler.sites.readings import Line, NotAListing
from directory_crawler.spiders.totals import TotalsSpider
from directory_crawler.storage.finding import SEARCH, SITEMAP, queue_last

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy import Request
    from scrapy.http import Response

    from directory_crawler.leases import LeasedFetch
    from directory_crawler.sites.readings import CardReading, Rubric

logger = logging.getLogger(__name__)

RUBRIC = "rubric"


class DirectorySpider(TotalsSpider):
    """Crawl a business directory: ``scrapy crawl directory -a site=NAME|PATH``.

    ``run=new|LABEL`` begins or names a run, ``only=AXIS:VALUE`` restricts it to one value of an axis, ``trial=1``
    walks the first value of the first axis from end to end.
    """

    name = "directory"
    kind = "directory"
    bundled = "demo-directory"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rubrics: dict[str, Rubric] = {}
        self._asked: set[str] = set()
        self._missing_queued = False

    # --- planning --------------------------------------------------------------------------------------------

    async def plan_run(self) -> AsyncIterator[Request]:
        pages = [self.tree_request(page) for page in self.site.rubricator_requests()] + self.axis_pages()
        async for request in self.read_pages(pages):
            yield request
        planned = self.site.planned_rubrics(self.rubrics.values())
        if not planned:
            raise self.give_up(
                f"no rubric to walk among the {len(self.rubrics)} read: check rubricator.planned_level"
            )
        if (wrong := self.wrong_scope()) is not None:
            raise self.give_up(wrong)
        narrowing = self.narrowing()
        roots = [
            Root(
                rubric.id,
                Slice(((RUBRIC, rubric.id), *narrowing)),
                None if narrowing else rubric.count,
            )
            for rubric in planned
        ]
        largest = max(roots, key=lambda root: root.expected or 0)
        async for request in self.know_ceiling(largest.slice.as_dict(), largest.expected):
            yield request
        async for request in self.try_totals(roots):
            yield request
        rows = [
            {
                "rubric_id": rubric.id,
                "parent_id": rubric.parent_id,
                "level": rubric.level,
                "name": rubric.name,
                "url": rubric.url,
                "count": rubric.count,
            }
            for rubric in self.rubrics.values()
        ]
        plan = {
            "axes": self._axis_values,
            "leaves": self._children(),
            "ceiling": self.limits.ceiling,
            "fixed_total": self.fixed_total,
            "chains": self.chains(),
        }
        await self.frontier.begin(rows, roots, plan, self.limits)

    def wrong_scope(self) -> str | None:
        """Say why ``only`` names no part of the site, or ``None``: an empty run would look like an empty city."""
        if not self.only:
            return None
        axis, _, value = self.only.partition(":")
        names = [spec.name for spec in self.site.axes]
        if axis not in names:
            return f"only={self.only}: no axis {axis!r}: the profile has {', '.join(names) or 'none'}"
        if axis in self.site.ranges:
            try:
                self.site.ranges[axis].parameters(value)
            except ValueError as error:
                return f"only={self.only}: {error}"
        values = self._axis_values.get(axis)
        if values is not None and value not in values:
            return f"only={self.only}: no value {value!r} of axis {axis}: there are {', '.join(values[:20])}"
        return None

    def narrowing(self) -> tuple[tuple[str, str], ...]:
        """The filter that ``only`` or ``trial`` lays on every root."""
        if self.only:
            axis, _, value = self.only.partition(":")
            return ((axis, value),)
        if self.trial:
            first = next(((name, values[0]) for name, values in self._axis_values.items() if values), None)
            return () if first is None else (first,)
        return ()

    def tree_request(self, page: Any) -> Request:
        self._asked.add(page.url)
        return self.request(page, self.parse_rubrics, stage="rubrics", errback=self.page_failed)

    def parse_rubrics(self, response: Response) -> Iterator[Request]:
        """Take in a page of the rubric tree, and ask for the further pages that it names.

        @surface rubrics
        """
        try:
            rubrics, further = self.site.read_rubrics(Page.of(response))
        except NotAListing as fault:
            self.plan_broke(f"rubric tree: {fault}")
            return
        for rubric in rubrics:
            self.rubrics.setdefault(rubric.id, rubric)
        for page in further:
            if page.url not in self._asked:
                self._pages_open += 1
                yield self.tree_request(page)
        self._page_done()

    def _children(self) -> dict[str, list[str]]:
        children: dict[str, list[str]] = {}
        for rubric in self.rubrics.values():
            if rubric.parent_id is not None:
                children.setdefault(rubric.parent_id, []).append(rubric.id)
        return children

    def axes_for(self, slice_: Slice) -> tuple[Axis, ...]:
        leaves = self.plan["leaves"].get(slice_.as_dict()[RUBRIC], ())
        return self.cuttable(
            slice_,
            {
                spec.name: leaves if spec.values_from == "children" else self.plan["axes"].get(spec.name, ())
                for spec in self.site.axes
            },
        )

    # --- cards -----------------------------------------------------------------------------------------------

    def begin_fetch(self, fetch: LeasedFetch) -> Request:
        if fetch.kind in (SEARCH, SITEMAP):
            return self.begin_finding(fetch)
        return self.request(
            self.site.card_request(fetch.record_id, fetch.line),
            self.parse_card,
            stage="verdicts" if fetch.reason == "missing" else "cards",
            errback=self.fetch_failed,
            cb_kwargs={"fetch": fetch},
        )

    def parse_card(self, response: Response, fetch: LeasedFetch) -> Iterator[Request | Card | FetchFailure]:
        """Read a card; ask for its contacts where it has any, else the record is whole.

        @surface card
        @returns requests 0 1
        @returns items 0 1
        """
        page = Page.of(response)
        reading = self.site.read_card(fetch.record_id, page)
        if reading.wall or response.status in (403, 429) or response.status >= 500:
            what = "a wall page" if reading.wall else f"status {response.status}"
            yield FetchFailure(fetch, f"{what} from {response.url}")
            return
        contacts = self.site.contacts_request(fetch.record_id, reading)
        if contacts is None:
            yield self.card(fetch, page, reading)
            return
        yield self.request(
            contacts,
            self.parse_contacts,
            stage="contacts",
            errback=self.fetch_failed,
            cb_kwargs={"fetch": fetch, "page": page, "reading": reading},
        )

    def parse_contacts(
        self,
        response: Response,
        fetch: LeasedFetch,
        page: Page,
        reading: CardReading,
        first: Page | None = None,
    ) -> Iterator[Request | Card | FetchFailure]:
        """Read the contacts of a card; for the call-tracking sample, ask for them once more.

        @surface contacts
        @returns items 1 1
        """
        contacts = Page.of(response)
        if response.status in (403, 429) or response.status >= 500:
            yield FetchFailure(fetch, f"contacts: status {response.status} from {response.url}")
            return
        if first is not None:
            yield self.card(fetch, page, reading, first, contacts)
            return
        twice = self.asks_again(fetch, page, contacts)
        again = self.site.contacts_request(fetch.record_id, reading) if twice else None
        if again is None:
            yield self.card(fetch, page, reading, contacts)
            return
        yield self.request(
            again,
            self.parse_contacts,
            stage="contacts",
            errback=self.fetch_failed,
            cb_kwargs={"fetch": fetch, "page": page, "reading": reading, "first": contacts},
        )

    def asks_again(self, fetch: LeasedFetch, page: Page, contacts: Page) -> bool:
        """Whether the contacts are asked for twice, to find numbers that differ between two calls."""
        return self.is_sampled(fetch.record_id) or self.has_new_phones(fetch, page, contacts)

    def has_new_phones(self, fetch: LeasedFetch, page: Page, contacts: Page) -> bool:
        """Whether a known card shows other numbers than last time: asked for once more, lest tracking be news."""
        if fetch.known_phones is None:
            return False
        read, _ = self.site.assemble(fetch.record_id, page, contacts, line_of(fetch))
        return sorted(map(str, read.get("phones", ()))) != sorted(map(str, fetch.known_phones))

    def is_sampled(self, record_id: str) -> bool:
        """Whether a card belongs to the call-tracking sample, which is random over cards and stable in a run."""
        share = self.crawler.settings.getfloat("CALL_TRACKING_SAMPLE")
        drawn = hashlib.blake2b(f"{self.run.run_id}:{record_id}".encode(), digest_size=8).digest()
        return int.from_bytes(drawn, "big") < share * 2**64

    def card(
        self,
        fetch: LeasedFetch,
        page: Page,
        reading: CardReading,
        contacts: Page | None = None,
        contacts_again: Page | None = None,
    ) -> Card:
        """Put a card together from its pages and its listing line."""
        card = Card(fetch, reading.verdict, page.status, branches=tuple(reading.branches))
        if reading.verdict in ("live", "closed"):
            line = line_of(fetch)
            card.raw, card.sources = self.site.assemble(fetch.record_id, page, contacts, line)
            if contacts_again is not None:
                again, _ = self.site.assemble(fetch.record_id, page, contacts_again, line)
                card.raw_phones_again = again.get("phones", [])
        pages = {"card": page, "contacts": contacts, "contacts again": contacts_again}
        card.pages = self.keeping.record(fetch, line_of(fetch), pages, reading.tokens.values())
        for read in (page, contacts):
            if read is not None:
                card.faults.extend(Fault("page", fault.partition(":")[0], fault) for fault in read.faults)
        return card

    # --- beside the listings ---------------------------------------------------------------------------------

    async def last_fetches(self) -> int:
        """Once all walks have ended, look for what none of them showed.

        Open cards that are missing and drafts are asked directly; names that a thinner rubric lost are searched.
        """
        if self._missing_queued or self.run.identity.scope:
            return 0
        self._missing_queued = True
        sitemaps = [page.url for page in self.site.sitemap_requests()]
        searches = self.site.profile.search is not None
        return await queue_last(self.frontier, self.finding_budget, sitemaps, searches=searches)

    def begin_finding(self, fetch: LeasedFetch) -> Request:
        """Return the request for a search by name, or for a sitemap."""
        page = (
            PageRequest(fetch.record_id)
            if fetch.kind == SITEMAP
            else self.site.search_request(fetch.record_id)
        )
        assert page is not None
        return self.request(
            page, self.parse_found, stage=fetch.kind, errback=self.fetch_failed, cb_kwargs={"fetch": fetch}
        )

    def parse_found(self, response: Response, fetch: LeasedFetch) -> Iterator[Found | FetchFailure]:
        """Read the ids that a search or a sitemap names; a page that is neither names none."""
        if response.status in (403, 429) or response.status >= 500:
            yield FetchFailure(fetch, f"{fetch.kind}: status {response.status} from {response.url}")
            return
        further: list[PageRequest] = []
        try:
            if fetch.kind == SITEMAP:
                ids, further = self.site.read_sitemap(Page.of(response))
            else:
                ids = self.site.read_search(Page.of(response))
        except NotAListing as fault:
            logger.warning("%s %s: %s", fetch.kind, fetch.record_id, fault)
            ids = []
        yield Found(fetch, ids, [page.url for page in further])


def line_of(fetch: LeasedFetch) -> Line | None:
    """The listing line that showed a card, where one did."""
    return None if fetch.line is None else Line(fetch.record_id, fetch.line, fetch.line_digest or "")
