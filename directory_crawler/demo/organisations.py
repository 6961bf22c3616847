"""Organisations as they are founded, and the first card of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from directory_crawler.demo import word_tables as words
from directory_crawler.demo.hours_forms import draw_week
from directory_crawler.demo.naming import draw_name, slug_of
from directory_crawler.demo.phone_forms import draw_phone
from directory_crawler.demo.records import Card, Week
from directory_crawler.demo.street_map import CENTRE, Place, StreetMap

if TYPE_CHECKING:
    from random import Random

    from directory_crawler.demo.tree import Tree

# Measured on one real directory of 80 118 cards: share on the exact city-centre point, share without a
# district.
CITY_POINT_SHARE = 0.0242
NO_DISTRICT_SHARE = 0.015
STREET_POINT_SHARE = 0.03
TRACKED_SHARE = 0.03
_HOSTED = ("blogspot.com", "github.io", "myshopify.com")


@dataclass(slots=True)
class Identity:
    """What is true of an organisation when it is founded; its cards are drawn from it."""

    org_id: str
    rubric: str
    name: str
    legal_name: str | None
    place: Place
    phones: tuple[str, ...]
    domain: str | None
    email: str | None
    week: Week
    hours_form: str
    chain: str | None = None
    circle: str | None = None


class Founder:
    """Draws organisations and cards without ever giving two of them one phone, domain, id, or name on a street."""

    def __init__(self, rng: Random, tree: Tree, streets: StreetMap) -> None:
        self.rng = rng
        self.tree = tree
        self.streets = streets
        self.phones: set[str] = set()
        self._slugs: set[str] = set()
        self._ids: set[str] = set()
        self._names_on_street: set[tuple[int, str]] = set()
        self._organisations = 0
        self._labels = list(tree.rubrics)
        self._crowded = frozenset(tree.crowded)

    def remember(self, card: Card) -> None:
        """Take the values of a card of an earlier week as used."""
        self.phones.update(phone.partition(";")[0] for phone in card.phones)
        self._ids.add(card.id)
        if card.domain:
            self._slugs.add(card.domain.partition(".")[0])
        self._organisations = max(self._organisations, int(card.org_id[1:]))

    def identity(self, rubric: str, place: Place | None = None, name: str | None = None) -> Identity:
        """A new organisation of `rubric`, where told or at a free address."""
        rng = self.rng
        crowded = rubric in self._crowded
        if place is None:
            old_town = crowded and rng.random() < 0.5
            place = self.streets.draw_place(rng, self.streets.district_ids[0] if old_town else None)
        if name is None:
            name = self.name(rubric, place.street)
        self._organisations += 1
        domain = self.domain(name) if rng.random() < 0.42 else None
        # A thin card has neither: about one in ten.
        draw = rng.random()
        phones: tuple[str, ...] = ()
        if draw < 0.90:
            phones = (draw_phone(rng, self.phones),)
            if draw < 0.14:
                phones += (draw_phone(rng, self.phones),)
            elif draw < 0.18:
                phones = (f"{phones[0]};ext={rng.randrange(10, 400)}",)
        week, form = draw_week(rng)
        return Identity(
            org_id=f"o{self._organisations}",
            rubric=rubric,
            name=name,
            legal_name=f"{name} {rng.choice(words.LEGAL_FORMS)}" if rng.random() < 0.3 else None,
            place=place,
            phones=phones,
            domain=domain,
            email=f"info@{domain}" if domain and rng.random() < 0.6 else None,
            week=week,
            hours_form=form,
        )

    def name(self, rubric: str, street: int) -> str:
        """A name that no other organisation of the street has."""
        trade = self.tree.rubrics[rubric].name
        while True:
            name = draw_name(self.rng, trade, crowded=rubric in self._crowded)
            if (street, name) not in self._names_on_street:
                self._names_on_street.add((street, name))
                return name

    def domain(self, name: str) -> str:
        """A registrable domain that nobody has, some of them under a hosting provider's suffix."""
        slug = slug_of(name)
        number = 2
        while slug in self._slugs:
            slug = f"{slug_of(name)}-{number}"
            number += 1
        self._slugs.add(slug)
        suffix = self.rng.choices(("co.uk", "uk", "com", "org.uk", *_HOSTED), (45, 15, 25, 5, 4, 3, 3))[0]
        return f"{slug}.{suffix}"

    def card_id(self) -> str:
        """A free id of five to twelve digits; longer ones are younger."""
        while True:
            low, high = self.rng.choice(((10_000, 999_999), (10**7, 10**8 - 1), (7 * 10**10, 8 * 10**11)))
            number = str(self.rng.randrange(low, high))
            if number not in self._ids:
                self._ids.add(number)
                return number

    def card(self, who: Identity) -> Card:
        """The first card of an organisation, filed under its rubric only."""
        rng = self.rng
        street = self.streets.streets[who.place.street]
        latitude, longitude, precision = who.place.latitude, who.place.longitude, "exact"
        draw = rng.random()
        if draw < CITY_POINT_SHARE:
            latitude, longitude, precision = *CENTRE, "city"
        elif draw < CITY_POINT_SHARE + STREET_POINT_SHARE:
            latitude, longitude, precision = *self.streets.middle_of(who.place), "street"
        style = rng.getrandbits(30)
        links: tuple[str, ...] = ()
        if rng.random() < 0.2:
            links = (self.social_page(who.name),)
        reviews = int(rng.paretovariate(0.9)) - 1 if rng.random() < 0.7 else 0
        return Card(
            id=self.card_id(),
            org_id=who.org_id,
            name=who.name,
            legal_name=who.legal_name,
            street=street.name,
            house=who.place.house,
            unit=who.place.unit,
            postcode=street.postcode,
            district=None if rng.random() < NO_DISTRICT_SHARE else street.district,
            latitude=latitude,
            longitude=longitude,
            precision=precision,
            phones=who.phones,
            tracked=who.circle is None and bool(who.phones) and rng.random() < TRACKED_SHARE,
            website=write_website(who.domain, style) if who.domain else None,
            domain=who.domain,
            links=links,
            email=who.email,
            week=who.week,
            hours_form=who.hours_form,
            rubrics=(who.rubric,),
            leaves=self.leaves(who.rubric),
            rating=round(rng.uniform(2.4, 5.0), 1) if reviews else None,
            reviews=min(reviews, 20_000),
            photos=rng.randrange(40) if rng.random() < 0.5 else 0,
            status="temporarily_closed" if rng.random() < 0.012 else "active",
            listed=True,
            gone=0,
            chain=who.chain,
            circle=who.circle,
            style=style,
        )

    def leaves(self, rubric: str) -> tuple[str, ...]:
        """One or two leaves of `rubric`; the first leaf of a crowded one holds most of its cards."""
        rng = self.rng
        known = self.tree.rubrics[rubric].leaves
        first = rng.randrange(len(known))
        if rng.random() < 0.75:
            return (known[first][0],)
        return tuple(known[index][0] for index in sorted({first, rng.randrange(len(known))}))

    def social_page(self, name: str) -> str:
        """A page on a platform, or a shortened link: a link, and nobody's identity."""
        slug = slug_of(name).replace("-", "")
        return self.rng.choice(
            (
                f"https://www.facebook.com/{slug}",
                f"https://www.instagram.com/{slug}/",
                f"https://linktr.ee/{slug}",
                f"https://bit.ly/{self.rng.getrandbits(30):x}",
            )
        )


def write_website(domain: str, style: int) -> str:
    """`domain` as a card links to it."""
    return (
        f"https://{domain}",
        f"http://www.{domain}/",
        f"https://www.{domain}/?utm_source=directory&utm_medium=card",
        f"https://{domain}/contact#map",
        domain,
        f"HTTPS://WWW.{domain.upper()}/",
    )[style % 6]
