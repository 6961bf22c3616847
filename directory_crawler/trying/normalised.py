"""What a crawl would make of a record's raw values: the same pipelines, up to the one that stores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from scrapy.utils.conf import build_component_list
from scrapy.utils.misc import build_from_crawler, load_object

from directory_crawler.items import Card, Posting
from directory_crawler.pipelines.base import Normaliser

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

Record = TypeVar("Record", Card, Posting)

_PARTS = ("street", "house", "unit", "postcode", "city", "region")


async def normalised(crawler: Crawler, record: Record) -> Record:
    """Let a record pass the normalising pipelines of the settings, in their order."""
    for path in build_component_list(crawler.settings.getwithbase("ITEM_PIPELINES")):
        kind = load_object(path)
        if isinstance(kind, type) and issubclass(kind, Normaliser):
            record = await build_from_crawler(kind, crawler).process_item(record)
    return record


def written(record: Card | Posting, field: str) -> str:
    """A field as it would be stored, for people; empty where nothing would be."""
    if isinstance(record, Posting):
        return _text(getattr(record, field, None))
    if field in _PARTS:
        return record.address_parts.get(field, "")
    return _card_field(record, field)


def _card_field(card: Card, field: str) -> str:
    if field == "name" and card.name:
        return f"{card.name} (compared as: {' '.join(card.name_tokens)})"
    if field == "address" and card.address:
        return f"{card.address} (key: {card.address_key or 'none'})"
    if field in ("latitude", "longitude", "precision") and card.latitude is not None:
        return card.precision or "" if field == "precision" else f"{getattr(card, field)} ({card.precision})"
    if field == "hours":
        return card.hours_text or ""
    if field == "phones":
        return "; ".join(_phone(phone) for phone in card.phones)
    if field == "website" and (card.website or card.web_key):
        return (
            f"{card.website or 'no page of its own'} (domain: {card.domain or 'none'}, key: {card.web_key})"
        )
    return _text(getattr(card, field, None))


def _phone(phone: dict[str, Any]) -> str:
    extension = f" ext. {phone['extension']}" if phone["extension"] else ""
    return f"{phone['number']}{extension} ({phone['kind']}, key: {phone['key']})"


def _text(value: Any) -> str:
    if value is None or value in ("", []):
        return ""
    if isinstance(value, list):
        return "; ".join(str(part) for part in value)
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
