"""Where things stand: districts, streets, houses with their points, and neighbours."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from directory_crawler.demo import word_tables as words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

CENTRE = (52.2053, -1.7012)
METRES_PER_DEGREE = 111_320.0
_HOUSE_SPACING_M = 7.0
_HOUSES_PER_STREET = 50


@dataclass(frozen=True, slots=True)
class Street:
    """A straight street: its name, where house 0 would stand, and where it runs (unit vector east, north)."""

    name: str
    district: str
    postcode: str
    latitude: float
    longitude: float
    east: float
    north: float


@dataclass(frozen=True, slots=True)
class Place:
    """An address and its point."""

    street: int
    house: str
    unit: str
    latitude: float
    longitude: float


def shifted(latitude: float, longitude: float, east_m: float, north_m: float) -> tuple[float, float]:
    """The point that many metres further east and north (six decimals, about a decimetre)."""
    metres_per_degree_east = METRES_PER_DEGREE * math.cos(math.radians(latitude))
    return (
        round(latitude + north_m / METRES_PER_DEGREE, 6),
        round(longitude + east_m / metres_per_degree_east, 6),
    )


class StreetMap:
    """The streets of a city and the next free house of each."""

    def __init__(self, streets: Sequence[Street], district_ids: Sequence[str], next_house: list[int]) -> None:
        self.streets = streets
        self.district_ids = district_ids
        self._next_house = next_house
        self._by_district: dict[str, list[int]] = {}
        for index, street in enumerate(streets):
            self._by_district.setdefault(street.district, []).append(index)
        self._weights = [1 / (rank + 3) ** 0.8 for rank in range(len(district_ids))]

    @classmethod
    def draw(cls, rng: Random, districts: int, houses: int) -> StreetMap:
        """A map with room for about `houses` addresses."""
        district_ids = [f"d{number}" for number in range(1, districts + 1)]
        names = [
            f"{word} {kind}"
            for kind in words.STREET_TYPES
            for word in (*words.STREET_WORDS, *(h + t for h in words.STEM_HEADS for t in words.STEM_TAILS))
        ]
        rng.shuffle(names)
        total = max(districts * 4, houses // _HOUSES_PER_STREET)
        weights = [1 / (rank + 3) ** 0.8 for rank in range(districts)]
        streets: list[Street] = []
        for position, district in enumerate(district_ids):
            radius, turn = (
                1500 * math.sqrt(position),
                position * 2.4,
            )  # a sunflower: districts cover the plane evenly
            middle = shifted(*CENTRE, radius * math.cos(turn), radius * math.sin(turn))
            for _ in range(max(4, round(total * weights[position] / sum(weights)))):
                if len(streets) < len(names):
                    name = names[len(streets)]
                else:
                    name = f"{names[len(streets) % len(names)]} {len(streets) // len(names) + 1}"
                bearing = rng.random() * math.tau
                corner = shifted(*middle, rng.uniform(-900, 900), rng.uniform(-900, 900))
                letters = "".join(rng.choice("ABDEFGHJLNPQRSTUWXYZ") for _ in range(2))
                postcode = f"{words.POSTCODE_AREA}{position + 1} {rng.randrange(1, 10)}{letters}"
                streets.append(
                    Street(name, district, postcode, *corner, math.cos(bearing), math.sin(bearing))
                )
        return cls(streets, district_ids, [rng.randrange(1, 60) for _ in streets])

    def copy(self) -> StreetMap:
        """The same streets; houses taken on the copy stay free here."""
        return StreetMap(self.streets, self.district_ids, list(self._next_house))

    def draw_place(self, rng: Random, district: str | None = None) -> Place:
        """A free address, in `district` or anywhere by the districts' weights."""
        if district is None:
            district = rng.choices(self.district_ids, self._weights)[0]
        index = rng.choice(self._by_district[district])
        number = self._next_house[index]
        self._next_house[index] = number + rng.choice((1, 1, 2, 3))
        return self._place(index, number)

    def neighbour(self, place: Place) -> Place:
        """The next free house along the street of `place`."""
        number = self._next_house[place.street]
        self._next_house[place.street] = number + 1
        return self._place(place.street, number)

    def neighbours(self, rng: Random) -> tuple[Place, Place]:
        """Two houses that stand side by side."""
        first = self.draw_place(rng)
        self._next_house[first.street] = int(first.house) + 1
        return first, self.neighbour(first)

    def middle_of(self, place: Place) -> tuple[float, float]:
        """The point at which a map puts a street whose house it does not know."""
        street = self.streets[place.street]
        along = _HOUSE_SPACING_M * 30
        return shifted(street.latitude, street.longitude, street.east * along, street.north * along)

    @staticmethod
    def unit_of(place: Place, unit: str) -> Place:
        """A unit in the building at `place`: the same point and house."""
        return replace(place, unit=unit)

    def _place(self, index: int, number: int) -> Place:
        street = self.streets[index]
        along = _HOUSE_SPACING_M * number
        side = 9.0 if number % 2 else -9.0
        east = street.east * along - street.north * side
        north = street.north * along + street.east * side
        return Place(index, str(number), "", *shifted(street.latitude, street.longitude, east, north))
