"""Texts as numbers: the words of many texts in one column, scanned from their bytes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from directory_crawler.core.similarity.characters import ALONE, BREAK, FOLLOWS, UNSEEN, folding
from directory_crawler.core.similarity.compiled import compiled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.core.similarity.characters import Folding

Words: TypeAlias = NDArray[np.uint32]
Places: TypeAlias = NDArray[np.int64]
Prints: TypeAlias = NDArray[np.uint64]

LONGEST = 4_000
"""Words of a text that are compared; what follows them is not looked at."""

ALONE_BIT, DIGIT_BIT = 1, 2

_PRIME = np.uint64(0x9E3779B97F4A7C15)
_LAST_LETTER = 0x10FFFF


@dataclass(frozen=True)
class Texts:
    """The words of n texts: those of text k are ``words[starts[k]:starts[k + 1]]``. The lowest bit of a word says that
    it is a character by itself, the next one that there is a digit in it. ``prints`` are equal for two texts exactly
    when their words are (but for one chance in 2**64)."""

    words: Words
    starts: Places
    prints: Prints

    def __len__(self) -> int:
        return len(self.prints)

    @property
    def lengths(self) -> Places:
        return np.diff(self.starts)

    @property
    def sizes(self) -> NDArray[np.float64]:
        """How long each text is, in words: a character that is a word by itself counts for half of one."""
        halves = np.zeros(len(self.words) + 1, np.int64)
        np.cumsum(2 - (self.words & np.uint32(ALONE_BIT)).astype(np.int8), out=halves[1:])
        sizes: NDArray[np.float64] = np.diff(halves[self.starts]) / 2.0
        return sizes

    @classmethod
    def of(cls, texts: Sequence[str]) -> Texts:
        """Scan texts given as strings."""
        encoded = [text.encode("utf-8", "ignore") for text in texts]
        ends = np.cumsum(np.fromiter(map(len, encoded), np.int64, len(encoded)))
        sizes = np.diff(ends, prepend=0)
        return scan(np.frombuffer(b"".join(encoded), np.uint8), ends - sizes, ends)

    @classmethod
    def joined(cls, parts: Sequence[Texts]) -> Texts:
        """The texts of all parts, one part after the other."""
        lengths = np.concatenate([np.zeros(0, np.int64), *(part.lengths for part in parts)])
        return cls(
            np.concatenate([np.zeros(0, np.uint32), *(part.words for part in parts)]),
            np.append(0, np.cumsum(lengths)),
            np.concatenate([np.zeros(0, np.uint64), *(part.prints for part in parts)]),
        )

    @classmethod
    def some(cls, parts: Sequence[Texts], texts: Places) -> Texts:
        """Some texts of all parts, in order; of a large board only those that are asked for are held twice."""
        places = in_parts(texts, [len(part) for part in parts])
        return cls.joined([part.chosen(at) for part, at in zip(parts, places, strict=True)])

    def chosen(self, texts: Places) -> Texts:
        """Some of the texts, in the order asked for."""
        lengths = self.lengths[texts]
        starts = np.zeros(len(texts) + 1, np.int64)
        np.cumsum(lengths, out=starts[1:])
        words = np.empty(int(starts[-1]), np.uint32)
        _gather(self.words, self.starts, texts, words, starts)
        return Texts(words, starts, self.prints[texts])


def in_parts(places: Places, sizes: Sequence[int]) -> list[Places]:
    """Places, in order, in what parts of some sizes hold one after the other, as places in each of the parts."""
    ends = np.cumsum(sizes, dtype=np.int64)
    split = np.split(places, np.searchsorted(places, ends))[:-1]
    return [at - (end - size) for at, end, size in zip(split, ends, sizes, strict=True)]


def scan(buffer: NDArray[np.uint8], starts: Places, ends: Places) -> Texts:
    """Scan texts that stand in a buffer of UTF-8. Bytes that are none part words."""
    words = np.empty(int((ends - starts).sum()), np.uint32)
    bounds = np.zeros(len(starts) + 1, np.int64)
    prints = np.empty(len(starts), np.uint64)
    _scan(buffer, starts, ends, folding(), words, bounds, prints)
    return Texts(words[: bounds[-1]].copy(), bounds, prints)


def in_parallel(workers: int) -> ThreadPoolExecutor:
    """Threads for compiled loops, which let each other run."""
    return ThreadPoolExecutor(workers, thread_name_prefix="similarity")


@compiled
def _gather(words: Words, starts: Places, texts: Places, out: Words, out_starts: Places) -> None:
    for k in range(len(texts)):
        first = starts[texts[k]]
        for place in range(out_starts[k], out_starts[k + 1]):
            out[place] = words[first + place - out_starts[k]]


@compiled
def _mixed(number: np.uint64) -> np.uint64:
    """Spread a number over 64 bits (the finalizer of MurmurHash3)."""
    number ^= number >> np.uint64(33)
    number *= np.uint64(0xFF51AFD7ED558CCD)
    number ^= number >> np.uint64(33)
    number *= np.uint64(0xC4CEB9FE1A85EC53)
    return number ^ (number >> np.uint64(33))


@compiled
def _word_number(word: np.uint64, alone: bool, digits: bool) -> np.uint32:
    flags = np.uint64(alone) | (np.uint64(digits) << np.uint64(1))
    return np.uint32(((_mixed(word) >> np.uint64(34)) << np.uint64(2)) | flags)


@compiled
def _scan(
    buffer: NDArray[np.uint8],
    starts: Places,
    ends: Places,
    letters: Folding,
    words: Words,
    bounds: Places,
    prints: Prints,
) -> None:
    filled = 0
    for text in range(len(starts)):
        place, end = starts[text], ends[text]
        last = filled + LONGEST
        word = np.uint64(0)
        alone, digits = False, False
        summary = np.uint64(0)
        while place < end and filled < last:
            lead = np.uint32(buffer[place])
            place += 1
            point = lead
            if lead >= 0x80:
                more = 3 if lead >= 0xF0 else 2 if lead >= 0xE0 else 1
                point = lead & (np.uint32(0x3F) >> np.uint32(more))
                if lead < 0xC0:
                    point, more = np.uint32(0), 0
                while more > 0 and place < end and (buffer[place] & 0xC0) == 0x80:
                    point = (point << np.uint32(6)) | np.uint32(buffer[place] & 0x3F)
                    place += 1
                    more -= 1
                if more > 0 or point > _LAST_LETTER:
                    point = np.uint32(0)
            letter = letters[point]
            if letter == UNSEEN:
                continue
            follows = letter & np.uint32(FOLLOWS) != 0
            if follows and word == 0:
                continue
            starts_anew = letter & np.uint32(ALONE) != 0 or (alone and not follows)
            if word != 0 and (letter == BREAK or starts_anew):
                number = _word_number(word, alone, digits)
                words[filled] = number
                filled += 1
                summary = _mixed((summary ^ np.uint64(number)) + _PRIME)
                word = np.uint64(0)
            if letter != BREAK:
                if word == 0:
                    alone, digits = letter & np.uint32(ALONE) != 0, False
                sign = letter & np.uint32(FOLLOWS - 1)
                digits |= sign >= 48 and sign <= 57  # 0 to 9
                word = (word + np.uint64(sign) + np.uint64(1)) * _PRIME
        if word != 0 and filled < last:
            number = _word_number(word, alone, digits)
            words[filled] = number
            filled += 1
            summary = _mixed((summary ^ np.uint64(number)) + _PRIME)
        bounds[text + 1] = filled
        prints[text] = summary
