"""The bundled job board: serves a `Board` over HTTP, with its ceiling, its time axis and every fault on request.

`python -m directory_crawler.demo.board --port 0 --size 3000` prints its address and serves until
SIGTERM; `async with serve(board, options) as base_url` does so inside a process.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from collections import Counter
from dataclasses import asdict, replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from directory_crawler.demo.board import feeds, pages, queries
from directory_crawler.demo.board.answers import (
    JSON,
    error_answer,
    fault_answer,
    json_answer,
    redirect_answer,
)
from directory_crawler.demo.board.index import Found, Index, Search
from directory_crawler.demo.board.items import Items
from directory_crawler.demo.board.options import BoardOptions, Fault
from directory_crawler.demo.board.paging import Page, cut_page, stated_total
from directory_crawler.demo.board.postings import GONE, MARKED, NOT_FOUND, REDIRECTED
from directory_crawler.demo.board.shape import PAGE_SIZE
from directory_crawler.demo.board.stamps import Stamps
from directory_crawler.demo.board.trades import TRADE_NAMES
from directory_crawler.demo.http_server import HttpRequest, HttpResponse, serving
from directory_crawler.demo.refusals import Refusals

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from directory_crawler.demo.board.board import Board
    from directory_crawler.demo.board.postings import Posting

_REQUESTS_A_SECOND = 30  # of the board's time, where no clock on the wall is followed
_KEPT_FEEDS = 128
_MOST_SIMILAR = 4
_BUMPED_SHARE = 0.7  # of what changes while a search is paged; the rest ends


class BoardSite:
    """The site's state and its answer to every request.

    Its time starts at the board's present. It goes on by a thirtieth of a second with each request, so that
    everything repeats exactly, or with `wall_clock` by the time that passes. Each answer's Date header tells it.
    """

    def __init__(self, board: Board, options: BoardOptions, *, wall_clock: bool = False) -> None:
        self.stats: dict[str, Counter[str]] = {}
        self._wall_clock = wall_clock
        self._answers = 0
        self._settle(board)
        self.change(options)

    @property
    def board(self) -> Board:
        """The world as it stands, with what changed while it was served."""
        return self._board

    @property
    def now(self) -> int:
        """The site's present, in seconds since 1970."""
        elapsed = time.monotonic() - self._started if self._wall_clock else self._ticks / _REQUESTS_A_SECOND
        return int(self._board.now.timestamp() + elapsed)

    def change(self, options: BoardOptions) -> None:
        """Behave by `options` from now on; faults that are limited to first requests start anew."""
        self._options = options
        self._fault_uses: Counter[Fault] = Counter()
        self._refusals = Refusals(options.limits)
        self._rng = Random(f"{self._board.seed} {self._board.day}")
        self._stamps = Stamps(options.grain, options.zone, naive=options.naive, form=options.stamp_format)
        self._index = Index(self._board.postings.values(), self._stamps.key, inclusive=options.inclusive)
        self._items = Items(self._board, options, self._stamps)
        self._feed_body = lru_cache(_KEPT_FEEDS)(self._write_feed)

    def advance(self) -> None:
        """Let a day pass."""
        self._settle(self._board.advance())
        self.change(self._options)

    def _settle(self, board: Board) -> None:
        self._board = board.copy()
        self._ticks = 0
        self._started = time.monotonic()
        self._marked = [p for p in board.postings.values() if p.ending == MARKED]

    def handle(self, request: HttpRequest) -> HttpResponse:
        """The answer to any request."""
        parts = request.path.split("/")[1:]
        if parts[0] == "admin":
            return self._admin(request, parts[1:])
        self._ticks += 1
        self._answers += 1
        answer = self._public(request, parts)
        dated = (*answer.headers, ("Date", feeds.http_date(self.now)))
        return replace(answer, headers=dated)

    def _public(self, request: HttpRequest, parts: list[str]) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return error_answer(405, f"expected GET, found {request.method}")
        surface, key = _surface(parts)
        if surface is None:
            return error_answer(404, "no such page")
        self.stats.setdefault(surface, Counter())[key] += 1
        search, offset = Search(), 0
        if surface in ("search", "jobs"):
            try:
                search, offset = queries.read(
                    request.query, surface, stamps=self._stamps, options=self._options, now=self.now
                )
            except ValueError as error:
                return error_answer(400, str(error))
        category = key.partition(".")[0] if surface == "feed" else search.category
        refusal = self._refusals.answer(surface, category, request.client, pages.wall_page())
        if refusal is not None:
            return refusal
        fault = self._fault(self._options.fail, surface, search, offset, key)
        if fault is not None:
            return fault_answer(fault)
        if surface == "search":
            response = self._search(search, offset, request.query)
        elif surface == "jobs":
            response = self._jobs(search, offset, request.query)
        elif surface == "job":
            response = self._job(key)
        elif surface == "detail":
            response = self._detail(key)
        elif surface == "feed":
            response = self._feed(key, request.headers)
        else:
            response = self._robots()
        stall = self._fault(self._options.stall, surface, search, offset, key)
        drip = self._fault(self._options.drip, surface, search, offset, key)
        return replace(response, delay=stall.seconds if stall else 0.0, drip=drip.seconds if drip else 0.0)

    def _fault(
        self, faults: Sequence[Fault], surface: str, search: Search, offset: int, key: str
    ) -> Fault | None:
        category = key.partition(".")[0] if surface == "feed" else search.category
        for fault in faults:
            if fault.concerns(
                surface, category=category, since=search.since, until=search.until, offset=offset
            ):
                self._fault_uses[fault] += 1
                if fault.first is None or self._fault_uses[fault] <= fault.first:
                    return fault
        return None

    def _search(self, search: Search, offset: int, query: dict[str, str]) -> HttpResponse:
        options = self._options
        asked = query.get("limit", str(PAGE_SIZE))
        try:
            limit = queries.number("limit", asked)
        except ValueError as error:
            return error_answer(400, str(error))
        descending = options.one_order or query.get("sort") != "asc"
        found = self._index.find(search, descending=descending)
        if options.live and self._rng.random() < options.live and found.high > found.low:
            self._let_something_happen(found)
            found = self._index.find(search, descending=descending)
        ceiling = self._board.shape.ceiling if options.ceiling_rows is None else options.ceiling_rows
        page = cut_page(len(found), offset, limit, ceiling=ceiling, options=options)
        if page.refused:
            return error_answer(
                400, f"offset: the result window of {ceiling} is exceeded, please narrow your search"
            )
        head: dict[str, Any] = {}
        if not options.no_total and (not offset or not options.total_on_first_page_only):
            head["total"] = stated_total(len(found), options)
        head |= {"offset": offset, "limit": limit if options.page_cap else min(limit, PAGE_SIZE)}
        if options.no_time:
            head["facets"] = self._index.facets(search)
        lines = [
            self._items.line(posting, self._token(posting), self._answers)
            for posting in self._rows(found, page)
        ]
        body = f"{json.dumps(head)[:-1]}, {json.dumps(options.list_key)}: [{', '.join(lines)}]}}"
        return HttpResponse(body.encode(), content_type=JSON)

    def _rows(self, found: Found, page: Page) -> list[Posting]:
        """The rows of a page; of an unstable order, one may be from another page."""
        rows = found.rows(page.start, page.stop)
        if rows and self._options.unstable and self._rng.random() < self._options.unstable:
            other = self._rng.randrange(len(found))
            if not page.start <= other < page.stop:
                rows[self._rng.randrange(len(rows))] = found.rows(other, other + 1)[0]
        return rows

    def _let_something_happen(self, found: Found) -> None:
        """Bump or end one of the postings that are being paged."""
        old = found.rows((row := self._rng.randrange(found.high - found.low)), row + 1)[0]
        if self._rng.random() < _BUMPED_SHARE:
            new = self._board.bump(old.id, self.now)
        else:
            new = self._board.end(old.id, self.now, self._rng.choice((NOT_FOUND, GONE, MARKED)))
        self._index.replace(old, new)

    def _jobs(self, search: Search, offset: int, query: dict[str, str]) -> HttpResponse:
        """A page of the list; past its own ceiling it shows the first page."""
        found = self._index.find(search, descending=True)
        reach = len(found)
        ceiling = (
            self._board.shape.ceiling if self._options.ceiling_rows is None else self._options.ceiling_rows
        )
        if ceiling:
            reach = min(reach, max(1, ceiling // pages.LIST_SIZE) * pages.LIST_SIZE)
        start = offset if offset < reach else 0
        kept = {name: query[name] for name in ("category", "region", "type") if query.get(name)}
        body = pages.jobs_page(
            found.rows(start, min(start + pages.LIST_SIZE, reach)),
            offset // pages.LIST_SIZE + 1,
            items=self._items,
            found=len(found),
            filters="&" + urlencode(kept) if kept else "",
            now=self.now,
        )
        return HttpResponse(body)

    def _job(self, posting_id: str) -> HttpResponse:
        posting = self._board.postings.get(posting_id)
        if posting is None or posting.ending == NOT_FOUND:
            return HttpResponse(pages.html_page("Not found", "<h1>There is no such job</h1>"), 404)
        if posting.ending == GONE:
            return HttpResponse(pages.html_page("Gone", "<h1>This job has been removed</h1>"), 410)
        if posting.ending == REDIRECTED:
            return redirect_answer()
        body = pages.job_page(
            posting,
            items=self._items,
            similar=self._similar(posting),
            now=self.now,
            token=self._token(posting),
        )
        return HttpResponse(body)

    def _similar(self, posting: Posting) -> list[Posting]:
        """Some of its category; beside every third posting, one that has ended."""
        category = posting.categories[0] if posting.categories else ""
        found = self._index.find(Search(category=category), descending=True)
        place = int(posting.id) % max(1, len(found) - _MOST_SIMILAR)
        others = [other for other in found.rows(place, place + _MOST_SIMILAR) if other.id != posting.id]
        if self._marked and int(posting.id) % 3 == 0:
            others.append(self._marked[int(posting.id) % len(self._marked)])
        return others

    def _detail(self, posting_id: str) -> HttpResponse:
        posting = self._board.postings.get(posting_id)
        if posting is None or posting.ending == NOT_FOUND:
            return error_answer(404, f"no job {posting_id!r}")
        if posting.ending == GONE:
            return error_answer(410, f"job {posting_id!r} has been removed")
        if posting.ending == REDIRECTED:
            return redirect_answer()
        body = self._items.detail(posting, self._token(posting), self._answers)
        return HttpResponse(body.encode(), content_type=JSON)

    def _feed(self, key: str, headers: dict[str, str]) -> HttpResponse:
        """The newest of a category as of the last quarter of an hour, unless the client has just that."""
        code, _, kind = key.partition(".")
        if code not in TRADE_NAMES or kind not in ("rss", "atom"):
            return error_answer(404, f"no feed {key!r}")
        refreshed = self.now - self.now % feeds.REFRESH_SECONDS
        found = self._index.find(
            Search(until=self._stamps.key(refreshed) + 1, category=code), descending=True
        )
        postings = tuple(found.rows(0, min(feeds.FEED_SIZE, len(found))))
        modified = max((p.posted for p in postings if p.posted is not None), default=refreshed)
        tag = feeds.entity_tag(postings)
        validators = (("ETag", tag), ("Last-Modified", feeds.http_date(modified)))
        if feeds.unchanged(headers, tag, modified):
            return HttpResponse(b"", 304, f"application/{kind}+xml", validators)
        body = self._feed_body(postings, code, kind, headers.get("host", ""))
        return HttpResponse(body, 200, f"application/{kind}+xml", validators)

    def _write_feed(self, postings: tuple[Posting, ...], code: str, kind: str, host: str) -> bytes:
        write = feeds.rss if kind == "rss" else feeds.atom
        return write(postings, self._items, code=code, name=TRADE_NAMES[code], host=host)

    def _robots(self) -> HttpResponse:
        delay = self._options.crawl_delay
        lines = ["User-agent: *", "Disallow: /admin/", "Disallow: /private/"]
        lines += [f"Crawl-delay: {delay:g}"] if delay is not None else []
        return HttpResponse("\n".join([*lines, ""]).encode(), content_type="text/plain; charset=utf-8")

    def _token(self, posting: Posting) -> str:
        """Another one in each answer."""
        secret = f"{self._board.seed} {self._answers} {posting.id}"
        return hashlib.blake2s(secret.encode(), digest_size=8).hexdigest()

    def _admin(self, request: HttpRequest, parts: list[str]) -> HttpResponse:
        match request.method, parts:
            case "GET", ["stats"]:
                requests = {surface: sum(counts.values()) for surface, counts in self.stats.items()}
                present = {"day": self._board.day, "now": self.now, "open": len(self._board.open_ids())}
                return json_answer(present | {"requests": requests, "ids": self.stats})
            case "GET", ["truth", posting_id] if posting_id in self._board.postings:
                return json_answer(asdict(self._board.truth[posting_id]))
            case "GET", ["open"]:
                return json_answer(sorted(self._board.open_ids()))
            case "GET", ["events"]:
                return self._events(request.query.get("since_day", "0"))
            case "POST", ["stats", "reset"]:
                self.stats.clear()
                return json_answer({"requests": {}})
            case "POST", ["advance"]:
                self.advance()
                return json_answer({"day": self._board.day, "now": self.now})
            case "POST", ["options"]:
                return self._changed(request.body)
        return error_answer(404, "no such page")

    def _events(self, since_day: str) -> HttpResponse:
        try:
            since = queries.number("since_day", since_day)
        except ValueError as error:
            return error_answer(400, str(error))
        return json_answer([event._asdict() for event in self._board.events(since)])

    def _changed(self, body: bytes) -> HttpResponse:
        try:
            changes = json.loads(body)
            if not isinstance(changes, dict):
                return error_answer(400, f"options: expected a JSON object, found {changes!r}")
            self.change(self._options.changed(changes))
        except (ValueError, TypeError) as error:
            return error_answer(400, str(error))
        return json_answer({"changed": sorted(changes)})


def _surface(parts: list[str]) -> tuple[str | None, str]:
    """Which surface a path is of, and the id that it names."""
    match parts:
        case ["api", "search"]:
            return "search", ""
        case ["api", "job", posting_id]:
            return "detail", posting_id
        case ["job", posting_id]:
            return "job", posting_id
        case ["feeds", name]:
            return "feed", name
        case ["jobs"]:
            return "jobs", ""
        case ["robots.txt"]:
            return "robots", ""
    return None, ""


@contextlib.asynccontextmanager
async def serve(
    board: Board,
    options: BoardOptions | None = None,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    wall_clock: bool = False,
) -> AsyncIterator[str]:
    """Serve `board` while the block runs; gives the base URL (port 0: any free one)."""
    site = BoardSite(board, options or BoardOptions(), wall_clock=wall_clock)
    async with serving(site.handle, host=host, port=port) as base_url:
        yield base_url
