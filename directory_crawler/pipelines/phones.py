"""Telephone numbers, and which of them belong to call tracking."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from directory_crawler.core.normal.phones import read_phones
from directory_crawler.pipelines.base import CardPipeline

if TYPE_CHECKING:
    from directory_crawler.core.normal.phones import Phone
    from directory_crawler.items import Card

CALL_TRACKING = "call_tracking"


class PhonesPipeline(CardPipeline):
    """Reads the numbers of a card, fax lines last.

    Where the contacts were asked for twice, a number that only one of the answers gives is a tracking number: it is
    kept apart, out of the keys and of the digest, and the card is flagged.
    """

    def normalise(self, card: Card) -> None:
        country = self.profile.country
        read = read_phones(card.raw.get("phones", ()), country)
        for reason, example in read.unread:
            card.fault("phones", reason, example)
        phones = list(read.phones)
        tracked: list[Phone] = []
        again: tuple[Phone, ...] = ()
        if card.raw_phones_again is not None:
            again = read_phones(card.raw_phones_again, country).phones
        if phones and again:  # an answer without any number proves nothing
            real = {phone.key for phone in phones} & {phone.key for phone in again}
            tracked = [phone for phone in (*phones, *again) if phone.key not in real]
            phones = [phone for phone in phones if phone.key in real]
        phones.sort(key=lambda phone: phone.kind == "fax")
        card.phones = [_stored(phone) for phone in phones]
        card.phone_keys = [phone.key for phone in phones]
        card.tracked_phones = [_stored(phone) for phone in tracked]
        if tracked and CALL_TRACKING not in card.flags:
            card.flags.append(CALL_TRACKING)


def _stored(phone: Phone) -> dict[str, Any]:
    return asdict(phone)
