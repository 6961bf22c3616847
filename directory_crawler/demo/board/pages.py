"""What a person sees of the board: the list of jobs, and the page of one."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from html import escape
from typing import TYPE_CHECKING, Any

from directory_crawler.demo.board.descriptions import FRESH
from directory_crawler.demo.board.items import closed_marker
from directory_crawler.demo.board.market import DAY, EMPLOYMENTS
from directory_crawler.demo.board.places import REGIONS
from directory_crawler.demo.board.postings import MARKED
from directory_crawler.demo.board.trades import TRADES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from directory_crawler.demo.board.items import Items
    from directory_crawler.demo.board.postings import Posting

LIST_SIZE = 25
_STEPS = ((7 * DAY, "week"), (DAY, "day"), (3600, "hour"), (60, "minute"))
_LONG_AGO_DAYS = 30


def html_page(title: str, body: str) -> bytes:
    """A whole page."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title></head>'
        f"<body>{body}</body></html>"
    ).encode()


def wall_page() -> bytes:
    """What a site shows to whom it takes for a robot."""
    return html_page("Sign in", '<form class="login"><h1>Please sign in to continue</h1></form>')


def relative_stamp(posted: int | None, now: int) -> str:
    """How long ago, as a person says it; "" where nobody knows."""
    if posted is None:
        return ""
    seconds = max(0, now - posted)
    if seconds > _LONG_AGO_DAYS * DAY:
        return f"{_LONG_AGO_DAYS}+ days ago"
    for size, unit in _STEPS:
        count = seconds // size
        if count and not (unit == "week" and seconds < 14 * DAY):
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"


def jobs_page(
    rows: Sequence[Posting], number: int, *, items: Items, found: int, filters: str, now: int
) -> bytes:
    """A page of the list; `filters` is the part of the query that its links keep."""
    lines = []
    for posting in rows:
        fields = items.fields(posting)
        place = fields["location"]["name"] if fields["location"] else ""
        lines.append(
            f'<li class="job" data-id="{posting.id}"><a href="/job/{posting.id}">{escape(fields["title"])}</a>'
            f'<span class="company">{escape(fields["company"]["name"])}</span>'
            f'<span class="place">{escape(place)}</span>'
            f"<time>{relative_stamp(posting.posted, now)}</time></li>"
        )
    body = (
        f'<form class="search" action="/jobs">{_select("category", {t.code: t.name for t in TRADES})}'
        f"{_select('region', REGIONS)}{_select('type', {name: name for name in EMPLOYMENTS})}</form>"
        f'<p class="found">{found} jobs</p><ol class="jobs">{"".join(lines)}</ol>'
        f'<a rel="next" href="/jobs?page={number + 1}{escape(filters)}">Next</a>'
    )
    return html_page("Jobs", body)


def job_page(posting: Posting, *, items: Items, similar: Iterable[Posting], now: int, token: str) -> bytes:
    """The page of a posting that has one, with a box of other postings, ended ones among them."""
    fields = items.fields(posting)
    fields["description"] = items.description(posting)
    head = _json_ld(posting, fields) if int(posting.id) % 5 else ""
    location = (
        f'<span class="place">{escape(fields["location"]["name"])}</span>' if fields["location"] else ""
    )
    pay = f'<span class="pay">{escape(fields["pay"]["text"])}</span>' if fields["pay"] else ""
    notice = f'<p class="notice">{closed_marker(posting)}</p>' if posting.ending == MARKED else ""
    apply_link = f'<a class="apply" href="{escape(fields["apply_url"])}">Apply</a>' if not notice else ""
    others = "".join(
        f'<li><a href="/job/{other.id}">{escape(items.fields(other)["title"])}</a>'
        + (f'<span class="notice">{closed_marker(other)}</span>' if other.ending else "")
        + "</li>"
        for other in similar
    )
    body = (
        f'{head}<main><article class="posting" data-id="{posting.id}">{notice}'
        f"<h1>{escape(fields['title'])}</h1>"
        f'<span class="company" data-id="{fields["company"]["id"]}">{escape(fields["company"]["name"])}</span>'
        f'{location}<span class="type">{posting.employment}</span>{pay}'
        f"<time>{relative_stamp(posting.posted, now)}</time>"
        f'<div class="description">{fields["description"]}</div>{apply_link}</article>'
        f'<aside class="similar"><h2>Similar jobs</h2><ul>{others}</ul></aside></main>'
    )
    return html_page(fields["title"], body.replace(FRESH, token))


def _select(name: str, values: dict[str, str]) -> str:
    options = "".join(f'<option value="{key}">{escape(label)}</option>' for key, label in values.items())
    return f'<select name="{name}"><option value="">All</option>{options}</select>'


def _json_ld(posting: Posting, fields: dict[str, Any]) -> str:
    block: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "JobPosting",
        "title": fields["title"],
        "description": fields["description"],
        "identifier": {"@type": "PropertyValue", "name": fields["company"]["name"], "value": posting.id},
        "hiringOrganization": {"@type": "Organization", "name": fields["company"]["name"]},
        "employmentType": posting.employment.upper(),
    }
    if posting.posted is not None:
        block["datePosted"] = _iso_date(posting.posted)
    if posting.expires is not None:
        block["validThrough"] = _iso_date(posting.expires)
    if fields["remote"]:
        block["jobLocationType"] = "TELECOMMUTE"
    if fields["location"]:
        address = {
            "@type": "PostalAddress",
            "addressRegion": fields["location"]["name"],
            "addressCountry": "GB",
        }
        block["jobLocation"] = {"@type": "Place", "address": address}
    pay = fields["pay"]
    if pay and pay["min"] is not None:
        block["baseSalary"] = {
            "@type": "MonetaryAmount",
            "currency": pay["currency"],
            "value": {
                "@type": "QuantitativeValue",
                "minValue": pay["min"],
                "maxValue": pay["max"],
                "unitText": pay["period"].upper(),
            },
        }
    # A closing tag inside a string would end the script.
    text = json.dumps(block, ensure_ascii=False).replace("</", "<\\/")
    if int(posting.id) % 25 == 1:
        # As careless templates write it: a comma too many.
        text = text[:-1] + ",}"
    return f'<script type="application/ld+json">{text}</script>'


def _iso_date(moment: int) -> str:
    return datetime.fromtimestamp(moment, timezone.utc).strftime("%Y-%m-%d")
