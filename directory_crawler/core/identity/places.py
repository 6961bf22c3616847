"""How much two cards say that they stand at one place."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from directory_crawler.core.identity.columns import MISSING
from directory_crawler.core.identity.names import words_alike

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from directory_crawler.core.identity.columns import Columns, Degrees, Indices, Mask, Numbered

NEAR_M = 100.0
"""Metres within which two exact points are one place."""

FAR_M = 300.0
"""Metres beyond which two exact points are two places, whatever the addresses leave open."""

ANOTHER_TOWN_M = 1000.0
"""Metres beyond which equal addresses are equal by chance: "12 High Street" of two villages."""

EARTH_RADIUS_M = 6_371_008.8
"""The mean radius of the Earth (IUGG)."""


class Place(IntEnum):
    """What two cards say of each other's place."""

    APART = 0
    """Different addresses, or points too far from each other."""
    OPEN = 1
    """One of them does not say, or not exactly."""
    BESIDE = 2
    """Exact points within `NEAR_M`, no house number against it, but two streets: a corner, a square, or neighbours."""
    NEAR = 3
    """Exact points within `NEAR_M`, and nothing against it."""
    SAME = 4
    """One street address."""


def compare_places(cards: Columns, a: Indices, b: Indices) -> NDArray[np.int8]:
    """Return the `Place` of each pair of cards; different units of one house are `Place.APART`."""
    apart_m = distance_m(cards, a, b)
    both_exact = cards.exact[a] & cards.exact[b]
    near = both_exact & (apart_m <= NEAR_M)
    same_key = _equal(cards.addresses, a, b)
    one_town = ~_towns_differ(cards, a, b) & ~(both_exact & (apart_m > ANOTHER_TOWN_M))
    houses_differ = _conflict(cards.houses, a, b, houses_conflict)
    known = (cards.addresses.codes[a] != MISSING) & (cards.addresses.codes[b] != MISSING)
    differ = ~same_key & (houses_differ | (known & ~near) | (both_exact & (apart_m > FAR_M)))
    place = np.full(len(a), Place.OPEN, np.int8)
    place[near] = np.where(known[near], Place.BESIDE, Place.NEAR)
    place[differ] = Place.APART
    place[same_key & one_town] = Place.SAME
    _compare_streets(cards, a, b, place, same_key | houses_differ, one_town)
    units_differ = _both_known(cards.units, a, b) & ~_equal(cards.units, a, b)
    place[units_differ & (place > Place.OPEN)] = Place.APART
    return place


def distance_m(cards: Columns, a: Indices, b: Indices) -> Degrees:
    """Great-circle metres between the points of each pair; NaN where one has none."""
    north, other_north = np.radians(cards.latitude[a]), np.radians(cards.latitude[b])
    east = np.radians(cards.longitude[b] - cards.longitude[a])
    sine = (
        np.sin((other_north - north) / 2) ** 2 + np.cos(north) * np.cos(other_north) * np.sin(east / 2) ** 2
    )
    metres: Degrees = 2 * EARTH_RADIUS_M * np.arcsin(np.sqrt(np.minimum(sine, 1.0)))
    return metres


@lru_cache(maxsize=1 << 16)
def houses_conflict(one: str, other: str) -> bool:
    """Whether two house numbers are of two houses: neither range holds the other, or their letters differ.

    "12-14" holds 12 and 14 but not 13, which is across the street; "12" may be a careless "12a".
    """
    if one == other:
        return False
    a, b = _house(one), _house(other)
    if a is None or b is None:
        return False
    (low, high, letter), (other_low, other_high, other_letter) = a, b
    if high < other_low or other_high < low:
        return True
    if (low == high) != (other_low == other_high):  # one number and one range
        number = low if low == high else other_low
        start, end = (other_low, other_high) if low == high else (low, high)
        return (end - start) % 2 == 0 and (number - start) % 2 == 1
    return low == high and bool(letter) and bool(other_letter) and letter != other_letter


_HOUSE = re.compile(r"(\d{1,6})([^\W\d]?[^-/\d]{0,3}\d{0,4})?(?:[-/](\d{1,6}))?")
_WIDEST = 40  # houses that one range covers; "12-1015" is no range


