"""What a character is to the scanner of words: part of one, a word by itself, or between two.

The rule, for any script:

* letters and digits make words; everything else parts them, an apostrophe and a hyphen, too, but for the signs at the
  end of ``C++`` and ``C#``;
* a character of a script that is written without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese, Tibetan …) is a
  word by itself, with the marks that follow it;
* case, width and accents do not count: ``É``, ``é``, ``e`` and a full-width ``ｅ`` are one letter, ``３`` and ``٣`` one
  digit. Accents are those of the Latin, Greek, Cyrillic, Hebrew and Arabic scripts; the vowel signs of Indic ones make
  words;
* signs that nobody sees (joiners, soft hyphens, variation selectors) are as good as absent.
"""

from __future__ import annotations

import sys
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterator

Folding: TypeAlias = NDArray[np.uint32]

BREAK, UNSEEN, ALONE, FOLLOWS = 0, 1, 1 << 31, 1 << 30
"""Between words; as good as absent; the bit of a character that is a word of its own; that of one which belongs to the
character before it: a vowel sign, a tone, the signs of ``C++`` and ``C#``."""

_WITHOUT_SPACES = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x0F00, 0x0FFF),  # Tibetan
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x1950, 0x19DF),  # Tai Le, New Tai Lue
    (0x3005, 0x3007),
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xAA60, 0xAA7F),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
_ACCENTS = (
    (0x0300, 0x036F),
    (0x0483, 0x0487),
    (0x0591, 0x05C7),
    (0x0610, 0x061A),
    (0x064B, 0x065F),
    (0x0670, 0x0670),
)


@cache
def folding() -> Folding:
    """A number for every code point: `BREAK`, `UNSEEN`, or the letter that it counts as, with `ALONE` or `FOLLOWS`."""
    table = np.zeros(sys.maxunicode + 1, np.uint32)
    for point, folded in _folded():
        table[point] = folded
    for first, last in _ACCENTS:
        table[first : last + 1] = UNSEEN
    letters = table & (FOLLOWS - 1)
    for first, last in _WITHOUT_SPACES:
        table[(letters >= first) & (letters <= last) & (table & FOLLOWS == 0)] |= ALONE
    return table


def _folded() -> Iterator[tuple[int, int]]:
    for point in range(sys.maxunicode + 1):
        sign = chr(point)
        category = unicodedata.category(sign)
        if sign == "№":  # the label of a number
            yield point, point | ALONE
        elif category[0] in "LN":
            yield point, _letter(sign)
        elif category[0] == "M" or sign in "+#":
            yield point, point | FOLLOWS
        elif category == "Cf":
            yield point, UNSEEN


def _letter(sign: str) -> int:
    """The letter or digit that a sign counts as, as a code point."""
    number = unicodedata.decimal(sign, None)
    if number is not None:
        return ord("0") + number
    lower = sign.lower()
    base = unicodedata.normalize("NFKD", lower)
    if "\uac00" <= sign <= "\ud7a3" or not base:  # a syllable of Hangul is a letter
        return ord(sign)
    rest = base[1:]
    if rest and all(_is_accent(mark) for mark in rest):
        return ord(base[0])
    return ord(base) if len(base) == 1 else ord(lower[0])


def _is_accent(mark: str) -> bool:
    return any(first <= ord(mark) <= last for first, last in _ACCENTS)
