"""Points on the map: read, refused, and how precise they are."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Precision: TypeAlias = Literal["exact", "street", "city"]
"""exact: within about 20 m; street: within about 200 m; city: stands for a whole city or district."""

SAME_POINT = 5e-5
"""Degrees, about 5 m, within which a point is the same as another."""

BUILDING_HOLDS = 40
"""Cards that a plausible building holds; above it a shared point is a default of the site. (Centres and towers
hold up to about 40 tenants under one pin; the measured city centre held 1 940.)"""

_NUMBER = re.compile(r"[-+−]?\d{1,3}(?:[.,]\d{0,20})?")
_DEGREES = re.compile(
    r"(?P<d>\d{1,3})\s?°\s?(?:(?P<m>\d{1,2}(?:[.,]\d{1,10})?)\s?['′’]\s?(?:(?P<s>\d{1,2}(?:[.,]\d{1,10})?)\s?(?:[\"″”]|''))?)?\s?(?P<h>[NSEWOСЮЗВ])?",
    re.IGNORECASE,
)


_FAR = 1000.0  # stands for any number too great to be degrees, however great


@dataclass(frozen=True, slots=True)
class Point:
    """Degrees north and east (WGS 84), and with how many decimals they were given: those of the finer of the two, since
    zeros at the end say nothing and are lost on the way."""

    latitude: float
    longitude: float
    decimals: int


@dataclass(frozen=True, slots=True)
class NoPoint:
    """Why there is no point: `missing`, `not a number`, `zero` (0/0), `out of range`."""

    reason: str


def parse_point(latitude: object, longitude: object) -> Point | None:
    """The point, or None; `read_point` says why."""
    point = read_point(latitude, longitude)
    return point if isinstance(point, Point) else None


def read_point(latitude: object, longitude: object) -> Point | NoPoint:
    """The point that two values give: numbers, or texts with a point or a comma, or degrees, minutes, seconds.

    Latitude and longitude are exchanged only where that is provable: the first cannot be a latitude, the second can.
    """
    if latitude in (None, "") or longitude in (None, ""):
        return NoPoint("missing")
    north, east = _degrees(latitude), _degrees(longitude)
    if north is None or east is None:
        return NoPoint("not a number")
    (lat, lat_decimals), (lon, lon_decimals) = north, east
    if abs(lat) > 90 >= abs(lon) and abs(lat) <= 180:
        lat, lon = lon, lat
    if abs(lat) > 90 or abs(lon) > 180:
        return NoPoint("out of range")
    if abs(lat) < SAME_POINT and abs(lon) < SAME_POINT:
        return NoPoint("zero")
    return Point(lat, lon, max(lat_decimals, lon_decimals))


def _degrees(value: object) -> tuple[float, int] | None:
    """Degrees and their decimals."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        if isinstance(value, float) and math.isnan(value):
            return None
        if abs(value) > _FAR:
            return _FAR, 0
        text = repr(float(value))
        return float(value), 0 if "e" in text or text.endswith(".0") else len(text.partition(".")[2])
    if not isinstance(value, str):
        return None
    text = value[:60].strip()
    if _NUMBER.fullmatch(text):
        text = text.replace(",", ".").replace("−", "-")
        return float(text), len(text.partition(".")[2].rstrip("0"))
    if match := _DEGREES.fullmatch(text):
        degrees = float(match["d"])
        for part, unit in (("m", 60), ("s", 3600)):
            if match[part]:
                degrees += float(match[part].replace(",", ".")) / unit
        south_or_west = (match["h"] or "").upper() in ("S", "W", "Ю", "З")
        return (-degrees if south_or_west else degrees), 5 if match["s"] else 3 if match["m"] else 0
    return None


def precision(
    point: Point, default_points: Sequence[tuple[float, float]] = (), stated: str | None = None
) -> Precision:
    """How precise a point is: the coarsest that its decimals, the profile's default points and the site's own word
    say. Four decimals (11 m) are exact, three (110 m) a street, fewer (over 1 km) a city."""
    if any(
        abs(point.latitude - lat) < SAME_POINT and abs(point.longitude - lon) < SAME_POINT
        for lat, lon in default_points
    ):
        return "city"
    by_decimals: Precision = "exact" if point.decimals >= 4 else "street" if point.decimals == 3 else "city"
    by_word = _WORDS.get((stated or "").strip().casefold(), "exact")
    order: tuple[Precision, ...] = ("exact", "street", "city")
    return max(by_decimals, by_word, key=order.index)


_WORDS: dict[str, Precision] = {
    "street": "street",
    "geometric_center": "street",
    "range_interpolated": "street",
    "near": "street",
    "number": "street",
    "approximate": "city",
    "city": "city",
    "locality": "city",
    "district": "city",
    "region": "city",
    "other": "city",
    "country": "city",
}
"""Words of geocoders and site payloads for points that are less than exact."""


def crowded_points(
    points: Iterable[tuple[float, float]], buildings_hold: int = BUILDING_HOLDS
) -> frozenset[tuple[float, float]]:
    """The points (rounded to five decimals, about 1 m) that more cards share than a plausible building holds.

    Such a point is the site's default for a city, a district or a street, not a place. Look a point up with
    `rounded_point`.
    """
    counted = Counter(rounded_point(latitude, longitude) for latitude, longitude in points)
    return frozenset(point for point, cards in counted.items() if cards > buildings_hold)


def rounded_point(latitude: float, longitude: float) -> tuple[float, float]:
    """A point as `crowded_points` names it."""
    return round(latitude, 5) + 0.0, round(longitude, 5) + 0.0
