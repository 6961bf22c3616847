"""Crawl the bundled site in this process: real HTTP on loopback, real PostgreSQL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import psycopg
from scrapy.crawler import AsyncCrawlerRunner

from directory_crawler import settings as project_settings
from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import serve
from directory_crawler.demo.options import SiteOptions
from directory_crawler.spiders.directory import DirectorySpider


def settings_for(database: str, base_url: str, **more: Any) -> dict[str, Any]:
    defaults = {name: value for name, value in vars(project_settings).items() if name.isupper()}
    return {**defaults, "DATABASE_URL": database, "BASE_URL": base_url, "LOG_LEVEL": "WARNING", **more}


@dataclass
class Crawled:
    """What a finished crawl left behind."""

    status: str
    reason: str
    stats: dict[str, Any]
    requests: dict[str, int]

    @property
    def listing_requests(self) -> int:
        return (
            self.requests.get("probes", 0) + self.requests.get("listings", 0) + self.requests.get("depth", 0)
        )


async def crawl(database: str, base_url: str, profile: str = "demo-directory", **arguments: Any) -> Crawled:
    settings = arguments.pop("settings", {})
    runner = AsyncCrawlerRunner(settings_for(database, base_url, TWISTED_REACTOR_ENABLED=False, **settings))
    crawler = runner.create_crawler(DirectorySpider)
    await crawler.crawl_async(site=profile, **arguments)
    stats = crawler.stats.get_stats()
    requests = {
        key.removeprefix("account/requests/"): value
        for key, value in stats.items()
        if key.startswith("account/requests/")
    }
    return Crawled(str(stats.get("run/status")), str(stats.get("run/reason")), stats, requests)


async def crawl_city(
    database: str, city: City, options: SiteOptions | None = None, **arguments: Any
) -> Crawled:
    async with serve(city, options or SiteOptions()) as base_url:
        return await crawl(database, base_url, **arguments)


def rows(database: str, query: str, *parameters: Any) -> list[tuple[Any, ...]]:
    with psycopg.connect(database) as connection:
        return connection.execute(query, parameters).fetchall()  # type: ignore[call-overload,no-any-return]


def column(database: str, query: str, *parameters: Any) -> list[Any]:
    return [row[0] for row in rows(database, query, *parameters)]