def _house(text: str) -> tuple[int, int, str] | None:
    match = _HOUSE.match(text)
    if match is None:
        return None
    low = int(match[1])
    high = int(match[3]) if match[3] else low
    return low, high if low <= high <= low + _WIDEST else low, match[2] or ""


@lru_cache(maxsize=1 << 14)
def streets_alike(one: str, other: str) -> bool:
    """Whether two sorted lists of street words may be spellings of one street: the words of one are in the other, but
    for slips of typing and for gaps ("North Point", "Northpoint")."""
    a, b = one.split()[:_MOST_WORDS], other.split()[:_MOST_WORDS]
    if len(a) > len(b):
        a, b = b, a
    joined = [*b, *("".join(pair) for pair in permutations(b, 2))]
    if all(any(words_alike(word, candidate) for candidate in joined) for word in a):
        return bool(a)
    joined = ["".join(pair) for pair in permutations(a, 2)]
    return any(words_alike(word, candidate) for word in b for candidate in joined if len(a) == 2)


_MOST_WORDS = 8


def cities_conflict(one: str, other: str) -> bool:
    """Whether two names of cities are of two: no word of one is a word of the other ("New York", "New York City")."""
    return not set(_WORD.findall(one)) & set(_WORD.findall(other))


_WORD = re.compile(r"[^\W_]{2,}")


def _compare_streets(
    cards: Columns, a: Indices, b: Indices, place: NDArray[np.int8], settled: Mask, one_town: Mask
) -> None:
    """Settle what the words of the streets say, where address keys, house numbers and points leave it open: spellings
    of one street beside one house number are one address, and without a common word there are two streets."""
    both_keys = _both_known(cards.addresses, a, b)
    asked = ~settled & (both_keys | (place == Place.OPEN))
    for pair in np.flatnonzero(asked):
        one, other = street_of(cards, int(a[pair])), street_of(cards, int(b[pair]))
        if not one or not other:
            continue
        if both_keys[pair]:
            if one_town[pair] and streets_alike(one, other):
                place[pair] = Place.SAME
            elif place[pair] == Place.BESIDE and one.isascii() != other.isascii():
                place[pair] = Place.NEAR  # one street in two scripts, for all we can tell
        elif not set(one.split()) & set(other.split()) and not streets_alike(one, other):
            place[pair] = Place.APART


def street_of(cards: Columns, card: int) -> str | None:
    """The words of a card's street: those of its address key before the house, or as far as it names one."""
    key = cards.addresses.value(card)
    if key is None:
        street = cards.streets.value(card)
        return None if street is None else str(street)
    return str(key).removesuffix(f" {cards.houses.value(card)}")


def _conflict(column: Numbered, a: Indices, b: Indices, conflict: Callable[[str, str], bool]) -> Mask:
    """Where two values conflict; each pair of writings is compared once."""
    differ = _both_known(column, a, b) & ~_equal(column, a, b)
    asked = np.flatnonzero(differ)
    size = max(len(column.values), 1)
    distinct, where = np.unique(column.codes[a[asked]] * size + column.codes[b[asked]], return_inverse=True)
    ones, others = (half.tolist() for half in np.divmod(distinct, size))
    values = column.values
    verdicts = (
        conflict(str(values[one]), str(values[other])) for one, other in zip(ones, others, strict=True)
    )
    differ[asked] = np.fromiter(verdicts, bool, len(distinct))[where]
    return differ


def _towns_differ(cards: Columns, a: Indices, b: Indices) -> Mask:
    """Where postcodes and cities, as far as both cards name them, all differ."""
    said, against = np.zeros(len(a), bool), np.ones(len(a), bool)
    for column, conflict in ((cards.postcodes, str.__ne__), (cards.cities, cities_conflict)):
        known = _both_known(column, a, b)
        said |= known
        against &= ~known | _conflict(column, a, b, conflict)
    return said & against


def _both_known(column: Numbered, a: Indices, b: Indices) -> Mask:
    known: Mask = (column.codes[a] != MISSING) & (column.codes[b] != MISSING)
    return known


def _equal(column: Numbered, a: Indices, b: Indices) -> Mask:
    equal: Mask = (column.codes[a] == column.codes[b]) & (column.codes[a] != MISSING)
    return equal
