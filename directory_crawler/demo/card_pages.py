"""A card as HTML, in one of three markups, and the answer of its contacts call."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any

from directory_crawler.demo import hours_forms
from directory_crawler.demo import word_tables as words
from directory_crawler.demo.phone_forms import shows_main_number, tel_link, tracking_number, write_phone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from directory_crawler.demo.city import City
    from directory_crawler.demo.records import Card

JSON_LD, MICRODATA, PLAIN = "json-ld", "microdata", "plain"
# The style of schema.org hours that names days by URL, as the links of microdata must.
_FULL_DAY_URLS = 1
_STATUS_WORDS = {
    "active": "Open for business",
    "temporarily_closed": "Temporarily closed",
    "permanently_closed": "Permanently closed",
}


def markup_of(card: Card) -> str:
    """In which markup the card's page is: most in JSON-LD; plain ones have no place for schema.org hours."""
    share = card.style % 20
    if share < 14:
        return JSON_LD
    plain = share >= 17 and card.hours_form not in (
        hours_forms.SCHEMA_STRINGS,
        hours_forms.SCHEMA_SPECIFICATION,
    )
    return PLAIN if plain else MICRODATA


def has_contacts(card: Card) -> bool:
    """Whether a contacts call brings anything."""
    return bool(card.phones or card.website or card.email or card.links)


def address_line(card: Card) -> str:
    """The address in one line, of the parts that the card has."""
    return ", ".join(
        part
        for part in (
            card.unit,
            f"{card.house} {card.street}".strip(),
            words.CITY_NAME if card.street else "",
            card.postcode,
        )
        if part
    )


def card_page(city: City, card: Card, *, token: str, branches: Iterable[Card]) -> str:
    """The page of a card that is not gone."""
    markup = markup_of(card)
    scope = ' itemscope itemtype="https://schema.org/LocalBusiness"' if markup == MICRODATA else ""
    head = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(card.name)}, {words.CITY_NAME}</title>"
        f'<meta name="contacts-token" content="{token}">'
    )
    if markup == JSON_LD:
        # A closing tag inside a string would end the script.
        block = json.dumps(_json_ld(card), ensure_ascii=False).replace("</", "<\\/")
        head += f'<script type="application/ld+json">{block}</script>'
    contacts = "yes" if has_contacts(card) else "no"
    body = [
        f'</head><body><main class="card" data-id="{card.id}" data-contacts="{contacts}"{scope}>',
        f"<h1{_prop(markup, 'name')}>{escape(card.name)}</h1>",
    ]
    if card.legal_name and markup != JSON_LD:
        body.append(f'<p class="legal-name"{_prop(markup, "legalName")}>{escape(card.legal_name)}</p>')
    if card.status == "permanently_closed":
        body.append('<div class="banner closed">Permanently closed</div>')
    body.append(f'<p class="status">{_STATUS_WORDS[card.status]}</p>')
    body += _rubric_list(city, card)
    body += _address(card, markup)
    if card.district:
        name = escape(city.districts[card.district])
        body.append(f'<p class="district" data-id="{card.district}">{name}</p>')
    # The map calls the city's centre a house, as the measured site did.
    zoom = "street" if card.precision == "street" else "house"
    body.append(
        f'<div class="map" data-lat="{card.latitude}" data-lon="{card.longitude}" data-precision="{zoom}"></div>'
    )
    body += _hours(card, markup)
    if markup != JSON_LD:
        body += _main_number(card, markup)
    body.append(f'<span class="photos">{card.photos} photos</span>')
    if card.rating is not None:
        body += [
            f'<span class="rating">{card.rating}</span><span class="reviews">{card.reviews} reviews</span>'
        ]
    body += [f'<a class="branch" href="/card/{other.id}">{escape(other.name)}</a>' for other in branches]
    return head + "".join(body) + "</main></body></html>"


def scripted(page: str, card: Card, *, token: str) -> str:
    """The page of a card that calls for its contacts itself and writes them into the page when they come."""
    headers = json.dumps({"X-Contacts-Token": token, "X-Requested-With": "XMLHttpRequest"})
    script = (
        f"fetch('/api/contacts/{card.id}', {{headers: {headers}}})"
        ".then(answer => answer.json()).then(contacts => {"
        " const shown = document.querySelector('section.contacts');"
        " for (const phone of contacts.phones) {"
        "  const line = document.createElement('p'); line.className = 'number';"
        "  line.textContent = phone.number; shown.append(line); }"
        " shown.dataset.website = contacts.website || ''; shown.dataset.email = contacts.email || '';"
        " shown.classList.add('loaded'); });"
    )
    seen = '<img src="/static/front.png" alt=""><section class="contacts"></section>'
    return page.replace("</main>", f"{seen}</main><script>{script}</script>")


