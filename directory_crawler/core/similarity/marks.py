"""Marks: the few places of a text by which others that share a passage with it are found.

A mark is a hash of `SHINGLE` words in a row; of each `WINDOW` of them the smallest is kept (winnowing). So two texts
that share `FOUND` words in a row share a mark, whatever stands around: nothing is left to chance, and a text has a mark
to about every fourth word.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from directory_crawler.core.similarity.compiled import compiled

if TYPE_CHECKING:
    from directory_crawler.core.similarity.texts import Places, Texts, Words

Hashes: TypeAlias = NDArray[np.uint32]

RULE = 1
"""Raised with every change of what a word, a mark, a print or a reference is: what was kept under another is void."""

SHINGLE = 5
"""Words of a shingle."""

WINDOW = 8
"""Shingles in a row of which one is a mark."""

FOUND = SHINGLE + WINDOW - 1
"""Words in a row that two texts cannot share unnoticed."""

_PRIME = np.uint64(0x9E3779B97F4A7C15)
_DROPPED = np.uint64(pow(0x9E3779B97F4A7C15, SHINGLE, 1 << 64))


@dataclass(frozen=True)
class Marks:
    """The marks of n texts in the order of their places: ``hashes[starts[k]:starts[k + 1]]`` are those of text k, and
    ``places`` the word of the text with which each begins."""

    hashes: Hashes
    places: Hashes
    starts: Places

    def __len__(self) -> int:
        return len(self.starts) - 1


def marks_of(texts: Texts) -> Marks:
    """Choose the marks of texts. One of fewer words than a shingle has none, any other at least one."""
    room = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(np.maximum(texts.lengths - SHINGLE + 1, 0), out=room[1:])
    hashes = np.empty(int(room[-1]), np.uint32)
    places = np.empty(int(room[-1]), np.uint32)
    starts = np.zeros(len(texts) + 1, np.int64)
    _winnow(texts.words, texts.starts, hashes, places, starts)
    return Marks(hashes[: starts[-1]].copy(), places[: starts[-1]].copy(), starts)


@compiled
def _mixed(number: np.uint64) -> np.uint32:
    number ^= number >> np.uint64(32)
    number *= np.uint64(0xD6E8FEB86659FD93)
    return np.uint32(number >> np.uint64(32))


@compiled
def _winnow(words: Words, bounds: Places, hashes: Hashes, places: Hashes, starts: Places) -> None:
    ring = np.empty(WINDOW, np.uint32)
    filled = 0
    for text in range(len(bounds) - 1):
        first, end = bounds[text], bounds[text + 1]
        rolling = np.uint64(0)
        least, least_at = np.uint32(0xFFFFFFFF), -1
        kept = -1
        for place in range(first, end):
            rolling = rolling * _PRIME + np.uint64(words[place]) + np.uint64(1)
            if place - first >= SHINGLE:
                rolling -= (np.uint64(words[place - SHINGLE]) + np.uint64(1)) * _DROPPED
            at = place - first - SHINGLE + 1
            if at < 0:
                continue
            number = _mixed(rolling)
            ring[at % WINDOW] = number
            if number <= least or least_at < 0:  # of equal ones the last, so that a run of them has few marks
                least, least_at = number, at
            elif least_at <= at - WINDOW:
                least, least_at = number, at
                for back in range(1, WINDOW):
                    earlier = ring[(at - back) % WINDOW]
                    if earlier < least:
                        least, least_at = earlier, at - back
            # Until the first window is full, its least may still change.
            if least_at != kept and (at >= WINDOW - 1 or place == end - 1):
                kept = least_at
                hashes[filled] = least
                places[filled] = least_at
                filled += 1
        starts[text + 1] = filled
