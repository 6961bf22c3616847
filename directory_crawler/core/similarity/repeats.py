"""The hashes of a board that may be on two texts: those that stand alone are told apart without sorting them.

Of a hundred marks some eighty are on one text only. Hashes go into buckets that fit a core's own memory, and in each it
is counted how many fall into one of many cells: one that is alone there is alone on the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from directory_crawler.core.similarity.compiled import compiled

if TYPE_CHECKING:
    from directory_crawler.core.similarity.marks import Hashes
    from directory_crawler.core.similarity.texts import Places, Prints

LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
"""A key is a hash in the high half of 64 bits and its text in the low one."""

BUCKETS = 256
_CELL_SHIFT = np.uint64(32 + 8)  # past the bits of the bucket
_CELLS = 4  # for each key


@dataclass(frozen=True)
class Buckets:
    """Hashes with their texts; ``keys[bounds[k]:bounds[k + 1]]`` are those of bucket k, in no order."""

    keys: Prints
    bounds: Places

    @classmethod
    def of(cls, hashes: Hashes, starts: Places) -> Buckets:
        """Put the hashes of texts into buckets: those of text t are ``hashes[starts[t]:starts[t + 1]]``."""
        bounds = np.zeros(BUCKETS + 1, np.int64)
        _measure(hashes, bounds)
        keys = np.empty(len(hashes), np.uint64)
        _fill(hashes, starts, bounds.copy(), keys)
        return cls(keys, bounds)

    def repeated(self, first: int, end: int, rare: Places) -> Prints:
        """The keys of some buckets without most of the hashes that are there once, which are added to ``rare`` of
        their texts. May be asked once."""
        kept = _gather(self.keys, self.bounds[first : end + 1], rare)
        return self.keys[self.bounds[first] :][:kept]


@compiled
def _bucket(number: np.uint32) -> int:
    # By the low bits: a mark is the least of several hashes, so that high bits are hardly ever set.
    return int(number) & (BUCKETS - 1)


@compiled
def _measure(hashes: Hashes, bounds: Places) -> None:
    for place in range(len(hashes)):
        bounds[_bucket(hashes[place]) + 1] += 1
    for bucket in range(BUCKETS):
        bounds[bucket + 1] += bounds[bucket]


@compiled
def _fill(hashes: Hashes, starts: Places, filled: Places, keys: Prints) -> None:
    for text in range(len(starts) - 1):
        for place in range(starts[text], starts[text + 1]):
            bucket = _bucket(hashes[place])
            keys[filled[bucket]] = (np.uint64(hashes[place]) << HALF) | np.uint64(text)
            filled[bucket] += 1


@compiled
def _gather(keys: Prints, bounds: Places, rare: Places) -> int:
    """Move to the front what is not alone in its cell."""
    cells = 1024
    while cells < _CELLS * (bounds[1:] - bounds[:-1]).max():
        cells *= 2
    filled = bounds[0]
    for bucket in range(len(bounds) - 1):
        seen = np.zeros(cells, np.uint8)  # in a cell: none, one or several
        for place in range(bounds[bucket], bounds[bucket + 1]):
            cell = np.int64(keys[place] >> _CELL_SHIFT) & (cells - 1)
            seen[cell] = min(seen[cell] + 1, 2)
        for place in range(bounds[bucket], bounds[bucket + 1]):
            if seen[np.int64(keys[place] >> _CELL_SHIFT) & (cells - 1)] > 1:
                keys[filled] = keys[place]
                filled += 1
            else:
                rare[np.int64(keys[place] & LOW)] += 1
    return int(filled - bounds[0])
