"""What a site sent, made fit to be shown: no sign that hides or reverses others, no more of it than can be read.

Escaping is the template's, of everything; this is for what escaping leaves as it is.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from markupsafe import Markup

from directory_crawler.core.normal.text import clean_text
from directory_crawler.reporting.report.words import NARROW

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST = 300
"""Characters of a value that are shown."""
LONGEST_PARAGRAPH = 1_500
LONGEST_LINK = 2_000
MOST_PARTS = 8
"""Members of a list that are shown."""


def shown(text: str, limit: int = LONGEST) -> str:
    """A text on one line, with what cannot be seen left out, cut where it is longer than anybody reads."""
    line = clean_text(text, limit + 1).replace("\n", " ")
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def finish(value: object) -> object:
    """What the template shows of a value: of texts that are not markup of ours no more than a paragraph, as above, but
    for the narrow spaces within numbers, at which no line is to be broken."""
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return NARROW.join(shown(part, LONGEST_PARAGRAPH) for part in value[:LONGEST_PARAGRAPH].split(NARROW))


def told(value: Any, limit: int = LONGEST) -> str:
    """Any value of a JSON column, as people read it."""
    if value is None or isinstance(value, str):
        return shown(value or "", limit)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return f"{value:.6g}" if isinstance(value, float) else str(value)[:limit]
    if isinstance(value, list) and not any(isinstance(part, (list, dict)) for part in value):
        more = f" and {len(value) - MOST_PARTS} more" if len(value) > MOST_PARTS else ""
        return shown(", ".join(told(part, 80) for part in value[:MOST_PARTS]) + more, limit)
    return shown(json.dumps(value, ensure_ascii=False)[: 4 * limit], limit)


def link(address: str | None) -> Markup | str:
    """An address of the web as a link that sends no word of where it was found; any other address as text only."""
    if not address:
        return ""
    try:
        is_web = urlsplit(address).scheme in ("http", "https")
    except ValueError:
        is_web = False
    if not is_web or len(address) > LONGEST_LINK or not address.isprintable():
        return shown(address)
    return Markup('<a href="{}" rel="nofollow noopener noreferrer">{}</a>').format(
        address, shown(address, 60)
    )


def without(sample: list[Any], left_out: frozenset[str]) -> list[Any]:
    """The rows behind a check without those of records that asked to be left out."""
    return [row for row in sample if not (left_out and _values(row) & left_out)]


def _values(row: Mapping[str, Any] | Any) -> set[str]:
    parts = row.values() if isinstance(row, dict) else [row]
    flat = [part for value in parts for part in (value if isinstance(value, list) else [value])]
    return {part for part in flat if isinstance(part, str)}
