"""Counts, rating and status: numbers within their bounds, and one of three words."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from directory_crawler.pipelines.base import CardPipeline, first_text

if TYPE_CHECKING:
    from directory_crawler.items import Card

STATES = ("active", "temporarily_closed", "permanently_closed")
MOST = 10_000_000
"""No organisation has more photos or reviews; a greater count is an id or a stamp."""

_COUNT = re.compile(r"\D{0,40}(\d{1,3}(?:[\s.,'’]\d{3}){1,3}|\d{1,15})(?![.,]?\d)")
_RATING = re.compile(
    r"\s*(\d{1,3}(?:[.,]\d{1,10})?)\s*(?:(?:/|of|out of|von|из|sur|de|di|su)\s*(\d{1,3}))?\s*[★⭐]?\s*"
)


class CountsPipeline(CardPipeline):
    """Photo count, review count, rating from 0 to 5, status. What does not fit is None and counted."""

    def normalise(self, card: Card) -> None:
        card.photo_count = self._count(card, "photo_count")
        card.review_count = self._count(card, "review_count")
        card.rating = self._rating(card)
        card.status = self._status(card)

    @staticmethod
    def _count(card: Card, field: str) -> int | None:
        text = first_text(card, field)
        if text is None:
            return None
        number = re.fullmatch(r"-?\d{1,15}(?:\.0+)?", text.strip())
        match = None if text.lstrip().startswith("-") else _COUNT.match(text)
        count = int(float(number[0])) if number else int(re.sub(r"\D", "", match[1])) if match else None
        if count is not None and 0 <= count <= MOST:
            return count
        card.fault(field, "no count", text)
        return None

    @staticmethod
    def _rating(card: Card) -> float | None:
        text = first_text(card, "rating")
        if text is None:
            return None
        if match := _RATING.fullmatch(text):
            value, best = float(match[1].replace(",", ".")), float(match[2] or 5)
            scaled = value * 5 / best if best else math.inf
            if scaled <= 5:
                return round(scaled, 2)
        card.fault("rating", "not from 0 to 5", text)
        return None

    @staticmethod
    def _status(card: Card) -> str:
        text = first_text(card, "status")
        if card.verdict == "closed":
            return "permanently_closed"
        if text is None or text in STATES:
            return text or "active"
        card.fault("status", f"not one of {', '.join(STATES)}", text)
        return "active"
