"""The directory job over real HTTP into a real PostgreSQL, whatever the site does past its ceiling."""

from __future__ import annotations

import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.options import PAST_KINDS, SiteOptions
from tests.integration.crawling import column, crawl_city, rows

CITY = City(size=250, seed=3)


@pytest.mark.parametrize("profile", ["demo-directory", "demo-directory-html"])
@pytest.mark.parametrize("past", PAST_KINDS)
async def test_every_listed_card_is_stored_whatever_lies_past_the_ceiling(
    database: str, past: str, profile: str
) -> None:
    crawled = await crawl_city(database, CITY, SiteOptions(past=past), profile=profile)

    stored = set(column(database, "select org_id from crawl.cards"))
    assert stored == set(CITY.listed_ids()), crawled
    assert crawled.status == "accepted"


@pytest.mark.parametrize("past", PAST_KINDS)
@pytest.mark.parametrize("facets", [True, False])
async def test_with_one_order_and_drift_nothing_is_invented_and_only_what_is_proven_is_called_complete(
    database: str, past: str, facets: bool
) -> None:
    options = SiteOptions(past=past, drift=0.05, one_order=True, facets=facets)

    await crawl_city(database, CITY, options)

    sighted = set(column(database, "select distinct record_id from crawl.sightings"))
    listed = set(CITY.listed_ids())
    assert sighted <= listed
    by_rubric: dict[str, set[str]] = {}
    for rubric, record in rows(
        database, "select root_id, record_id from crawl.sightings join crawl.slices using (slice_id)"
    ):
        by_rubric.setdefault(rubric, set()).add(record)
    for rubric, proven, expected, reason in rows(
        database, "select root_id, proven, expected, reason from crawl.slices where parent_id is null"
    ):
        assert reason
        if proven:
            assert len(by_rubric.get(rubric, set())) == expected, (rubric, reason)
