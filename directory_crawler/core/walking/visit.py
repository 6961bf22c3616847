"""The visit to one slice, from its first page to its end: pages in, the next page to ask for out.

Both spiders and the simulations drive it, so that what a crawl does to a real site is what the tests do to a
simulated one. It holds the ids of one slice and nothing else, and is begun anew when a worker dies half way.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from directory_crawler.core.planning.cutting import Cut, Limits, SliceFacts, Walk, cheapest_cut, decide
from directory_crawler.core.walking.passes import PageFacts, Pass, Stop, union
from directory_crawler.core.walking.verdict import Complete, Failed, NextPass, Short, judge

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from directory_crawler.core.planning.slices import Axis

LONGEST = 10_000
"""Rows of one query after which a list is cut rather than read on, and is taken for endless where that is
`_TIMES_PROMISED` its count. Boards serve 400 to 10 000."""
LONGEST_UNCUT = 200_000
"""The same for a list without a count that cannot be cut: it may be all that there is."""
_TIMES_PROMISED = 20

Ending = Complete | Cut | Short | Failed
"""How a visit ends: proven complete, replaced by children, truncated (a `Short` with no cut left), or failed."""


@dataclass(frozen=True)
class Ask:
    """The page to fetch next: its number from 1 in its order, and the rows that the order has served before it."""

    order: str | None
    page: int
    rows_before: int


@dataclass
class Visit:
    """A slice being visited.

    ``axes`` are those it can still be cut along, ``orders`` the sort orders on offer (opposite ones next to each
    other). ``own_pages`` forbids cutting: the visit that seeks a residual on the slice's own reachable pages.
    ``counted`` is the slice's count where it follows from its siblings': one over the reach is cut without a page.
    ``longest_page`` is the most lines that the site has shown on a page one, 0 where nobody knows.
    """

    limits: Limits
    axes: Sequence[Axis] = ()
    orders: Sequence[str | None] = (None,)
    served_depth: int = 0
    own_pages: bool = False
    counted: int | None = None
    longest_page: int = 0
    facts: SliceFacts = field(default_factory=lambda: SliceFacts(None), init=False)
    passes: list[Pass] = field(default_factory=list, init=False)
    pages: int = field(default=0, init=False)
    ending: Ending | None = field(default=None, init=False)
    reason: str = field(default="", init=False)

    def __post_init__(self) -> None:
        if self.counted is not None and not self.own_pages:
            self.facts = SliceFacts(self.counted)
            choice = decide(self.facts, self.limits, tuple(self.axes))
            if not isinstance(choice, Walk):
                self._end(
                    choice, f"holds {self.counted} by subtraction, over the reach of {self.limits.reach:g}"
                )
        self._begin(NextPass(self.orders[0], complement=False))

    @property
    def ask(self) -> Ask:
        """The page to ask for; meaningful while there is no `ending`."""
        current = self.passes[-1]
        return Ask(current.order, current.next_page, current.rows)

    @property
    def ids(self) -> dict[str, None]:
        """The distinct ids seen so far, in the order of their first sighting."""
        return union(self.passes)

    @property
    def depth(self) -> int:
        """The deepest row that the site served of this slice in one order."""
        return max((done.rows for done in self.passes), default=0)

    @property
    def is_endless(self) -> bool:
        """Whether no end of the list was in sight, and it cannot be cut."""
        return isinstance(self.ending, Short) and self.passes[-1].stop is Stop.ENDLESS

    @property
    def contradicts_ceiling(self) -> bool:
        """Whether the site stopped well before the ceiling that this visit relied on."""
        ceiling = self.limits.ceiling
        missing = (self.limits.known(self.facts.count) or 0) - len(self.ids)
        return (
            ceiling is not None
            and missing > self.limits.tolerated(self.facts.count)
            and isinstance(self.ending, (Short, Cut))
            and self.passes[-1].stop in (Stop.REPEAT, Stop.NOTHING_NEW, Stop.REFUSED, Stop.EMPTY)
            and self.depth + self.limits.page_size <= ceiling
        )

    def feed(self, page: PageFacts, facets: Mapping[str, Mapping[str, int]] | None = None) -> Ending | None:
        """Take in the page that was asked for, and return how the visit ended, or ``None`` while it goes on."""
        current = self.passes[-1]
        self.pages += 1
        if self.limits.is_void(page.count) and not self._is_cap(page):
            page = replace(page, count=None)
        if self.pages == 1:
            if page.count is not None and len(page.ids) - page.count > self.limits.tolerated(page.count):
                page = replace(page, count=None)  # fewer than the page itself shows: no total
            self.facts = SliceFacts(page.count, facets or {})
            current.expected = self.limits.known(page.count)
        stop = current.feed(page)
        if self.pages == 1 and stop not in (Stop.REACHED, Stop.EMPTY) and not self.own_pages:
            choice = decide(self.facts, self.limits, tuple(self.axes))
            if not isinstance(choice, Walk):
                return self._end(choice, f"holds {page.count}, over the reach of {self.limits.reach:g}")
        if stop is None and self._is_endless(current):
            stop = current.refused(Stop.ENDLESS)
        return None if stop is None else self._judge()

    def _is_endless(self, current: Pass) -> bool:
        """Whether a list goes on and on with records that nobody promised, as a site's suggestions do."""
        if current.rows < LONGEST or self.limits.ceiling is not None:
            return False
        if current.expected is not None:
            return current.rows >= _TIMES_PROMISED * current.expected
        return current.rows >= LONGEST_UNCUT or self._can_cut()

    def _can_cut(self) -> bool:
        return not self.own_pages and cheapest_cut(self.facts, self.limits, tuple(self.axes)) is not None

    def _is_cap(self, page: PageFacts) -> bool:
        """Whether a total that several values share may be a cap: a full page one goes on beyond the reach below it."""
        is_full = len(page.ids) >= (self.longest_page or self.limits.page_size)
        return (
            self.limits.totals_follow
            and self.pages == 1
            and is_full
            and (page.count or 0) > self.limits.reach
        )

    def forget_total(self, limits: Limits) -> None:
        """Let a total go that has turned out to say nothing since page one stated it."""
        if isinstance(self.ending, Complete):
            self.facts = replace(self.facts, count=limits.promised(self.facts.count, len(self.ids)))

    def disbelieve(self, reason: str) -> None:
        """End the visit: what the site answers is not the answer to this slice."""
        self._end(Short(reason), reason)

    def refuse(self, stop: Stop) -> Ending | None:
        """Take in that the page asked for brought no listing of this slice."""
        self.pages += 1
        self.passes[-1].refused(stop)
        return self._judge()

    def _begin(self, next_pass: NextPass) -> None:
        self.passes.append(
            Pass(
                page_size=self.limits.page_size,
                expected=self.limits.known(self.facts.count),
                ceiling=self.limits.ceiling,
                order=next_pass.order,
                known=frozenset(union(self.passes)),
                complement=next_pass.complement,
            )
        )

    def _judge(self) -> Ending | None:
        can_cut = self._can_cut()
        verdict = judge(
            self.passes,
            limits=self.limits,
            orders=self.orders,
            served_depth=self.served_depth,
            can_cut=can_cut,
        )
        if isinstance(verdict, NextPass):
            self._begin(verdict)
            return None
        if isinstance(verdict, Short) and can_cut:
            cut = cheapest_cut(self.facts, self.limits, tuple(self.axes))
            assert cut is not None
            return self._end(cut, verdict.reason)
        return self._end(verdict, verdict.reason)

    def _end(self, ending: Ending, reason: str) -> Ending:
        self.ending = ending
        self.reason = reason
        return ending
