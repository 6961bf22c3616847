"""A downloader middleware that notes every request of a crawl, for the bare spider to ask again."""

from __future__ import annotations

import json
import os
from pathlib import Path

from scrapy import Request
from scrapy.crawler import Crawler


class Recorder:
    """Writes one JSON line a request into the file that ``RECORD_REQUESTS`` names."""

    def __init__(self) -> None:
        self.file = Path(os.environ["RECORD_REQUESTS"]).open("w")  # noqa: SIM115  open for the life of the crawl

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Recorder:
        return cls()

    async def process_request(self, request: Request) -> None:
        headers = {
            name.decode(): values[0].decode()
            for name, values in request.headers.items()
            if name.startswith(b"X-")
        }
        self.file.write(json.dumps({"url": request.url, "headers": headers}) + "\n")
        self.file.flush()
