"""Structured data of a page: nodes of one shape, and the one that the page is about.

JSON-LD, microdata and RDFa are brought to the same shape (see `Node`), so the same record gives the same
answer from each. A path walks that shape; lists fan out, references by `@id` are followed.
"""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING, Any, TypeAlias

from directory_crawler.sites.schema_types import PARENTS, is_a, property_name, type_name, without_vocabulary
from directory_crawler.sites.values import Value, clean_lines, flatten

if TYPE_CHECKING:
    from collections.abc import Iterator

Node: TypeAlias = dict[str, Any]
"""A thing: `@type` (list of local type names), `@id` where known, and its properties in the spelling of
schema.org, each one value or a list of several; a value is a string, a number, a bool or a node."""

MAX_DEPTH = 32
"""Deepest nesting read; schema.org pages stay under ten."""

MAX_NODES = 5_000
"""Nodes looked at to find the main one; a listing page of 100 places has about 1 000."""

_OTHER_THINGS = frozenset(
    {
        "author", "brand", "branchOf", "containedInPlace", "department", "employee", "event",
        "founder", "hiringOrganization", "isPartOf", "itemReviewed", "makesOffer", "member",
        "memberOf", "nearby", "owns", "parentOrganization", "provider", "publisher", "review",
        "sourceOrganization", "sponsor", "subOrganization", "worksFor", "containsPlace",
        "copyrightHolder", "creator", "seller",
    }
)  # fmt: skip
_PLACE_SIGNS = ("address", "telephone", "geo", "openingHours", "openingHoursSpecification")


def json_ld_nodes(documents: list[Any]) -> list[Node]:
    """The top nodes of parsed JSON-LD documents, in order; graphs opened, nodes of one `@id` joined."""
    nodes: list[Node] = []
    by_id: dict[str, Node] = {}
    for document in documents:
        for thing in _opened(document, MAX_DEPTH):
            node = _value(thing, MAX_DEPTH)
            if not isinstance(node, dict):
                continue
            known = by_id.get(node["@id"]) if "@id" in node else None
            if known is None:
                nodes.append(node)
                if "@id" in node:
                    by_id[node["@id"]] = node
            else:
                known["@type"] = list(dict.fromkeys([*known["@type"], *node["@type"]]))
                for name, value in node.items():
                    known.setdefault(name, value)
    return nodes


def _opened(document: object, depth: int) -> Iterator[dict[str, Any]]:
    """The objects of a document: arrays and `@graph` opened."""
    if depth == 0:
        return
    if isinstance(document, list):
        for part in document:
            yield from _opened(part, depth - 1)
    elif isinstance(document, dict):
        graph = next((document[key] for key in document if key.casefold() == "@graph"), None)
        if graph is None or len(document.keys() - {"@context", "@id", "@graph"}) > 0:
            yield document
        if graph is not None:
            yield from _opened(graph, depth - 1)


def _value(raw: object, depth: int) -> Value:
    """A JSON-LD value in the common shape; None for what says nothing."""
    if isinstance(raw, str):
        return without_vocabulary(clean_lines(raw)) or None
    if isinstance(raw, list):
        found = [value for part in raw if depth and (value := _value(part, depth - 1)) is not None]
        flat = [value for part in found for value in (part if isinstance(part, list) else [part])]
        return flat[0] if len(flat) == 1 else flat or None
    if isinstance(raw, dict):
        return _node(raw, depth - 1) if depth else None
    if isinstance(raw, float) and not math.isfinite(raw):
        return None
    return raw


def _node(raw: dict[str, Any], depth: int) -> Value:
    keys = {key.casefold(): key for key in raw if key.startswith("@")}
    for wrapper in ("@value", "@list", "@set"):
        if wrapper in keys:
            return _value(raw[keys[wrapper]], depth)
    kinds = raw.get(keys.get("@type", "type"))
    names = [kind for kind in flatten(kinds) if isinstance(kind, str)]
    if "@type" not in keys and any(type_name(name) not in PARENTS for name in names):
        names = []  # an ordinary property that happens to be called "type"
    node: Node = {"@type": [type_name(name) for name in names[:16]]}
    identity = raw.get(keys.get("@id", "@id"))
    if isinstance(identity, str) and identity.strip():
        if (term := without_vocabulary(identity.strip())) != identity.strip():
            return term
        node["@id"] = identity.strip()
    for key, part in raw.items():
        if key.startswith("@") or (key == "type" and names and "@type" not in keys):
            continue
        value = _value(part, depth)
        if value is not None:
            node.setdefault(property_name(key), value)
    return node if len(node) > 1 or node["@type"] else None


