"""Which of two cards is the older."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.core.identity.columns import Indices


def age_ranks(ids: Sequence[str], first_seen: Sequence[Any]) -> Indices:
    """Rank the cards of a site by age, 0 the oldest: by their ids as numbers where all ids are numbers (sites count
    upwards), else by when they were first seen, then by the id's text."""
    order: Sequence[int] | Indices
    if not (all(map(str.isascii, ids)) and all(map(str.isdigit, ids))):
        order = sorted(range(len(ids)), key=lambda card: (first_seen[card], ids[card]))
    elif max(map(len, ids), default=0) <= _DIGITS_OF_A_WORD:
        numbers = np.fromiter(map(int, ids), np.int64, len(ids))
        order = np.argsort(numbers)
        if (np.diff(numbers[order]) == 0).any():  # "7" and "007"
            order = np.lexsort((np.array(ids), numbers))
    else:
        order = sorted(range(len(ids)), key=lambda card: (int(ids[card]), ids[card]))
    ranks = np.empty(len(ids), np.int64)
    ranks[order] = np.arange(len(ids))
    return ranks


_DIGITS_OF_A_WORD = 18
