"""What the listings of a city hold: ids per rubric and filters in order, and the counts of each possible cut."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from directory_crawler.demo.naming import LETTER_BANDS, letter_band

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from directory_crawler.demo.city import City
    from directory_crawler.demo.records import Card

# Slices kept in order: enough for a whole crawl of the full city, a bound for whoever asks for everything.
_KEPT_SLICES = 16_384


class Slice(NamedTuple):
    """A listing query: a rubric with filters, "" where a filter is not set."""

    rubric: str
    district: str = ""
    letter: str = ""
    leaf: str = ""


class Catalogue:
    """The listings of one city in one week; a slice is sorted once, when it is first asked for."""

    def __init__(self, city: City) -> None:
        self._leaf_ids = {
            rubric.id: [leaf_id for leaf_id, _ in rubric.leaves] for rubric in city.tree.rubrics.values()
        }
        self._district_ids = list(city.districts)
        listed = sorted((card for card in city.cards.values() if card.listed), key=_order)
        self._of_rubric: dict[str, list[Card]] = {rubric: [] for rubric in self._leaf_ids}
        for card in listed:
            for rubric in card.rubrics:
                self._of_rubric[rubric].append(card)
        self.cards = lru_cache(_KEPT_SLICES)(self._cards)
        self.facets = lru_cache(_KEPT_SLICES)(self._facets)

    def knows(self, rubric: str) -> bool:
        """Whether the tree has this rubric."""
        return rubric in self._of_rubric

    def count(self, rubric: str) -> int:
        """Listed cards of a rubric."""
        return len(self._of_rubric[rubric])

    def _cards(self, query: Slice) -> Sequence[Card]:
        """The cards of a slice, by name and id. Values that the site does not know match nothing."""
        return [
            card
            for card in self._of_rubric[query.rubric]
            if (not query.district or card.district == query.district)
            and (not query.letter or letter_band(card.name) == query.letter)
            and (not query.leaf or query.leaf in card.leaves)
        ]

    def _facets(self, query: Slice) -> Mapping[str, Mapping[str, int]]:
        """Per axis, the count of each value within the slice. Leaves overlap; a card may be in no district."""
        cards = self.cards(query)
        districts = Counter(card.district for card in cards)
        letters = Counter(letter_band(card.name) for card in cards)
        leaves = Counter(leaf for card in cards for leaf in card.leaves)
        return {
            "district": {key: districts[key] for key in self._district_ids if districts[key]},
            "letter": {key: letters[key] for key in LETTER_BANDS if letters[key]},
            "leaf": {key: leaves[key] for key in self._leaf_ids[query.rubric] if leaves[key]},
        }


def _order(card: Card) -> tuple[str, int]:
    return card.name.casefold(), int(card.id)
