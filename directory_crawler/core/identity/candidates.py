"""Pairs of cards that may be one organisation: those that share a contact, and those near each other with names alike.

Every pair that the fold could join is found; what is found beside them is cheap to refuse. Nothing here compares all
cards with all others: pairs come out of sorted columns, and a crowd (a value, or a word at a place, on too many cards)
is left out, because it says nothing of identity.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from directory_crawler.core.identity.columns import MISSING, Columns, Listed, Numbered, distinct, numbered
from directory_crawler.core.identity.places import EARTH_RADIUS_M, NEAR_M

if TYPE_CHECKING:
    from directory_crawler.core.identity.columns import Indices, Mask

COMPARED_AT_ONE_ADDRESS = 32
"""Cards at one address that are all compared with each other; among more, a rare word must be shared."""

CROWD = 256
"""Cards within about 100 m that share a word; a name whose rarest word is on more has no identity there."""


@dataclass(frozen=True)
class Pairs:
    """Pairs of cards, each once, ``a`` < ``b``, in order; ``n`` is the number of cards."""

    a: Indices
    b: Indices
    n: int

    @classmethod
    def of(cls, one: Indices, other: Indices, n: int) -> Pairs:
        keys = distinct(np.minimum(one, other) * n + np.maximum(one, other))
        a, b = np.divmod(keys, n)
        different = a != b
        return cls(a[different], b[different], n)

    @property
    def keys(self) -> Indices:
        return self.a * self.n + self.b

    def __len__(self) -> int:
        return len(self.a)

    def where(self, mask: Mask) -> Pairs:
        return Pairs(self.a[mask], self.b[mask], self.n)


@dataclass(frozen=True)
class SharedValues:
    """Pairs that share a value of one column: ``keys`` (sorted; see `Pairs.keys`) and the number of the value."""

    keys: Indices
    codes: Indices


def shared_values(cards: Indices, codes: Indices, cap: int, n: int) -> SharedValues:
    """Pair the cards that hold one value, where no more than ``cap`` hold it. ``cards`` and ``codes`` are aligned."""
    holders = np.bincount(codes)[codes] if len(codes) else codes
    kept = (holders > 1) & (holders <= cap)
    order = np.argsort(codes[kept], kind="stable")
    cards, codes = cards[kept][order], codes[kept][order]
    keys, values = [], []
    for step in range(1, cap):
        same = codes[step:] == codes[: -step or None]
        one, other = cards[: -step or None][same], cards[step:][same]
        keys.append(np.minimum(one, other) * n + np.maximum(one, other))
        values.append(codes[step:][same])
    found, named = _joined(keys), _joined(values)
    order = np.lexsort((named, found))
    return SharedValues(found[order], named[order])


def open_values(column: Numbered | Listed, closed: Mask) -> tuple[Indices, Indices]:
    """The cards that are not closed, with the numbers of their values."""
    if isinstance(column, Listed):
        kept = ~closed[column.cards]
        return column.cards[kept], column.codes[kept]
    held = np.flatnonzero(~closed & (column.codes != MISSING))
    return held, column.codes[held]


def neighbours(cards: Columns) -> Pairs:
    """Pair cards at one address or within about 100 m whose names may be the same, contained, or mistyped."""
    words = _Words(cards)
    n = len(cards)
    together = Pairs.of(*_at_one_address(cards, words), n)
    together = together.where(words.may_agree(together))
    ones, others = zip(_at_one_house(cards, words), _within_reach(cards, words), strict=True)
    close = Pairs.of(_joined(ones), _joined(others), n)
    close = close.where(words.may_contain(close))
    return Pairs.of(_joined([together.a, close.a]), _joined([together.b, close.b]), n)


class _Words:
    """The words of the names: which cards have them, which is the rarest of a name, and a signature of its set."""

    def __init__(self, cards: Columns) -> None:
        self.of_card = cards.names.codes
        named = self.of_card[~cards.closed & (self.of_card != MISSING)]
        on_cards = np.bincount(named, minlength=len(cards.names.values))
        lengths = np.fromiter(map(len, cards.names.values), np.int64, len(cards.names.values))  # type: ignore[arg-type]
        flat = numbered((word for name in cards.names.values for word in name), int(lengths.sum()))  # type: ignore[attr-defined]
        self.codes, self.lengths = flat.codes, lengths
        self.starts = np.cumsum(lengths) - lengths
        self.distinct = len(flat.values)
        held_by = np.bincount(self.codes, np.repeat(on_cards, lengths), self.distinct).astype(np.int64)
        # A word on one card only finds nobody: the rarest that others have is what a name is looked up by.
        worth = np.where(held_by > 1, held_by, np.iinfo(np.int64).max // max(self.distinct, 1) - 1)
        if len(lengths):
            rarest = np.minimum.reduceat(worth[self.codes] * self.distinct + self.codes, self.starts)
            self.rarest = np.where(held_by[rarest % self.distinct] > 1, rarest % self.distinct, MISSING)
            bits = np.left_shift(np.uint64(1), (_mixed(np.arange(self.distinct)) >> np.uint64(58)))
            self.signature = np.bitwise_or.reduceat(bits[self.codes], self.starts)
        else:
            self.rarest, self.signature = np.zeros(0, np.int64), np.zeros(0, np.uint64)

    def looking(self, cards: Indices) -> tuple[Indices, Indices]:
        """The cards that have a word to be looked up by, and that word."""
        rarest = self.rarest[self.of_card[cards]]
        known = rarest != MISSING
        return cards[known], rarest[known]

    def holders(self, cards: Indices, asked: Indices) -> tuple[Indices, Indices]:
        """A row for each of the asked words that a card has: cards and words."""
        names = self.of_card[cards]
        lengths = self.lengths[names]
        held = self.codes[_ranges(self.starts[names], lengths)]
        wanted = np.zeros(self.distinct, bool)
        wanted[asked] = True
        kept = wanted[held]
        return np.repeat(cards, lengths)[kept], held[kept]

    def may_contain(self, pairs: Pairs) -> Mask:
        """False where neither name of a pair can hold all words of the other."""
        one, other = self.signature[self.of_card[pairs.a]], self.signature[self.of_card[pairs.b]]
        contained: Mask = ((one & ~other) == 0) | ((other & ~one) == 0)
        return contained

    def may_agree(self, pairs: Pairs) -> Mask:
        """False where, moreover, the names of a pair differ in more than one word."""
        a, b = self.of_card[pairs.a], self.of_card[pairs.b]
        one, other = self.signature[a], self.signature[b]
        lacking = np.minimum(_bits(one & ~other), _bits(other & ~one))
        agree: Mask = lacking <= (np.minimum(self.lengths[a], self.lengths[b]) > 1)
        return agree


def _at_one_address(cards: Columns, words: _Words) -> tuple[Indices, Indices]:
    held, codes = open_values(cards.addresses, cards.closed)
    named = words.of_card[held] != MISSING
    held, codes = held[named], codes[named]
    size = np.bincount(codes)[codes] if len(codes) else codes
    few = (size > 1) & (size <= COMPARED_AT_ONE_ADDRESS)
    order = np.argsort(codes[few], kind="stable")
    one, other = _within_groups(held[few][order], codes[few][order], COMPARED_AT_ONE_ADDRESS)
    many = held[size > COMPARED_AT_ONE_ADDRESS]
    more = _looked_up(words, many, many, cards.addresses.codes)
    return _joined([one, more[0]]), _joined([other, more[1]])


def _at_one_house(cards: Columns, words: _Words) -> tuple[Indices, Indices]:
    """Pair cards whose house numbers are the same, where one of them has no exact point: their streets may be spellings
    of one. (Two with exact points are found by those.)"""
    held, _ = open_values(cards.addresses, cards.closed)
    held = held[(words.of_card[held] != MISSING) & (cards.houses.codes[held] != MISSING)]
    return _looked_up(words, held[~cards.exact[held]], held, cards.houses.codes)


def _within_groups(cards: Indices, codes: Indices, largest: int) -> tuple[Indices, Indices]:
    """All pairs within runs of equal codes."""
    ones, others = [], []
    for step in range(1, largest):
        same = np.flatnonzero(codes[step:] == codes[: -step or None])
        if not len(same):
            break
        ones.append(cards[same])
        others.append(cards[same + step])
    return _joined(ones), _joined(others)


def _looked_up(words: _Words, asking: Indices, cards: Indices, groups: Indices) -> tuple[Indices, Indices]:
    """Pair each asking card with those of ``cards`` that are of its group and have the rarest word of its name."""
    asking, asked = words.looking(asking)
    holders, held = words.holders(cards, asked)
    keys = groups[holders] * words.distinct + held
    order = np.argsort(keys, kind="stable")
    keys, holders = keys[order], holders[order]
    wanted = groups[asking] * words.distinct + asked
    order = np.argsort(wanted)  # neighbours in the queries are neighbours in the keys: far fewer cache misses
    asking, wanted = asking[order], wanted[order]
    start = np.searchsorted(keys, wanted)
    return _expanded(asking, start, np.searchsorted(keys, wanted, side="right"), holders)


_BAND = np.degrees(NEAR_M / EARTH_RADIUS_M)  # degrees of latitude
_UNIT = 1e-5  # degrees of longitude, about a metre at the equator
_FULL_TURN = round(360 / _UNIT)


def _within_reach(cards: Columns, words: _Words) -> tuple[Indices, Indices]:
    """Pair each card with those within about 100 m that have the rarest word of its name.

    Cards lie in bands of latitude as wide as the reach, sorted by longitude within each: what is in reach lies in
    three stretches, whose width grows with latitude and which go on beyond the 180° meridian.
    """
    placed = np.flatnonzero(cards.exact & ~cards.closed & (words.of_card != MISSING))
    asking, asked = words.looking(placed)
    if not len(asking):
        return asking, asking
    holders, held = words.holders(placed, asked)
    bands = np.floor((np.nan_to_num(cards.latitude) + 90) / _BAND).astype(np.int64)
    turn = np.round((np.nan_to_num(cards.longitude) + 180) / _UNIT).astype(np.int64) % _FULL_TURN
    rows = int(180 / _BAND) + 3
    cells = held * rows + bands[holders]
    order = np.lexsort((turn[holders], cells))
    cells, holders = cells[order], holders[order]
    first = np.append(True, cells[1:] != cells[:-1])
    keys = (np.cumsum(first) - 1) * (2 * _FULL_TURN) + turn[holders]
    cells = cells[first]

    wanted = asked * rows + bands[asking]
    order = np.argsort(wanted)
    asking, wanted = asking[order], wanted[order]
    reach = _reach(cards.latitude[asking])
    west, east = turn[asking] - reach, turn[asking] + reach
    ones, others = [], []
    for step in (-1, 0, 1):
        cell = np.minimum(np.searchsorted(cells, wanted + step), len(cells) - 1)
        there = cells[cell] == wanted + step
        for shift in (0, -_FULL_TURN, _FULL_TURN):
            hit = np.flatnonzero(there & (west + shift <= _FULL_TURN) & (east + shift >= 0))
            base = cell[hit] * (2 * _FULL_TURN)
            start = np.searchsorted(keys, base + np.maximum(west[hit] + shift, 0))
            end = np.searchsorted(keys, base + np.minimum(east[hit] + shift, _FULL_TURN), side="right")
            one, other = _expanded(asking[hit], start, end, holders)
            ones.append(one)
            others.append(other)
    return _joined(ones), _joined(others)


def _reach(latitude: np.ndarray) -> Indices:
    """Units of longitude that the reach covers at a latitude, at most half a turn."""
    farthest = np.radians(np.minimum(np.abs(latitude) + _BAND, 90.0))
    units = _BAND / np.maximum(np.cos(farthest), 1e-9) / _UNIT + 2
    half_turn: Indices = np.minimum(np.ceil(units), _FULL_TURN // 2).astype(np.int64)
    return half_turn


def _expanded(asking: Indices, start: Indices, end: Indices, holders: Indices) -> tuple[Indices, Indices]:
    """Pair each asking card with the holders in its stretch, but not with a crowd."""
    lengths = np.where(end - start > CROWD, 0, end - start)
    return np.repeat(asking, lengths), holders[_ranges(start, lengths)]


def _ranges(starts: Indices, lengths: Indices) -> Indices:
    """The numbers start, start + 1, … of each stretch, one stretch after the other."""
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(starts - ends + lengths, lengths) + np.arange(total)


def _joined(parts: list[Indices] | tuple[Indices, ...]) -> Indices:
    return np.concatenate(parts) if parts else np.zeros(0, np.int64)


def _mixed(numbers: Indices) -> np.ndarray:
    """Numbers spread over 64 bits (Fibonacci hashing)."""
    return numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)


def _bits(numbers: np.ndarray) -> Indices:
    """How many bits are set in each number."""
    octets = np.unpackbits(numbers.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1)
    counted: Indices = octets.sum(axis=1, dtype=np.int64)
    return counted
