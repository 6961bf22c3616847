"""The bundled directory site: serves a `City` over HTTP, with a ceiling and every fault on request.

`python -m directory_crawler.demo.directory_site --port 0 --size 2000` prints its address and serves until
SIGTERM; `async with serve(city, options) as base_url` does so inside a process.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import json
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from directory_crawler.demo import listing_pages
from directory_crawler.demo.card_pages import card_page, contacts_answer, scripted
from directory_crawler.demo.catalogue import Catalogue, Slice
from directory_crawler.demo.city import City
from directory_crawler.demo.drift import Drift
from directory_crawler.demo.http_server import HttpRequest, HttpResponse, serve_until_stopped, serving
from directory_crawler.demo.options import PAST_KINDS, Fault, SiteOptions
from directory_crawler.demo.paging import MISSING, REFUSED, WALLED, announced, cut_page
from directory_crawler.demo.refusals import Refusals, retry_after
from directory_crawler.demo.search import NameSearch

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from directory_crawler.demo.records import Card

_JSON = "application/json; charset=utf-8"
_FILTERS = ("district", "letter", "leaf")
_KEPT_LINES = 100_000
_MOST_BRANCHES = 5
_LONGEST_NUMBER = 9


class DirectorySite:
    """The site's state and its answer to every request."""

    def __init__(self, city: City, options: SiteOptions) -> None:
        self.stats: dict[str, Counter[str]] = {}
        self._contact_calls: Counter[str] = Counter()
        self._settle(city)
        self.change(options)

    def change(self, options: SiteOptions) -> None:
        """Behave by `options` from now on; faults that are limited to first requests start anew."""
        self._options = options
        self._drift = Drift(self._city.seed, options.drift)
        self._fault_uses: Counter[Fault] = Counter()
        self._refusals = Refusals(options.limits)

    def advance(self) -> None:
        """Let a week pass."""
        self._settle(self._city.advance())
        self._drift = Drift(self._city.seed + self._city.week, self._options.drift)

    def _settle(self, city: City) -> None:
        self._city = city
        self._catalogue = Catalogue(city)
        self._search = NameSearch(city)
        self._chains: dict[str, list[Card]] = {}
        for card in city.cards.values():
            if card.chain is not None and not card.gone:
                self._chains.setdefault(card.chain, []).append(card)
        self._line_json = lru_cache(_KEPT_LINES)(lambda card_id: listing_pages.item_json(city.cards[card_id]))
        self._line_html = lru_cache(_KEPT_LINES)(lambda card_id: listing_pages.item_html(city.cards[card_id]))

    def handle(self, request: HttpRequest) -> HttpResponse:
        """The answer to any request."""
        parts = request.path.split("/")[1:]
        if parts[0] == "admin":
            return self._admin(request, parts[1:])
        if request.method not in ("GET", "HEAD"):
            return _error(405, f"expected GET, found {request.method}")
        surface, key, filters = _surface(parts, request.query)
        if surface is None:
            return _error(404, "no such page")
        self.stats.setdefault(surface, Counter())[key] += 1
        wall = listing_pages.wall_page()
        refusal = self._refusals.answer(surface, filters.get("rubric", ""), request.client, wall)
        if refusal is not None:
            return refusal
        fault = self._fault(self._options.fail, surface, filters)
        if fault is not None:
            retry = retry_after(fault.retry_after, as_date=fault.retry_as_date)
            if fault.status == 200:
                return HttpResponse(wall, headers=retry)
            return HttpResponse(b"not now", fault.status, "text/plain", retry)
        response = self._answer(surface, key, filters, request)
        stall = self._fault(self._options.stall, surface, filters)
        drip = self._fault(self._options.drip, surface, filters)
        if stall is None and drip is None:
            return response
        return replace(response, delay=stall.seconds if stall else 0.0, drip=drip.seconds if drip else 0.0)

    def _answer(self, surface: str, key: str, filters: dict[str, str], request: HttpRequest) -> HttpResponse:
        if surface == "list":
            return self._listing(filters, request.query, as_json=request.path.startswith("/api/"))
        if surface == "card":
            return self._card(key)
        if surface == "contacts":
            return self._contacts(key, request.headers)
        if surface == "search":
            return self._found(request.query.get("q", ""))
        if surface == "rubrics":
            return self._rubrics(key)
        if surface == "districts":
            return HttpResponse(listing_pages.districts_page(self._city))
        if surface == "sitemap":
            return self._sitemap(request.headers.get("host", ""))
        delay = self._options.crawl_delay
        lines = ["User-agent: *", "Disallow: /admin/", "Disallow: /private/"]
        lines += [f"Crawl-delay: {delay:g}"] if delay is not None else []
        return HttpResponse("\n".join([*lines, ""]).encode(), content_type="text/plain; charset=utf-8")

    def _fault(self, faults: Sequence[Fault], surface: str, filters: dict[str, str]) -> Fault | None:
        for fault in faults:
            if fault.concerns(surface, filters):
                self._fault_uses[fault] += 1
                if fault.first is None or self._fault_uses[fault] <= fault.first:
                    return fault
        return None

    def _rubrics(self, key: str) -> HttpResponse:
        if not key:
            return HttpResponse(listing_pages.groups_page(self._city))
        for group in self._city.tree.groups:
            if group.id == key:
                return HttpResponse(
                    listing_pages.group_page(group, self._catalogue, counts=self._options.counts)
                )
        return _error(404, f"no group {key!r}")

    def _listing(self, filters: dict[str, str], query: dict[str, str], *, as_json: bool) -> HttpResponse:
        rubric = filters.get("rubric", "")
        if not self._catalogue.knows(rubric):
            return _error(404, f"no rubric {rubric!r}")
        asked = query.get("page", "1")
        if not (asked.isascii() and asked.isdecimal() and len(asked) <= _LONGEST_NUMBER and int(asked)):
            return _error(400, f"page: expected a number from 1, found {asked!r}")
        number = int(asked)
        options = self._options
        asked_for = {name: value for name, value in filters.items() if name not in options.ignored}
        if "rubric" in options.ignored:
            rubric = max(self._city.tree.rows, key=self._city.tree.rows.__getitem__)
        cut = Slice(rubric, *(asked_for.get(name, "") for name in _FILTERS))
        descending = not options.one_order and query.get("sort") == "desc"
        silent = any(r in ("*", cut.rubric) and d in ("*", cut.district) for r, d in options.silent_empty)
        rows = () if silent else self._catalogue.cards(cut)
        if descending:
            rows = rows[::-1]
        rows = self._drift.order((cut, descending), rows)
        ceiling = self._city.shape.ceiling if options.ceiling_rows is None else options.ceiling_rows
        page = cut_page(rows, number, ceiling=ceiling, options=options, name=str(cut))
        if page.kind == REFUSED:
            return _error(400, f"page {number} is out of range, please narrow your search")
        if page.kind == MISSING:
            return _error(404, "no such page")
        if page.kind == WALLED:
            return HttpResponse(listing_pages.wall_page())
        echo = dict(filters)
        if query.get("sort") and not options.one_order:
            echo["sort"] = "desc" if descending else "asc"
        facets = None
        if options.facets:
            counted = {} if silent else self._catalogue.facets(cut)
            facets = {a: {k: announced(n, options) for k, n in v.items()} for a, v in counted.items()}
        says_found = number == 1 or not options.found_on_first_page_only
        line = self._line_json if as_json else self._line_html
        items = [line(card.id) for card in page.cards]
        if as_json:
            body = listing_pages.list_json(
                page, number, items, filters=echo, facets=facets, says_found=says_found
            )
            return HttpResponse(body, content_type=_JSON)
        following = echo if number < page.pages else None
        if options.lose_filter and number >= page.pages:
            following = {"rubric": rubric}
        body = listing_pages.list_html(
            page, number, items, filters=echo, facets=facets, says_found=says_found, next_filters=following
        )
        return HttpResponse(body)

    def _card(self, card_id: str) -> HttpResponse:
        card = self._city.cards.get(card_id)
        if card is None or card.gone == 404:
            return HttpResponse(listing_pages.html_page("Not found", "<h1>There is no such card</h1>"), 404)
        if card.gone:
            return HttpResponse(listing_pages.html_page("Gone", "<h1>This card has been removed</h1>"), 410)
        page = card_page(self._city, card, token=self._token(card), branches=self._branches(card))
        if self._options.scripted:
            page = scripted(page, card, token=self._token(card))
        return HttpResponse(page.encode())

    def _branches(self, card: Card) -> list[Card]:
        """The next few branches of the card's chain, and those that no listing shows yet."""
        chain = self._chains.get(card.chain or "", [])
        others = [other for other in chain if other.id != card.id]
        if not others:
            return []
        start = chain.index(card)
        near = [others[(start + step) % len(others)] for step in range(min(_MOST_BRANCHES, len(others)))]
        return near + [other for other in others if not other.listed and other not in near]

    def _token(self, card: Card) -> str:
        secret = f"{self._city.seed} {self._city.week} {card.id}"
        return hashlib.blake2s(secret.encode(), digest_size=12).hexdigest()

    def _contacts(self, card_id: str, headers: dict[str, str]) -> HttpResponse:
        card = self._city.cards.get(card_id)
        if card is None or card.gone:
            return _error(404, f"no card {card_id!r}")
        if headers.get("x-requested-with") != "XMLHttpRequest":
            return _error(403, "X-Requested-With: expected XMLHttpRequest")
        if headers.get("x-contacts-token") != self._token(card):
            return _error(403, "X-Contacts-Token: expected the token of the card's page")
        self._contact_calls[card_id] += 1
        call = 1 if self._options.steady else self._contact_calls[card_id]
        return _json(contacts_answer(card, seed=self._city.seed, call=call))

    def _found(self, text: str) -> HttpResponse:
        hits = self._search.hits(text)
        return _json({"found": len(hits), "items": [{"id": card.id, "name": card.name} for card in hits]})

    def _sitemap(self, host: str) -> HttpResponse:
        if not self._options.sitemap:
            return _error(404, "no such page")
        rows = "".join(
            f"<url><loc>http://{escape(host)}/card/{card.id}</loc></url>"
            for card in self._city.cards.values()
            if not card.gone
        )
        body = (
            '<?xml version="1.0" encoding="UTF-8"?>'
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</urlset>'
        )
        return HttpResponse(body.encode(), content_type="application/xml; charset=utf-8")

    def _admin(self, request: HttpRequest, parts: list[str]) -> HttpResponse:
        action = (request.method, "/".join(parts))
        if action == ("GET", "stats"):
            requests = {surface: sum(counts.values()) for surface, counts in self.stats.items()}
            return _json({"week": self._city.week, "requests": requests, "ids": self.stats})
        if action == ("POST", "stats/reset"):
            self.stats.clear()
            return _json({"requests": {}})
        if action == ("POST", "advance"):
            self.advance()
            return _json({"week": self._city.week})
        if action == ("POST", "options"):
            try:
                changes = json.loads(request.body)
                if not isinstance(changes, dict):
                    return _error(400, f"options: expected a JSON object, found {changes!r}")
                self.change(self._options.changed(changes))
            except (ValueError, TypeError) as error:
                return _error(400, str(error))
            return _json({"changed": sorted(changes)})
        return _error(404, "no such page")


