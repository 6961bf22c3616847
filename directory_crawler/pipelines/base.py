"""What the normalising pipelines have in common: they take records of one kind, and let everything else through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from directory_crawler.items import Card

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

    from directory_crawler.sites.grammar import Profile


class Normaliser:
    """One concern of a record."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        raise NotImplementedError

    @property
    def profile(self) -> Profile:
        return self.crawler.spider.site.profile  # type: ignore[union-attr,no-any-return]


class CardPipeline(Normaliser):
    """One concern of a card: subclasses fill the card's fields from its raw values, in `normalise`."""

    async def process_item(self, item: Any) -> Any:
        if isinstance(item, Card) and item.raw:
            self.normalise(item)
        return item

    def normalise(self, card: Card) -> None:
        raise NotImplementedError


def first_text(card: Card, field: str) -> str | None:
    """The first value of a raw field that is a text or a number, as text; None when there is none."""
    for value in card.raw.get(field, ()):
        if isinstance(value, str) and value:
            return value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
    return None


def one_line(text: str) -> str:
    return " ".join(text.split())
