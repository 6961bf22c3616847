"""A card and a crawler for the pipelines, without a site or a database."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from directory_crawler.items import Card
from directory_crawler.pipelines.counts import CountsPipeline
from directory_crawler.pipelines.digest import DigestPipeline
from directory_crawler.pipelines.hours import HoursPipeline
from directory_crawler.pipelines.names import NamesPipeline
from directory_crawler.pipelines.phones import PhonesPipeline
from directory_crawler.pipelines.place import PlacePipeline
from directory_crawler.pipelines.text import TextPipeline
from directory_crawler.pipelines.web import WebPipeline

if TYPE_CHECKING:
    from directory_crawler.pipelines.base import CardPipeline

ORDER: tuple[type[CardPipeline], ...] = (
    TextPipeline,
    PhonesPipeline,
    HoursPipeline,
    PlacePipeline,
    WebPipeline,
    NamesPipeline,
    CountsPipeline,
    DigestPipeline,
)
"""The pipelines in the order in which they run."""


def profile(**changes: Any) -> SimpleNamespace:
    """A British profile with what the pipelines read of one."""
    values = {
        "country": "GB",
        "languages": ("en",),
        "base_url": "https://directory.example",
        "hours": SimpleNamespace(midnight="unknown"),
        "map": SimpleNamespace(default_points=((53.8, -1.55),)),
    }
    return SimpleNamespace(**values | changes)


def raw_card(raw: dict[str, list[Any]], verdict: str = "live", again: list[Any] | None = None) -> Card:
    """A card as the spider hands it over."""
    return Card(SimpleNamespace(record_id="7"), verdict, 200, raw=raw, raw_phones_again=again)  # type: ignore[arg-type]


async def through(pipelines: tuple[type[CardPipeline], ...], item: Any, **changes: Any) -> Any:
    """The item after these pipelines."""
    crawler = SimpleNamespace(spider=SimpleNamespace(site=SimpleNamespace(profile=profile(**changes))))
    for pipeline in pipelines:
        item = await pipeline.from_crawler(crawler).process_item(item)  # type: ignore[arg-type]
    return item


def faults(card: Card) -> list[tuple[str, str]]:
    """What was complained of, without the examples."""
    return [(fault.field, fault.reason) for fault in card.faults]
