"""Try a profile on a bundled site in this process: real HTTP on loopback, no database."""

from __future__ import annotations

from dataclasses import dataclass
from io import StringIO
from typing import Any

from rich.console import Console
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.settings import Settings

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.board.options import BoardOptions
from directory_crawler.demo.board.site import BoardSite
from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import serve
from directory_crawler.demo.http_server import serving
from directory_crawler.demo.options import SiteOptions
from directory_crawler.sites.profile import load_profile
from directory_crawler.sites.site import open_site
from directory_crawler.trying.figures import Figure, by_key
from directory_crawler.trying.shown import Shown
from directory_crawler.trying.spider import TrialSpider, settings_of
from tests.integration.crawling import settings_for

CITY = City(size=300, seed=2)
BOARD = Board.at(2000, 1, 0)


@dataclass
class Tried:
    """What a check printed, what it measured, and how many surfaces it could not read."""

    text: str
    figures: list[Figure]
    unread: int
    requests: int

    @property
    def written(self) -> dict[str, int | bool]:
        return by_key(self.figures)

    def figure(self, name: str) -> str:
        """What was found of one thing, and how."""
        return next(f"{figure.found}: {figure.how}" for figure in self.figures if figure.name == name)

    def surface(self, name: str) -> str:
        """The line of a surface, after its name."""
        return next(
            line[len(name) :].strip() for line in self.text.splitlines() if line.startswith(f"{name} ")
        )


async def tried(base_url: str, profile: str, **settings: Any) -> Tried:
    site = open_site(load_profile(profile), base_url)
    wanted = Settings(settings_for("", base_url, TWISTED_REACTOR_ENABLED=False))
    wanted.setdict(site.profile.settings, priority="spider")
    wanted.setdict(settings, priority="cmdline")
    crawler = AsyncCrawlerRunner(settings_of(wanted, site)).create_crawler(TrialSpider)
    told = StringIO()
    shown = Shown(Console(file=told, width=1_000, soft_wrap=True))
    await crawler.crawl_async(site=site, shown=shown)
    spider = crawler.spider
    assert isinstance(spider, TrialSpider)
    requests = crawler.stats.get_value("downloader/request_count", 0)
    return Tried(told.getvalue(), spider.figures, shown.unread, requests)


async def tried_on_city(options: SiteOptions, profile: str = "demo-directory") -> Tried:
    async with serve(CITY, options) as base_url:
        return await tried(base_url, profile)


async def tried_on_board(options: BoardOptions, profile: str = "demo-board") -> Tried:
    async with serving(BoardSite(BOARD, options).handle) as base_url:
        return await tried(base_url, profile)
