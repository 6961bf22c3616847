"""Copies by agencies: another company advertises the same vacancy, in part in the same words.

Only the core is shared, what is to be done and what is asked for. The opening is the agency's, and so is the foot:
text before and after the shared core counts little, text within it fully. The text of one side may have more in it (an
agency's own paragraph) or less (a copy that is cut short), so the better side speaks. Titles say how much is needed: if
they have nothing in common, nearly everything must be shared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from directory_crawler.core.similarity.blocks import Overlaps

OUTSIDE = 0.25
"""What a word before or after the shared core weighs against a copy; one within it weighs 1."""

COPY, COPY_RETITLED = 0.58, 0.80
"""Least similarity of a copy whose title agrees; of one whose title does not."""

LEAST_WORDS, LEAST_WORDS_RETITLED = 12, 40
"""Rare words in common, likewise."""

LEAST_SHARE = 0.25
"""Of the shorter text: less is a paragraph that both took from elsewhere."""

TITLES_AGREE = 0.5
"""The share of the words of the shorter title that are in the other."""


def copy_similarity(overlaps: Overlaps) -> NDArray[np.float64]:
    """How surely both texts have one core: 1 where nothing contradicts it, 0 where too little is shared."""
    matched = overlaps.column("matched")
    sides = []
    for text in "ab":
        outside = overlaps.column(f"head_{text}") + overlaps.column(f"tail_{text}")
        against = overlaps.column(f"inner_{text}") + OUTSIDE * outside
        sides.append(matched / np.maximum(matched + against, 1.0))
    shorter = matched + np.minimum(overlaps.rest("a"), overlaps.rest("b"))
    enough = (matched >= LEAST_WORDS) & (matched >= LEAST_SHARE * shorter)
    return np.where(enough, np.maximum(*sides), 0.0)


def is_copy(
    similarity: NDArray[np.float64], matched: NDArray[np.float64], titles: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Whether postings of two companies advertise one vacancy; ``titles`` is how far their titles agree."""
    agree = titles >= TITLES_AGREE
    copy: NDArray[np.bool_] = (similarity >= np.where(agree, COPY, COPY_RETITLED)) & (
        matched >= np.where(agree, LEAST_WORDS, LEAST_WORDS_RETITLED)
    )
    return copy
