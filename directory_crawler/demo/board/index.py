"""The open postings of a board by time, category, region and type: counts and pages of any search."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from directory_crawler.demo.board.postings import Posting

_KEPT_SEARCHES = 512


class Search(NamedTuple):
    """What is searched for.

    `since` and `until` are keys of the board's stamps, None for no bound; "" is a filter that is not set.
    """

    since: int | None = None
    until: int | None = None
    category: str = ""
    region: str = ""
    employment: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """The postings of a search: those of `postings` from `low` to `high`, latest first where `descending`.

    Those without a stamp come last in either order.
    """

    postings: Sequence[Posting]
    low: int
    high: int
    descending: bool
    unstamped: Sequence[Posting]

    def __len__(self) -> int:
        return self.high - self.low + len(self.unstamped)

    def rows(self, start: int, stop: int) -> list[Posting]:
        """The rows from `start` to before `stop`."""
        stamped = self.high - self.low
        low, high = min(start, stamped), min(stop, stamped)
        if self.descending:
            rows = list(self.postings[self.high - high : self.high - low])[::-1]
        else:
            rows = list(self.postings[self.low + low : self.low + high])
        return rows + list(self.unstamped[max(0, start - stamped) : max(0, stop - stamped)])


class _Column:
    """Postings in the order of their keys and ids, and the keys beside them."""

    def __init__(self) -> None:
        self.keys: list[tuple[int, int]] = []
        self.postings: list[Posting] = []

    def append(self, key: tuple[int, int], posting: Posting) -> None:
        self.keys.append(key)
        self.postings.append(posting)

    def insert(self, key: tuple[int, int], posting: Posting) -> None:
        place = bisect_left(self.keys, key)
        self.keys.insert(place, key)
        self.postings.insert(place, posting)

    def remove(self, key: tuple[int, int]) -> None:
        place = bisect_left(self.keys, key)
        del self.keys[place], self.postings[place]


class Index:
    """The open postings of one board.

    `key` is how it rounds its stamps, `inclusive` whether the end of a time range belongs to it.
    """

    def __init__(self, postings: Iterable[Posting], key: Callable[[int], int], *, inclusive: bool) -> None:
        self._key = key
        self._inclusive = inclusive
        self._columns: dict[tuple[str, str], _Column] = {("", ""): _Column()}
        self._unstamped: list[Posting] = []
        keyed = []
        for posting in postings:
            if posting.ending:
                continue
            if posting.posted is None:
                self._unstamped.append(posting)
            else:
                keyed.append(((key(posting.posted), int(posting.id)), posting))
        keyed.sort(key=lambda entry: entry[0])
        for entry in keyed:
            for name in _columns_of(entry[1]):
                self._columns.setdefault(name, _Column()).append(*entry)
        self._filtered = lru_cache(_KEPT_SEARCHES)(self._filter)
        self.facets = lru_cache(_KEPT_SEARCHES)(self._facets)

    def find(self, search: Search, *, descending: bool) -> Found:
        """What a search finds. Values that the board does not know match nothing.

        Postings without a stamp are found only where no time, no region and no type is asked for.
        """
        filters = _set_filters(search)
        timed = search.since is not None or search.until is not None
        unstamped: list[Posting] = []
        if not timed and not search.region and not search.employment:
            unstamped = [p for p in self._unstamped if not search.category or search.category in p.categories]
        if len(filters) <= 1:
            column = self._columns.get(filters[0] if filters else ("", ""), _NOTHING)
            low, high = self._range(column, search)
            return Found(column.postings, low, high, descending, unstamped)
        rows = self._filtered(search)
        return Found(rows, 0, len(rows), descending, unstamped)

    def replace(self, old: Posting, new: Posting) -> None:
        """Let `new` stand for `old`, which was open and had a stamp; it is left out if it has ended."""
        assert old.posted is not None
        number = int(old.id)
        for name in _columns_of(old):
            self._columns[name].remove((self._key(old.posted), number))
        if not new.ending and new.posted is not None:
            for name in _columns_of(new):
                column = self._columns.setdefault(name, _Column())
                column.insert((self._key(new.posted), number), new)
        self._filtered.cache_clear()
        self.facets.cache_clear()

    def _range(self, column: _Column, search: Search) -> tuple[int, int]:
        low, high = 0, len(column.keys)
        if search.since is not None:
            low = bisect_left(column.keys, (search.since, 0))
        if search.until is not None:
            high = bisect_left(column.keys, (search.until + self._inclusive, 0))
        return low, max(low, high)

    def _filter(self, search: Search) -> list[Posting]:
        """The postings of a search with two filters or three: the shortest of their columns, sifted."""
        spans = []
        for name in _set_filters(search):
            column = self._columns.get(name, _NOTHING)
            spans.append((column.postings, *self._range(column, search)))
        postings, low, high = min(spans, key=lambda span: span[2] - span[1])
        return [
            posting
            for posting in postings[low:high]
            if (not search.category or search.category in posting.categories)
            and (not search.region or posting.region == search.region)
            and (not search.employment or posting.employment == search.employment)
        ]

    def _facets(self, search: Search) -> dict[str, dict[str, int]]:
        """Per axis, the count of each value: of what a search with it would find.

        Categories overlap, and leave a rest.
        """
        found = self.find(search, descending=False)
        rows = found.rows(0, len(found))
        stamped = rows[: found.high - found.low]
        return {
            "category": dict(sorted(Counter(code for row in rows for code in row.categories).items())),
            "region": dict(sorted(Counter(row.region for row in stamped if row.region).items())),
            "type": dict(sorted(Counter(row.employment for row in stamped).items())),
        }


_NOTHING = _Column()


def _columns_of(posting: Posting) -> list[tuple[str, str]]:
    names = [("", ""), ("type", posting.employment)]
    names += [("category", code) for code in posting.categories]
    if posting.region is not None:
        names.append(("region", posting.region))
    return names


def _set_filters(search: Search) -> list[tuple[str, str]]:
    pairs = (("category", search.category), ("region", search.region), ("type", search.employment))
    return [pair for pair in pairs if pair[1]]
