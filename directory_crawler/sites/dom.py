"""Parsed HTML: the tree of a page and the text of an element."""

from __future__ import annotations

from itertools import islice
from typing import Any, TypeAlias

from cssselect import SelectorError
from lxml import etree  # type: ignore[import-untyped]
from parsel.csstranslator import HTMLTranslator

from directory_crawler.sites.values import clean_text

Element: TypeAlias = "etree._Element"
"""An element of a parsed page."""

XPath: TypeAlias = "etree.XPath"
"""A compiled expression."""

MAX_TEXT = 20_000
"""Longest text taken from one element, in characters: what is longer is no field of a record."""

_NAMESPACES = {"re": "http://exslt.org/regular-expressions", "set": "http://exslt.org/sets"}
_BREAKS = frozenset(
    {
        "br", "p", "div", "li", "tr", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "section",
        "article", "header", "footer", "table", "ul", "ol",
    }
)  # fmt: skip
_TEXT_AND_BREAKS = etree.XPath(
    "descendant::text()[not(parent::script or parent::style or parent::template)]"
    f"|descendant::*[{' or '.join(f'self::{name}' for name in sorted(_BREAKS))}]",
    smart_strings=False,
)
_RAW = frozenset({"script", "style", "template"})
_TRANSLATOR = HTMLTranslator()


def css_to_xpath(expression: str) -> XPath:
    """Compile a CSS selector, with parsel's `::text` and `::attr(name)`; raises ValueError."""
    try:
        return xpath(_TRANSLATOR.css_to_xpath(expression))
    except (SelectorError, AttributeError, ValueError) as error:
        raise ValueError(f"{error}") from error


def xpath(expression: str) -> XPath:
    """Compile an XPath 1.0 expression, with the EXSLT functions `re:` and `set:`; raises ValueError."""
    try:
        return etree.XPath(expression, namespaces=_NAMESPACES, smart_strings=False)
    except etree.XPathError as error:
        raise ValueError(f"{error}") from error


def select(compiled: XPath, element: Element) -> list[Any]:
    """What an expression finds at an element: elements, strings, numbers, bools; nothing on an error."""
    try:
        found = compiled(element)
    except etree.XPathError:
        return []
    return found if isinstance(found, list) else [found]


def is_element(node: object) -> bool:
    """Whether a node is an element (and no comment, text or JSON value)."""
    return isinstance(node, etree._Element) and isinstance(node.tag, str)


def text_of(element: Element) -> str:
    """The visible text of an element: white space collapsed, line breaks where HTML breaks the line."""
    if element.tag in _RAW:
        return clean_text((element.text or "")[:MAX_TEXT])
    if len(element) == 0:
        return clean_text((element.text or "")[:MAX_TEXT])
    lines: list[list[str]] = [[]]
    size = 0
    for node in _TEXT_AND_BREAKS(element):
        if isinstance(node, str):
            lines[-1].append(node)
            size += len(node)
            if size > MAX_TEXT:
                break
        else:
            lines.append([])
    cleaned = (clean_text("".join(parts)) for parts in lines)
    return "\n".join(islice((line for line in cleaned if line), MAX_TEXT))[:MAX_TEXT]


def answers(found: list[Any]) -> list[Any]:
    """Selected nodes as values: an element gives its text."""
    return [text_of(node) if is_element(node) else node for node in found]
