"""Text as a database, a parser and a person can take it."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping
from html import unescape
from typing import Any

LONGEST_TEXT = 20_000
"""Characters of one value that are kept; the longest honest description met has about 8 000."""

MOST_MEMBERS = 1_000
"""Members of one list or mapping that are kept."""

DEEPEST = 20
"""Levels of lists and mappings that are kept."""

# controls but tab and line breaks; bidirectional marks; zero-width spaces, soft hyphens, BOMs; noncharacters.
# Joiners (U+200C, U+200D) stay: Persian, Indic scripts and emoji are written with them.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff]"
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_AMPERSANDS = re.compile(r"&(?:(?:amp|AMP|#0{0,4}38|#[xX]0{0,4}26);)+")
_SPACES = re.compile(r"[^\S\n]+")
_BREAKS = re.compile(r"\r\n?|[\x85\u2028\u2029]")
_MOST_MARKS = (
    30  # of a letter, as in the stream-safe format of Unicode annex 15: normalising more is not linear
)


def clean_text(text: str, limit: int = LONGEST_TEXT) -> str:
    """The text with entities resolved (however often they were escaped), control and bidirectional signs and
    lone surrogates out, in NFC, spaces collapsed, lines trimmed, blank lines out, at most `limit` characters.

    Cleaning twice changes nothing.
    """
    text = text[: 2 * limit]
    if not text.isascii():
        # halves of surrogate pairs are joined, lone ones dropped
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    text = _INVISIBLE.sub("", _unescaped(text))
    if not text.isascii():
        text = unicodedata.normalize("NFC", _few_marks(text))
    text = _SPACES.sub(" ", _BREAKS.sub("\n", text))
    lines = (line.strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)[:limit].rstrip()


def _unescaped(text: str) -> str:
    while "&" in text:
        resolved = _ENTITY.sub(
            lambda match: unescape(match[0]), _INVISIBLE.sub("", _AMPERSANDS.sub("&amp;", text))
        )
        if resolved == text:
            break
        text = resolved
    return text


def _few_marks(text: str) -> str:
    run = 0
    kept = []
    for sign in text:
        run = run + 1 if unicodedata.combining(sign) else 0
        if run <= _MOST_MARKS:
            kept.append(sign)
    return "".join(kept)


def clean_value(value: Any) -> tuple[Any, tuple[str, ...]]:
    """A JSON-like value with all its texts clean, and the reasons why it is less than what came (sorted).

    Reasons: `too long` (a text was cut), `too many` (members were cut), `too deep`, `no number` (NaN, infinity, or an
    integer of more than 300 digits), `unknown type` (taken as text).
    """
    reasons: set[str] = set()
    return _clean(value, reasons, 0), tuple(sorted(reasons))


def _clean(value: Any, reasons: set[str], depth: int) -> Any:
    if isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            reasons.add("too long")
        return clean_text(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        if value.bit_length() < 1000:
            return value
        reasons.add("no number")
        return None
    if isinstance(value, float):
        if math.isfinite(value):
            return value
        reasons.add("no number")
        return None
    if depth >= DEEPEST:
        reasons.add("too deep")
        return None
    if isinstance(value, Mapping):
        pairs = list(value.items())
        if len(pairs) > MOST_MEMBERS:
            reasons.add("too many")
        return {
            clean_text(str(key), 200): _clean(held, reasons, depth + 1) for key, held in pairs[:MOST_MEMBERS]
        }
    if isinstance(value, list | tuple):
        if len(value) > MOST_MEMBERS:
            reasons.add("too many")
        return [_clean(held, reasons, depth + 1) for held in value[:MOST_MEMBERS]]
    reasons.add("unknown type")
    return clean_text(str(value))
