"""Cleaning of single values, as pages and payloads give them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from parsel import Selector

Value: TypeAlias = Any
"""What one answer is: a string, a number, a bool, or a mapping or list of these (as in JSON)."""

MAX_STRING = 200_000
"""Longest string kept, in characters; a description is a few thousand, so what is longer is no field."""

MAX_ID = 200
"""Longest record id, in characters: UUIDs have 36, slugs met in public about 120; an index holds pairs of them."""

MAX_COUNT = 2**31 - 1
"""Above it, which is what a column holds, a stated total is nonsense and not a count."""

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufeff]")
_NUMBER = re.compile(
    r"\d{1,15}(?:(?P<sep>[.,'’\u00a0\u202f\u2009 ])\d{3}(?!\d)(?:(?P=sep)\d{3}(?!\d)){0,4})?"
)
_NEGATIVE = frozenset({"", "0", "no", "n", "false", "off", "none", "null"})


def without_controls(text: str) -> str:
    """Drop what no database column and no parser takes: NUL, control characters, lone surrogates, BOMs."""
    return _CONTROLS.sub("", text)


def clean_text(text: str) -> str:
    """One line of text: control characters out, white space collapsed and trimmed, cut at `MAX_STRING`."""
    text = text[:MAX_STRING]
    return " ".join((text if text.isprintable() else without_controls(text)).split())


def clean_lines(text: str) -> str:
    """Text whose line breaks mean something (addresses, opening hours): each line cleaned, blank ones out."""
    text = text[:MAX_STRING]
    if text.isprintable():
        return " ".join(text.split())
    lines = map(clean_text, text.splitlines())
    return "\n".join(line for line in lines if line)


def flatten(answer: object) -> list[Value]:
    """The values of an answer in order: lists opened, strings cleaned, nothing-values (null, "", NaN) out."""
    values: list[Value] = []
    pending: list[object] = [answer] if not isinstance(answer, list) else answer[::-1]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            if text := clean_lines(item):
                values.append(text)
        elif item is None:
            continue
        elif isinstance(item, list | tuple):
            pending.extend(reversed(item))
        elif isinstance(item, float):
            if math.isfinite(item):
                values.append(item)
        elif item or not isinstance(item, Mapping):
            values.append(item)
    return values


def as_text(value: Value) -> str | None:
    """A scalar as text (`12.0` as `12`, a bool as `true` or `false`); None for a mapping or a list."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, int) and abs(value) > 10**30:
        return None
    return str(value) if isinstance(value, int | float) else None


def as_id(value: Value) -> str | None:
    """A record id, or None for what cannot be one: no scalar, a bool, empty, or longer than `MAX_ID`."""
    if isinstance(value, bool) or (isinstance(value, float) and not value.is_integer()):
        return None
    text = as_text(value)
    return text if text and len(text) <= MAX_ID else None


def as_count(value: Value) -> int | None:
    """A count from a number or from words ("1 234 found", "about 1,234"); None where there is none.

    A separator counts as one of thousands when exactly three digits follow it, whatever the language.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        return int(value) if 0 <= value <= MAX_COUNT and value.is_integer() else None
    if isinstance(value, str):
        match = _NUMBER.search(value[:1000])
        if not match:
            return None
        value = int(re.sub(r"\D", "", match[0]))
    return value if isinstance(value, int) and 0 <= value <= MAX_COUNT else None


def as_flag(value: Value) -> bool:
    """Whether a value says yes; "no", "false", "0", "off", "none" and nothing say no."""
    if isinstance(value, str):
        return value.strip().casefold() not in _NEGATIVE
    return bool(value)


def html_to_lines(html: str) -> str:
    """The text of an HTML fragment that stood inside a value."""
    return clean_lines("\n".join(Selector(text=html).xpath("//text()").getall()))
