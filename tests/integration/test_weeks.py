"""Weeks of a living city: what is reported is what happened, and no fault of the site closes anything."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.options import Fault, SiteOptions
from tests.integration.crawling import column, crawl_city, rows
from tests.integration.weeks import LENIENT, Week, closed_in_truth, false_closures, happened, live

SIZE, SEED = 150, 5


def overdue(database: str, city: City, weeks_ago: City) -> set[str]:
    """Cards closed for so long that two accepted runs must have reported them, where both covered their places."""
    gone = {card for card, truth in weeks_ago.truth.items() if truth.status == "permanently_closed"}
    still_open = set(column(database, "select org_id from crawl.cards where closed_at is null"))
    excused = set(
        column(
            database,
            "select org_id from crawl.verdicts where not covered and run_id in"
            " (select run_id from crawl.runs where status = 'accepted' order by run_id desc limit 2)",
        )
    )
    return (gone & still_open & set(city.cards)) - excused


async def test_three_weeks_report_what_happened(database: str) -> None:
    city = City(SIZE, SEED)
    earlier, weeks = [city], [await live(database, city, 0)]
    for number in (1, 2, 3):
        city = city.advance()
        earlier.append(city)
        weeks.append(await live(database, city, number))

    assert [week.crawled.status for week in weeks] == ["accepted"] * 4, weeks
    assert weeks[0].events == {}
    for number in (1, 2, 3):
        week = weeks[number]
        duplicates = happened(week.city, "duplicated", number - 1)
        assert week.events.get("opened", set()) - duplicates == happened(week.city, "opened", number - 1)
        assert week.events.get("closed", set()) <= closed_in_truth(week.city) | happened(
            week.city, "alias_closed", 0
        )
        assert week.events.get("moved", set()) <= happened(week.city, "moved", 0)
        assert week.events.get("changed", set()) <= happened(week.city, "changed", 0)
        assert week.events.get("reopened", set()) <= happened(week.city, "reopened", 0)
    moved = set().union(*(week.events.get("moved", set()) for week in weeks))
    assert moved == {org for org in happened(city, "moved", 0) if _has_address(city, org)}
    assert not false_closures(database, city)
    assert not overdue(database, city, earlier[-2])


def _has_address(city: City, org_id: str) -> bool:
    return any(card.street and card.house for card in city.cards.values() if card.org_id == org_id)


async def test_a_draft_waits_until_a_listing_shows_it(database: str) -> None:
    city = City(SIZE, SEED)
    await live(database, city, 0, SiteOptions(sitemap=True))
    drafts = set(column(database, "select org_id from crawl.pending_cards"))
    stored = set(column(database, "select org_id from crawl.cards"))

    later = city.advance()
    week = await live(database, later, 1, SiteOptions(sitemap=True))

    assert drafts == set(city.draft_ids())
    assert not drafts & stored
    assert drafts <= set(column(database, "select org_id from crawl.cards"))
    assert {later.truth[card].org_id for card in drafts} <= week.events["opened"]
    assert set(column(database, "select org_id from crawl.pending_cards")) == set(later.draft_ids())


async def test_the_same_city_again_is_no_event_and_no_version(database: str) -> None:
    city = City(SIZE, SEED)
    await live(database, city, 0)

    again = await live(database, city, 1, settings={"REFRESH_SHARE": 1})

    assert again.crawled.status == "accepted", again
    assert rows(database, "select event, organisation_id, detail from crawl.organisation_events") == []
    tracked = column(database, "select org_id from crawl.card_versions")
    assert all(city.truth[card].tracked for card in tracked)


@dataclass(frozen=True)
class Trouble:
    """What goes wrong while the city lives on."""

    name: str
    options: SiteOptions

    def __str__(self) -> str:
        return self.name


def _crowded(city: City, district: str) -> list[str]:
    """The rubrics with most cards of a district."""
    held: dict[str, int] = {}
    for card in city.cards.values():
        if card.listed and card.district == district:
            for rubric in card.rubrics:
                held[rubric] = held.get(rubric, 0) + 1
    return sorted(held, key=lambda rubric: -held[rubric])


CITY = City(SIZE, SEED)
DISTRICT = max(
    CITY.districts, key=lambda district: sum(card.district == district for card in CITY.cards.values())
)
CROWDED = _crowded(CITY, DISTRICT)
TROUBLES = [
    Trouble("a rubric fails", SiteOptions(fail=(Fault(rubric=CROWDED[0], status=503),))),
    Trouble("a part fails", SiteOptions(fail=(Fault(rubric=CROWDED[0], district=DISTRICT, status=503),))),
    Trouble(
        "three parts of one district are silently empty",
        SiteOptions(silent_empty=tuple((rubric, DISTRICT) for rubric in CROWDED[:3])),
    ),
    Trouble(
        "whole rubrics are silently empty", SiteOptions(silent_empty=tuple((r, "*") for r in CROWDED[2:5]))
    ),
    Trouble("the tail of each list is lost", SiteOptions(tail_loss=0.04, one_order=True)),
]


@pytest.mark.slow
@pytest.mark.parametrize("trouble", TROUBLES, ids=str)
async def test_a_faulty_site_closes_nothing_that_is_open_and_hides_no_closure_elsewhere(
    database: str, trouble: Trouble
) -> None:
    city = CITY
    await live(database, city, 0)
    earlier = [city]
    weeks: list[Week] = []
    for number in (1, 2, 3):
        city = city.advance()
        earlier.append(city)
        weeks.append(await live(database, city, number, trouble.options, settings=LENIENT))
        assert weeks[-1].crawled.status == "accepted", weeks[-1]
        assert not false_closures(database, city)

    assert not overdue(database, city, earlier[-2])
    assert any(week.events.get("closed") for week in weeks)


@pytest.mark.slow
async def test_an_interrupted_run_in_between_closes_nothing_that_is_open(database: str) -> None:
    cities = [CITY]
    for _ in range(4):
        cities.append(cities[-1].advance())
    await live(database, cities[0], 0)
    broken = await live(database, cities[1], 1, settings={"CLOSESPIDER_ITEMCOUNT": 20})
    assert broken.crawled.status == "interrupted"
    assert column(database, "select count(*) from crawl.verdicts") == [0]

    for number in (2, 3, 4):
        week = await live(database, cities[number], number, settings=LENIENT)
        assert week.crawled.status == "accepted", week
        assert not false_closures(database, cities[number])

    assert not overdue(database, cities[4], cities[3])


@pytest.mark.slow
async def test_a_rejected_run_in_between_counts_no_miss_and_loses_no_closure(database: str) -> None:
    cities = [CITY]
    for _ in range(4):
        cities.append(cities[-1].advance())
    await live(database, cities[0], 0)
    before = rows(database, "select org_id, misses, closed_at, last_seen from crawl.cards order by org_id")
    rejected = await live(database, cities[1], 1, settings={"ACCEPT_PHONE_FILL": 1.1})
    assert rejected.crawled.status == "rejected"
    assert before == rows(
        database, "select org_id, misses, closed_at, last_seen from crawl.cards order by org_id"
    )
    assert rejected.events == {}

    for number in (2, 3, 4):
        week = await live(database, cities[number], number, settings={"ACCEPT_CLOSED": 0.1})
        assert week.crawled.status == "accepted", week
        assert not false_closures(database, cities[number])

    assert not overdue(database, cities[4], cities[3])


async def test_a_trial_is_judged_within_its_scope_and_changes_nothing(database: str) -> None:
    city = City(SIZE, SEED)
    await live(database, city, 0)
    before = rows(database, "select * from crawl.cards order by org_id")

    trial = await crawl_city(database, city.advance(), trial="1")

    assert trial.status == "accepted", trial
    assert rows(database, "select * from crawl.cards order by org_id") == before
    assert column(database, "select count(*) from crawl.organisation_events") == [0]
    assert column(database, "select base_run from crawl.runs order by run_id desc limit 1") == [1]
