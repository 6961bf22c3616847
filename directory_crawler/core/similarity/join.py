"""Which texts may be copies of each other: an exact join over their marks.

A mark on many texts, or under many titles, is common: a form of words, and alone it finds nobody. `RUN` common marks in
a row are looked at as one, since a vacancy may be written in nothing but forms of words, and only their order is its
own. Where such a run is on many texts, too, it is boilerplate: a template, an employer's closing paragraph. All texts
that share a rare mark or a rare run are paired: every pair that shares so many words in a row, some of them rare, is
among them (see `marks.FOUND`). Nothing is sampled, and the order of the texts does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from directory_crawler.core.similarity.compiled import compiled
from directory_crawler.core.similarity.repeats import BUCKETS, HALF, LOW, Buckets
from directory_crawler.core.similarity.texts import in_parallel

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from numpy.typing import NDArray

    from directory_crawler.core.similarity.marks import Hashes, Marks
    from directory_crawler.core.similarity.texts import Places, Prints


RUN = 4
"""Marks in a row: about twenty words."""

LEAST_SHARED = 32
"""Of so many rare marks of a text, one must be in the other for the two to be compared."""


@dataclass(frozen=True)
class Caps:
    """On how many texts, and under how many titles, a mark may be and still say something of a vacancy."""

    texts: int = 24
    titles: int = 5


@dataclass(frozen=True)
class Sources:
    """What is known of each text beside its words, as numbers; negative where it is not one.

    Two texts of one ``owner`` (a company) are paired only if their ``keys`` (what it may be a repost of) are equal.
    ``titles`` tell a vacancy from a template.
    """

    owners: Places
    keys: Places
    titles: Places


_PARTS = 4
_HINT_BITS = 20  # of a hash: few hashes share them with a common one


@dataclass(frozen=True)
class Common:
    """What says nothing of a vacancy: hashes of ``marks``, and of ``runs`` of them, both sorted."""

    marks: Hashes
    runs: Hashes


@dataclass(frozen=True)
class Joined:
    """Pairs of texts, each once, ``a`` < ``b``, in order, with the number of rare marks and runs that they share. Of
    each text ``rare`` is the number that it has; ``prints`` tell what in it is common, and change when that does."""

    a: Places
    b: Places
    shared: Places
    common: Common
    rare: Places
    prints: Prints

    def resembling(self) -> Joined:
        """The pairs that share enough of what is rare in the text that has less of it."""
        fewer = np.minimum(self.rare[self.a], self.rare[self.b])
        kept = self.shared * LEAST_SHARED >= fewer
        return replace(self, a=self.a[kept], b=self.b[kept], shared=self.shared[kept])


def join(marks: Marks, sources: Sources, caps: Caps | None = None, workers: int = 1) -> Joined:
    """Pair the texts that share a rare mark, or a rare run of common ones."""
    caps = caps or Caps()
    with in_parallel(workers) as pool:
        first = _gathered(pool, marks.hashes, marks.starts, sources, caps)
        hashes, starts, _ = runs_of(marks, first.common)
        second = _gathered(pool, hashes, starts, sources, caps)
    pairs = np.concatenate([first.pairs, second.pairs])
    pairs.sort()
    kept = np.empty(len(pairs), np.uint64)
    counts = np.empty(len(pairs), np.int64)
    n = _distinct(pairs, kept, counts)
    a, b = (kept[:n] >> HALF).astype(np.int64), (kept[:n] & LOW).astype(np.int64)
    common = Common(first.common, second.common)
    return Joined(a, b, counts[:n].copy(), common, first.rare + second.rare, first.prints + second.prints)


def runs_of(marks: Marks, common: Hashes) -> tuple[Hashes, Places, Places]:
    """The runs of common marks: their hashes, where those of each text start, and the first mark of each run."""
    is_such = is_among(marks.hashes, common)
    hashes = np.empty(len(is_such), np.uint32)
    firsts = np.empty(len(is_such), np.int64)
    starts = np.zeros(len(marks) + 1, np.int64)
    n = _run(marks.hashes, marks.starts, is_such, hashes, starts, firsts)
    return hashes[:n].copy(), starts, firsts[:n].copy()


@dataclass(frozen=True)
class _Found:
    """What a pass over hashes found: pairs that share a rare one, the common ones, and of each text how many are rare,
    with a print of its common ones."""

    pairs: Prints
    common: Hashes
    rare: Places
    prints: Prints


def _gathered(
    pool: ThreadPoolExecutor, hashes: Hashes, starts: Places, sources: Sources, caps: Caps
) -> _Found:
    """Look at all hashes, in parts that have none in common: a part may be sorted while another one is."""
    buckets = Buckets.of(hashes, starts)
    step = BUCKETS // _PARTS
    parts = list(
        pool.map(
            lambda first: _part(buckets, first, first + step, len(starts) - 1, sources, caps),
            range(0, BUCKETS, step),
        )
    )
    return _Found(
        np.concatenate([part.pairs for part in parts]),
        np.sort(np.concatenate([part.common for part in parts])),
        np.sum([part.rare for part in parts], axis=0),
        np.sum([part.prints for part in parts], axis=0, dtype=np.uint64),
    )


def _part(buckets: Buckets, first: int, end: int, texts: int, sources: Sources, caps: Caps) -> _Found:
    rare, prints = np.zeros(texts, np.int64), np.zeros(texts, np.uint64)
    keys = buckets.repeated(first, end, rare)
    keys.sort()
    common = np.empty(len(keys) // (min(caps.texts, caps.titles) + 1), np.uint32)
    pairs, found = _pair(
        keys, sources.owners, sources.keys, sources.titles, caps.texts, caps.titles, common, rare, prints
    )
    return _Found(pairs, common[:found].copy(), rare, prints)


@compiled
def _group(
    keys: Prints, first: int, titles: Places, most: int, most_titles: int, members: Places
) -> tuple[int, int]:
    """The end of the run of one mark, and how many texts it has, whose numbers go into ``members``; none of them where
    the mark is common."""
    mark = keys[first] >> HALF
    place, texts, named = first, 0, 0
    while place < len(keys) and keys[place] >> HALF == mark:
        if place == first or keys[place] != keys[place - 1]:
            if texts < most:
                text = np.int64(keys[place] & LOW)
                members[texts] = text
                is_new = True
                for other in range(texts):
                    is_new &= titles[text] < 0 or titles[members[other]] != titles[text]
                named += is_new
            texts += 1
        place += 1
    return place, -1 if texts > most or named > most_titles else texts


@compiled
def _may_be_one(owners: Places, keys: Places, one: int, other: int) -> bool:
    return bool(owners[one] < 0 or owners[one] != owners[other] or keys[one] == keys[other])


@compiled
def _pair(
    marks: Prints,
    owners: Places,
    keys: Places,
    titles: Places,
    most: int,
    most_titles: int,
    common: Hashes,
    rare: Places,
    prints: Prints,
) -> tuple[Prints, int]:
    """The pairs of texts on a rare mark, and the number of common marks, which are noted."""
    members = np.empty(most, np.int64)
    pairs = np.empty(len(marks) + 1, np.uint64)
    place, filled, found = 0, 0, 0
    while place < len(marks):
        end, texts = _group(marks, place, titles, most, most_titles, members)
        if texts < 0:
            mark = marks[place] >> HALF
            common[found] = np.uint32(mark)
            found += 1
            scrambled = (mark + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
            scrambled ^= scrambled >> np.uint64(29)
            for at in range(place, end):
                if at == place or marks[at] != marks[at - 1]:
                    prints[np.int64(marks[at] & LOW)] += scrambled
        while filled + texts * texts > len(pairs):
            more = np.empty(2 * len(pairs), np.uint64)
            more[:filled] = pairs[:filled]
            pairs = more
        for one in range(texts):
            rare[members[one]] += 1
            for other in range(one):
                if _may_be_one(owners, keys, members[one], members[other]):
                    pairs[filled] = (np.uint64(members[other]) << HALF) | np.uint64(members[one])
                    filled += 1
        place = end
    return pairs[:filled].copy(), found


@compiled
def _distinct(pairs: Prints, kept: Prints, counts: Places) -> int:
    n = 0
    for place in range(len(pairs)):
        if place == 0 or pairs[place] != pairs[place - 1]:
            kept[n] = pairs[place]
            counts[n] = 0
            n += 1
        counts[n - 1] += 1
    return n


@compiled
def _run(
    marks: Hashes, bounds: Places, common: NDArray[np.bool_], hashes: Hashes, starts: Places, firsts: Places
) -> int:
    n = 0
    for text in range(len(bounds) - 1):
        for first in range(bounds[text], bounds[text + 1] - RUN + 1):
            number, is_run = np.uint64(0), True
            for mark in range(first, first + RUN):
                is_run &= common[mark]
                number = (number ^ np.uint64(marks[mark])) * np.uint64(0x9E3779B97F4A7C15)
                number ^= number >> np.uint64(29)
            if is_run:
                hashes[n] = np.uint32(number >> np.uint64(32))
                firsts[n] = first
                n += 1
        starts[text + 1] = n
    return n


def is_among(hashes: Hashes, common: Hashes) -> NDArray[np.bool_]:
    """Which hashes are among the common ones."""
    hinted = np.zeros(1 << _HINT_BITS, np.bool_)
    hinted[common >> np.uint32(32 - _HINT_BITS)] = True
    found = np.zeros(len(hashes), np.bool_)
    _look_up(hashes, common, hinted, found)
    return found


@compiled
def _look_up(hashes: Hashes, common: Hashes, hinted: NDArray[np.bool_], found: NDArray[np.bool_]) -> None:
    for place in range(len(hashes)):
        if hinted[hashes[place] >> np.uint32(32 - _HINT_BITS)]:
            at = np.searchsorted(common, hashes[place])
            found[place] = at < len(common) and common[at] == hashes[place]
