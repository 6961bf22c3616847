"""A Scrapy spider that fetches the recorded requests of a crawl and drops every answer: the peer of ``bench/crawl.py``."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import scrapy
from scrapy.http import Response


class Bare(scrapy.Spider):
    """``requests`` names the file of recorded requests, one JSON object a line."""

    name = "bare"

    async def start(self) -> AsyncIterator[scrapy.Request]:
        with Path(self.requests).open() as lines:
            for line in lines:
                asked = json.loads(line)
                yield scrapy.Request(asked["url"], headers=asked["headers"], dont_filter=True)

    def parse(self, response: Response) -> None:
        pass
