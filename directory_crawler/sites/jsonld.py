"""Reading JSON-LD blocks as they are found in pages: whole, wrapped, broken or cut off.

A block is first read as it stands, raw line breaks in strings allowed. Only when that fails is it repaired,
in linear time: HTML entities are undone, comments and trailing commas outside strings go, wrong escapes stay
as text, and a block that was cut off is closed after its last whole member. What still cannot be read is
reported with a reason and costs nothing but itself.
"""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

MAX_BLOCK = 1_000_000
"""Longest block read, in characters; a card's block has a few thousand."""

_OPENERS = ("\ufeff", "<!--", "<![CDATA[", "//", "/**/", "/*")
_CLOSERS = ("-->", "]]>", "//", "*/", "/*", ";")
_MOST_MARKS = 16  # each costs a copy of the text
_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"?'  # a string, perhaps cut off
    r"|//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?|<!--(?:[^-]|-(?!->))*(?:-->)?"  # comments
    r'|[{}\[\],]|[^"{}\[\],/<]+|[/<]',
    re.DOTALL,
)
_PARTNER = {"{": "}", "[": "]"}
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt\']|u[0-9a-fA-F]{4})?')


def integer(digits: str) -> int | float:
    """Integers of absurd length would raise in `int`."""
    return int(digits) if len(digits) < 300 else float("inf")


_DECODER = json.JSONDecoder(strict=False, parse_constant=lambda _: None, parse_int=integer)


def _unwrapped(text: str) -> str:
    """The block without the comment and CDATA marks that hide scripts from old browsers and XML readers."""
    text = text.strip()
    for _ in range(_MOST_MARKS):
        opener = next((mark for mark in _OPENERS if text.startswith(mark)), None)
        if opener is None:
            break
        text = text[len(opener) :].lstrip().removeprefix("*/").lstrip()
    for _ in range(_MOST_MARKS):
        closer = next((mark for mark in _CLOSERS if text.endswith(mark)), None)
        if closer is None:
            break
        text = text[: -len(closer)].rstrip()
    return text


def _right_escape(found: re.Match[str]) -> str:
    if found[0] == r"\'":
        return "'"
    return found[0] if len(found[0]) > 1 else r"\\"


def _whole_string(token: str) -> str:
    """A string token with its closing quote, its escapes right: `\\'` as in JavaScript, others as text."""
    inside = token[1:]
    if inside.endswith('"'):
        before = inside[:-1]
        if (len(before) - len(before.rstrip("\\"))) % 2 == 0:
            inside = before
    return '"' + _ESCAPE.sub(_right_escape, inside) + '"'


def _tokens(text: str) -> list[str]:
    """The tokens of a broken block, without comments and without commas before a closing bracket."""
    kept: list[str] = []
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token.startswith(("//", "/*", "<!--")):
            continue
        if token in ("}", "]"):
            while kept and (kept[-1] == "," or kept[-1].isspace()):
                kept.pop()
        kept.append(_whole_string(token) if token.startswith('"') else token)
    return kept


def _closed(tokens: list[str]) -> str:
    """The tokens as text, with the closing brackets that are missing at the end."""
    missing: list[str] = []
    for token in tokens:
        if token in _PARTNER:
            missing.append(_PARTNER[token])
        elif missing and token == missing[-1]:
            missing.pop()
    return "".join(tokens) + "".join(reversed(missing))


def _cut_at_last_comma(tokens: list[str]) -> list[str]:
    """The tokens before the last comma, after which the block broke off."""
    for position in range(len(tokens) - 1, 0, -1):
        if tokens[position] == ",":
            return tokens[:position]
    return []


def _documents(text: str) -> list[Any]:
    """All JSON documents that follow each other in `text`; raises ValueError or RecursionError."""
    documents: list[Any] = []
    position = 0
    while True:
        while position < len(text) and (text[position].isspace() or text[position] in ",;"):
            position += 1
        if position == len(text):
            return documents
        document, position = _DECODER.raw_decode(text, position)
        documents.append(document)


def read_block(text: str) -> tuple[list[Any], str | None]:
    """The documents of one JSON-LD block, and None or the reason why it could not be read.

    Never raises. An empty block gives no document and no reason.
    """
    if len(text) > MAX_BLOCK:
        return [], f"longer than {MAX_BLOCK} characters"
    bare = _unwrapped(text)
    try:
        try:
            return _documents(bare), None
        except ValueError as error:
            reason = str(error)
        if "&quot;" in bare and '"' not in bare:
            bare = unescape(bare)
        tokens = _tokens(bare)
        for attempt in (tokens, _cut_at_last_comma(tokens)):
            try:
                documents = _documents(_closed(attempt))
            except ValueError:
                continue
            if documents:
                return documents, None
    except RecursionError:
        return [], "nested too deeply"
    return [], reason
