"""The peers of ``bench/crawl.py``: a spider that stores nothing, and the naive crawl of the same site.

Run with ``scrapy runspider``; what they did is one JSON line in the file named by ``-a out=FILE``.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import scrapy
from scrapy.http import Response
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule


class Bare(scrapy.Spider):
    """Fetches the recorded requests of a crawl and drops every answer."""

    name = "bare"

    async def start(self) -> AsyncIterator[scrapy.Request]:
        with Path(self.requests).open() as lines:
            for line in lines:
                asked = json.loads(line)
                yield scrapy.Request(asked["url"], headers=asked["headers"], dont_filter=True)

    def parse(self, response: Response) -> None:
        pass


class Naive(CrawlSpider):
    """Follows rubric links, next links and card links, as a first spider for the site would."""

    name = "naive"
    rules = (
        Rule(LinkExtractor(restrict_css="li.group > a, li.rubric > a, a[rel=next]")),
        Rule(LinkExtractor(restrict_css="article.item a"), callback="parse_card"),
    )

    def __init__(self, base: str, out: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.start_urls = [f"{base}/rubrics"]
        self.out = out
        self.cards: set[str] = set()

    def parse_card(self, response: Response) -> Iterator[Any]:
        self.cards.add(response.url.rsplit("/", 1)[-1])
        return iter(())

    def closed(self, reason: str) -> None:
        Path(self.out).write_text(json.dumps(sorted(self.cards)))
