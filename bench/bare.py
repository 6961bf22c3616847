"""The peer of ``bench/crawl.py``: a Scrapy spider that fetches recorded requests and drops every answer."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import scrapy
from scrapy.http import Response


class Bare(scrapy.Spider):
    """``requests`` names the file of recorded requests, one JSON object a line."""

    name = "bare"

    def __init__(self, requests: str) -> None:
        super().__init__()
        self.recorded = Path(requests).read_text().splitlines()

    async def start(self) -> AsyncIterator[scrapy.Request]:
        for line in self.recorded:
            asked = json.loads(line)
            yield scrapy.Request(asked["url"], headers=asked["headers"], dont_filter=True)

    def parse(self, response: Response) -> None:
        pass
