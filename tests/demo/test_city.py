"""The world in week 0: deterministic, of the promised shape, and its truth right."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict

import phonenumbers
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from directory_crawler.demo.catalogue import Catalogue, Slice
from directory_crawler.demo.city import City
from directory_crawler.demo.naming import LETTER_BANDS, letter_band
from directory_crawler.demo.phone_forms import HOTLINE, shows_main_number
from directory_crawler.demo.shape import FULL_SIZE


@pytest.fixture(scope="module")
def city() -> City:
    return City(2000, 1)


@given(st.integers(60, 700), st.integers(0, 10**9))
@settings(max_examples=15, deadline=None)
def test_every_city_holds_exactly_its_size_in_exactly_its_rows(size: int, seed: int) -> None:
    city = City(size, seed)
    listed = [card for card in city.cards.values() if card.listed]
    rows = Counter(rubric for card in listed for rubric in card.rubrics)

    assert len(listed) == len(city.listed_ids()) == size
    assert rows == city.tree.rows
    assert sum(rows.values()) == city.shape.rows


def test_the_same_size_and_seed_give_the_same_world() -> None:
    assert City(400, 7).cards == City(400, 7).cards
    assert City(400, 7).cards != City(400, 8).cards


def test_every_card_has_rubrics_and_a_leaf_of_each_of_them(city: City) -> None:
    for card in city.cards.values():
        assert card.rubrics
        assert len(set(card.rubrics)) == len(card.rubrics)
        assert {leaf.partition("-")[0] for leaf in card.leaves} == set(card.rubrics)


def test_every_rubric_has_two_to_six_leaves(city: City) -> None:
    assert {len(rubric.leaves) for rubric in city.tree.rubrics.values()} == {2, 3, 4, 5, 6}


def test_some_rubrics_need_one_cut_some_two_some_three(city: City) -> None:
    catalogue = Catalogue(city)
    cuts = Counter[int]()
    for rubric, rows in city.tree.rows.items():
        by_district = catalogue.facets(Slice(rubric))["district"]
        widest = max(by_district, key=lambda key: by_district[key])
        by_letter = catalogue.facets(Slice(rubric, widest))["letter"]
        largest = (rows, by_district[widest], max(by_letter.values()))
        cuts[sum(count > city.shape.ceiling for count in largest)] += 1

    assert all(cuts[depth] for depth in (0, 1, 2, 3))


def test_leaves_are_the_last_cut_that_the_default_city_needs(city: City) -> None:
    catalogue = Catalogue(city)
    for rubric in city.tree.crowded:
        for district in city.districts:
            for letter in LETTER_BANDS:
                leaves = catalogue.facets(Slice(rubric, district, letter))["leaf"]
                assert all(count <= city.shape.ceiling for count in leaves.values())


def test_districts_leave_a_rest_and_leaves_overlap(city: City) -> None:
    catalogue = Catalogue(city)
    rubric = city.tree.crowded[0]
    facets = catalogue.facets(Slice(rubric))

    assert sum(facets["district"].values()) < city.tree.rows[rubric]
    assert sum(facets["letter"].values()) == city.tree.rows[rubric]
    assert sum(facets["leaf"].values()) > city.tree.rows[rubric]


@pytest.mark.parametrize(
    ("name", "band"),
    [
        ("Abbey", "A-D"),
        ("dove", "A-D"),
        ("Éclair", "E-H"),
        ("'Ingram's", "I-M"),
        ("  Star", "N-S"),
        ("Zed", "T-Z"),
        ("24/7 Locks", "other"),
        ("Кафе", "other"),
        ("", "other"),
        ("!!!", "other"),
        ("Ωmega", "other"),
    ],
)
def test_letter_bands(name: str, band: str) -> None:
    assert letter_band(name) == band


def test_phones_are_valid_british_numbers_or_the_hotline(city: City) -> None:
    for truth in city.truth.values():
        for number in truth.phones:
            assert number == HOTLINE or phonenumbers.is_valid_number(phonenumbers.parse(number))


def test_truth_agrees_with_the_cards_and_leaves_out_a_number_that_nobody_sees(city: City) -> None:
    hidden = 0
    for card in city.cards.values():
        fields = city.truth_fields(card.id)
        assert fields == asdict(city.truth[card.id])
        assert fields["org_id"] == card.org_id
        assert len(fields["extensions"]) == len(fields["phones"])
        if card.tracked and not shows_main_number(card):
            hidden += 1
            assert card.phones[0].partition(";")[0] not in fields["phones"]
        else:
            assert fields["phones"] == tuple(phone.partition(";")[0] for phone in card.phones)
    assert hidden


def test_weeks_are_seven_days_of_rising_intervals(city: City) -> None:
    for card in city.cards.values():
        assert len(card.week) == 7
        for day in card.week:
            bounds = [minute for interval in day or () for minute in interval]
            assert bounds == sorted(set(bounds))
            assert all(0 <= minute <= 2880 for minute in bounds)


def test_every_representation_of_hours_occurs(city: City) -> None:
    forms = Counter(card.hours_form for card in city.cards.values())

    assert set(forms) == {"objects", "schema_strings", "schema_specification", "osm", "text", "absent"}


def test_organisations_hold_open_cards_and_drafts_wait_outside(city: City) -> None:
    grouped = city.organisations

    assert all(city.cards[card_id].org_id == org for org, ids in grouped.items() for card_id in ids)
    assert city.draft_ids().isdisjoint(city.listed_ids())
    assert city.draft_ids()
    assert {card_id for ids in grouped.values() for card_id in ids} == city.listed_ids()


@pytest.mark.slow
def test_the_full_city_has_the_measured_shares() -> None:
    city = City(FULL_SIZE)
    listed = [card for card in city.cards.values() if card.listed]
    per_organisation = Counter(Counter(card.org_id for card in listed).values())
    rows = Counter(rubric for card in listed for rubric in card.rubrics)

    assert len(listed) == 80_118
    assert len(rows) == 612
    assert sum(rows.values()) == 144_212
    assert sum(count > 1000 for count in rows.values()) == 96
    assert max(rows.values()) == 6_480
    assert sum(count for cards, count in per_organisation.items() if cards > 1) == 2_640
    assert set(per_organisation) == {1, 2, 3, 4}
    assert sum(card.phones == (HOTLINE,) for card in listed) == 220
    assert 0.013 < sum(card.district is None for card in listed) / len(listed) < 0.018
    assert 0.022 < sum(card.precision == "city" for card in listed) / len(listed) < 0.032
