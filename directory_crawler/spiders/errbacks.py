"""Failures that say nothing of the site: a request that was not sent, or not again, for now."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from directory_crawler.leases import NotSentError, Postponed

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy import Request
    from twisted.python.failure import Failure

    from directory_crawler.leases import LeasedFetch, LeasedSlice
    from directory_crawler.spiders.worker import WorkerSpider

logger = logging.getLogger(__name__)


def unless_unsent(spider: WorkerSpider, errback: Callable[[Failure], Any], failure: Failure) -> Any:
    """Ask an errback what to make of a failure, but for one of a run that stops (its units go back at the end), and
    for one whose unit is begun again later."""
    if isinstance(failure.value, NotSentError):
        return None
    if isinstance(failure.value, Postponed):
        give_back(spider, failure.request, failure.value)  # type: ignore[attr-defined]
        return None
    return errback(failure)


def give_back(spider: WorkerSpider, request: Request, postponed: Postponed) -> None:
    """Give the unit of a request back until its time has come. A plan cannot wait: what it asked for is missing."""
    leased: LeasedSlice | None = request.cb_kwargs.get("leased")
    fetch: LeasedFetch | None = request.cb_kwargs.get("fetch")
    logger.info("%s: %s; again in %.0f s", request.url, postponed.reason, postponed.after_s)
    if leased is not None:
        spider.unit_went_back(spider.frontier.postpone_slice(leased, postponed), walks=1)
    elif fetch is not None:
        spider.unit_went_back(spider.frontier.postpone_fetch(fetch, postponed), fetches=1)
    elif "measured" in request.cb_kwargs:
        request.cb_kwargs["measured"].set()
    else:
        spider.plan_broke(postponed.reason)
