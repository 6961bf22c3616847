"""The rubricator, the districts and the listings, as JSON and as HTML."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from directory_crawler.demo.card_pages import address_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from directory_crawler.demo.catalogue import Catalogue
    from directory_crawler.demo.city import City
    from directory_crawler.demo.paging import Page
    from directory_crawler.demo.records import Card, Group

_HEAD = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head><body>'
_TAIL = "</body></html>"


def html_page(title: str, body: str) -> bytes:
    """A whole HTML page around `body`, which is markup already."""
    return (_HEAD.format(title=escape(title)) + body + _TAIL).encode()


def groups_page(city: City) -> bytes:
    """The top of the tree."""
    rows = "".join(
        f'<li class="group" data-id="{group.id}"><a href="/rubrics/{group.id}">{escape(group.name)}</a></li>'
        for group in city.tree.groups
    )
    return html_page("Rubrics", f'<ul class="groups">{rows}</ul>')


def group_page(group: Group, catalogue: Catalogue, *, counts: bool) -> bytes:
    """One group: its rubrics with their counts, and their leaves."""
    rows = []
    for rubric in group.rubrics:
        count = f' <span class="count">{catalogue.count(rubric.id)}</span>' if counts else ""
        leaves = "".join(
            f'<li class="leaf" data-id="{leaf_id}" data-parent="{rubric.id}">{escape(label)}</li>'
            for leaf_id, label in rubric.leaves
        )
        rows.append(
            f'<li class="rubric" data-id="{rubric.id}" data-parent="{group.id}">'
            f'<a href="/list/{rubric.id}">{escape(rubric.name)}</a>{count}<ul>{leaves}</ul></li>'
        )
    return html_page(group.name, f'<h1>{escape(group.name)}</h1><ul class="rubrics">{"".join(rows)}</ul>')


def districts_page(city: City) -> bytes:
    """The values of the district filter."""
    rows = "".join(f'<option value="{key}">{escape(name)}</option>' for key, name in city.districts.items())
    return html_page("Districts", f'<select name="district">{rows}</select>')


def wall_page() -> bytes:
    """What a visitor gets who is taken for a robot."""
    return html_page(
        "Please sign in",
        "<h1>Please sign in to continue</h1><p>Unusual traffic: confirm that you are not a robot.</p>"
        '<form class="captcha" method="post" action="/login"><input name="user"><input name="password" type="password">'
        "<button>Sign in</button></form>",
    )


def item_json(card: Card) -> str:
    """A listing line."""
    return json.dumps(
        {
            "id": card.id,
            "name": card.name,
            "rating": card.rating,
            "address": address_line(card),
            "district": card.district,
            "rubrics": list(card.rubrics[:2]),
        },
        ensure_ascii=False,
    )


def list_json(
    page: Page,
    number: int,
    items: list[str],
    *,
    filters: Mapping[str, str],
    facets: Mapping[str, Any] | None,
    says_found: bool,
) -> bytes:
    """A listing page of ready `items`; `facets` None leaves them out."""
    found = f'"found": {page.found}, ' if says_found else ""
    more = f', "facets": {json.dumps(facets)}' if facets is not None else ""
    return (
        f'{{{found}"page": {number}, "pages": {page.pages}, "filters": {json.dumps(filters)}, '
        f'"items": [{", ".join(items)}]{more}}}'
    ).encode()


def list_html(
    page: Page,
    number: int,
    items: list[str],
    *,
    filters: Mapping[str, str],
    facets: Mapping[str, Any] | None,
    says_found: bool,
    next_filters: Mapping[str, str] | None,
) -> bytes:
    """The same in HTML; `next_filters` None leaves the next link out."""
    parts = ['<ul class="filters">']
    parts += [f'<li data-name="{escape(k)}" data-value="{escape(v)}"></li>' for k, v in filters.items()]
    parts.append("</ul>")
    if says_found:
        parts.append(f'<p><span class="found">{page.found}</span> found</p>')
    parts += items
    for axis, counts in (facets or {}).items():
        values = "".join(
            f'<li data-value="{key}" data-count="{count}"></li>' for key, count in counts.items()
        )
        parts.append(f'<ul class="facet" data-axis="{axis}">{values}</ul>')
    if next_filters is not None:
        query = escape(
            urlencode({"page": number + 1} | {k: v for k, v in next_filters.items() if k != "rubric"})
        )
        parts.append(f'<a rel="next" href="/list/{filters["rubric"]}?{query}">Next page</a>')
    return html_page("Listing", "".join(parts))


def item_html(card: Card) -> str:
    """A listing line in HTML."""
    rating = f'<span class="rating">{card.rating}</span>' if card.rating is not None else ""
    district = f' data-district="{card.district}"' if card.district else ""
    rubrics = "".join(f'<span class="rubric" data-id="{rubric}"></span>' for rubric in card.rubrics[:2])
    return (
        f'<article class="item" data-id="{card.id}"{district}>'
        f'<h2><a href="/card/{card.id}">{escape(card.name)}</a></h2>'
        f'{rating}<p class="address">{escape(address_line(card))}</p>{rubrics}</article>'
    )
