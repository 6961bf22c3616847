"""A description as HTML, in the markup of its company or in another."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from directory_crawler.demo.board import phrases

if TYPE_CHECKING:
    from directory_crawler.demo.board.texts import Text

FRESH = "~fresh~"
"""Stands where every answer has another token."""

_HEADINGS = ("Your tasks", "What you bring", "What we offer")


class _Style(NamedTuple):
    """Templates of a markup: {0} is the content; `whole` has the posting's id as {1}."""

    whole: str
    paragraph: str
    heading: str
    entry: str
    entries: str


_PIXEL = f'<img src="https://px.example/o.gif?j={{1}}&amp;t={FRESH}" width="1" height="1" alt="">'
# What companies paste into the board; the lists of the second are lines with bullets.
_STYLES = (
    _Style(
        '<div class="jd" id="jd-{1}">{0}' + _PIXEL + "</div>",
        "<p>{0}</p>",
        "<h3>{0}</h3>",
        "<li>{0}</li>",
        "<ul>{0}</ul>",
    ),
    _Style(
        '<div id="job{1}">{0}</div><script>track("{1}", "' + FRESH + '");</script>',
        "<div>{0}</div><br>",
        "<div><b>{0}</b></div>",
        "&bull;&nbsp;{0}<br>",
        "<div>{0}</div>",
    ),
    _Style(
        '<div style="font-family: Arial">{0}</div>' + _PIXEL,
        '<p style="margin: 0 0 10px"><span style="font-size: 11pt">{0}</span></p>',
        "<p><strong>{0}</strong></p>",
        "\n  <li><span>{0}</span></li>",
        "<ul>{0}\n</ul>",
    ),
)
# What the board wraps around all of them when it has been rebuilt.
_REBUILT = _Style(
    '<section class="x-desc" data-job="{1}" data-build="2"><div class="x-inner">{0}</div></section>' + _PIXEL,
    '<p class="x-p">{0}</p>',
    '<h4 class="x-h">{0}</h4>',
    '<li class="x-li"><span>{0}</span></li>',
    '<ul class="x-ul">{0}</ul>',
)


def description_html(text: Text, *, posting_id: str, style: int, rewrap: str) -> str:
    """`text` in the markup number `style`, or as the option `rewrap` says; `FRESH` stands for tokens."""
    markup = _REBUILT if rewrap else _STYLES[style % len(_STYLES)]
    lead = markup.paragraph.format(escape(" ".join(text.lead)))
    if rewrap == "navigation":
        links = "".join(f'<li><a href="#">{label}</a></li>' for label in phrases.NAVIGATION)
        return markup.whole.format(f"<nav><ul>{links}</ul></nav>{lead}", posting_id)
    parts = [lead]
    for heading, lines in zip(_HEADINGS, (text.tasks, text.needs, text.offers), strict=True):
        if lines:
            entry, after = markup.entry.split("{0}")
            entries = entry + escape("\n".join(lines)).replace("\n", after + entry) + after
            parts += [markup.heading.format(heading), markup.entries.format(entries)]
    if text.closing:
        parts.append(markup.paragraph.format(escape(" ".join(text.closing))))
    return markup.whole.format("".join(parts), posting_id)
