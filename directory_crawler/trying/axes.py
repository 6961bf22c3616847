"""Try the axes of a site: where their values come from, whether they are applied, what their counts add up to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.core.planning.slices import Slice
from directory_crawler.sites.readings import NotAListing
from directory_crawler.trying.listings import Listings, NoListing, Query, UnansweredError, explained

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.sites.pages import Page
    from directory_crawler.sites.readings import AxisSpec, Listing
    from directory_crawler.trying.asking import Asker
    from directory_crawler.trying.shown import Shown

VALUES_TRIED = 2
_FEWEST = 5
"""Records below which equal pages prove nothing: sites show advertised records with whatever is asked."""
_NAMED = 5


class Axes:
    """The axes other than time. What their values were answered with can be asked for in `queries`."""

    def __init__(self, shown: Shown, asker: Asker) -> None:
        self.shown = shown
        self.asker = asker
        self.queries: list[Query] = []
        self._pages: dict[str, Page] = {}

    async def try_all(
        self, listings: Listings, large: Query, first: Listing, children: Sequence[str] = ()
    ) -> None:
        """Tell what each axis of the listing gives within a query of which page one is known."""
        for spec in listings.site.axes:
            if spec.values_from == "time" or spec.name in large.filters:
                continue
            name = f"axis {spec.name}"
            try:
                values = await self._values(listings, spec, large, first, children)
            except NotAListing as fault:
                self.shown.surface(name, "NOT READ", str(fault))
                continue
            if not values:
                self.shown.surface(name, "not asked", f"no value of it is named ({spec.values_from})")
                continue
            named = ", ".join(values[:_NAMED]) + (", …" if len(values) > _NAMED else "")
            told = [f"{len(values)} values ({spec.values_from}): {named}"]
            counts = first.facets.get(spec.name)
            tried = sorted(values, key=lambda value: -(counts or {}).get(value, 0))[:VALUES_TRIED]
            try:
                told.append(await self._applied(listings, spec.name, tried, large, first))
            except UnansweredError as fault:
                self.shown.surface(name, "NOT READ", f"{told[0]}; {fault}")
                continue
            if counts and first.count and large.told in (None, first.count):
                told.append(_covering(sum(counts.values()), first.count))
            self.shown.surface(name, "read", "; ".join(told))

    async def _values(
        self, listings: Listings, spec: AxisSpec, large: Query, first: Listing, children: Sequence[str]
    ) -> list[str]:
        if spec.values is not None:
            return list(spec.values)
        if spec.values_from == "children":
            return list(children)
        if spec.values_from == "range":
            axis = listings.site.axis_of(spec, Slice(tuple(large.filters.items())), ())
            return list(axis.pieces(None, 0) or ()) if axis is not None else []
        if spec.values_from == "facets":
            return list(first.facets.get(spec.name, ()))
        values: list[str] = []
        for asked in listings.site.axis_requests(spec.name):
            page = self._pages.get(asked.url)
            if page is None:
                page = self._pages[asked.url] = await self.asker.page(asked, "probes")
            try:
                values += listings.site.read_axis_values(spec.name, page)
            except NotAListing as fault:
                raise NotAListing(fault.kind, explained(fault, page)) from fault
        return values

    async def _applied(
        self, listings: Listings, axis: str, values: Sequence[str], large: Query, first: Listing
    ) -> str:
        """Ask for some values, and say whether their pages differ from each other or from the page without them."""
        pages: list[frozenset[str]] = []
        queries: list[Query] = []
        for value in values:
            counts = first.facets.get(axis, {})
            name = f"{large.name}, {axis} {value}" if large.filters else f"{axis} {value}"
            query = Query(name, {**large.filters, axis: value}, counts.get(value))
            page = await listings.page(query)
            if isinstance(page, NoListing):
                return f"NOT APPLIED: {page.reason}" if page.lost else page.reason
            pages.append(frozenset(page.ids))
            queries.append(query)
        everything = frozenset(first.ids)
        if all(ids == everything for ids in pages):
            if len(pages) > 1 and len(everything) >= _FEWEST:
                return f"NOT APPLIED: {' and '.join(values)} are answered with the page without them"
            return "no telling whether it is applied"
        self.queries += queries
        return "applied"


def _covering(added: int, total: int) -> str:
    if added == total:
        return f"the counts of its values add up to the total, {total}"
    what = "some records are under none" if added < total else "some records are under several"
    return f"the counts of its values add up to {added} of {total}: {what}"
