"""Age, worth, and points that are no places."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from directory_crawler.core.identity.ages import age_ranks
from directory_crawler.core.identity.points import vague_points
from directory_crawler.core.identity.survivors import order_by_worth
from tests.core.identity.listings import HERE, Listing, as_columns, east


def test_numeric_ids_are_ordered_as_numbers() -> None:
    assert age_ranks(["100", "20", "3"], [1, 2, 3]).tolist() == [2, 1, 0]


def test_with_one_other_id_all_are_ordered_by_first_sight_then_text() -> None:
    assert age_ranks(["b", "a", "3", "x²"], [1, 1, 2, 0]).tolist() == [2, 1, 3, 0]


def test_the_survivor_is_open_then_legally_named_then_fullest_then_oldest() -> None:
    worth = order_by_worth(
        [True, False, False, False, False],
        [True, False, True, False, False],
        [9, 5, 1, 7, 7],
        np.array([0, 1, 2, 4, 3]),
    )
    assert np.argsort(worth).tolist() == [2, 4, 3, 1, 0]


def test_a_point_on_more_cards_than_a_building_holds_is_vague() -> None:
    crowd = [Listing(str(n), point=HERE) for n in range(1, 42)]
    alone = Listing("99", point=east(5))
    assert vague_points(as_columns([*crowd, alone])).tolist() == [True] * 41 + [False]
    assert not vague_points(as_columns(crowd[:40])).any()


def test_a_point_under_more_addresses_than_a_building_has_is_vague() -> None:
    cards = [Listing(str(n), point=HERE, street="high street", house=str(n)) for n in range(1, 5)]
    assert vague_points(as_columns(cards)).all()
    assert not vague_points(as_columns([*cards[:3], replace(cards[0], id="9")])).any()


def test_cards_without_points_are_not_vague() -> None:
    assert not vague_points(as_columns([Listing("1"), Listing("2")])).any()
