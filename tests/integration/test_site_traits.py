"""What real sites do to a pager, each over real HTTP: every listed card is there all the same, or the run says so."""

from __future__ import annotations

import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import serve
from directory_crawler.demo.options import Fault, SiteOptions
from tests.integration.crawling import column, crawl, crawl_city, rows

CITY = City(size=150, seed=8)


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(SiteOptions(page_cap=7), id="page size silently capped"),
        pytest.param(SiteOptions(page_cap=7, past="first"), id="capped, page one again past the end"),
        pytest.param(SiteOptions(found_on_first_page_only=True), id="count on page one only"),
        pytest.param(SiteOptions(counts=False), id="no counts in the tree"),
        pytest.param(SiteOptions(facets=False, one_order=True), id="no facets, one order"),
        pytest.param(SiteOptions(clamp_total=60), id="totals pinned at a cap"),
        pytest.param(SiteOptions(ceiling_rows=33), id="a ceiling that is no multiple of the page size"),
        pytest.param(SiteOptions(ceiling_rows=0), id="no ceiling"),
    ],
)
async def test_the_whole_city_is_sighted(database: str, options: SiteOptions) -> None:
    """Nothing is lost and nothing invented, whatever the pager does."""
    crawled = await crawl_city(database, CITY, options)

    assert set(column(database, "select distinct record_id from crawl.sightings")) == set(CITY.listed_ids())
    assert crawled.status == "accepted", crawled.reason


async def test_a_next_link_that_loses_its_filters_leads_nowhere(database: str) -> None:
    """Pages are asked for by the profile's template; the site's own next link is not followed."""
    crawled = await crawl_city(database, CITY, SiteOptions(lose_filter=True), profile="demo-directory-html")

    assert set(column(database, "select org_id from crawl.cards")) == set(CITY.listed_ids())
    assert crawled.listing_requests < 200


async def test_overstated_counts_are_recorded_and_prove_nothing_false(database: str) -> None:
    """A slice is called complete with the overstatement in its reason, or it is not called complete."""
    await crawl_city(database, CITY, SiteOptions(overstate=0.1))

    sighted = set(column(database, "select distinct record_id from crawl.sightings"))
    assert sighted == set(CITY.listed_ids())
    for expected, collected, reason in rows(
        database, "select expected, collected, reason from crawl.slices where status = 'complete'"
    ):
        assert collected >= expected or "agree" in reason


@pytest.mark.parametrize("status", [403, 500, 503])
async def test_a_rubric_that_fails_is_named_and_the_run_is_rejected(database: str, status: int) -> None:
    """A failed query is a failed slice with its reason, never an empty rubric."""
    rubric = max(CITY.tree.rows, key=CITY.tree.rows.__getitem__)
    options = SiteOptions(fail=(Fault(rubric=rubric, status=status),))

    crawled = await crawl_city(database, CITY, options, settings={"RETRY_TIMES": 0})

    assert crawled.status == "rejected"
    assert rows(database, "select root_id, status from crawl.slices where status = 'failed'") == [
        (rubric, "failed")
    ]
    assert column(database, "select count(*) from crawl.cards") == [0]


async def test_the_second_week_needs_no_separate_probe(database: str) -> None:
    """The parts of the accepted run are walked again as they were cut; the rubrics above them are not asked."""
    async with serve(CITY, SiteOptions()) as base_url:
        first = await crawl(database, base_url, settings={"RUN_AS_OF": "2026-01-05T00:00:00+00:00"})
        second = await crawl(database, base_url, settings={"RUN_AS_OF": "2026-01-12T00:00:00+00:00"})

    assert (first.status, second.status) == ("accepted", "accepted")
    assert (
        rows(
            database,
            "select count(*) filter (where pages > 0 and status = 'cut'), count(*) filter (where status = 'cut')"
            " from crawl.slices where run_id = (select max(run_id) from crawl.runs)",
        )[0][0]
        == 0
    )
    pages = column(database, "select sum(pages) from crawl.slices group by run_id order by run_id")
    assert pages[1] <= pages[0]
    assert second.requests["cards"] < first.requests["cards"] / 4


@pytest.mark.parametrize(
    ("only", "message"),
    [
        ("street:Main", "no axis 'street': the profile has district, letter, leaf"),
        ("district:d999", "no value 'd999' of axis district: there are d1, d2"),
    ],
)
async def test_a_scope_that_names_nothing_fails_and_says_what_there_is(
    database: str, only: str, message: str
) -> None:
    """An empty run that passes every check would look like a city without shops."""
    crawled = await crawl_city(database, CITY, only=only, settings={"LOG_ENABLED": False})

    assert crawled.status == "failed"
    assert message in crawled.reason


async def test_a_scope_covers_its_part_and_leaves_the_world_as_it_was(database: str) -> None:
    """One district is judged within its scope; nothing is promoted, and nothing closes."""
    district = sorted(CITY.districts)[0]
    crawled = await crawl_city(database, CITY, only=f"district:{district}")

    in_it = {card.id for card in CITY.cards.values() if card.listed and card.district == district}
    assert crawled.status == "accepted"
    assert set(column(database, "select distinct record_id from crawl.sightings")) == in_it
    assert column(database, "select count(*) from crawl.cards") == [0]
