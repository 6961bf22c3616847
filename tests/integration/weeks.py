"""A city lives, and is crawled week after week: what was reported beside what happened."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from tests.integration.crawling import Crawled, crawl_city, rows

if TYPE_CHECKING:
    from directory_crawler.demo.city import City
    from directory_crawler.demo.options import SiteOptions

FIRST = datetime(2026, 1, 5, tzinfo=timezone.utc)

# A small city has no 0.5 % to lose: what is tested here is what a run makes of the holes, not whether it is accepted.
LENIENT = {
    "ACCEPT_COVERAGE": 0.3,
    "ACCEPT_RUBRIC_COVERAGE": 0.0,
    "ACCEPT_DISTRICT_COVERAGE": 0.0,
    "ACCEPT_NAMED_HOLES": 0.9,
    "ACCEPT_UNNAMED_HOLES": 1000,
    "ACCEPT_UNLISTED_RUBRICS": 1.0,
    "ACCEPT_FOLDED_LOSS": 1.0,
    "THROTTLE_REFUSED_TIMES": 2,  # nor how long refusals are borne
}


@dataclass
class Week:
    """One crawl of one week: the world as it was, how the run ended, the events that it reported by card owner."""

    city: City
    crawled: Crawled
    run_id: int
    events: dict[str, set[str]] = field(default_factory=dict)


async def live(database: str, city: City, week: int, options: SiteOptions | None = None, **more: Any) -> Week:
    """Crawl the city as it is in its week."""
    settings = {"RUN_AS_OF": (FIRST + timedelta(weeks=week)).isoformat(), **more.pop("settings", {})}
    crawled = await crawl_city(database, city, options, settings=settings, **more)
    ((run_id,),) = rows(database, "select max(run_id) from crawl.runs")
    events: dict[str, set[str]] = {}
    for name, card in rows(
        database, "select event, organisation_id from crawl.organisation_events where run_id = %s", run_id
    ):
        events.setdefault(name, set()).add(city.truth[card].org_id)
    return Week(city, crawled, run_id, events)


def happened(city: City, kind: str, since: int) -> set[str]:
    """Organisations to which something happened after the week ``since``."""
    return {event.org_id for event in city.events(since) if event.kind == kind}


def closed_in_truth(city: City) -> set[str]:
    """Organisations all of whose cards are gone or marked as closed."""
    state: dict[str, bool] = {}
    for card in city.truth.values():
        state[card.org_id] = state.get(card.org_id, True) and card.status == "permanently_closed"
    return {org_id for org_id, closed in state.items() if closed}


def false_closures(database: str, city: City) -> set[str]:
    """Cards that the database holds closed and that are open in truth."""
    closed = rows(database, "select org_id from crawl.cards where closed_at is not null")
    return {card for (card,) in closed if city.truth[card].status != "permanently_closed"}
