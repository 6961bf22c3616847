"""Directories that do not listen: filters that are taken, echoed and not applied, and totals that never change."""

from __future__ import annotations

import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import serve
from directory_crawler.demo.options import SiteOptions
from tests.integration.crawling import column, crawl, crawl_city, rows

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


@pytest.mark.parametrize("facets", [True, False])
@pytest.mark.parametrize("total", [60, 5000, HUGE])
async def test_a_total_that_never_changes_is_not_used(database: str, total: int, facets: bool) -> None:
    """Every card is seen, whatever is promised: pages say where a list ends, and two cuts whether they are all."""
    options = SiteOptions(fixed_total=total, ceiling_rows=60, facets=facets)

    crawled = await crawl_city(database, CITY, options, settings=QUIET)

    assert crawled.status == "accepted", crawled.reason
    assert set(column(database, "select org_id from crawl.cards")) == set(CITY.listed_ids())
    assert crawled.listing_requests <= MOST // 2
    assert column(database, "select plan ->> 'fixed_total' from crawl.runs") == [str(total)]


async def test_the_second_week_knows_that_the_total_never_changes(database: str) -> None:
    """It is tried anew, since sites are mended; without it the parts of the accepted run are walked again."""
    async with serve(CITY, SiteOptions(fixed_total=5000, ceiling_rows=60)) as base_url:
        for week in ("2026-01-05", "2026-01-12"):
            crawled = await crawl(
                database, base_url, settings={**QUIET, "RUN_AS_OF": f"{week}T00:00:00+00:00"}
            )
            assert crawled.status == "accepted", crawled.reason
    assert column(database, "select plan ->> 'fixed_total' from crawl.runs") == ["5000", "5000"]
    async with serve(CITY, SiteOptions(ceiling_rows=60)) as base_url:
        mended = await crawl(database, base_url, settings={**QUIET, "RUN_AS_OF": "2026-01-19T00:00:00+00:00"})
    assert mended.status == "accepted", mended.reason
    assert column(database, "select plan ->> 'fixed_total' from crawl.runs order by run_id")[-1] is None


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
