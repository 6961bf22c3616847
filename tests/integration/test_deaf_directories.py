"""Directories that do not listen: filters that are taken, echoed and not applied, and totals that never change."""

from __future__ import annotations

import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.options import SiteOptions
from tests.integration.crawling import column, crawl_city, rows

CITY = City(size=150, seed=8)
QUIET = {"LOG_ENABLED": False}
HUGE = 999_999_999
MOST = 60 * len(CITY.tree.rows)
"""Listing requests where no total says when to stop: a few parts of each rubric, each walked twice."""
AXES = ("district", "letter", "leaf")


@pytest.mark.parametrize("facets", [True, False])
async def test_axes_that_are_not_applied_are_cut_no_finer(database: str, facets: bool) -> None:
    """A few answers tell; the parts that were planned say why they are not asked for, and nothing is promoted."""
    options = SiteOptions(ignored=AXES, facets=facets)

    crawled = await crawl_city(database, CITY, options, settings=QUIET)

    assert crawled.status == "rejected", crawled.reason
    assert crawled.listing_requests <= 160
    reasons = column(
        database, "select reason from crawl.slices where strpos(reason, ' is not applied: ') > 0"
    )
    assert {reason.partition(" is not")[0] for reason in reasons} >= {"district", "letter"}
    assert column(database, "select count(*) from crawl.slices where proven and status = 'cut'") == [0]
    assert column(database, "select count(*) from crawl.cards") == [0]


@pytest.mark.parametrize("axis", AXES)
async def test_one_axis_that_is_not_applied_leaves_the_others(database: str, axis: str) -> None:
    """Every card is seen by them, and those seen in no part of the ignored axis are counted to none of its values."""
    crawled = await crawl_city(database, CITY, SiteOptions(ignored=(axis,)), settings=QUIET)

    assert set(column(database, "select distinct record_id from crawl.sightings")) == set(CITY.listed_ids())
    assert crawled.listing_requests <= 160
    told = column(
        database, "select count(*) from crawl.slices where starts_with(reason, %s)", f"{axis} is not applied"
    )
    assert told[0] > 0


@pytest.mark.parametrize("total", [60, 5000, HUGE])
async def test_a_total_that_never_changes_is_not_used(database: str, total: int) -> None:
    """Every card is seen, whatever is promised; pages say where a list ends."""
    options = SiteOptions(fixed_total=total, ceiling_rows=60)

    crawled = await crawl_city(database, CITY, options, settings=QUIET)

    assert set(column(database, "select distinct record_id from crawl.sightings")) == set(CITY.listed_ids())
    assert crawled.listing_requests <= MOST
    assert not crawled.reason.startswith("post-crawl"), crawled.reason


async def test_neither_a_filter_nor_a_total_that_means_anything_ends_all_the_same(database: str) -> None:
    """Nothing is promoted, and the requests are bounded by the rubrics, not by what is promised."""
    options = SiteOptions(ignored=AXES, fixed_total=HUGE, facets=False, ceiling_rows=60)

    crawled = await crawl_city(database, CITY, options, settings=QUIET)

    assert crawled.status == "rejected", crawled.reason
    assert crawled.listing_requests <= MOST
    assert column(database, "select count(*) from crawl.cards") == [0]


async def test_rubrics_that_are_all_answered_alike_stop_the_run(database: str) -> None:
    """Nothing tells then what a card belongs to."""
    crawled = await crawl_city(database, CITY, SiteOptions(ignored=("rubric",)), settings=QUIET)

    assert crawled.status == "failed", crawled.reason
    assert "rubric is not applied" in crawled.reason
    assert crawled.listing_requests <= 60
    assert rows(database, "select 1 from crawl.cards") == []
