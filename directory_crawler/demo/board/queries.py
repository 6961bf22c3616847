"""What a query string asks for: a search, and where its page starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.demo.board.index import Search
from directory_crawler.demo.board.market import DAY
from directory_crawler.demo.board.pages import LIST_SIZE

if TYPE_CHECKING:
    from directory_crawler.demo.board.options import BoardOptions
    from directory_crawler.demo.board.stamps import Stamps

_LONGEST_NUMBER = 9


def read(
    query: dict[str, str], surface: str, *, stamps: Stamps, options: BoardOptions, now: int
) -> tuple[Search, int]:
    """The search and the offset of its page, for the surface "search" or "jobs" (which knows no time).

    Raises ValueError with the name of the parameter that cannot be read.
    """
    since = until = None
    query = {name: value for name, value in query.items() if name not in options.ignored}
    if surface == "search" and not options.no_time:
        since, until = _time_range(query, stamps=stamps, options=options, now=now)
    search = Search(since, until, query.get("category", ""), query.get("region", ""), query.get("type", ""))
    if surface == "search":
        return search, number("offset", query.get("offset", "0"))
    page = number("page", query.get("page", "1"))
    if not page:
        raise ValueError("page: expected a number from 1, found 0")
    return search, (page - 1) * LIST_SIZE


def number(name: str, text: str) -> int:
    """A whole number from 0 (ValueError with the name of the parameter)."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER):
        raise ValueError(f"{name}: expected a number from 0, found {text!r}")
    return int(text)


def _time_range(
    query: dict[str, str], *, stamps: Stamps, options: BoardOptions, now: int
) -> tuple[int | None, int | None]:
    bounds: dict[str, int | None] = {"from": None, "to": None}
    if query.get("since"):
        days = number("since", query["since"].removesuffix("d"))
        bounds["from"] = stamps.key(max(0, now - days * DAY))
    if not options.since_only:
        for name in bounds:
            if query.get(name):
                try:
                    bounds[name] = stamps.read(query[name])
                except (ValueError, OverflowError) as error:
                    raise ValueError(f"{name}: {error}") from error
    if options.forgiving and (bounds["from"] or 0) > stamps.key(now):
        return None, None
    return bounds["from"], bounds["to"]
