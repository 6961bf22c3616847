"""Which card of an organisation speaks first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.core.identity.columns import Indices, Mask


def order_by_worth(
    closed: Sequence[bool] | Mask,
    has_legal_name: Sequence[bool] | Mask,
    filled: Sequence[int] | Indices,
    rank: Indices,
) -> Indices:
    """Rank cards, 0 first, by how well they speak for an organisation: open before closed, then with a legal name, then
    with most fields filled, then the oldest (``rank``). The first of a cluster is its survivor; what that lacks comes
    from the next that has it."""
    keys = (rank, -np.asarray(filled, np.int64), ~np.asarray(has_legal_name, bool), np.asarray(closed, bool))
    order = np.lexsort(keys)
    worth = np.empty(len(rank), np.int64)
    worth[order] = np.arange(len(rank))
    return worth