class Entities:
    """The structured data of one page in one syntax."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self._main: dict[str | None, Node | None] = {}
        self._by_id: dict[str, Node] | None = None
        self._ordered: list[Node] | None = None

    def main(self, kind: str | None = None) -> Node | None:
        """The node that the page is about.

        With a type: the first node of that type or a subtype, named ones first. Without: the first local
        business, else the first organisation or place that has an address, a telephone or hours, else the
        first organisation. Outer nodes come before nested ones; departments, branches, publishers,
        reviewers and the like are other things and never chosen unless they stand on their own.
        """
        if kind not in self._main:
            ranked = [(_rank(node, kind), place) for place, node in enumerate(self._candidates())]
            best = min(((rank, place) for rank, place in ranked if rank is not None), default=None)
            self._main[kind] = None if best is None else self._candidates()[best[1]]
        return self._main[kind]

    def read(self, kind: str | None, path: tuple[str, ...]) -> list[Value]:
        """The values at a property path of the main node; empty when there is none."""
        node = self.main(kind)
        found: list[Value] = [] if node is None else [node]
        for name in path:
            found = [
                value
                for thing in found
                if isinstance(thing, dict)
                for value in _as_list(self._resolved(thing).get(name))
            ]
        return [self._resolved(value) if isinstance(value, dict) else value for value in found]

    def _candidates(self) -> list[Node]:
        """Nodes from the outside in, those of other things left out."""
        if self._ordered is None:
            self._ordered = []
            queue = deque(self.nodes)
            while queue and len(self._ordered) < MAX_NODES:
                node = queue.popleft()
                self._ordered.append(node)
                for name, value in node.items():
                    if name not in _OTHER_THINGS:
                        queue.extend(part for part in _as_list(value) if isinstance(part, dict))
        return self._ordered

    def _resolved(self, node: Node) -> Node:
        """The node that a mere reference (`{"@id": …}`) stands for, or the node itself."""
        if "@id" not in node or len(node) > 2:
            return node
        if self._by_id is None:
            self._by_id = {}
            for candidate in self._candidates():
                if "@id" in candidate and len(candidate) > 2:
                    self._by_id.setdefault(candidate["@id"], candidate)
        return self._by_id.get(node["@id"], node)


def _as_list(value: Value) -> list[Value]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _rank(node: Node, kind: str | None) -> int | None:
    """How well a node fits, 0 best; None when it does not."""
    types = node["@type"]
    if kind is not None:
        if not any(is_a(name, kind) for name in types):
            return None
        return 0 if "name" in node else 1
    if "name" not in node and "legalName" not in node:
        return None
    placed = any(sign in node for sign in _PLACE_SIGNS)
    if any(is_a(name, "LocalBusiness") for name in types):
        return 0
    if any(is_a(name, "Organization") or is_a(name, "Place") for name in types):
        return 1 if placed else 3
    known = any(name in PARENTS for name in types)
    return 2 if placed and not known else None


def parse_path(text: str) -> tuple[str | None, tuple[str, ...]]:
    """`LocalBusiness.address.postalCode` as (type or None, property names); raises ValueError."""
    words = [word.strip() for word in text.split(".")]
    if not all(word and (word.isidentifier() or word in ("@id", "@type")) for word in words):
        raise ValueError(f"{text!r} is no property path: write it as telephone or LocalBusiness.geo.latitude")
    kind = type_name(words[0]) if words[0][0].isupper() else None
    path = words[1:] if kind else words
    if not path:
        raise ValueError(f"{text!r} names a type without a property: write it as {words[0]}.name")
    return kind, tuple(property_name(word) for word in path)
