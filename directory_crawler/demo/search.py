"""The site's search: ranks, caps, hides thin cards and collapses chains, but shows drafts."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.demo.city import City
    from directory_crawler.demo.records import Card

MOST_HITS = 500


class NameSearch:
    """Finds cards by the words of their names."""

    def __init__(self, city: City) -> None:
        self._city = city

    @cached_property
    def _holders(self) -> dict[str, list[Card]]:
        holders: dict[str, list[Card]] = {}
        for card in self._city.cards.values():
            thin = not card.phones and not card.website
            if card.gone or thin:
                continue
            for word in set(_words(card.name)):
                holders.setdefault(word, []).append(card)
        return holders

    def hits(self, text: str) -> Sequence[Card]:
        """At most 500 cards, those that share most words with `text` and have most reviews first."""
        shared: dict[str, int] = {}
        found: dict[str, Card] = {}
        for word in set(_words(text[:200])):
            for card in self._holders.get(word, ()):
                shared[card.id] = shared.get(card.id, 0) + 1
                found[card.id] = card
        ranked = sorted(found.values(), key=lambda card: (-shared[card.id], -card.reviews, int(card.id)))
        hits: list[Card] = []
        chains: set[str] = set()
        for card in ranked:
            if card.chain is not None and card.listed:
                if card.chain in chains:
                    continue
                chains.add(card.chain)
            hits.append(card)
            if len(hits) == MOST_HITS:
                break
        return hits


def _words(text: str) -> list[str]:
    return [word for word in "".join(s if s.isalnum() else " " for s in text.casefold()).split() if word]
