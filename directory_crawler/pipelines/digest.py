"""The card's digest, last of the normalisers: everything it covers is known by then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.core.normal.digest import card_digest
from directory_crawler.pipelines.base import CardPipeline

if TYPE_CHECKING:
    from directory_crawler.items import Card


class DigestPipeline(CardPipeline):
    """Sets `Card.digest`."""

    def normalise(self, card: Card) -> None:
        card.digest = card_digest(
            name=card.name,
            legal_name=card.legal_name,
            rubrics=card.rubrics,
            address_key=card.address_key,
            latitude=card.latitude,
            longitude=card.longitude,
            hours=card.hours,
            phone_keys=card.phone_keys,
            domain=card.domain,
            email=card.email,
            status=card.status,
        )
