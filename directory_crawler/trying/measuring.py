"""Measure the listing of a site: page size, order, totals, and how deep a query is served.

A dozen or two of pages of three or four queries: a large one, others that hold other numbers of records, and a small
one that is paged to its end.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from directory_crawler.core.planning.depth import Depth, DepthSearch
from directory_crawler.core.planning.honesty import Stated, Totals, Walked, judge
from directory_crawler.trying.figures import Figure
from directory_crawler.trying.listings import Listings, NoListing, Query, UnansweredError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.sites.readings import Listing
    from directory_crawler.trying.shown import Shown

PAGES_OF_A_SMALL_QUERY = 5
_LARGER = 5
"""Times the page size that is asked for, to see whether the site would give longer pages."""
_UNKNOWN_ENDS = 2
"""Queries that may be too small to have a ceiling of which the end is looked at."""
_WALKED = 3
"""Small queries that are tried, until one is paged to its end."""
_HARDLY = 0.2
"""The share of a page that may differ when it is asked for again: records come and move meanwhile."""

PAST = {"clamp": "the last page again", "first": "page one again", "empty": "an empty page"}


class Measuring:
    """Measures one listing, given page one of a large query of it. What it learns is in `figures`."""

    def __init__(self, listings: Listings, large: Query, first: Listing) -> None:
        self.listings = listings
        self.large = large
        self.first = first
        self.figures: list[Figure] = []
        self.second: Listing | NoListing | None = None
        self.totals = Totals("none", "no total was looked at")
        self.ceiling: Depth | None = None
        self._firsts: dict[str, Listing] = {large.name: first}
        self._stated: list[Stated] = []
        self._seen: set[tuple[str, ...]] = set()
        self._looked = 0
        self._confirmed: bool | None = None
        self._error = ""

    async def run(self, shown: Shown, others: Sequence[Query], small: Sequence[Query]) -> list[Figure]:
        """Measure everything. ``others`` hold other records than the large query, ``small`` have a few pages at most,
        the best one first. A page that cannot be had ends it, since the figures build on each other."""
        try:
            await self.page_size()
            await self.order()
            await self.compare(others[:4])
            await self.depth(others)
            await self.hold_against_pages(small)
            self.tell_depth()
        except UnansweredError as fault:
            shown.surface("measuring", "NOT READ", f"{fault}; what is not among the figures was not measured")
        return self.figures

    # --- pages -----------------------------------------------------------------------------------------------

    async def page_size(self) -> None:
        """Hold the first two pages against the page size of the profile."""
        asked, size, total = self.listings.page_size, len(self.first.ids), self.first.count
        if total is not None and total <= size <= asked:
            self._tell("page size", "not measured", f"{self.large.name} has no second page")
            return
        cursor = self.first.cursor
        self.second = await self.listings.page(self.large, 2, rows_before=size, cursor=cursor)
        goes_on = not isinstance(self.second, NoListing) and bool(set(self.second.ids) - set(self.first.ids))
        if not isinstance(self.second, NoListing) and goes_on:
            size = max(size, len(self.second.ids))
        elif size < asked:
            self._tell("page size", "not measured", f"{self.large.name} has no second page")
            return
        if size == asked:
            self._tell("page size", str(size), "as asked for", "listing.page_size", size)
            await self._longer_pages(size)
            return
        how = (
            f"asked for {asked}, given {size}: the site caps its pages"
            if size < asked
            else f"asked for {asked}, given {size}"
        )
        self._tell("page size", str(size), how, "listing.page_size", size)
        self.listings = self.listings.with_page_size(size)

    async def _longer_pages(self, size: int) -> None:
        """Ask for a longer page than the profile does, where a page can be asked to be longer."""
        if "size" not in self.listings.site.profile.listing.placeholders():
            return
        wanted = _LARGER * size
        page = await self.listings.with_page_size(wanted).page(self.large)
        if isinstance(page, NoListing):
            self._tell("longest page", str(size), f"asked for {wanted}: {page.reason}")
        elif len(page.ids) > size:
            found = len(page.ids)
            self._tell(
                "longest page", f"{found} or more", f"asked for {wanted}: longer pages take fewer requests"
            )
        else:
            self._tell("longest page", str(size), f"asked for {wanted}, given {len(page.ids)}")

    # --- order -----------------------------------------------------------------------------------------------

    async def order(self) -> None:
        """Ask for one page twice, and for page one in every order on offer."""
        orders = self.listings.orders
        for order in orders[1:]:
            page = await self.listings.page(self.large, order=order)
            if isinstance(page, NoListing):
                self._tell(f"order {order}", "not read", page.reason)
            elif self.second is None:
                self._tell(f"order {order}", "not measured", f"{self.large.name} has one page only")
            elif set(page.ids) == set(self.first.ids):
                self._tell(f"order {order}", "not applied", f"page one is the same as in order {orders[0]}")
            else:
                self._tell(f"order {order}", "applied", f"page one is another than in order {orders[0]}")
        second = self.second
        if second is None or isinstance(second, NoListing) or not second.ids:
            return
        again = await self.listings.page(
            self.large, 2, rows_before=len(self.first.ids), cursor=self.first.cursor
        )
        if isinstance(again, NoListing):
            self._tell("stable order", "not read", again.reason)
            return
        missing = len(set(second.ids) - set(again.ids))
        if again.ids == second.ids:
            found, how = "yes", "page two, asked for twice, shows the same records in the same order"
        elif missing <= _HARDLY * len(second.ids):
            found, how = "nearly", f"{missing} of {len(second.ids)} records moved in between"
        else:
            found, how = "no", f"{missing} of {len(second.ids)} records of page two are not there again"
        stable = found != "no"
        key = "listing.orders.stable" if orders else ""
        self._tell("stable order", found, how, key, None if stable else False)

    # --- totals ----------------------------------------------------------------------------------------------

    async def compare(self, others: Sequence[Query]) -> None:
        """Ask for page one of other queries, and compare what is stated of them."""
        self._stated = []
        self._note(self.large, self.first)
        for query in others:
            page = await self.listings.page(query)
            if isinstance(page, NoListing):
                self._tell(f"total of {query.name}", "not read", page.reason)
                continue
            self._firsts[query.name] = page
            self._note(query, page)
        self.totals = self._judged(None)

    def _note(self, query: Query, page: Listing) -> None:
        """Keep what a query states, unless its page is one that was seen: then it is the same list, or may be."""
        if page.ids not in self._seen:
            self._seen.add(page.ids)
            filters = frozenset(query.filters.items())
            self._stated.append(Stated(query.name, page.count, len(page.ids), query.told, filters))

    async def hold_against_pages(self, small: Sequence[Query]) -> None:
        """Page a query to its end, of those that have one below the ceiling, and judge what totals are worth."""
        reach = self.ceiling.rows if self.ceiling is not None and self.ceiling.rows is not None else None
        fitting = [query for query in small if reach is None or (query.told or 0) < reach]
        walked = None
        for query in fitting[:_WALKED]:
            walked = await self.walk(query)
            if reach is not None and walked.found >= reach:
                walked = None  # it was the ceiling that it ended at
            elif (first := self._firsts.get(query.name)) is not None:
                self._note(query, first)
            if walked is not None and walked.whole:
                break
        self.totals = self._judged(walked)
        self._tell("totals", self.totals.kind, self.totals.reason)
        if self.totals.cap is not None:
            self._tell("cap of totals", str(self.totals.cap), "", "listing.count_cap", self.totals.cap)
        second = self.second
        if self.first.count is not None and second is not None and not isinstance(second, NoListing):
            if second.count is None:
                self._tell("total on page two", "none", "stated on page one only")
            elif second.count != self.first.count:
                self._tell("total on page two", str(second.count), f"page one states {self.first.count}")
        differing = [
            f"{seen.query} states {seen.total}, {seen.told} are told of it elsewhere"
            for seen in self._stated
            if seen.told is not None and seen.total is not None and seen.told != seen.total
        ]
        if differing:
            self._tell("told elsewhere", "differs", "; ".join(differing[:2]))

    def _judged(self, walked: Walked | None) -> Totals:
        return judge(self._stated, walked, self.listings.site.profile.listing.count_tolerance)

    async def walk(self, query: Query) -> Walked:
        """Page a query to its end, or through as many pages as a small one has."""
        listings, found, rows, cursor = self.listings, set[str](), 0, None
        total: int | None = None
        for number in range(1, PAGES_OF_A_SMALL_QUERY + 1):
            page = await listings.page(query, number, rows_before=rows, cursor=cursor)
            if isinstance(page, NoListing):
                return Walked(query.name, total, len(found), number > 1)
            if number == 1:
                total = page.count
                self._firsts[query.name] = page
                if (total or 0) > listings.page_size * PAGES_OF_A_SMALL_QUERY:
                    return Walked(query.name, total, len(page.ids), whole=False)
            fresh = set(page.ids) - found
            found |= fresh
            rows, cursor = rows + len(page.ids), page.cursor
            if total is not None and len(found) >= total:
                return Walked(query.name, total, len(found), whole=True)
            # A site that caps its pages may announce as few as there would be of full ones.
            no_next = page.has_next is False and total is None
            if no_next or not fresh or len(page.ids) < listings.page_size:
                return Walked(query.name, total, len(found), whole=True)
        return Walked(query.name, total, len(found), whole=False)

    # --- the ceiling -----------------------------------------------------------------------------------------

    async def depth(self, others: Sequence[Query]) -> None:
        """Look for the ceiling of the large query, and whether another query ends as deep."""
        if self.listings.site.profile.listing.paging == "cursor":
            return
        count = self.first.count if self.totals.can_be_used else None
        search = DepthSearch(self.listings.page_size, count)
        result = search.feed(self.first.ids)
        while result is None:
            page = await self.listings.page(self.large, search.ask, stage="depth")
            if isinstance(page, NoListing):
                self._error = page.reason
            result = search.feed(None if isinstance(page, NoListing) else page.ids)
        self.ceiling = result
        self._looked = min(search.deepest, search.count or search.deepest)
        if result.rows is not None:
            self._confirmed = await self._elsewhere(result, others)

    def tell_depth(self) -> None:
        """Tell the ceiling, and whether it is one: the end of a list and a ceiling may look alike in one query."""
        found = self.ceiling
        if found is None:
            self._tell("ceiling", "not measured", "a cursor leads to the next page only")
            return
        asked = f"{found.calls} pages of {self.large.name}"
        if found.rows is None:
            how = f"within {self._looked} records, {asked}: a larger query may have one"
            self._tell("ceiling", "none met", how)
            return
        rows = f"{found.rows} records"
        # A total that is true promises more than the list gives.
        is_no_end = self.totals.kind == "honest" and found.behaviour != "empty"
        if self._confirmed or (self._confirmed is None and is_no_end):
            also = ", and in another query" if self._confirmed else ""
            value = self._in_its_unit(found.rows)
            self._tell("ceiling", rows, f"{asked}{also}", "listing.ceiling", value)
        else:
            why = "another query ends elsewhere" if self._confirmed is False else "it may be the list's end"
            self._tell("ceiling", rows, f"{asked}; not certain: {why}")
        past = PAST.get(found.behaviour, self._error)
        self._tell("past the ceiling", found.behaviour, past)

    async def _elsewhere(self, found: Depth, others: Sequence[Query]) -> bool | None:
        """Whether another query that holds more ends at the same place; ``None`` where none is known to."""
        assert found.rows is not None
        read = [query for query in others if query.name in self._firsts]
        known = [query for query in read if self._holds(query) > found.rows + self.listings.page_size]
        if known:
            return await self._ends_alike(found, known[0])
        # Below a cap of the totals nobody knows how much a query holds: one that ends alike is proof all the same.
        for query in read[:_UNKNOWN_ENDS]:
            total = self._firsts[query.name].count
            unknown = total is None if self.totals.cap is None else total == self.totals.cap
            if unknown and await self._ends_alike(found, query):
                return True
        return None

    def _holds(self, query: Query) -> int:
        total = self._firsts[query.name].count if self.totals.can_be_used or self.totals.cap else None
        return query.told or total or 0

    async def _ends_alike(self, found: Depth, other: Query) -> bool:
        assert found.rows is not None
        last = max(ceil(found.rows / self.listings.page_size), 1)
        here = await self.listings.page(other, last, stage="depth")
        if isinstance(here, NoListing) or not here.ids:
            return False
        first = self._firsts[other.name].ids
        if last > 1 and here.ids == first:
            return False
        past = await self.listings.page(other, last + 1, stage="depth")
        if isinstance(past, NoListing):
            return found.behaviour == "error"
        if not past.ids:
            return found.behaviour == "empty"
        repeated = {"first": first, "clamp": here.ids}.get(found.behaviour)
        return repeated is not None and past.ids == repeated

    def _in_its_unit(self, rows: int) -> int:
        """A ceiling in records, as the profile counts it."""
        spec = self.listings.site.profile.listing
        pages = ceil(rows / spec.page_size)
        return {"rows": rows, "pages": pages, "offset": (pages - 1) * spec.page_size}[spec.ceiling_of]

    def _tell(self, name: str, found: str, how: str, key: str = "", value: int | bool | None = None) -> None:
        self.figures.append(Figure(name, found, how, key, value))
