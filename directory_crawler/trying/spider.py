"""A spider that tries a profile instead of crawling its site: no run, no database, nothing is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy import Spider
from scrapy.crawler import AsyncCrawlerProcess

from directory_crawler.spiders.pacing import pacer_of
from directory_crawler.trying.asking import Asker, CheckStoppedError
from directory_crawler.trying.board import BoardTrial
from directory_crawler.trying.directory import DirectoryTrial

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.settings import Settings
    from typing_extensions import Self

    from directory_crawler.core.pace.pacer import Pacer
    from directory_crawler.sites.site import Site
    from directory_crawler.trying.figures import Figure
    from directory_crawler.trying.shown import Shown

TRIALS: dict[str, type[DirectoryTrial | BoardTrial]] = {"directory": DirectoryTrial, "jobs": BoardTrial}

_SCRAPYS = ("scrapy.extensions.feedexport.FeedExporter", "scrapy.extensions.logstats.LogStats")
_STORE = "directory_crawler.pipelines.store.StorePipeline"


def settings_of(settings: Settings, site: Site) -> Settings:
    """The settings of a crawl of a site, but for what keeps the state of a run: a check has none."""
    own = settings.copy()
    if not site.profile.pace.obey_robots:
        own.set("ROBOTSTXT_OBEY", False, priority="cmdline")
    own.set("ITEM_PIPELINES", settings.getdict("ITEM_PIPELINES") | {_STORE: None}, priority="cmdline")
    own.set("EXTENSIONS", dict.fromkeys(_SCRAPYS), priority="cmdline")
    own.set("JOBDIR", None, priority="cmdline")
    own.set("RETRY_ENABLED", False, priority="cmdline")  # an error or a wall is shown as it is
    return own


def try_profile(settings: Settings, site: Site, shown: Shown) -> TrialSpider | None:
    """Try a profile in this process, once, and return the spider that did; ``None`` where it could not start."""
    process = AsyncCrawlerProcess(settings_of(settings, site))
    crawler = process.create_crawler(TrialSpider)
    process.crawl(crawler, site=site, shown=shown)
    process.start()
    spider = crawler.spider
    return spider if isinstance(spider, TrialSpider) else None


class TrialSpider(Spider):
    """Asks for one of each surface, one after the other."""

    name = "trial"
    is_offline = False
    pacer: Pacer

    def __init__(self, site: Site, shown: Shown, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.site = site
        self.shown = shown
        self.figures: list[Figure] = []
        self.is_done = False

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        spider.pacer = pacer_of(crawler.settings, spider.site)
        return spider

    async def start(self) -> AsyncIterator[Request]:
        try:
            self.figures = await TRIALS[self.site.profile.kind](
                self.site, Asker(self.crawler), self.shown
            ).run()
            self.is_done = True
        except CheckStoppedError as stopped:
            reason = self.crawler.stats.get_value("run/interruption") or str(stopped) or "interrupted"
            self.shown.line(f"the check ends here: {reason}")
        return
        yield  # an async generator
