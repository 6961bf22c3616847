"""Names, and the words by which they are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.core.normal.names import name_tokens
from directory_crawler.pipelines.base import CardPipeline, first_text, one_line

if TYPE_CHECKING:
    from directory_crawler.items import Card

LONGEST_NAME = 500
"""Characters of a name that are kept."""


class NamesPipeline(CardPipeline):
    """Display name, legal name, rubrics, and the words of the display name (of the legal one where that is all)."""

    def normalise(self, card: Card) -> None:
        card.name = self._name(card, "name")
        card.legal_name = self._name(card, "legal_name")
        languages = self.profile.languages
        card.name_tokens = list(name_tokens(card.name or card.legal_name or "", languages))
        labels = (one_line(value) for value in card.raw.get("rubrics", ()) if isinstance(value, str))
        card.rubrics = list(dict.fromkeys(label for label in labels if label))

    @staticmethod
    def _name(card: Card, field: str) -> str | None:
        text = one_line(first_text(card, field) or "")
        if len(text) > LONGEST_NAME:
            card.fault(field, "too long", text)
        return text[:LONGEST_NAME].rstrip() or None
