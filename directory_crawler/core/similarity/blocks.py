"""What two texts share: blocks of words in a row, wherever they stand, and what is left of each beside them.

Copies of a vacancy share its core, in pieces: the opening is another's, sentences have changed places, words have been
edited. So what counts is not how much of both texts is equal, but where the rest stands. What stands before the first
block and after the last one is an opening or a foot, which everybody writes for himself; what stands between blocks,
and is not in the other text, says that it is another vacancy. Forms of words count half, boilerplate not at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from directory_crawler.core.similarity.compiled import compiled
from directory_crawler.core.similarity.join import RUN, is_among, runs_of
from directory_crawler.core.similarity.marks import SHINGLE
from directory_crawler.core.similarity.texts import ALONE_BIT, in_parallel

if TYPE_CHECKING:
    from directory_crawler.core.similarity.join import Common
    from directory_crawler.core.similarity.marks import Hashes, Marks
    from directory_crawler.core.similarity.texts import Places, Texts, Words

Measures: TypeAlias = NDArray[np.int32]
Weights: TypeAlias = NDArray[np.int8]

WORD = 4
"""What a word weighs; half of it in a form of words, or a character that is a word by itself."""

LEAST_BLOCK, SOLID_BLOCK = 10, 7 * WORD
"""Halves of words in a row that are no chance; the weight that shows where the shared core begins and ends."""

_SEED = 4
_PAIRS_AT_ONCE = 4096
_TRIED = 8


@dataclass(frozen=True)
class Overlaps:
    """What pairs of texts have in common, by weight: all that they have is ``shared``; ``matched`` is what of it is
    within the core, ``inner`` the rest of the core, ``head`` what stands before the core and ``tail`` what stands after
    it, each of the texts ``_a`` and ``_b``."""

    measures: Measures

    def column(self, name: str) -> NDArray[np.float64]:
        """A measure by its name, in words."""
        words: NDArray[np.float64] = self.measures[:, NAMES.index(name)] / WORD
        return words

    def rest(self, text: str) -> NDArray[np.float64]:
        """What of text "a" or "b" is not matched."""
        return self.column(f"inner_{text}") + self.column(f"head_{text}") + self.column(f"tail_{text}")


NAMES = ("shared", "matched", "inner_a", "head_a", "tail_a", "inner_b", "head_b", "tail_b")
TURNED = [NAMES.index(name) for name in (*NAMES[:2], *NAMES[5:], *NAMES[2:5])]
"""The measures of a pair whose texts have changed places."""


def overlaps(texts: Texts, marks: Marks, common: Common, a: Places, b: Places, workers: int = 1) -> Overlaps:
    """Compare pairs of texts. Which of two comes first makes no difference, nor where they stand among the others.

    Blocks are sought along one text in the other, which is not the same the other way round: by their prints it is
    always the same way. Pairs with one text in common are compared in a row, as its words are indexed once.
    """
    weights = _weigh(texts, marks, common)
    turned = texts.prints[a] > texts.prints[b]
    one, other = np.where(turned, b, a), np.where(turned, a, b)
    order = np.argsort(one, kind="stable")
    one, other = one[order], other[order]
    sought = np.zeros((len(a), len(NAMES)), np.int32)

    def compare(first: int) -> None:
        part = slice(first, first + _PAIRS_AT_ONCE)
        _compare(texts.words, texts.starts, weights, one[part], other[part], sought[part])

    parts = range(0, len(a), _PAIRS_AT_ONCE)
    if workers > 1 and len(parts) > 1:
        with in_parallel(workers) as pool:
            list(pool.map(compare, parts))
    else:
        for part in parts:
            compare(part)
    measures = np.empty_like(sought)
    measures[order] = sought
    measures[turned] = measures[turned][:, TURNED]
    return Overlaps(measures)


def _weigh(texts: Texts, marks: Marks, common: Common) -> Weights:
    """What each word weighs: `WORD`, half of it in a form of words, nothing in boilerplate; and half again where a
    character is a word."""
    weights = np.full(len(texts.words), WORD, np.int8)
    _lighten(weights, texts.starts, marks.places, marks.starts, is_among(marks.hashes, common.marks))
    hashes, starts, firsts = runs_of(marks, common.marks)
    _void(weights, texts.starts, marks.places, marks.starts, starts, firsts, is_among(hashes, common.runs))
    weights >>= (texts.words & np.uint32(ALONE_BIT)).astype(np.int8)
    return weights


@compiled
def _lighten(
    weights: Weights, bounds: Places, places: Hashes, starts: Places, common: NDArray[np.bool_]
) -> None:
    """Make words under common marks, and those between two of them, light."""
    for text in range(len(bounds) - 1):
        first, end = bounds[text], bounds[text + 1]
        before = -1  # the place up to which the last mark was common
        for mark in range(starts[text], starts[text + 1]):
            if not common[mark]:
                before = -1
                continue
            start = first + np.int64(places[mark])
            stop = min(start + SHINGLE, end)
            if mark == starts[text]:
                start = first
            elif before >= 0:
                start = before
            for word in range(start, stop):
                weights[word] = WORD // 2
            before = stop
        if before >= 0:
            for word in range(before, end):
                weights[word] = WORD // 2


@compiled
def _void(
    weights: Weights,
    bounds: Places,
    places: Hashes,
    starts: Places,
    run_starts: Places,
    firsts: Places,
    common: NDArray[np.bool_],
) -> None:
    """Take the weight from words under common runs, up to the ends of the text."""
    for text in range(len(bounds) - 1):
        for run in range(run_starts[text], run_starts[text + 1]):
            if not common[run]:
                continue
            start = bounds[text]
            if firsts[run] > starts[text]:
                start += np.int64(places[firsts[run]])
            stop = bounds[text + 1]
            if firsts[run] + RUN < starts[text + 1]:
                stop = bounds[text] + np.int64(places[firsts[run] + RUN - 1]) + SHINGLE
            for word in range(start, stop):
                weights[word] = 0


@compiled
def _seed(words: Words, place: int) -> np.uint64:
    number = np.uint64(0)
    for word in range(_SEED):
        number = (number ^ np.uint64(words[place + word])) * np.uint64(0x9E3779B97F4A7C15)
        number ^= number >> np.uint64(31)
    return number


@compiled
def _compare(
    words: Words,
    bounds: Places,
    weights: Weights,
    a: Places,
    b: Places,
    measures: Measures,
) -> None:
    longest = 1
    for pair in range(len(a)):
        longest = max(longest, bounds[a[pair] + 1] - bounds[a[pair]], bounds[b[pair] + 1] - bounds[b[pair]])
    size = 4
    while size < 2 * longest:
        size *= 2
    table = np.full(size, -1, np.int64)
    following = np.empty(longest, np.int64)
    block_a, block_b = np.zeros(longest, np.int64), np.zeros(longest, np.int64)
    solid = np.zeros(longest + 1, np.bool_)
    indexed = np.int64(-1)
    for pair in range(len(a)):
        first_a, end_a = bounds[a[pair]], bounds[a[pair] + 1]
        first_b, end_b = bounds[b[pair]], bounds[b[pair] + 1]
        length_a, length_b = end_a - first_a, end_b - first_b
        if indexed != a[pair]:
            indexed = a[pair]
            table[:] = -1
            for place in range(length_a - _SEED, -1, -1):
                slot = np.int64(_seed(words, first_a + place) & np.uint64(size - 1))
                following[place] = table[slot]
                table[slot] = place
        block_a[:length_a] = 0
        block_b[:length_b] = 0
        blocks = _find_blocks(
            words,
            weights,
            first_a,
            length_a,
            first_b,
            length_b,
            table,
            size,
            following,
            block_a,
            block_b,
            solid,
        )
        shared_a, matched_a = _measure(weights, first_a, length_a, block_a, solid, measures[pair], 2)
        shared_b, matched_b = _measure(weights, first_b, length_b, block_b, solid, measures[pair], 5)
        if blocks:
            measures[pair, 0] = min(shared_a, shared_b)
            measures[pair, 1] = min(matched_a, matched_b)


@compiled
def _find_blocks(
    words: Words,
    weights: Weights,
    first_a: int,
    length_a: int,
    first_b: int,
    length_b: int,
    table: Places,
    size: int,
    following: Places,
    block_a: Places,
    block_b: Places,
    solid: NDArray[np.bool_],
) -> int:
    """Number the blocks from 1, into ``block_a`` and ``block_b``: at each place of b the longest that a still has."""
    blocks = 0
    place = 0
    while place <= length_b - _SEED:
        best, best_at, best_weight = 0, -1, 0
        slot = np.int64(_seed(words, first_b + place) & np.uint64(size - 1))
        at, tried = table[slot], 0
        while at >= 0 and tried < _TRIED:
            run, weight = 0, 0
            while (
                at + run < length_a
                and place + run < length_b
                and block_a[at + run] == 0
                and words[first_a + at + run] == words[first_b + place + run]
            ):
                weight += 1 if words[first_b + place + run] & np.uint32(ALONE_BIT) else 2
                run += 1
            if weight > best_weight:
                best, best_at, best_weight = run, at, weight
            at = following[at]
            tried += 1
        if best_weight < LEAST_BLOCK:
            place += 1
            continue
        blocks += 1
        rare_weight = 0
        for step in range(best):
            block_a[best_at + step] = blocks
            block_b[place + step] = blocks
            rare_weight += min(weights[first_a + best_at + step], weights[first_b + place + step])
        solid[blocks] = rare_weight >= SOLID_BLOCK
        place += best
    return blocks


@compiled
def _measure(
    weights: Weights,
    first: int,
    length: int,
    block: Places,
    solid: NDArray[np.bool_],
    measures: NDArray[np.int32],
    column: int,
) -> tuple[int, int]:
    """Fill in inner, head and tail of one text and return what of it is shared, and what of that is in the core."""
    core_from, core_to = length, -1
    for place in range(length):
        if block[place] > 0 and solid[block[place]]:
            core_from = min(core_from, place)
            core_to = place
    shared, matched, inner, head, tail = 0, 0, 0, 0, 0
    for place in range(length):
        weight = weights[first + place]
        if block[place] > 0:
            shared += weight
        # A short block outside the core is a form of words that any two openings may share.
        if place < core_from:
            head += weight
        elif place > core_to:
            tail += weight
        elif block[place] > 0:
            matched += weight
        else:
            inner += weight
    measures[column], measures[column + 1], measures[column + 2] = inner, head, tail
    return shared, matched
