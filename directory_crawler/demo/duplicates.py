"""A further card of one organisation: what it keeps, what it loses, how it is written differently."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from directory_crawler.demo import naming
from directory_crawler.demo import word_tables as words
from directory_crawler.demo.organisations import write_website
from directory_crawler.demo.phone_forms import draw_phone
from directory_crawler.demo.street_map import CENTRE, shifted

if TYPE_CHECKING:
    from directory_crawler.demo.organisations import Founder
    from directory_crawler.demo.records import Card

# By what a careful person sees that two cards are one organisation, with the share of each kind. The last
# four are what simple keys (phone, domain, equal tokens in one 100 m cell) do not see.
EVIDENCE: dict[str, float] = {
    "phone and address": 0.51,
    "phone, no address": 0.13,
    "domain and address": 0.18,
    "point and name": 0.13,
    "address and contained name": 0.02,
    "address and name, no point": 0.01,
    "name, a few houses away": 0.01,
    "address and mistyped name": 0.01,
}


def second_card(founder: Founder, first: Card) -> Card:
    """Another card of the organisation of `first`, under another id, with one kind of evidence that tells."""
    rng = founder.rng
    kind = rng.choices(tuple(EVIDENCE), tuple(EVIDENCE.values()))[0]
    if kind.startswith("phone") and not first.phones:
        kind = "point and name"
    if kind.startswith("domain") and first.domain is None:
        kind = "phone and address" if first.phones else "point and name"
    if kind == "point and name" and first.precision != "exact":
        kind = "address and name, no point"
    if kind.startswith("name") and (first.precision != "exact" or not first.house):
        kind = "address and contained name"

    style = rng.getrandbits(30)
    latitude, longitude = first.latitude, first.longitude
    if first.precision == "exact":
        reach = 55.0 if kind.startswith("name") else 6.0
        latitude, longitude = shifted(
            latitude, longitude, rng.uniform(-reach, reach), rng.uniform(-reach, reach)
        )
    other_phone = (draw_phone(founder.rng, founder.phones),) if rng.random() < 0.4 else ()
    card = replace(
        first,
        id=founder.card_id(),
        name=naming.respelled(rng, first.name),
        legal_name=first.legal_name if rng.random() < 0.4 else None,
        street=respelled_street(first.street, style),
        house=respelled_house(first.house, style),
        postcode=first.postcode if rng.random() < 0.7 else "",
        latitude=latitude,
        longitude=longitude,
        phones=first.phones if kind.startswith("phone") else other_phone,
        tracked=False,
        domain=None,
        website=None,
        email=None,
        links=(),
        leaves=founder.leaves(first.rubrics[0]),
        rubrics=first.rubrics[:1],
        rating=None,
        reviews=rng.randrange(5),
        photos=rng.randrange(4),
        hours_form="absent" if rng.random() < 0.3 else first.hours_form,
        listed=True,
        style=style,
    )
    if card.hours_form == "absent":
        card = replace(card, week=(None,) * 7)
    keeps_site = kind.startswith("domain") or (kind.startswith("phone") and rng.random() < 0.25)
    if keeps_site and first.domain:
        card = replace(card, domain=first.domain, website=write_website(first.domain, style))

    if kind == "phone and address":
        name = naming.loosely_respelled(rng, first.name) if rng.random() < 0.4 else card.name
        return replace(card, name=name, house="" if rng.random() < 0.1 else card.house)
    if kind == "phone, no address":
        street = card.street if rng.random() < 0.5 else ""
        return replace(
            card,
            street=street,
            house="",
            unit="",
            postcode="",
            latitude=CENTRE[0] if not street else latitude,
            longitude=CENTRE[1] if not street else longitude,
            precision="city" if not street else first.precision,
        )
    if kind == "point and name":
        bare = rng.random() < 0.3
        return replace(card, street="" if bare else card.street, house="" if bare else card.house, unit="")
    if kind == "address and contained name":
        return replace(card, name=naming.extended(rng, first.name))
    if kind == "address and name, no point":
        return replace(card, latitude=CENTRE[0], longitude=CENTRE[1], precision="city")
    if kind.startswith("name"):
        return replace(card, house="", unit="")
    if kind == "address and mistyped name":
        return replace(card, name=naming.mistyped(rng, first.name))
    return card


def respelled_street(street: str, style: int) -> str:
    """The street's type in full or shortened, with or without a full stop."""
    head, _, kind = street.rpartition(" ")
    short = words.STREET_TYPES.get(kind)
    if short is None or style % 3 == 0:
        return street
    return f"{head} {short}" + ("." if style % 3 == 1 else "")


def respelled_house(house: str, style: int) -> str:
    """The house number as another clerk types it."""
    return house if not house or style % 4 else f"No. {house}"