def _surface(parts: list[str], query: dict[str, str]) -> tuple[str | None, str, dict[str, str]]:
    """Which surface a path is of, the id that it names, and its listing filters."""
    key = parts[1] if len(parts) > 1 else ""
    filters = {name: query[name] for name in _FILTERS if query.get(name)}
    match parts:
        case ["api", "list"]:
            rubric = query.get("rubric", "")
            return "list", rubric, {"rubric": rubric} | filters
        case ["list", rubric]:
            return "list", rubric, {"rubric": rubric} | filters
        case ["card", _] | ["rubrics", _]:
            return parts[0], key, {}
        case ["api", "contacts", card_id]:
            return "contacts", card_id, {}
        case ["search"] | ["rubrics"] | ["districts"]:
            return parts[0], "", {}
        case ["robots.txt"]:
            return "robots", "", {}
        case ["sitemap.xml"]:
            return "sitemap", "", {}
    return None, "", {}


def _json(value: Any) -> HttpResponse:
    return HttpResponse(json.dumps(value, ensure_ascii=False).encode(), content_type=_JSON)


def _error(status: int, message: str) -> HttpResponse:
    return HttpResponse(json.dumps({"error": message}).encode(), status, _JSON)


@contextlib.asynccontextmanager
async def serve(
    city: City, options: SiteOptions | None = None, *, host: str = "127.0.0.1", port: int = 0
) -> AsyncIterator[str]:
    """Serve `city` while the block runs; gives the base URL (port 0: any free one)."""
    site = DirectorySite(city, options or SiteOptions())
    async with serving(site.handle, host=host, port=port) as base_url:
        yield base_url


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m directory_crawler.demo.directory_site", description=__doc__
    )
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 takes any free one")
    parser.add_argument("--size", type=int, default=2000, help="listed cards in week 0")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--week", type=int, default=0, help="weeks that have passed already")
    parser.add_argument("--ceiling-rows", type=int, help="rows that a query serves, 0 for no ceiling")
    parser.add_argument("--past", choices=PAST_KINDS, default="clamp", help="what lies past the ceiling")
    parser.add_argument("--drift", type=float, default=0.0, metavar="P")
    parser.add_argument("--page-cap", type=int, metavar="N")
    parser.add_argument("--clamp-total", type=int, metavar="N")
    parser.add_argument("--overstate", type=float, default=0.0, metavar="P")
    parser.add_argument("--tail-loss", type=float, default=0.0, metavar="P")
    parser.add_argument("--no-facets", dest="facets", action="store_false")
    parser.add_argument("--no-counts", dest="counts", action="store_false")
    parser.add_argument("--one-order", action="store_true")
    parser.add_argument("--found-on-first-page-only", action="store_true")
    parser.add_argument("--lose-filter", action="store_true")
    parser.add_argument("--sitemap", action="store_true")
    parser.add_argument("--scripted", action="store_true", help="cards call for their contacts by a script")
    parser.add_argument("--steady", action="store_true", help="no number changes from call to call")
    parser.add_argument("--crawl-delay", type=float)
    parser.add_argument("--options", default="{}", metavar="JSON", help="any options of SiteOptions")
    return parser


def main() -> None:
    """Serve from the command line."""
    parser = _parser()
    arguments = parser.parse_args()
    own = vars(arguments)
    try:
        told = ("host", "port", "size", "seed", "week", "options")
        options = SiteOptions().changed({name: own[name] for name in own if name not in told})
        options = options.changed(json.loads(arguments.options))
        city = City.at(arguments.size, arguments.seed, arguments.week)
    except ValueError as error:
        parser.error(str(error))
    site = DirectorySite(city, options)
    asyncio.run(serve_until_stopped(site.handle, host=arguments.host, port=arguments.port))


if __name__ == "__main__":
    main()
