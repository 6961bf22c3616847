"""Reposts: one company puts up one vacancy again, under a new id.

Company, title and place are the same, or nothing is. Then the whole text decides, the opening, too, since a company has
no reason to rewrite its own: two openings with one title share the template and differ in what they ask for. Where both
postings give a reference number, and not the same, they are two, whatever they say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from directory_crawler.core.similarity.blocks import Overlaps

REPOST = 0.85
"""Least similarity of a repost."""

STILL_ONE = 0.80
"""Least similarity at which two postings of a company may be of one vacancy, if others link them: edited twice."""

LEAST_WORDS = 6
"""Rare words that both must have in common; identical texts need none."""


def repost_similarity(overlaps: Overlaps) -> NDArray[np.float64]:
    """The share of the longer text that both have, common text aside."""
    shared = overlaps.column("shared")
    longer = overlaps.column("matched") + np.maximum(overlaps.rest("a"), overlaps.rest("b"))
    return np.where(shared >= LEAST_WORDS, shared / np.maximum(longer, 1.0), 0.0)
