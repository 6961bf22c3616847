"""The hashes of a board that may be on two texts: those that stand alone are told apart without sorting them.

Of a hundred marks some eighty are on one text only. Hashes go into buckets that fit a core's own memory, and in each it
is counted how many fall into one of many cells: one that is alone there is alone on the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from directory_crawler.core.similarity.compiled import compiled

if TYPE_CHECKING:
    from directory_crawler.core.similarity.marks import Hashes
    from directory_crawler.core.similarity.texts import Places, Prints

PARTS = 4
"""Parts that have no hash in common, so that each can be looked at by itself."""

LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
"""A key is a hash in the high half of 64 bits and its text in the low one."""

_BUCKETS = 64
_CELL_SHIFT = np.uint64(32 + 8)  # past the bits of parts and buckets
_CELLS = 4  # for each key


def repeated(hashes: Hashes, starts: Places, part: int, rare: Places) -> Prints:
    """The keys of a part without most of the hashes that are there once, which are added to ``rare`` of their texts."""
    bounds = np.zeros(_BUCKETS + 1, np.int64)
    _size(hashes, part, bounds)
    keys = np.empty(bounds[-1], np.uint64)
    _fill(hashes, starts, part, bounds.copy(), keys)
    return keys[: _gather(keys, bounds, rare)].copy()


@compiled
def _bucket(number: np.uint32) -> int:
    # By the low bits: a mark is the least of several hashes, so that high bits are hardly ever set.
    return int(number) // PARTS % _BUCKETS


@compiled
def _size(hashes: Hashes, part: int, bounds: Places) -> None:
    """Where the hashes of a part will stand, by their buckets."""
    for place in range(len(hashes)):
        if hashes[place] % PARTS == part:
            bounds[_bucket(hashes[place]) + 1] += 1
    for bucket in range(_BUCKETS):
        bounds[bucket + 1] += bounds[bucket]


@compiled
def _fill(hashes: Hashes, starts: Places, part: int, filled: Places, keys: Prints) -> None:
    """The hashes of a part with their texts, hash first, bucket by bucket."""
    for text in range(len(starts) - 1):
        for place in range(starts[text], starts[text + 1]):
            if hashes[place] % PARTS == part:
                bucket = _bucket(hashes[place])
                keys[filled[bucket]] = (np.uint64(hashes[place]) << HALF) | np.uint64(text)
                filled[bucket] += 1


@compiled
def _gather(keys: Prints, bounds: Places, rare: Places) -> int:
    """Move to the front what is not alone in its cell."""
    cells = 1024
    while cells < _CELLS * (bounds[1:] - bounds[:-1]).max():
        cells *= 2
    filled = 0
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
    return filled
