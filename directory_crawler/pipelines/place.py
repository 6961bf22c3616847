"""Where an organisation is: address, district, point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from directory_crawler.core.normal.addresses import normalise_address
from directory_crawler.core.normal.coordinates import NoPoint, precision, read_point
from directory_crawler.pipelines.base import CardPipeline, first_text, one_line

if TYPE_CHECKING:
    from directory_crawler.items import Card

PARTS = ("street", "house", "unit", "postcode", "city", "region")

_MEMBERS = {
    "street": ("street", "streetaddress", "street_address", "street_name", "road", "addressline1", "line1"),
    "house": ("house", "house_number", "housenumber", "building", "building_number"),
    "unit": ("unit", "office", "flat", "apartment", "suite", "room"),
    "postcode": ("postcode", "postalcode", "postal_code", "zip", "zipcode", "index"),
    "city": ("city", "addresslocality", "locality", "town", "settlement"),
    "region": ("region", "addressregion", "state", "province"),
}
"""Members of address objects, folded: schema.org's PostalAddress, and what payloads commonly call the same."""


class PlacePipeline(CardPipeline):
    """Normalises address and coordinates; refused points are counted, not kept."""

    def normalise(self, card: Card) -> None:
        self._address(card)
        self._point(card)
        district = first_text(card, "district")
        card.district = one_line(district) if district else None

    def _address(self, card: Card) -> None:
        parts = {name: one_line(text) for name in PARTS if (text := first_text(card, name))}
        whole = None
        for value in card.raw.get("address", ()):
            if isinstance(value, Mapping):
                parts = _members(value) | parts
            elif isinstance(value, str) and whole is None:
                whole = value
        address = normalise_address(parts, whole, self.profile.languages, self.profile.country)
        found = {
            name: getattr(address, name, None) for name in ("street", "house", "unit", "postcode", "city")
        }
        card.address = one_line(address.text) if address.text else None
        card.address_parts = parts | {name: text for name, text in found.items() if text}
        card.address_key = address.key
        card.house = address.house
        if address.text and address.key is None:
            card.fault("address", "no street and house", address.text)

    def _point(self, card: Card) -> None:
        latitude, longitude = (next(iter(card.raw.get(name, ())), None) for name in ("latitude", "longitude"))
        point = read_point(latitude, longitude)
        if isinstance(point, NoPoint):
            if point.reason != "missing":
                card.fault("coordinates", point.reason, f"{latitude!s:.80}, {longitude!s:.80}")
            return
        card.latitude, card.longitude = point.latitude, point.longitude
        card.precision = precision(point, self.profile.map.default_points, first_text(card, "precision"))


def _members(address: Mapping[str, object]) -> dict[str, str]:
    held = {str(key).casefold(): value for key, value in address.items()}
    parts: dict[str, str] = {}
    for part, names in _MEMBERS.items():
        for name in names:
            value = held.get(name)
            if isinstance(value, Mapping):
                value = value.get("name")
            if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
                parts[part] = one_line(str(value))
                break
    return parts
