"""One organisation, one row: which cards are of one organisation, with the evidence for every join.

Three kinds of key speak for a pair: a telephone, a web address, and a place with a name. None of them is believed
alone against the others:

* a value on too many cards is infrastructure (a hotline, a platform, a building full of namesakes) and never joins;
* a shared telephone or web address joins cards at one place whose names are related, and cards of which one does not
  say where it is when the names agree; different addresses are never joined by it (chains, agencies, sponsors);
* at one address names must be the same, contained or mistyped; at points within 100 m the same or contained; different
  house or unit numbers forbid it;
* joins are transitive, unless that would bring different places, or cards that were taken apart by hand, into one
  organisation: then the stronger evidence wins and the rest is listed.

Everything follows from the cards alone: neither their order nor cards elsewhere change a cluster.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from directory_crawler.core.identity.candidates import (
    Pairs,
    SharedValues,
    neighbours,
    open_values,
    shared_values,
)
from directory_crawler.core.identity.clusters import Link, clusters_of
from directory_crawler.core.identity.columns import MISSING, distinct
from directory_crawler.core.identity.names import Likeness, likeness
from directory_crawler.core.identity.places import Place, compare_places, distance_m

if TYPE_CHECKING:
    from collections.abc import Iterator

    from directory_crawler.core.identity.columns import Columns, Indices, Mask


Scale: TypeAlias = NDArray[np.int8]
"""A `Likeness`, a `Place` or a small count for each pair."""


@dataclass(frozen=True)
class Caps:
    """On how many cards (not closed) a value may be and still say who somebody is.

    Measured on one directory of 80 118 cards: 812 numbers on 11 300 cards were over the cap, one of them on 220.
    """

    phone: int = 4
    web: int = 3
    place: int = 4


@dataclass(frozen=True, slots=True)
class Join:
    """Why two cards are of one organisation: the kind of key (phone, web, place) and its value."""

    a: int
    b: int
    kind: str
    value: str


@dataclass(frozen=True)
class Fold:
    """The clusters of n cards: ``cluster[card]`` is the oldest card of the card's cluster.

    ``joins`` is the evidence within the clusters; ``parted`` names pairs that evidence spoke for and that were kept
    apart, because their clusters contradict each other: for review.
    """

    cluster: Indices
    joins: list[Join] = field(default_factory=list)
    parted: list[tuple[int, int]] = field(default_factory=list)


def fold(cards: Columns, caps: Caps | None = None) -> Fold:
    """Join the cards that are of one organisation. Closed cards stay by themselves."""
    evidence = _Evidence.of(cards, caps or Caps())
    links = evidence.links(cards)
    cluster, parted = clusters_of(cards, links)
    joined = cluster[evidence.pairs.a] == cluster[evidence.pairs.b]
    return Fold(cluster, list(evidence.joins(cards, evidence.accepted & joined)), parted)


@dataclass
class _Evidence:
    """What speaks for each pair, and whether it is enough. ``contacts`` counts the shared telephones and sites."""

    pairs: Pairs
    phones: SharedValues
    webs: SharedValues
    likeness: Scale
    place: Scale
    by_contact: Mask
    by_place: Mask
    contacts: Scale

    @property
    def accepted(self) -> Mask:
        return self.by_contact | self.by_place

    @classmethod
    def of(cls, cards: Columns, caps: Caps) -> _Evidence:
        n = len(cards)
        phones = shared_values(*open_values(cards.phones, cards.closed), caps.phone, n)
        webs = shared_values(*open_values(cards.webs, cards.closed), caps.web, n)
        near = neighbours(cards)
        keys = distinct(np.concatenate([phones.keys, webs.keys, near.keys]))
        pairs = Pairs(*np.divmod(keys, max(n, 1)), n)
        contacts = np.zeros(len(pairs), np.int8)
        for shared in (phones, webs):
            np.add.at(contacts, np.searchsorted(keys, shared.keys), 1)
        alike = _likeness(cards, pairs)
        # Neighbours of other names are most pairs: no more is asked of them.
        asked = (contacts > 0) | (alike >= Likeness.ALIKE)
        pairs, contacts, alike = pairs.where(asked), contacts[asked], alike[asked]
        place = compare_places(cards, pairs.a, pairs.b)
        by_place = _agree_by_place(pairs, alike, place, caps.place)
        by_contact = _agree_by_contact(pairs, alike, place, contacts, by_place)
        return cls(pairs, phones, webs, alike, place, by_contact, by_place, contacts)

    def links(self, cards: Columns) -> list[Link]:
        """The accepted pairs, with the strength of the evidence: the place weighs most, then contacts, then names."""
        kept = np.flatnonzero(self.accepted)
        strength = 100 * self.place[kept].astype(np.int64) + 10 * self.contacts[kept] + self.likeness[kept]
        columns = (self.pairs.a[kept], self.pairs.b[kept], strength, self.place[kept] == Place.OPEN)
        return [
            Link(a, b, strength, vague)
            for a, b, strength, vague in zip(*(column.tolist() for column in columns), strict=True)
            if (a, b) not in cards.apart
        ]

    def joins(self, cards: Columns, within: Mask) -> Iterator[Join]:
        """The evidence of the pairs of a mask, one join a kind."""
        kept = np.flatnonzero(within)
        metres = distance_m(cards, self.pairs.a[kept], self.pairs.b[kept])
        values = [
            (kind, *_first_values(shared, self.pairs.keys[kept]), column)
            for kind, shared, column in (("phone", self.phones, cards.phones), ("web", self.webs, cards.webs))
        ]
        for number, pair in enumerate(kept.tolist()):
            a, b = int(self.pairs.a[pair]), int(self.pairs.b[pair])
            if self.by_contact[pair]:
                for kind, found, codes, column in values:
                    if found[number]:
                        yield Join(a, b, kind, str(column.values[codes[number]]))
            if self.by_place[pair]:
                where = (
                    str(cards.addresses.value(a))
                    if cards.addresses.codes[a] == cards.addresses.codes[b] != MISSING
                    else f"{metres[number]:.0f} m apart"
                )
                yield Join(
                    a, b, "place", f"{' '.join(_name(cards, a))} / {' '.join(_name(cards, b))}: {where}"
                )


def _agree_by_place(pairs: Pairs, alike: Scale, place: Scale, cap: int) -> Mask:
    """Where place and name are enough by themselves: no card of a pair agrees so with more than ``cap`` - 1 others."""
    agree: Mask = (alike >= Likeness.CONTAINED) & (place >= Place.NEAR)
    agree |= (alike == Likeness.ALIKE) & (place == Place.SAME)
    namesakes = np.bincount(np.concatenate([pairs.a[agree], pairs.b[agree]]), minlength=pairs.n) + 1
    return agree & (namesakes[pairs.a] <= cap) & (namesakes[pairs.b] <= cap)


def _agree_by_contact(pairs: Pairs, alike: Scale, place: Scale, contacts: Scale, by_place: Mask) -> Mask:
    """Where a shared telephone or web address is enough with what place and names say.

    Names that are only related do for two cards of which neither has a closer namesake: beside one, the words that
    differ tell two businesses of one house apart (the hotel's café from its dining room).
    """
    shared = (contacts > 0) & (place >= Place.OPEN)
    agree = shared & (alike >= np.where(place == Place.BESIDE, Likeness.ALIKE, Likeness.INCOMPARABLE))
    settled = agree | by_place
    has_namesake = np.zeros(pairs.n, bool)
    has_namesake[pairs.a[settled]] = has_namesake[pairs.b[settled]] = True
    unmatched = shared & ~has_namesake[pairs.a] & ~has_namesake[pairs.b]
    together, several = place >= Place.NEAR, contacts > 1
    related = (alike == Likeness.RELATED) & (together | (several & (place == Place.OPEN)))
    agree |= unmatched & (related | (together & several))
    return agree


def _first_values(shared: SharedValues, keys: Indices) -> tuple[Mask, Indices]:
    """Where the pairs share a value of a kind, and its number."""
    if not len(shared.keys):
        return np.zeros(len(keys), bool), np.zeros(len(keys), np.int64)
    at = np.minimum(np.searchsorted(shared.keys, keys), len(shared.keys) - 1)
    return shared.keys[at] == keys, shared.codes[at]


def _likeness(cards: Columns, pairs: Pairs) -> Scale:
    """The likeness of the names of each pair; each pair of writings is compared once."""
    one, other = cards.names.codes[pairs.a], cards.names.codes[pairs.b]
    alike = np.full(len(pairs), Likeness.INCOMPARABLE, np.int8)
    named = (one != MISSING) & (other != MISSING)
    alike[named & (one == other)] = Likeness.SAME
    asked = np.flatnonzero(named & (one != other))
    names = cards.names.values
    alike[asked] = np.fromiter(
        (
            likeness(names[a], names[b])
            for a, b in zip(one[asked].tolist(), other[asked].tolist(), strict=True)
        ),
        np.int8,
        len(asked),
    )
    return alike


def _name(cards: Columns, card: int) -> tuple[str, ...]:
    return cards.names.value(card) or ()  # type: ignore[return-value]
