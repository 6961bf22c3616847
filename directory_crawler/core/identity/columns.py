"""The cards of a site as columns: what the fold compares, each distinct value once and numbered."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import chain, count, repeat
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

Indices: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]
Degrees: TypeAlias = NDArray[np.float64]

MISSING = -1
"""The number of a value that a card does not have."""

_Value = TypeVar("_Value", bound="Hashable")


@dataclass(frozen=True)
class Numbered:
    """A column of values by number: ``codes[card]`` is a place in ``values``, or `MISSING`."""

    codes: Indices
    values: Sequence[Hashable]

    def value(self, card: int) -> Hashable | None:
        code = self.codes[card]
        return None if code == MISSING else self.values[code]


@dataclass(frozen=True)
class Listed:
    """A column of several values per card: ``codes[k]`` is a value of the card ``cards[k]``."""

    cards: Indices
    codes: Indices
    values: Sequence[Hashable]


@dataclass(frozen=True)
class Columns:
    """What the fold knows of n cards.

    ``rank`` orders the cards by age (0 is the oldest), ``names`` are their sets of name words as sorted tuples,
    ``addresses`` their address keys (street words, a space, house), ``streets`` the words of their streets where no
    key is known. ``exact`` marks points that are good to about 20 m; degrees are NaN where there is no point.
    """

    rank: Indices
    names: Numbered
    phones: Listed
    webs: Numbered
    addresses: Numbered
    houses: Numbered
    units: Numbered
    postcodes: Numbered
    cities: Numbered
    streets: Numbered
    latitude: Degrees
    longitude: Degrees
    exact: Mask
    closed: Mask
    apart: frozenset[tuple[int, int]] = field(default_factory=frozenset)

    def __len__(self) -> int:
        return len(self.rank)


Texts: TypeAlias = "Sequence[str | None] | Numbered | None"
Lists: TypeAlias = "Sequence[Sequence[str]] | Listed | None"


def columns(
    *,
    names: Sequence[Sequence[str]] | Numbered,
    phones: Lists = None,
    webs: Texts = None,
    addresses: Texts = None,
    houses: Texts = None,
    units: Texts = None,
    postcodes: Texts = None,
    cities: Texts = None,
    streets: Texts = None,
    latitude: Sequence[float] | Degrees | None = None,
    longitude: Sequence[float] | Degrees | None = None,
    exact: Sequence[bool] | Mask | None = None,
    closed: Sequence[bool] | Mask | None = None,
    rank: Sequence[int] | Indices | None = None,
    apart: Iterable[tuple[int, int]] = (),
) -> Columns:
    """Number the values of aligned sequences, one entry a card; an absent sequence is unknown for every card, and a
    column that is numbered already is taken as it is.

    Empty texts are missing values. ``apart`` holds pairs of places (in any order) that must not be joined.
    """
    n = len(names.codes) if isinstance(names, Numbered) else len(names)
    nowhere = np.full(n, np.nan)
    return Columns(
        rank=np.arange(n) if rank is None else np.asarray(rank, np.int64),
        names=names if isinstance(names, Numbered) else numbered(map(tuple, names), n),
        phones=phones if isinstance(phones, Listed) else listed([()] * n if phones is None else phones),
        webs=_optional(webs, n),
        addresses=_optional(addresses, n),
        houses=_optional(houses, n),
        units=_optional(units, n),
        postcodes=_optional(postcodes, n),
        cities=_optional(cities, n),
        streets=_optional(streets, n),
        latitude=nowhere if latitude is None else np.asarray(latitude, np.float64),
        longitude=nowhere if longitude is None else np.asarray(longitude, np.float64),
        exact=np.zeros(n, bool) if exact is None else np.asarray(exact, bool),
        closed=np.zeros(n, bool) if closed is None else np.asarray(closed, bool),
        apart=frozenset((min(pair), max(pair)) for pair in apart),
    )


def numbered(values: Iterable[Hashable | None], n: int) -> Numbered:
    """Number ``n`` values in the order of their first occurrence; None and empty ones are `MISSING`."""
    numbers: defaultdict[Hashable | None, int] = defaultdict(count().__next__)
    numbers.update(dict.fromkeys((None, "", ()), MISSING))
    codes = np.fromiter(map(numbers.__getitem__, values), np.int64, n)
    return Numbered(codes, list(numbers)[3:])


def listed(values: Sequence[Sequence[Hashable]]) -> Listed:
    """Number the values of lists; a value that a card has twice counts once."""
    lengths = np.fromiter(map(len, values), np.int64, len(values))
    flat = numbered(chain.from_iterable(values), int(lengths.sum()))
    return once(np.repeat(np.arange(len(values)), lengths), flat)


def once(cards: Indices, flat: Numbered) -> Listed:
    """Make a column of lists from ``flat`` values and the card that has each."""
    size = max(len(flat.values), 1)
    known = flat.codes != MISSING
    return Listed(*np.divmod(distinct(cards[known] * size + flat.codes[known]), size), flat.values)


def distinct(numbers: Indices) -> Indices:
    """The distinct numbers, sorted. (Sorting is several times faster here than the hashing of `numpy.unique`.)"""
    ordered = np.sort(numbers)
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if len(ordered) else ordered


def _optional(values: Texts, n: int) -> Numbered:
    if isinstance(values, Numbered):
        return values
    return numbered(repeat(None, n) if values is None else values, n)
