"""Links between faces: which pairs are reposts or copies by agencies, and which of one company may share a vacancy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from directory_crawler.core.similarity.agencies import copy_similarity, is_copy
from directory_crawler.core.similarity.faces import UNKNOWN
from directory_crawler.core.similarity.reposts import REPOST, STILL_ONE, repost_similarity
from directory_crawler.core.similarity.titles import titles_agree, titles_contradict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from directory_crawler.core.similarity.blocks import Overlaps
    from directory_crawler.core.similarity.faces import Faces
    from directory_crawler.core.similarity.texts import Places

REPOSTED, COPIED = 0, 1
"""Kinds of links."""

TitleWords = tuple[str, ...]


@dataclass(frozen=True)
class Links:
    """Pairs of faces that are one vacancy, by ``kind`` and ``similarity``, and ``compatible`` pairs of one company: not
    alike enough to be linked, nor so unlike that they cannot be one."""

    a: Places
    b: Places
    kind: NDArray[np.int8]
    similarity: NDArray[np.float64]
    compatible: frozenset[tuple[int, int]]


def link(
    faces: Faces,
    a: Places,
    b: Places,
    overlaps: Overlaps,
    titles: Sequence[TitleWords],
    sizes: NDArray[np.float64],
) -> Links:
    """Judge pairs of distinct texts, and the pairs within one text (of ``sizes`` words) that several companies have."""
    copies, reposts = copy_similarity(overlaps), repost_similarity(overlaps)
    worth = np.flatnonzero((copies > 0) | (reposts >= STILL_ONE))
    shared = faces.shared_texts()
    one, other, pair = faces.pairs(np.concatenate([a[worth], shared]), np.concatenate([b[worth], shared]))
    copies = np.concatenate([copies[worth], np.ones(len(shared))])[pair]
    reposts = np.concatenate([reposts[worth], np.ones(len(shared))])[pair]
    matched = np.concatenate([overlaps.column("matched")[worth], sizes[shared]])[pair]
    same = (faces.company[one] == faces.company[other]) & (faces.company[one] != UNKNOWN)
    apart = same & _numbered_apart(faces, one, other)
    agree = np.ones(len(one))
    asked = np.flatnonzero(~same)
    for at in asked.tolist():
        words, others = titles[faces.title[one[at]]], titles[faces.title[other[at]]]
        if faces.title[one[at]] != faces.title[other[at]]:
            agree[at] = -1.0 if titles_contradict(words, others) else titles_agree(words, others)
    repost = same & ~apart & (reposts >= REPOST)
    copy = ~same & (agree >= 0) & is_copy(copies, matched, agree)
    linked = np.flatnonzero(repost | copy)
    near = np.flatnonzero(same & ~apart & (reposts >= STILL_ONE) & ~repost)
    return Links(
        one[linked],
        other[linked],
        np.where(repost[linked], REPOSTED, COPIED).astype(np.int8),
        np.where(repost, reposts, copies)[linked],
        frozenset(zip(one[near].tolist(), other[near].tolist(), strict=True)),
    )


def _numbered_apart(faces: Faces, one: Places, other: Places) -> NDArray[np.bool_]:
    """Where both say how their company numbers the vacancy, in the record or else in the text, and differ."""
    apart = np.zeros(len(one), bool)
    for column in (faces.reference, faces.requisition):
        known = (column[one] != UNKNOWN) & (column[other] != UNKNOWN)
        apart = np.where(known, column[one] != column[other], apart)
    return apart
