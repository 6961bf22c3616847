"""How much two names say that they are one: a scale from different to the same words.

Names come as sets of folded words (`core.normal.names.name_tokens`), compared without order.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

ENOUGH_IN_COMMON = 2
"""Words that two names must share where one is contained in the other: "Bakery" alone is in too many names."""

_SHORTEST_MISTYPED = 4  # letters; in shorter words one letter makes another word
_SHORTEST_TELLING = 4  # letters; "the", "der" and "les" are in names of all kinds
_TWO_SLIPS_FROM = 9  # letters of a word in which two slips are believed
_LONGEST_COMPARED = 40  # letters; longer words are equal or not
_MOST_WORDS = 24


class Likeness(IntEnum):
    """What two names have in common. Each step is stronger evidence than those below it."""

    DIFFERENT = 0
    RELATED = 1
    """They share a word, or a way of writing it."""
    INCOMPARABLE = 2
    """One says nothing, or they are written in different scripts."""
    SHORTENED = 3
    """All words of one are in the other, some only as an abbreviation or an initial, or just one word is shared."""
    ALIKE = 4
    """All words of one are in the other but for slips of typing."""
    CONTAINED = 5
    """All words of one are in the other, at least `ENOUGH_IN_COMMON` of them."""
    SAME = 6


@lru_cache(maxsize=1 << 16)
def likeness(one: tuple[str, ...], other: tuple[str, ...]) -> Likeness:
    """Compare two sets of name words, given as tuples."""
    a, b = frozenset(one[:_MOST_WORDS]), frozenset(other[:_MOST_WORDS])
    if not a or not b:
        return Likeness.INCOMPARABLE
    if a == b:
        return Likeness.SAME
    common = a & b
    if (common in (a, b)) and sum(len(word) > 1 for word in common) >= ENOUGH_IN_COMMON:
        return Likeness.CONTAINED
    if _same_letters(a, b):
        return Likeness.ALIKE
    slips, short = _pairings(sorted(a - common), sorted(b - common))
    matched = len(common) + slips + short
    if matched == min(len(a), len(b)) and (matched >= ENOUGH_IN_COMMON or len(a) == len(b)):
        return Likeness.SHORTENED if short else Likeness.ALIKE
    if common in (a, b) and max(map(len, common)) >= _SHORTEST_MISTYPED:
        return Likeness.SHORTENED
    if _initials(a, b) or _initials(b, a):
        return Likeness.SHORTENED
    if _is_latin(a) != _is_latin(b):
        return Likeness.INCOMPARABLE
    if slips or short or any(len(word) >= _SHORTEST_TELLING or not word.isascii() for word in common):
        return Likeness.RELATED
    return Likeness.DIFFERENT


def words_alike(one: str, other: str) -> bool:
    """Whether two words are one but for a slip of typing: a letter more, less, other, or two neighbours exchanged
    (two slips in words of nine letters and more). Words with digits have none: "4" and "5" are not alike."""
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < _SHORTEST_MISTYPED or len(longer) > _LONGEST_COMPARED or not (one + other).isalpha():
        return False
    allowed = 2 if len(shorter) >= _TWO_SLIPS_FROM else 1
    return len(longer) - len(shorter) <= allowed and _slips(shorter, longer, allowed) <= allowed


def _slips(a: str, b: str, most: int) -> int:
    """The optimal string alignment distance, given up above `most`."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, previous, row = row, before, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, previous[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


def is_short_for(short: str, whole: str) -> bool:
    """Whether a word abbreviates another: its first letters ("rest", "j"), or letters of it in order, from its first
    to its last or to its last consonant ("intl", "assocs", "ctr")."""
    if not (len(short) < len(whole) <= _LONGEST_COMPARED and short.isalpha() and short[0] == whole[0]):
        return False
    if whole.startswith(short):
        return len(short) != 2 or len(whole) > 4  # "no" is no "nora"
    ends = (whole[-1], whole.rstrip("aeiou")[-1:])
    if len(short) < 2 or len(whole) - len(short) < 2 or short[-1] not in ends:
        return False
    letters = iter(whole)
    return all(letter in letters for letter in short)


def _pairings(left: Sequence[str], right: Sequence[str]) -> tuple[int, int]:
    """How many of the words pair up by slips of typing, and how many by abbreviation; each word once."""
    free = list(right)
    slips = short = 0
    unpaired = []
    for word in left:
        found = next((other for other in free if words_alike(word, other)), None)
        if found is None:
            unpaired.append(word)
        else:
            free.remove(found)
            slips += 1
    for word in unpaired:
        found = next((o for o in free if is_short_for(word, o) or is_short_for(o, word)), None)
        if found is not None:
            free.remove(found)
            short += 1
    return slips, short


def _same_letters(a: frozenset[str], b: frozenset[str]) -> bool:
    """Whether the names are the same but for gaps: "face book" and "facebook"."""
    if len(a) == len(b):
        return False
    one, other = "".join(a), "".join(b)
    return len(one) == len(other) >= 2 * _SHORTEST_MISTYPED and sorted(one) == sorted(other)


def _initials(short: frozenset[str], whole: frozenset[str]) -> bool:
    """Whether a word of a name is made of the initials of the other's words."""
    initials = sorted(word[0] for word in whole)
    return len(initials) > 2 and any(sorted(word) == initials for word in short)


def _is_latin(words: frozenset[str]) -> bool | None:
    """Whether most letters are Latin; None where there are none: digits are of every script."""
    letters = [letter < "\u0250" for word in words for letter in word if letter.isalpha()]
    return 2 * sum(letters) >= len(letters) if letters else None
