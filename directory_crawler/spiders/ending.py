"""How a part of a crawl that cannot go on ends it, so that the same command continues; and whether it is ending."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

_ending: set[asyncio.Future[None]] = set()


def is_stopping(crawler: Crawler) -> bool:
    """Whether the crawl comes to its end: on a signal, or closed by one of its parts."""
    slot = crawler.engine._slot  # Scrapy tells nobody that it closes before it has closed
    return not crawler.crawling or slot is None or slot.closing is not None


def stop(crawler: Crawler, reason: str) -> None:
    """End the crawl once what is in flight has ended; its reason stands with the run."""
    if is_stopping(crawler):
        return
    logger.error("%s: the run stops, the same command continues it", reason)
    crawler.stats.set_value("run/interruption", reason)
    task = asyncio.ensure_future(crawler.engine.close_spider_async(reason="interrupted"))
    _ending.add(task)
    task.add_done_callback(_ending.discard)
