"""First of all: raw values as a database and a person can take them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.core.normal.text import clean_value
from directory_crawler.pipelines.base import CardPipeline

if TYPE_CHECKING:
    from directory_crawler.items import Card


class TextPipeline(CardPipeline):
    """Cleans every raw value of a card, whatever its shape, and counts what had to be cut."""

    def normalise(self, card: Card) -> None:
        for field, values in card.raw.items():
            card.raw[field] = self._clean(card, field, values)
        if card.raw_phones_again is not None:
            card.raw_phones_again = self._clean(card, "phones", card.raw_phones_again)

    @staticmethod
    def _clean(card: Card, field: str, values: list[object]) -> list[object]:
        cleaned, reasons = clean_value(values)
        for reason in reasons:
            card.fault(field, reason, str(values)[:200])
        return [value for value in cleaned if value not in ("", None)]
