"""Microdata and RDFa read into the shape of JSON-LD.

One pass over the elements in document order: each property goes to the nearest enclosing item. The two
vocabularies of attributes differ in names only, so one reader serves both. It exists beside extruct because
that library's microdata reader recurses (500 nested items exhaust the stack after seconds) and its RDFa
reader takes milliseconds a page, loses the nesting, and reads a `<time>` by its words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeAlias
from urllib.parse import urljoin

from directory_crawler.sites.dom import Element, text_of
from directory_crawler.sites.schema_types import property_name, type_name, without_vocabulary
from directory_crawler.sites.values import clean_text

MAX_PROPERTIES = 20_000
"""Properties written out per page; `itemref` can multiply what a page holds."""

MAX_DEPTH = 32
"""Deepest nesting of items; schema.org pages stay under ten."""

_SOURCE_ATTRIBUTE = dict.fromkeys(["audio", "embed", "iframe", "img", "source", "track", "video"], "src") | {
    "a": "href",
    "area": "href",
    "link": "href",
    "object": "data",
}
_URL_PROPERTIES = frozenset(
    {
        "additionalType", "contentUrl", "email", "faxNumber", "hasMap", "image", "item", "logo",
        "mainEntityOfPage", "map", "maps", "photo", "sameAs", "telephone", "thumbnailUrl", "url",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Dialect:
    """The attributes of a vocabulary: what opens an item, names its type, its id and a property."""

    scope: str
    type: str
    ids: tuple[str, ...]
    property: str


MICRODATA = Dialect("itemscope", "itemtype", ("itemid",), "itemprop")
RDFA = Dialect("typeof", "typeof", ("resource", "about"), "property")


@dataclass(slots=True, eq=False)
class _Item:
    types: list[str]
    id: str | None
    references: list[str]
    properties: _Properties = field(default_factory=list)


_Properties: TypeAlias = "list[tuple[str, str | _Item]]"


def _value(element: Element, name: str, dialect: Dialect, base: str) -> str:
    """The value of a property that is no item, by the rules of the HTML standard.

    Two departures, both for how pages are written: `content` counts on any element, and a link gives its
    text unless the property is one that holds addresses.
    """
    content = element.get("content")
    if content is not None:
        return clean_text(content)
    tag = element.tag
    address = element.get(_SOURCE_ATTRIBUTE.get(str(tag), "")) if tag in _SOURCE_ATTRIBUTE else None
    if address is None and dialect is RDFA:
        address = element.get("resource")
    if address is not None:
        if tag not in ("a", "area") or name in _URL_PROPERTIES:
            return _joined(base, address)
        return text_of(element) or _joined(base, address)
    if tag == "time" and element.get("datetime"):
        return clean_text(element.get("datetime", ""))
    if tag in ("data", "meter") and element.get("value") is not None:
        return clean_text(element.get("value", ""))
    return text_of(element)


def _joined(base: str, address: str) -> str:
    try:
        return clean_text(urljoin(base, address.strip()))
    except ValueError:
        return clean_text(address)


def _opened(element: Element, dialect: Dialect) -> _Item | None:
    """The item that an element opens."""
    if element.get(dialect.scope) is None:
        return None
    return _Item(
        [type_name(word) for word in (element.get(dialect.type) or "").split()[:16]],
        next((found for key in dialect.ids if (found := element.get(key))), None),
        (element.get("itemref") or "").split()[:64] if dialect is MICRODATA else [],
    )


def _collect(root: Element, dialect: Dialect, base: str) -> tuple[list[_Item], dict[str, _Properties]]:
    """The top items in document order, and the properties under each element that an `itemref` names."""
    referenced: set[str] = set()
    if dialect is MICRODATA:
        for element in root.iterfind(".//*[@itemref]"):
            referenced.update(element.get("itemref", "").split())
    fragments: dict[str, _Properties] = {name: [] for name in referenced}
    receivers: dict[Element | None, tuple[_Properties, ...]] = {}
    top: list[_Item] = []
    for element in root.iter("*"):
        receiving = receivers.get(element.getparent(), ())
        if referenced and element.get("id") in referenced and len(receiving) < MAX_DEPTH:
            receiving = (*receiving, fragments[element.get("id", "")])
        item = _opened(element, dialect)
        names = (element.get(dialect.property) or "").split()[:16] if receiving else []
        for name in map(property_name, names):
            value = item or without_vocabulary(_value(element, name, dialect, base))
            for properties in receiving:
                properties.append((name, value))
        if item is not None and not names:
            top.append(item)
        receivers[element] = receiving if item is None else (item.properties,)
    return top, fragments


def read_markup(root: Element, dialect: Dialect, base: str) -> list[dict[str, Any]]:
    """The top-level items of a page as JSON-LD-like nodes; links are joined to `base`.

    A node has `@type` (local names), `@id` where given, and each property as one value or a list. An item
    that refers back to itself, or is met a second time under one top item, is left out there.
    """
    if root.find(f".//*[@{dialect.scope}]") is None and root.get(dialect.scope) is None:
        return []
    top, fragments = _collect(root, dialect, base)
    budget = iter(range(MAX_PROPERTIES))

    def written(item: _Item, seen: set[int], depth: int) -> dict[str, Any]:
        node: dict[str, Any] = {"@type": item.types}
        if item.id:
            node["@id"] = item.id
        gathered: dict[str, list[Any]] = {}
        borrowed = (pair for name in item.references for pair in fragments.get(name, ()))
        for name, value in (*item.properties, *islice(borrowed, MAX_PROPERTIES)):
            if next(budget, None) is None:
                break
            if isinstance(value, _Item):
                if id(value) in seen or depth == MAX_DEPTH:
                    continue
                seen.add(id(value))
                gathered.setdefault(name, []).append(written(value, seen, depth + 1))
            elif value and value not in gathered.setdefault(name, []):
                gathered[name].append(value)
        for name, values in gathered.items():
            if values:
                node[name] = values[0] if len(values) == 1 else values
        return node

    return [written(item, {id(item)}, 0) for item in top]
