"""A catalogue without sockets, and the loop that enumerates it the way a crawl does."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import product

from directory_crawler.core.planning.cutting import Cut, Limits
from directory_crawler.core.planning.intervals import Grid, IntervalAxis, read_interval
from directory_crawler.core.planning.residual import OWN_PAGES, Again, Recovered, settle
from directory_crawler.core.planning.slices import Axis, Slice
from directory_crawler.core.walking.passes import PageFacts, Stop
from directory_crawler.core.walking.verdict import Complete, Failed
from directory_crawler.core.walking.visit import Visit


@dataclass
class Record:
    id: str
    values: dict[str, str]


@dataclass
class SimulatedSite:
    """Serves records by filters, page by page, and stops at a ceiling in one of the known ways."""

    records: list[Record]
    page_size: int = 20
    ceiling: int | None = 1000
    past: str = "clamp"
    facets: tuple[str, ...] = ()
    two_orders: bool = False
    counts: bool = True
    overstate: int = 0
    count_cap: int | None = None
    drift: float = 0.0
    early: Callable[[Slice], int | None] = lambda _slice: None
    understate: float = 0.0
    counts_of: str = "slice"
    pages_named: bool = False
    grids: dict[str, Grid] = field(default_factory=dict)
    seed: int = 1
    requests: int = 0
    _sorted: dict[tuple[tuple[str, str], ...], list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        self._by_id = {record.id: record for record in self.records}
        self._by_rubric: dict[str, list[Record]] = {}
        for record in self.records:
            self._by_rubric.setdefault(record.values["rubric"], []).append(record)

    def holds(self, axis: str, value: str, actual: str | None) -> bool:
        """Whether a record's value is the one asked for, or in the interval asked for."""
        if axis not in self.grids or actual is None:
            return actual == value
        asked, place = read_interval(self.grids[axis], value), self.grids[axis].place(actual)
        return asked.low <= place and (asked.high is None or place <= asked.high)

    def matching(self, asked: Slice) -> list[str]:
        if asked.filters not in self._sorted:
            (_, rubric), *others = asked.filters
            self._sorted[asked.filters] = [
                record.id
                for record in self._by_rubric.get(rubric, [])
                if all(self.holds(axis, value, record.values.get(axis)) for axis, value in others)
            ]
        return self._sorted[asked.filters]

    def facet_counts(self, asked: Slice) -> dict[str, dict[str, int]]:
        return {
            axis: dict(
                Counter(v for i in self.matching(asked) if (v := self._by_id[i].values.get(axis)) is not None)
            )
            for axis in self.facets
        }

    def reachable(self, axes: tuple[Axis, ...]) -> set[str]:
        """Every id that some query serves, found by asking for all combinations of filters."""
        found: set[str] = set()
        for rubric, records in self._by_rubric.items():
            for used in product((False, True), repeat=len(axes)):
                cut_by = [axis.name for axis, use in zip(axes, used, strict=True) if use]
                for values in {tuple(r.values.get(axis) for axis in cut_by) for r in records}:
                    if None not in values:
                        ids = self.matching(Slice((("rubric", rubric), *zip(cut_by, values, strict=True))))
                        served = len(ids) if self.ceiling is None else self.ceiling
                        found.update(ids[:served])
                        if self.two_orders:
                            found.update(ids[-served:])
        return found

    def page(
        self, asked: Slice, number: int, order: str | None
    ) -> tuple[PageFacts, dict[str, dict[str, int]]] | Stop:
        self.requests += 1
        ids = list(self.matching(asked))
        if order == "desc":
            ids.reverse()
        if self.drift and len(ids) > self.page_size and self._random.random() < self.drift:
            shifted = (number - 1) * self.page_size + self._random.randint(-2, 1)
            if 0 < shifted < len(ids) - 1:
                ids.insert(len(ids) - 1 if self._random.random() < 0.5 else 0, ids.pop(shifted))
        count = int(len(ids) * (1 - self.understate)) + self.overstate
        limit = min(x for x in (self.ceiling, self.early(asked), len(ids)) if x is not None)
        served = ids[:limit]
        rows = served[(number - 1) * self.page_size : number * self.page_size]
        if not rows:
            last = max((limit - 1) // self.page_size, 0)
            if self.past == "clamp":
                rows = served[last * self.page_size :]
            elif self.past == "first":
                rows = served[: self.page_size]
            elif self.past in ("error", "notfound"):
                if number > 1:
                    return Stop.REFUSED
            elif self.past == "wall" and number > 1:
                return Stop.WALL
        count = {"slice": count, "page": len(rows), "nothing": 0, "half": count // 2}[self.counts_of]
        shown = min(count, self.count_cap) if self.count_cap else count
        return PageFacts(tuple(rows), shown if self.counts else None), self.facet_counts(
            asked
        ) if number == 1 else {}


@dataclass
class Node:
    """A slice with what became of it; the production rows of the same kind live in PostgreSQL."""

    slice: Slice
    ids: set[str] = field(default_factory=set)
    status: str = "pending"
    reason: str = ""
    visit: Visit | None = None
    ways: list[tuple[str, list[Node]]] = field(default_factory=list)
    proven: bool = False
    residual: int = 0

    def under(self) -> set[str]:
        return self.ids.union(*(child.under() for _, children in self.ways for child in children))


def cuttable(slice_: Slice, axis: Axis) -> Axis | None:
    """An axis as a slice may still be cut along it."""
    value = slice_.as_dict().get(axis.name)
    if value is None:
        return axis
    if not isinstance(axis, IntervalAxis):
        return None
    inside = replace(axis, interval=read_interval(axis.grid, value))
    return inside if inside.pieces(None, 0) else None


def enumerate_slice(
    site: SimulatedSite, node: Node, limits: Limits, axes: tuple[Axis, ...], *, own: bool = False
) -> None:
    """Visit one slice and, depth first, all that replaces it."""
    left = tuple(axis for given in axes if (axis := cuttable(node.slice, given)) is not None)
    orders = ("asc", "desc") if site.two_orders else (None,)
    visit = Visit(limits, left, orders, own_pages=own)
    node.visit = visit
    for _ in range(5_000):
        if visit.ending is not None:
            break
        answer = site.page(node.slice, visit.ask.page, visit.ask.order)
        if isinstance(answer, Stop):
            visit.refuse(answer)
        else:
            visit.feed(*answer)
    else:
        raise AssertionError(f"the visit to {node.slice} does not end")
    node.ids, node.reason = set(visit.ids), visit.reason
    ending = visit.ending
    if not isinstance(ending, Cut):
        node.proven = isinstance(ending, Complete)
        node.status = "complete" if node.proven else "failed" if isinstance(ending, Failed) else "truncated"
        return
    node.status = "cut"
    way: Cut | None = ending
    while True:
        before = len(node.under())
        if way is None:
            children = [Node(node.slice)]
            enumerate_slice(site, children[0], limits, axes, own=True)
            node.ways.append((OWN_PAGES, children))
        else:
            children = [Node(node.slice.narrowed(way.axis, value)) for value in way.children]
            node.ways.append((way.axis, children))
            for child in children:
                enumerate_slice(site, child, limits, axes)
        outcome = settle(
            Recovered(
                visit.facts,
                distinct=len(node.under()),
                ways=tuple(name for name, _ in node.ways),
                proven=tuple(all(child.proven for child in members) for _, members in node.ways),
                fresh=len(node.under()) - before,
            ),
            limits,
            left,
        )
        if not isinstance(outcome, Again):
            node.proven, node.residual, node.reason = outcome.proven, outcome.residual, outcome.reason
            return
        way = outcome.cut


def enumerate_site(
    site: SimulatedSite, roots: Iterable[str], limits: Limits, axes: tuple[Axis, ...]
) -> list[Node]:
    nodes = [Node(Slice.root("rubric", rubric)) for rubric in roots]
    for node in nodes:
        enumerate_slice(site, node, limits, axes)
    return nodes
