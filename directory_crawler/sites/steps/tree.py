"""Reading the tree of rubrics and the axes that cross it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from directory_crawler.sites.chains import Sources, compile_items, evaluate
from directory_crawler.sites.grammar import Axis, NodeRule
from directory_crawler.sites.pages import Page, PageRequest
from directory_crawler.sites.readings import AxisSpec, Rubric
from directory_crawler.sites.steps.base import Steps, chain, first, rendered_by
from directory_crawler.sites.values import as_count, as_id, as_text

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_DEPTH = 16
"""Deepest nesting of `children` in a rubricator; the deepest public one met (NACE) has five."""


class TreeSteps(Steps):
    """The rubricator and the axes."""

    def rubricator_requests(self) -> list[PageRequest]:
        """The first pages of the tree; none when the site has no rubrics."""
        tree = self.profile.rubricator
        return [self._tree_request(self._address(url, {})) for url in (tree.start if tree else ())]

    def _tree_request(self, url: str) -> PageRequest:
        tree = self.profile.rubricator
        assert tree is not None
        return PageRequest(url, headers=self._headers(tree.headers, {}), rendered=rendered_by(tree.rendered))

    def read_rubrics(self, page: Page) -> tuple[list[Rubric], list[PageRequest]]:
        """The nodes on a page of the tree, and further pages to read (a page may be named more than once)."""
        self._expect_list(page)
        tree = self.profile.rubricator
        if tree is None:
            return [], []
        rubrics = [rubric for rule in tree.nodes for rubric in self._nodes(rule, page)]
        links = evaluate(chain(tree.follow), Sources(page=page)).values
        requests = [
            self._tree_request(url) for link in links if (url := self._followed(page, link)) is not None
        ]
        if not rubrics and not requests:
            raise self._no_list(page, "shape", "no node of the tree and no further page")
        return rubrics, requests

    def _nodes(self, rule: NodeRule, page: Page) -> list[Rubric]:
        found: list[Rubric] = []
        children = compile_items(rule.children) if rule.children else None
        pending = [(item, None, 1) for item in reversed(compile_items(rule.items)(Sources(page=page)) or [])]
        stack: list[tuple[Any, str | None, int]] = list(pending)
        while stack:
            item, parent, depth = stack.pop()
            inside = Sources(item=item)
            rubric = self._node(rule, inside, parent, depth, page)
            if rubric is None:
                page.faults.append("rubricator: a node without id or name")
                continue
            found.append(rubric)
            if children is not None and depth < MAX_DEPTH:
                stack.extend((child, rubric.id, depth + 1) for child in reversed(children(inside) or []))
        return found

    def _node(
        self, rule: NodeRule, inside: Sources, parent: str | None, depth: int, page: Page
    ) -> Rubric | None:
        record_id = as_id(first(chain(rule.id), inside))
        name = as_text(first(chain(rule.name), inside))
        if record_id is None or not name:
            return None
        level = rule.level if isinstance(rule.level, int) else as_count(first(chain(rule.level), inside))
        link = as_text(first(chain(rule.url), inside))
        return Rubric(
            id=record_id,
            parent_id=as_id(first(chain(rule.parent), inside)) or parent,
            level=(1 if level is None else level) + depth - 1,
            name=name,
            url=self._followed(page, link) if link else None,
            count=as_count(first(chain(rule.count), inside)),
        )

    def planned_rubrics(self, rubrics: Iterable[Rubric]) -> list[Rubric]:
        """The nodes to walk, which together hold every card: those at `planned_level` and leaves above it.

        A site without a tree is one rubric with an empty id.
        """
        if self.profile.rubricator is None:
            return [Rubric("", None, 1, self.profile.name)]
        known = list(rubrics)
        parents = {rubric.parent_id for rubric in known}
        level = self.profile.rubricator.planned_level
        return [
            r
            for r in known
            if r.level == level or (r.id not in parents and (level is None or r.level < level))
        ]

    @property
    def axes(self) -> tuple[AxisSpec, ...]:
        """The axes in the order in which to cut."""
        return tuple(self._axis(name) for name in self.profile.listing.axes)

    def _axis(self, name: str) -> AxisSpec:
        axis = self.profile.axes.get(name, Axis())
        if axis.values is not None:
            return AxisSpec(name, axis.values, "given", axis.partition)
        if axis.page is not None:
            return AxisSpec(name, None, "page", axis.partition)
        if axis.values_from is not None:
            return AxisSpec(name, None, axis.values_from, axis.partition)
        if axis.time is not None:
            return AxisSpec(name, None, "time", "exact")
        if axis.range is not None:
            return AxisSpec(name, None, "range", "rest" if axis.partition == "unknown" else axis.partition)
        below = name == "leaf" and name not in self.profile.listing.facets
        return AxisSpec(name, None, "children" if below else "facets", axis.partition)

    def axis_requests(self, axis: str) -> list[PageRequest]:
        """The page that names the values of an axis; none when they come from elsewhere."""
        page = self.profile.axes[axis].page if axis in self.profile.axes else None
        return [] if page is None else [PageRequest(self._address(page.url, {}))]

    def read_axis_values(self, axis: str, page: Page) -> list[str]:
        """The values of an axis, in the page's order, each once."""
        self._expect_list(page)
        spec = self.profile.axes[axis].page if axis in self.profile.axes else None
        values = evaluate(chain(spec.values if spec else None), Sources(page=page)).values
        found = list(dict.fromkeys(text for value in values if (text := as_id(value)) is not None))
        if not found:
            raise self._no_list(page, "shape", f"no value of axis {axis!r}")
        return found
