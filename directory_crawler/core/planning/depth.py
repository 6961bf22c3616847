"""Measuring how deep a query is served: a search over pages that no behaviour past the ceiling deceives.

Past its ceiling a site answers with an error, an empty list, another page, page one again, or the last reachable
page again. Comparing with page one alone misses the last kind, so each answer is compared with what the deepest
page gave: all pages past a clamp look alike, and so does the last good one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil

from directory_crawler.core.walking.passes import fingerprint

DEEPEST = 10_000
"""Records down to which a ceiling is looked for; real ceilings lie between 400 and 10 000."""


@dataclass(frozen=True)
class Depth:
    """What was measured. ``rows`` is the ceiling in records, ``None`` when none was met down to the end."""

    rows: int | None
    behaviour: str
    calls: int


@dataclass
class DepthSearch:
    """Ask the page `ask`, feed its ids (``None`` for any answer that is no listing), until there is a `result`.

    ``count`` is the query's own count where known; a query with fewer records than the ceiling has no page
    past its end that could prove anything, so pages beyond the count are never asked.
    """

    page_size: int
    count: int | None = None
    deepest: int = DEEPEST
    ask: int = 1
    calls: int = 0
    result: Depth | None = None
    _good: int = 0
    _bad: int = 0
    _behaviour: str = "none"
    _rows: dict[int, int] = field(default_factory=dict)
    _prints: dict[int, bytes] = field(default_factory=dict)

    @property
    def provable(self) -> bool:
        """Whether the search can prove anything: the end that it meets is the list's own, for all that is known, where
        the query has no count, and an empty or refused page one says nothing of other queries."""
        return self.count is not None and self._good > 0

    def feed(self, ids: tuple[str, ...] | None, count: int | None = None) -> Depth | None:
        """Take in the answer to `ask` and return the result once it is known.

        ``count`` is the total that the answer states; on page one it takes the place of a missing `count`.
        """
        page = self.ask
        self.calls += 1
        if page == 1 and self.count is None and count is not None and count >= len(ids or ()):
            self.count = count
        if ids:
            self._rows[page] = len(ids)
            self._prints[page] = fingerprint(ids)
        if page == 1:
            if not ids:
                return self._finish(0, "error" if ids is None else "empty")
            self._good = 1
            if len(ids) < self.page_size and (self.count is None or self.count > len(ids)):
                # Either the site caps its pages or it serves no more than this: page two tells.
                return self._next(2)
            return self._aim()
        if self._bad == 0:
            past = self._past(page, ids)
            if past is not None:
                return self._finish(self._rows[1], past)
            self.page_size = self._rows[1]
            return self._aim()
        if self._bad == page or self._behaviour != "none":
            return self._search(page, ids)
        # The page before the deepest: alike, they are both a clamp's; different, nothing stops the query.
        if self._prints.get(page) == self._prints[self._bad] and ids:
            self._behaviour, self._bad = "clamp", page
            return self._halve()
        return self._finish(None, "none") if ids else self._search(page, ids)

    def _search(self, page: int, ids: tuple[str, ...] | None) -> Depth | None:
        past = self._past(page, ids)
        if past is None and page == self._bad and self._behaviour == "none":
            return self._next(page - 1) if page > 2 else self._finish(None, "none")
        if past is None:
            self._good = page
        else:
            self._bad = page
            if self._behaviour == "none":
                self._behaviour = past
        return self._halve()

    def _past(self, page: int, ids: tuple[str, ...] | None) -> str | None:
        """Say how an answer shows that it lies past the ceiling, or ``None`` where it does not."""
        if ids is None:
            return "error"
        if not ids:
            return "empty"
        if self._prints[page] == self._prints[1]:
            return "first"
        if self._behaviour == "clamp" and self._prints[page] == self._prints[self._bad]:
            return "clamp"
        return None

    def _halve(self) -> Depth | None:
        if self._bad - self._good > 1:
            return self._next((self._good + self._bad) // 2)
        # Of a clamp, the first page that looks like the ones past it is the last good one.
        last = self._bad if self._behaviour == "clamp" else self._good
        rows = self._rows[last]
        return self._finish((last - 1) * self.page_size + rows, self._behaviour)

    def _aim(self) -> Depth | None:
        """Ask the deepest page that the query can have."""
        last = self.deepest if self.count is None else min(self.deepest, self.count)
        self._bad = ceil(last / self.page_size)
        return self._next(self._bad) if self._bad > 1 else self._finish(None, "none")

    def _next(self, page: int) -> Depth | None:
        self.ask = page
        return None

    def _finish(self, rows: int | None, behaviour: str) -> Depth:
        self.result = Depth(rows, behaviour, self.calls)
        return self.result
