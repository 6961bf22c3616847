"""Lists whose order shifts while they are paged."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from directory_crawler.demo.records import Card

_KEPT_LISTS = 4_096


class Drift:
    """Moves, now and then, one card of a list to another position, so that its neighbours cross a page edge.

    No card is ever lost: the same set stands in another order. The n-th request of one list always gives
        the same.
    """

    def __init__(self, seed: int, probability: float) -> None:
        self._seed = seed
        self._probability = probability
        self._lists: dict[Hashable, tuple[Random, list[Card]]] = {}

    def order(self, name: Hashable, rows: Sequence[Card]) -> Sequence[Card]:
        """`rows` of the list `name` in the order of this request."""
        if not self._probability or len(rows) < 2:
            return rows
        if name not in self._lists:
            if len(self._lists) >= _KEPT_LISTS:
                self._lists.clear()
            self._lists[name] = (Random(f"{self._seed} {name}"), list(rows))
        rng, shifted = self._lists[name]
        if rng.random() < self._probability:
            card = shifted.pop(rng.randrange(len(shifted)))
            shifted.insert(rng.randrange(len(shifted) + 1), card)
        return shifted
