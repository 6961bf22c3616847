"""Asking for listing pages and reading them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from directory_crawler.core.planning.slices import Axis, Slice
from directory_crawler.leases import SetAside
from directory_crawler.sites.chains import Chain, ItemReader, Sources, compile_items, compile_link, evaluate
from directory_crawler.sites.grammar import FacetTable, LinkTable, Profile
from directory_crawler.sites.intervals import SiteRange
from directory_crawler.sites.readings import AxisSpec, Line, Listing, NotAListing
from directory_crawler.sites.steps.base import TOO_LONG, Steps, chain, first
from directory_crawler.sites.times import BoardTime
from directory_crawler.sites.values import as_count, as_flag, as_id, as_text

if TYPE_CHECKING:
    from directory_crawler.sites.pages import Page, PageRequest

_SHORT_IDS = re.compile(
    r"\s*jmespath:\s*(?P<items>[\w.@\[\]]*\[\])\.(?P<id>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*"
)

_TELLING = frozenset(
    {"name", "address", "title", "company", "location", "location_name", "posted_at", "requisition"}
)
"""Fields of a line by which a record without an id is known again; others (links, ratings) differ by the page."""
_SHOWN = 100
"""Characters of a faulty id that its example has."""

FacetReader: TypeAlias = Callable[[Sources], "dict[str, int] | None"]
"""Counts by value; None where the page has no such facet."""


class ListingSteps(Steps):
    """The listing pages."""

    def __init__(self, profile: Profile, base_url: str | None = None) -> None:
        super().__init__(profile, base_url)
        listing = self.profile.listing
        self._items: ItemReader | None = None
        self._ids: Chain = chain(listing.ids if listing.items is None else listing.id)
        self._listing_is_json = (listing.items or (listing.ids or ())[0].link).lstrip().startswith("jmespath")
        if listing.items is not None:
            self._items = compile_items(listing.items)
        elif (
            listing.ids is not None
            and (short := _SHORT_IDS.fullmatch(listing.ids[0].link))
            and len(listing.ids) == 1
        ):
            self._items = compile_items(f"jmespath: {short['items']}")
            self._ids = chain([listing.ids[0].model_copy(update={"link": f"jmespath: {short['id']}"})])
        self._line_fields = {str(name): chain(links) for name, links in listing.fields.items()}
        self._count = chain(listing.count)
        self._next = chain(listing.next)
        self._cursor = chain(listing.cursor)
        self._empty = chain(listing.empty)
        self._echo = {name: chain(links) for name, links in listing.echo.items()}
        self._facets = {name: _facet_reader(spec) for name, spec in listing.facets.items()}
        self.times = BoardTime.of(self.profile)
        self.ranges = {
            name: SiteRange.of(axis.range)
            for name, axis in self.profile.axes.items()
            if axis.range is not None
        }

    def axis_of(self, spec: AxisSpec, slice_: Slice, values: Sequence[str]) -> Axis | None:
        """An axis as a slice may still be cut along it, with the ``values`` known there; ``None`` where it may not.

        A site that wants to be cut in another way overrides this, and returns an axis with `Axis.pieces` of its own.
        """
        value = slice_.as_dict().get(spec.name)
        if spec.name in self.ranges:
            axis = self.ranges[spec.name].axis(spec.name, spec.partition, value)
            return axis if axis.pieces(None, 0) else None
        return Axis(spec.name, tuple(values), spec.partition) if value is None else None

    @property
    def reach(self) -> int | None:
        """Records that one query serves, by the profile's ceiling; None when it is still to be measured."""
        listing = self.profile.listing
        if listing.ceiling == "measure":
            return None
        if listing.ceiling_of == "rows":
            return listing.ceiling
        if listing.ceiling_of == "pages":
            return listing.ceiling * listing.page_size
        return (listing.ceiling // listing.page_size + 1) * listing.page_size

    def listing_request(
        self,
        filters: Mapping[str, str],
        page: int = 1,
        order: str | None = None,
        cursor: str | None = None,
        rows_before: int | None = None,
    ) -> PageRequest:
        """One page of a query. `filters` has `rubric` and axis values by name; `page` counts from 1.

        `rows_before` is how many records the pages before gave: offsets follow what the site served, not
        what it was asked for, since a site may cap its pages silently.
        """
        listing = self.profile.listing
        start = (page - 1) * listing.page_size if rows_before is None else rows_before
        values: dict[str, str | int | None] = {
            "rubric": filters.get("rubric"),
            "page": page - 1 + listing.first_page,
            "offset": start,
            "start": start,
            "end": start + listing.page_size - 1,
            "size": listing.page_size,
            "cursor": cursor,
        }
        for name in listing.axes:
            if self.times is not None and name == self.times.axis:
                values.update(self.times.parameters(filters.get(name)))
            elif name in self.ranges:
                values.update(self.ranges[name].parameters(filters.get(name)))
            else:
                values[self.profile.axis_param(name)] = filters.get(name)
        if listing.orders is not None:
            values[listing.orders.param] = order
        return self._request(listing, values)

    def read_listing(
        self,
        page: Page,
        number: int | None = None,
        is_void: Callable[[int | None], bool] = lambda _count: False,
    ) -> Listing:
        """The lines of a listing page; raises `NotAListing` when it is none.

        `number` is the page's own, from 1. With it, a first page without lines below a count above zero is
        a shape that the profile does not know; without it, only JSON without its list is. So it is below a count
        that `is_void`: one that says nothing.
        """
        self._expect_list(page)
        sources = Sources(page=page)
        if self._listing_is_json and page.json is None:
            raise self._no_list(page, "other", "no JSON where the listing is JSON")
        stated = as_count(first(self._count, sources))
        lines, set_aside, rejected, found_list = self._lines(sources)
        if not lines and not set_aside:
            void = is_void(stated) and self._listing_is_json and found_list
            self._expect_honestly_empty(page, stated, rejected, found_list, None if void else number)
        cursor = as_text(first(self._cursor, sources))
        return Listing(
            lines=lines,
            count=stated,
            facets={
                name: facet for name, read in self._facets.items() if (facet := read(sources)) is not None
            },
            echo={
                name: text for name, links in self._echo.items() if (text := as_text(first(links, sources)))
            },
            has_next=as_flag(first(self._next, sources)) if self._next else None,
            cursor=cursor or None,
            rejected=rejected,
            set_aside=set_aside,
        )

    def _lines(self, sources: Sources) -> tuple[tuple[Line, ...], tuple[SetAside, ...], int, bool]:
        """The lines, those with an id that is none, how many items had none, and whether the list itself was there."""
        found: dict[str, Line] = {}
        aside: dict[str, SetAside] = {}
        rejected = 0
        if self._items is None:
            values = evaluate(self._ids, sources).values
            for value in values:
                record_id = self._record_id(value)
                if record_id is not None:
                    found.setdefault(record_id, Line.of(record_id, {}))
                elif (reason := self._fault_of_id(value)) is not None:
                    line = _set_aside(reason, value, "")
                    aside[line.key] = line
                else:
                    rejected += 1
            return tuple(found.values()), tuple(aside.values()), rejected, bool(values)
        items = self._items(sources)
        if items is None:
            return (), (), 0, False
        for position, item in enumerate(items):
            inside = Sources(item=item)
            value = first(self._ids, inside)
            record_id = self._record_id(value)
            if record_id in found:
                continue
            if record_id is None:
                value = self._empty_id(inside) if value is None else value
                reason = None if value is None else self._fault_of_id(value)
                if reason is None:
                    rejected += 1
                    continue
            fields = {
                name: values
                for name, links in self._line_fields.items()
                if (values := evaluate(links, inside).values)
            }
            if record_id is not None:
                found[record_id] = Line.of(record_id, fields)
            else:
                told_apart_by = {name: values for name, values in fields.items() if name in _TELLING}
                others = "" if reason == TOO_LONG else told_apart_by or fields or position
                line = _set_aside(reason or "", value, others)
                aside[line.key] = line
        return (
            tuple(found.values()),
            tuple(aside.values()),
            rejected,
            self._listing_is_json or bool(items),
        )

    def _empty_id(self, inside: Sources) -> str | None:
        """The empty text that stands where the id should; ``None`` where nothing does, as on an advertisement."""
        answers = (answer for link in self._ids if not link.steps for answer in link.read(inside))
        return next((answer for answer in answers if isinstance(answer, str)), None) and ""

    def _expect_honestly_empty(
        self, page: Page, stated: int | None, rejected: int, found_list: bool, number: int | None
    ) -> None:
        """Raise unless a page without lines is one that says so."""
        if rejected:
            raise NotAListing("shape", f"{rejected} items without an id at {page.url}")
        if stated == 0 or evaluate(self._empty, Sources(page=page)).values:
            return
        if self._listing_is_json and not found_list:
            raise self._no_list(page, "shape", f"no list in the answer, which states {stated} records,")
        if stated is None and not (self._listing_is_json and found_list):
            raise self._no_list(page, "other", "neither lines nor a count nor the mark of an empty listing")
        if stated is not None and number == 1:
            raise self._no_list(page, "shape", f"no line, though {stated} records are stated,")

    def lost_filters(self, filters: Mapping[str, str], listing: Listing) -> tuple[str, ...]:
        """Filters that the page was asked for and, by its own echo, did not use."""
        return tuple(
            name for name in self._echo if name in filters and listing.echo.get(name) != filters[name]
        )


def _set_aside(reason: str, value: Any, told_apart_by: Any) -> SetAside:
    """A record whose id is none. Its key is the same on every page that shows it: made of the id, or where that says
    nothing, of what else tells the record apart."""
    written = json.dumps([value, told_apart_by], ensure_ascii=False, sort_keys=True, default=str)
    key = hashlib.blake2b(written.encode("utf-8", "replace"), digest_size=16).hexdigest()
    return SetAside(f"set aside {key}", reason, str(value)[:_SHOWN])


def _facet_reader(spec: FacetTable | LinkTable) -> FacetReader:
    if isinstance(spec, FacetTable):
        items, value, count = compile_items(spec.items), chain(spec.value), chain(spec.count)

        def read_items(sources: Sources) -> dict[str, int] | None:
            found = items(sources)
            if not found:
                return None
            insides = [Sources(item=item) for item in found]
            return _counts([first(value, inside), first(count, inside)] for inside in insides)

        return read_items
    link = compile_link(spec.link)

    def read_mapping(sources: Sources) -> dict[str, int] | None:
        answer = next(iter(link.read(sources)), None)
        if isinstance(answer, Mapping):
            return _counts(answer.items())
        return _counts(answer) if isinstance(answer, list) else None

    return read_mapping


def _counts(pairs: Iterable[Any]) -> dict[str, int]:
    found: dict[str, int] = {}
    for pair in pairs:
        if isinstance(pair, list | tuple) and len(pair) == 2:
            value, count = as_id(pair[0]), as_count(pair[1])
            if value is not None and count is not None:
                found[value] = count
    return found
