"""The description of a vacancy: its words and its lists, whatever markup a board wraps around them.

One pass over the text, in linear time: what nobody reads (scripts, styles, navigation, tracking pixels) goes, blocks
become lines, entries of lists and lines that begin with a bullet look alike.
"""

from __future__ import annotations

import re
from html import unescape

from directory_crawler.core.normal.text import clean_text

LONGEST_SOURCE = 200_000
"""Characters of markup that are read; an honest description has about 15 000."""

_TAG = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9]{0,15})(?P<rest>[^<>]{0,4000})>")
_OPEN = re.compile(r"<(?=[A-Za-z/!?])")
_MARKUP = re.compile(r"</?[A-Za-z][A-Za-z0-9]{0,15}(?:\s[^<>]{0,4000})?/?>")
_ESCAPED = re.compile(r"&lt;/?(?:p|div|br|ul|ol|li|span|strong|b|h[1-6])\b[^<>]{0,400}?&gt;", re.IGNORECASE)
_UNREAD = frozenset(
    {
        "script",
        "style",
        "template",
        "noscript",
        "iframe",
        "object",
        "svg",
        "nav",
        "form",
        "button",
        "select",
        "head",
    }
)
_INLINE = frozenset(
    {
        "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "img", "ins",
        "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u",
        "var", "wbr",
    }
)  # fmt: skip
_BULLETS = re.compile(r"(?:[•‣◦▪▫●○■□◆◇►▶➢➤✓✔\u2043·]\s*|[*–—\-](?:\s+|$))+")
_ENTRY = "\x00"


def description_text(source: str) -> str | None:
    """The description as lines of text, entries of lists marked by ``- ``; ``None`` where nothing is left to read.

    Two sources that a reader could not tell apart give one text: neither tags, attributes, white space and pixels nor
    the way in which lists are written count.
    """
    source = source[:LONGEST_SOURCE]
    if _ESCAPED.search(source) and not _MARKUP.search(source):
        source = unescape(source)
    text = _read(source) if _MARKUP.search(source) else source
    lines = (_line(line) for line in clean_text(text.replace(_ENTRY, "\n- "), LONGEST_SOURCE).split("\n"))
    return "\n".join(line for line in lines if line) or None


def _line(line: str) -> str:
    match = _BULLETS.match(line)
    if match is None:
        return line
    rest = line[match.end() :]
    return f"- {rest}" if rest else ""


def _read(source: str) -> str:
    """The text of markup: blocks as lines, entries marked. A tag that is never closed hides at most its own rest."""
    parts: list[str] = []
    endless: set[str] = set()
    position = 0
    for found in _OPEN.finditer(source):
        start = found.start()
        if start < position:
            continue
        parts.append(_flowing(source[position:start]))
        position = start
        if source.startswith("<!--", start):
            end = source.find("-->", start)
            position = len(source) if end < 0 else end + 3
            continue
        tag = _TAG.match(source, start)
        if tag is None:
            end = source.find(">", start, start + 4000)
            if source[start + 1] in "!?/" and end >= 0:
                position = end + 1
            else:
                parts.append("<")
                position = start + 1
            continue
        position = tag.end()
        name = tag["name"].lower()
        if name in _UNREAD and not tag["close"] and not tag["rest"].endswith("/"):
            if name not in endless:
                position = _after(source, name, position, endless)
            parts.append("\n")
        elif name not in _INLINE:
            parts.append(_ENTRY if name == "li" and not tag["close"] else "\n")
    parts.append(_flowing(source[position:]))
    return "".join(parts)


def _after(source: str, name: str, position: int, endless: set[str]) -> int:
    """The place after an element that nobody reads; one that is never closed hides nothing but its tag.

    Names whose elements are not closed any more are noted in ``endless``, lest each be searched for again.
    """
    closing = re.compile(rf"</{name}\b[^<>]{{0,100}}>", re.IGNORECASE).search(source, position)
    if closing is None:
        endless.add(name)
        return position
    return closing.end()


def _flowing(text: str) -> str:
    """Text between tags: a line break in the source is a space."""
    return " ".join(text.split("\n")) if "\n" in text else text
