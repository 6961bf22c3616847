"""The first spider that one writes for the bundled site: it follows rubric links, next links and card links.

What it reached goes as a JSON list into the file that ``out`` names.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scrapy.http import Response
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule


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
