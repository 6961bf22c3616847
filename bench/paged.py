"""A plain Scrapy spider that pages the rubrics of the bench's flat site, under AutoThrottle or a fixed delay."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import scrapy
from scrapy.http import Response


class PagedSpider(scrapy.Spider):
    name = "paged"

    def __init__(self, base: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.base = base

    async def start(self) -> AsyncIterator[scrapy.Request]:
        yield scrapy.Request(f"{self.base}/rubrics", callback=self.parse_rubrics)

    def page(self, rubric: str, page: int) -> scrapy.Request:
        url = f"{self.base}/list?rubric={rubric}&page={page}"
        return scrapy.Request(url, callback=self.parse_page, cb_kwargs={"rubric": rubric, "page": page})

    def parse_rubrics(self, response: Response) -> Iterator[scrapy.Request]:
        for rubric in response.json()["rubrics"]:
            yield self.page(rubric["id"], 1)

    def parse_page(self, response: Response, rubric: str, page: int) -> Iterator[scrapy.Request]:
        if page < response.json()["pages"]:
            yield self.page(rubric, page + 1)