def contacts_answer(card: Card, *, seed: int, call: int) -> dict[str, Any]:
    """What the `call`-th contacts call of a card answers."""
    numbers = list(card.phones)
    if card.tracked:
        numbers[0] = tracking_number(card.id, seed, call)
    written = [write_phone(number, card.style // (place + 1)) for place, number in enumerate(numbers)]
    labels = ["main" if not place else _label(number) for place, number in enumerate(numbers)]
    if len(written) > 1 and card.style % 3 == 0:
        written, labels = [(" / ", ", ", "; ")[card.style // 3 % 3].join(written)], ["main"]
    return {
        "phones": [{"number": n, "label": label} for n, label in zip(written, labels, strict=True)],
        "email": card.email,
        "website": card.website,
        "links": list(card.links),
    }


def _label(number: str) -> str:
    return "mobile" if number.startswith("+447") else "office"


def _prop(markup: str, name: str) -> str:
    return f' itemprop="{name}"' if markup == MICRODATA else ""


def _json_ld(card: Card) -> dict[str, Any]:
    block: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "LocalBusiness",
        "name": card.name,
        "geo": {"@type": "GeoCoordinates", "latitude": card.latitude, "longitude": card.longitude},
    }
    if card.legal_name:
        block["legalName"] = card.legal_name
    if card.street:
        address = {
            "@type": "PostalAddress",
            "streetAddress": ", ".join(p for p in (card.unit, f"{card.house} {card.street}".strip()) if p),
            "addressLocality": words.CITY_NAME,
            "addressRegion": words.REGION_NAME,
            "addressCountry": "GB",
        }
        block["address"] = address | ({"postalCode": card.postcode} if card.postcode else {})
    if shows_main_number(card):
        block["telephone"] = write_phone(card.phones[0], card.style // 7)
    if card.website and card.style % 3 == 0:
        block["url"] = card.website
    if card.hours_form == hours_forms.SCHEMA_STRINGS:
        block["openingHours"] = hours_forms.write_hours(card.week, card.hours_form, card.style)
    elif card.hours_form == hours_forms.SCHEMA_SPECIFICATION:
        block["openingHoursSpecification"] = hours_forms.write_hours(card.week, card.hours_form, card.style)
    if card.rating is not None:
        block["aggregateRating"] = {
            "@type": "AggregateRating",
            "ratingValue": card.rating,
            "reviewCount": card.reviews,
        }
    return block


def _rubric_list(city: City, card: Card) -> list[str]:
    """Every label of the card: the leaves of a rubric, the rubric, and at the end the groups."""
    rows = []
    groups: dict[str, None] = {}
    for rubric_id in card.rubrics:
        rubric = city.tree.rubrics[rubric_id]
        groups[rubric.group_id] = None
        rows += [
            f'<li data-id="{leaf_id}" data-level="leaf">{escape(label)}</li>'
            for leaf_id, label in rubric.leaves
            if leaf_id in card.leaves
        ]
        rows.append(f'<li data-id="{rubric.id}" data-level="rubric">{escape(rubric.name)}</li>')
    names = {group.id: group.name for group in city.tree.groups}
    rows += [f'<li data-id="{group}" data-level="group">{escape(names[group])}</li>' for group in groups]
    return ['<ul class="rubrics">', *rows, "</ul>"]


def _address(card: Card, markup: str) -> list[str]:
    if not card.street:
        return []
    scope = (
        ' itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"'
        if markup == MICRODATA
        else ""
    )
    parts = [f"<address{scope}>"]
    if card.unit:
        parts.append(f'<span class="unit">{escape(card.unit)}</span>, ')
    inner = f'<span class="house">{escape(card.house)}</span> ' if card.house else ""
    inner += f'<span class="street">{escape(card.street)}</span>'
    parts.append(f"<span{_prop(markup, 'streetAddress')}>{inner}</span>, ")
    parts.append(f'<span class="city"{_prop(markup, "addressLocality")}>{words.CITY_NAME}</span>')
    if card.postcode:
        parts.append(f' <span class="postcode"{_prop(markup, "postalCode")}>{card.postcode}</span>')
    return [*parts, "</address>"]


def _hours(card: Card, markup: str) -> list[str]:
    """The hours, unless the JSON-LD block has them."""
    value = hours_forms.write_hours(card.week, card.hours_form, card.style)
    if card.hours_form == hours_forms.OBJECTS:
        return [f'<script type="application/json" class="hours">{json.dumps(value)}</script>']
    if card.hours_form == hours_forms.OSM:
        return [f'<time class="hours" data-osm="{escape(value)}">Opening hours</time>']
    if card.hours_form == hours_forms.TEXT:
        return [f'<p class="hours">{escape(value)}</p>']
    if markup != MICRODATA:
        return []
    if card.hours_form == hours_forms.SCHEMA_STRINGS:
        return [f'<meta itemprop="openingHours" content="{escape(text)}">' for text in value]
    if card.hours_form == hours_forms.SCHEMA_SPECIFICATION:
        return [
            '<div itemprop="openingHoursSpecification" itemscope '
            'itemtype="https://schema.org/OpeningHoursSpecification">'
            + "".join(f'<link itemprop="dayOfWeek" href="{day}">' for day in entry["dayOfWeek"])
            + f'<meta itemprop="opens" content="{entry["opens"]}">'
            f'<meta itemprop="closes" content="{entry["closes"]}"></div>'
            for entry in hours_forms.write_hours(card.week, card.hours_form, _FULL_DAY_URLS)
        ]
    return []


def _main_number(card: Card, markup: str) -> list[str]:
    if not shows_main_number(card):
        return []
    number = card.phones[0]
    written = escape(write_phone(number, card.style // 7))
    return [
        f'<a class="phone" href="{tel_link(number)}"><span{_prop(markup, "telephone")}>{written}</span></a>'
    ]
