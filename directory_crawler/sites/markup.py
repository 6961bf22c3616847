"""Microdata and RDFa read into the shape of JSON-LD.

One pass over the elements in document order: each property goes to the nearest enclosing item. The two
vocabularies of attributes differ in names only, so one reader serves both. It exists beside extruct because
that library's microdata reader recurses (500 nested items exhaust the stack after seconds) and its RDFa
reader takes milliseconds a page, loses the nesting, and reads a `<time>` by its words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TypeAlias
from urllib.parse import urljoin

from directory_crawler.sites.dom import MAX_TEXT, Element, measured_text
from directory_crawler.sites.schema_types import property_name, type_name, without_vocabulary
from directory_crawler.sites.values import clean_text

MAX_PROPERTIES = 20_000
"""Properties written out per page; `itemref` can multiply what a page holds."""

MAX_VALUES = 1_000
"""Values kept of one property."""

MAX_WORK = 1_000_000
"""Characters and nodes read for the texts of a page; nested properties read the same text again and again."""

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


def read_markup(root: Element, dialect: Dialect, base: str) -> list[dict[str, Any]]:
    """The top-level items of a page as JSON-LD-like nodes; links are joined to `base`.

    A node has `@type` (local names), `@id` where given, and each property as one value or a list. An item
    that refers back to itself, or is met a second time under one top item, is left out there.
    """
    if root.find(f".//*[@{dialect.scope}]") is None and root.get(dialect.scope) is None:
        return []
    reader = _Reader(root, dialect, base)
    return [reader.written(item, {id(item)}, 0) for item in reader.top]


class _Reader:
    """The items of one page: collected in one pass, then written out as nodes."""

    def __init__(self, root: Element, dialect: Dialect, base: str) -> None:
        self._dialect = dialect
        self._base = base
        self._work = MAX_WORK
        self._unwritten = MAX_PROPERTIES
        self._fragments: dict[str, _Properties] = {}
        self.top: list[_Item] = []
        self._collect(root)

    def _collect(self, root: Element) -> None:
        """Find the top items in document order, and the properties under each element that an `itemref` names."""
        if self._dialect is MICRODATA:
            for element in root.iterfind(".//*[@itemref]"):
                self._fragments.update((name, []) for name in element.get("itemref", "").split())
        receivers: dict[Element | None, tuple[_Properties, ...]] = {}
        for element in root.iter("*"):
            receiving = receivers.get(element.getparent(), ())
            fragment = self._fragments.get(element.get("id", "")) if self._fragments else None
            if fragment is not None and len(receiving) < MAX_DEPTH:
                receiving = (*receiving, fragment)
            item = self._opened(element)
            names = (element.get(self._dialect.property) or "").split()[:16] if receiving else []
            for name in map(property_name, names):
                value = item or without_vocabulary(self._value(element, name))
                for properties in receiving:
                    properties.append((name, value))
            if item is not None and not names:
                self.top.append(item)
            receivers[element] = receiving if item is None else (item.properties,)

    def _opened(self, element: Element) -> _Item | None:
        """The item that an element opens."""
        if element.get(self._dialect.scope) is None:
            return None
        return _Item(
            [type_name(word) for word in (element.get(self._dialect.type) or "").split()[:16]],
            next((found for key in self._dialect.ids if (found := element.get(key))), None),
            (element.get("itemref") or "").split()[:64] if self._dialect is MICRODATA else [],
        )

    def _value(self, element: Element, name: str) -> str:
        """The value of a property that is no item, by the rules of the HTML standard.

        Two departures, both for how pages are written: `content` counts on any element, and a link gives its
        text unless the property is one that holds addresses.
        """
        content = element.get("content")
        if content is not None:
            return clean_text(content)
        tag = element.tag
        address = element.get(_SOURCE_ATTRIBUTE[tag]) if tag in _SOURCE_ATTRIBUTE else None
        if address is None and self._dialect is RDFA:
            address = element.get("resource")
        if address is not None:
            if tag not in ("a", "area") or name in _URL_PROPERTIES:
                return self._joined(address)
            return self._text(element) or self._joined(address)
        if tag == "time" and element.get("datetime"):
            return clean_text(element.get("datetime", ""))
        if tag in ("data", "meter") and element.get("value") is not None:
            return clean_text(element.get("value", ""))
        return self._text(element)

    def _text(self, element: Element) -> str:
        if self._work <= 0:
            return ""
        text, work = measured_text(element, min(MAX_TEXT, self._work))
        self._work -= work
        return text

    def _joined(self, address: str) -> str:
        try:
            return clean_text(urljoin(self._base, address.strip()))
        except ValueError:
            return clean_text(address)

    def written(self, item: _Item, seen: set[int], depth: int) -> dict[str, Any]:
        """An item as a node; `seen` are the items written above and beside it."""
        node: dict[str, Any] = {"@type": item.types}
        if item.id:
            node["@id"] = item.id
        gathered: dict[str, dict[str | int, Any]] = {}
        borrowed = (pair for name in item.references for pair in self._fragments.get(name, ()))
        for name, value in chain(item.properties, borrowed):
            if self._unwritten == 0:
                break
            self._unwritten -= 1
            values = gathered.setdefault(name, {})
            if len(values) == MAX_VALUES:
                continue
            if isinstance(value, str):
                if value:
                    values[value] = value
            elif id(value) not in seen and depth < MAX_DEPTH:
                seen.add(id(value))
                values[id(value)] = self.written(value, seen, depth + 1)
        for name, values in gathered.items():
            if values:
                node[name] = next(iter(values.values())) if len(values) == 1 else list(values.values())
        return node
