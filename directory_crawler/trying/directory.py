"""Try the profile of a directory: tree, axes, listing, card, contacts, search, sitemap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.items import Card, Fault
from directory_crawler.leases import LeasedFetch
from directory_crawler.sites.readings import NotAListing, Rubric
from directory_crawler.trying.axes import Axes
from directory_crawler.trying.fields import show_fields
from directory_crawler.trying.listings import Listings, NoListing, Query, UnansweredError, explained
from directory_crawler.trying.measuring import PAGES_OF_A_SMALL_QUERY, Measuring
from directory_crawler.trying.normalised import normalised

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.sites.pages import Page
    from directory_crawler.sites.readings import CardReading, Line, Listing
    from directory_crawler.sites.site import Site
    from directory_crawler.trying.asking import Asker
    from directory_crawler.trying.figures import Figure
    from directory_crawler.trying.shown import Shown

TREE_PAGES = 4
_LOOKED_INTO = 6
"""Most rubrics whose page one is asked for where the tree does not count, until one has a few pages."""


class DirectoryTrial:
    """One of each surface of a directory."""

    def __init__(self, site: Site, asker: Asker, shown: Shown) -> None:
        self.site = site
        self.asker = asker
        self.shown = shown
        self.rubrics: dict[str, Rubric] = {}
        self._firsts: dict[str, Listing] = {}

    async def run(self) -> list[Figure]:
        """Tell what each surface gives; return what was measured."""
        planned = await self._tree()
        if not planned:
            return []
        listings = Listings(self.site, self.asker)
        try:
            queries = await self._queries(listings, planned)
        except UnansweredError as fault:
            self.shown.surface("listing", "NOT READ", str(fault))
            return []
        large, first = queries[0], self._firsts[queries[0].name]
        axes = Axes(self.shown, self.asker)
        rubric = large.filters["rubric"]
        children = [node.id for node in self.rubrics.values() if node.parent_id == rubric]
        await axes.try_all(listings, large, first, children)
        record = await self._card(first.lines[0]) if first.lines else None
        if not first.lines:
            self.shown.surface("card", "not asked", "no record of page one has an id that is one")
        await self._sitemap()
        if record is not None:
            show_fields(self.shown, f"fields of card {record.org_id}", record)
        others = [query for query in queries[1:3] if query.filters["rubric"] != rubric]
        measuring = Measuring(listings, large, first)
        return await measuring.run(self.shown, [*others, *axes.queries], self._small(queries, axes.queries))

    async def _tree(self) -> list[Rubric]:
        waiting, asked = list(self.site.rubricator_requests()), set[str]()
        if not waiting:
            return self.site.planned_rubrics(())
        while waiting and len(asked) < TREE_PAGES:
            request = waiting.pop(0)
            if request.url in asked:
                continue
            asked.add(request.url)
            page = await self.asker.page(request, "rubrics")
            try:
                found, further = self.site.read_rubrics(page)
            except NotAListing as fault:
                self.shown.surface("rubrics", "NOT READ", explained(fault, page))
                return []
            self.rubrics.update((rubric.id, rubric) for rubric in found)
            waiting += [more for more in further if more.url not in asked]
        planned = self.site.planned_rubrics(self.rubrics.values())
        counted = sum(rubric.count is not None for rubric in planned)
        left = len({more.url for more in waiting})
        told = (
            f"{len(self.rubrics)} on the first {len(asked)} pages ({left} more are named), {len(planned)} of them to"
            f" walk, {counted} with a count"
        )
        if not planned:
            told += ": none to walk; check rubricator.planned_level"
        self.shown.surface("rubrics", "read" if planned else "NOT READ", told)
        return planned

    async def _queries(self, listings: Listings, planned: Sequence[Rubric]) -> list[Query]:
        """The rubrics as queries, the largest known first; page one of that is read."""
        queries = [
            Query(
                f"rubric {rubric.id}" if rubric.id else "the whole site", {"rubric": rubric.id}, rubric.count
            )
            for rubric in sorted(planned, key=lambda rubric: -(rubric.count or 0))
        ]
        is_counted = queries[0].told is not None
        spread = queries if is_counted else queries[:: max(1, len(queries) // _LOOKED_INTO)]
        for query in spread[: 1 if is_counted else _LOOKED_INTO]:
            page = await listings.page(query)
            if isinstance(page, NoListing):
                raise UnansweredError(page.reason)
            self._firsts[query.name] = page
            if self._size(query) > PAGES_OF_A_SMALL_QUERY * listings.page_size:
                break
        if not is_counted:
            queries.sort(key=lambda query: -self._size(query))
        large, first = queries[0], self._firsts[queries[0].name]
        label = self.rubrics[large.filters["rubric"]].name if large.filters["rubric"] in self.rubrics else ""
        total = "no total" if first.count is None else f"total {first.count}"
        facets = ", ".join(f"{name} ({len(counts)})" for name, counts in first.facets.items())
        self.shown.surface(
            "listing",
            "read",
            f"{large.name} {label!r}: {len(first.ids)} records on page one, {total}; facets: {facets or 'none'}",
        )
        if first.set_aside or first.rejected:
            self.shown.line(
                f"  {len(first.set_aside)} records with ids that are none, {first.rejected} without one"
            )
        return queries

    def _size(self, query: Query) -> int:
        page = self._firsts.get(query.name)
        return -1 if page is None else page.count or len(page.ids)

    def _small(self, queries: Sequence[Query], narrowed: Sequence[Query]) -> list[Query]:
        """Queries of few pages: the smallest first, of those that are told to have a second page, then the others."""
        size = self.site.profile.listing.page_size
        told = sorted(
            (query for query in (*queries, *narrowed) if query.told), key=lambda query: query.told or 0
        )
        paged = [query for query in told if size < (query.told or 0) <= size * (PAGES_OF_A_SMALL_QUERY - 1)]
        rest = [query for query in reversed(told) if (query.told or 0) <= size]
        return [*paged, *rest] or sorted(queries, key=self._size)

    # --- records -----------------------------------------------------------------------------------------------

    async def _card(self, line: Line) -> Card | None:
        page = await self.asker.page(self.site.card_request(line.id, line.fields), "cards")
        if page.status == 0:
            self.shown.surface("card", "NOT READ", f"{page.url}: {page.text}")
            return None
        reading = self.site.read_card(line.id, page)
        told = f"{page.url}: status {page.status}, {reading.verdict}"
        if reading.verdict not in ("live", "closed"):
            if reading.wall:
                told += ": a login or captcha page"
            elif 200 <= page.status < 300:
                told += ": no link of its name answers, or it is another page"
            self.shown.surface("card", "NOT READ", told)
            return None
        branches = f", {len(reading.branches)} branches" if reading.branches else ""
        self.shown.surface("card", "read", told + branches)
        contacts = await self._contacts(line.id, reading)
        raw, sources = self.site.assemble(line.id, page, contacts, line)
        fetch = LeasedFetch("card", line.id, "tried", 0, 1, line.fields, line.digest)
        card = Card(fetch, reading.verdict, page.status, raw, sources, branches=reading.branches)
        for read in (page, contacts):
            if read is not None:
                card.faults.extend(Fault("page", "could not be read", fault) for fault in read.faults)
        card = await normalised(self.asker.crawler, card)
        await self._search(line.id, card)
        return card

    async def _contacts(self, record_id: str, reading: CardReading) -> Page | None:
        spec, card = self.site.profile.contacts, self.site.profile.card
        if spec is None:
            return None
        request = self.site.contacts_request(record_id, reading)
        if request is None:
            missing = sorted(set(card.tokens if card else ()) - reading.tokens.keys())
            why = f"no value for {', '.join(missing)}" if missing else "the card says that there are none"
            self.shown.surface("contacts", "NOT READ" if missing else "not asked", why)
            return None
        page = await self.asker.page(request, "contacts")
        read = 200 <= page.status < 300
        told = page.text if page.status == 0 else f"status {page.status}"
        self.shown.surface("contacts", "read" if read else "NOT READ", told)
        return page

    async def _search(self, record_id: str, card: Card) -> None:
        request = self.site.search_request(card.name or "")
        if request is None:
            return
        if not card.name:
            self.shown.surface("search", "not asked", "the card has no name to look for")
            return
        page = await self.asker.page(request, "search")
        try:
            ids = self.site.read_search(page)
        except NotAListing as fault:
            self.shown.surface("search", "NOT READ", explained(fault, page))
            return
        among = "the card is among them" if record_id in ids else "the card is NOT among them"
        self.shown.surface("search", "read", f"{len(ids)} hits for the card's name, {among}")

    async def _sitemap(self) -> None:
        for request in self.site.sitemap_requests()[:1]:
            page = await self.asker.page(request, "sitemap")
            try:
                ids, further = self.site.read_sitemap(page)
            except NotAListing as fault:
                self.shown.surface("sitemap", "NOT READ", explained(fault, page))
                return
            named = f"{len(ids)} cards, {len(further)} further sitemaps"
            self.shown.surface("sitemap", "read" if ids or further else "NOT READ", f"names {named}")
