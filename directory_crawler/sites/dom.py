"""Parsed HTML: the tree of a page and the text of an element."""

from __future__ import annotations

from typing import Any, TypeAlias

from cssselect import SelectorError
from lxml import etree
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
    return measured_text(element, MAX_TEXT)[0]


def measured_text(element: Element, limit: int) -> tuple[str, int]:
    """The text as `text_of` gives it, and the work that it took, in characters and nodes; it ends at `limit`."""
    if element.tag in _RAW or len(element) == 0:
        text = clean_text((element.text or "")[:limit])
        return text, len(text) + 1
    lines: list[list[str]] = [[]]
    work = 0
    for event, node in etree.iterwalk(element, events=("start", "end", "comment", "pi")):
        if event == "start":
            part = None if node.tag in _RAW else node.text
            if node.tag in _BREAKS:
                lines.append([])
        else:
            part = None if node is element else node.tail
            if event == "end" and node.tag in _BREAKS:
                lines.append([])
        if part:
            lines[-1].append(part)
        work += 1 + len(part or "")
        if work >= limit:
            break
    cleaned = (clean_text("".join(parts)) for parts in lines if parts)
    return "\n".join(line for line in cleaned if line)[:limit], work


def answers(found: list[Any]) -> list[Any]:
    """Selected nodes as values: an element gives its text."""
    return [text_of(node) if is_element(node) else node for node in found]
