"""Which rows a page shows: the page size, the ceiling, and what lies past it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from directory_crawler.demo.shape import PAGE_SIZE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.demo.options import SiteOptions
    from directory_crawler.demo.records import Card

SHOWN, REFUSED, WALLED, MISSING = "shown", "refused", "walled", "missing"


class Page(NamedTuple):
    """A page as the site answers it.

    `kind` is shown, refused (400), walled (a login page) or missing (404); `pages` and `found` are what it
    announces.
    """

    kind: str
    cards: Sequence[Card]
    found: int
    pages: int


def cut_page(rows: Sequence[Card], number: int, *, ceiling: int, options: SiteOptions, name: str) -> Page:
    """Page `number` (from 1) of `rows`; `ceiling` 0 means none, `name` tells slices apart where they end early."""
    size = min(PAGE_SIZE, options.page_cap or PAGE_SIZE)
    found = announced(len(rows), options)
    if options.clamp_total is not None:
        found = min(found, options.clamp_total)
    pages = math.ceil(found / PAGE_SIZE)
    reach = len(rows) - int(len(rows) * options.tail_loss)
    if ceiling:
        depth = ceiling
        if options.past == "early":
            depth = ceiling // 2 + crc32(name.encode()) % (ceiling - ceiling // 2)
        reach = min(reach, depth)
    last = max(1, math.ceil(reach / size))
    if number > last:
        if options.past == "error":
            return Page(REFUSED, (), found, pages)
        if options.past == "wall":
            return Page(WALLED, (), found, pages)
        if options.past == "notfound":
            return Page(MISSING, (), found, pages)
        if options.past in ("empty", "early"):
            return Page(SHOWN, (), found, pages)
        number = last if options.past == "clamp" else 1
    return Page(SHOWN, rows[(number - 1) * size : min(number * size, reach)], found, pages)


def announced(count: int, options: SiteOptions) -> int:
    """`count` as the site states it."""
    if options.fixed_total is not None:
        return options.fixed_total
    return count + round(count * options.overstate)
