"""Points that stand for a city or a street, found in the data: no building is behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from directory_crawler.core.identity.columns import MISSING, distinct
from directory_crawler.core.normal.coordinates import BUILDING_HOLDS

if TYPE_CHECKING:
    from directory_crawler.core.identity.columns import Columns, Mask

ADDRESSES_OF_A_BUILDING = 3
"""Street addresses that one building may have: a corner house has two. A point under more is a map's default."""


def vague_points(cards: Columns, building_holds: int = BUILDING_HOLDS) -> Mask:
    """Mark the cards whose point (to five decimals, about a metre) is no place of its own: more cards share it than a
    building holds, or they give more addresses than a building has."""
    placed = np.flatnonzero(~np.isnan(cards.latitude) & ~np.isnan(cards.longitude))
    vague = np.zeros(len(cards), bool)
    if not len(placed):
        return vague
    north = np.round(cards.latitude[placed] * 1e5).astype(np.int64)
    east = np.round(cards.longitude[placed] * 1e5).astype(np.int64)
    _, point, on_point = np.unique(north * 100_000_000 + east, return_inverse=True, return_counts=True)
    addresses = cards.addresses.codes[placed]
    known = addresses != MISSING
    named = distinct(point[known] * max(len(cards.addresses.values), 1) + addresses[known])
    named_at = np.bincount(named // max(len(cards.addresses.values), 1), minlength=len(on_point))
    vague[placed] = ((on_point > building_holds) | (named_at > ADDRESSES_OF_A_BUILDING))[point]
    return vague
