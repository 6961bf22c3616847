"""One pass through the pages of a slice in one order, and the moment at which it is over.

Past its ceiling a site answers with the last page again, page one again, an empty page, an error, or a page of
another kind; the status code proves nothing. So each page's set of ids is fingerprinted and compared with every
earlier page of the pass, and a pass ends at the first page that cannot be believed to go on.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


class Stop(str, Enum):
    """Why a pass ended; the value is the reason that people read in the certificate."""

    REACHED = "every promised record was seen"
    MET = "met what the other order had shown"
    CEILING = "the known ceiling"
    REPEAT = "an earlier page came again"
    NOTHING_NEW = "a page without a new id"
    EMPTY = "an empty page"
    LAST = "the site named its last page"
    REFUSED = "the site refused a deeper page"
    ERROR = "an error answer"
    WALL = "a wall page (login or captcha)"
    NOT_LISTING = "a page that is not this listing"
    FILTERS_LOST = "the filters were lost: the total jumped"
    UNREADABLE = "the list is missing from the answer"
    FAILED = "the request failed"
    ENDLESS = "no end in sight"


UNPROVEN = frozenset(
    {
        Stop.ERROR,
        Stop.WALL,
        Stop.NOT_LISTING,
        Stop.FILTERS_LOST,
        Stop.UNREADABLE,
        Stop.FAILED,
        Stop.ENDLESS,
    }
)
"""Stops that say nothing about where the list ends, however often they come."""


def fingerprint(ids: Iterable[str]) -> bytes:
    """Digest the set of ids of a page; order within the page does not matter."""
    digest = hashlib.blake2b(digest_size=16)
    for record_id in sorted(set(ids)):
        encoded = record_id.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(4, "big"))
        digest.update(encoded)
    return digest.digest()


@dataclass(frozen=True)
class PageFacts:
    """What a listing page told: its ids, the total it names, and whether it says that a page follows."""

    ids: tuple[str, ...]
    count: int | None = None
    has_next: bool | None = None


@dataclass
class Pass:
    """A walk through one order, fed page by page; ask `next_page` until `stop` is set.

    ``expected`` is the slice's count where it can be trusted. ``known`` holds the ids that earlier passes found,
    and ``reached`` counts the distinct ids of all of them. A complementary pass (``complement``) comes from the
    other end and is over where it meets them; a repeated pass goes through them to the end.

    Reaching the count is not the end of a list: counts may promise too little. The end is a page that is not full,
    one that says it is the last, or the meeting with what the other order had shown. And a page that calls itself
    the last is not believed while the count promises more, since pagers are computed from page sizes that the site
    does not keep.
    """

    page_size: int
    expected: int | None = None
    ceiling: int | None = None
    order: str | None = None
    known: frozenset[str] = frozenset()
    complement: bool = False
    ids: dict[str, None] = field(default_factory=dict, init=False)
    rows: int = field(default=0, init=False)
    pages: int = field(default=0, init=False)
    stop: Stop | None = field(default=None, init=False)
    _prints: set[bytes] = field(default_factory=set, init=False)
    _counts: int = field(default=0, init=False)
    _longest: int = field(default=0, init=False)
    reached: int = field(init=False)

    def __post_init__(self) -> None:
        self.reached = len(self.known)

    @property
    def next_page(self) -> int:
        """The number of the page to ask for, from 1."""
        return self.pages + 1

    def refused(self, stop: Stop) -> Stop:
        """Record that the page asked for brought no listing."""
        self.stop = stop
        return stop

    def feed(self, page: PageFacts) -> Stop | None:
        """Take in the next page and return why the pass is over, or ``None`` while it goes on."""
        stop = self._unbelievable(page)
        if stop is None:
            self.pages += 1
            stop = self._take(page)
        self.stop = stop
        return stop

    def _unbelievable(self, page: PageFacts) -> Stop | None:
        if page.count is None:
            if self._counts >= 2:
                return Stop.NOT_LISTING
        elif self.pages and self.expected is not None and jumped(self.expected, page.count) and page.ids:
            return Stop.FILTERS_LOST
        return None

    def _take(self, page: PageFacts) -> Stop | None:
        if page.count is not None:
            self._counts += 1
        if not page.ids:
            return Stop.REACHED if self._is_everything() else Stop.EMPTY
        print_ = fingerprint(page.ids)
        if print_ in self._prints:
            return Stop.REACHED if self._is_everything() else Stop.REPEAT
        self._prints.add(print_)
        new_here = dict.fromkeys(record_id for record_id in page.ids if record_id not in self.ids)
        fresh = len(new_here.keys() - self.known)
        self.ids.update(new_here)
        self.reached += fresh
        self.rows += len(page.ids)
        short = len(page.ids) < max(self.page_size, self._longest)
        self._longest = max(self._longest, len(page.ids))
        if self._is_everything() and (
            short or page.has_next is False or (self.complement and fresh < len(page.ids))
        ):
            return Stop.REACHED
        if self.complement and not fresh:
            return Stop.MET
        if not new_here:
            return Stop.NOTHING_NEW
        if page.has_next is False and self.expected is None:
            return Stop.LAST
        # A page that only straddles the ceiling is still asked for; one that starts past it never is.
        if self.ceiling is not None and self.rows >= self.ceiling:
            # More than was promised, and stopped by the ceiling: the count is clamped, and there may be more still.
            return Stop.REACHED if self.reached == self.expected else Stop.CEILING
        return None

    def _is_everything(self) -> bool:
        return self.expected is not None and self.reached >= self.expected


def jumped(expected: int, count: int) -> bool:
    """Whether a total named deeper in a list is another list's: records come and go, filters vanish whole."""
    return abs(count - expected) > max(20, expected // 5)


def union(passes: Collection[Pass]) -> dict[str, None]:
    """Return the distinct ids of several passes, in the order in which they were first seen."""
    ids: dict[str, None] = {}
    for done in passes:
        ids.update(done.ids)
    return ids
