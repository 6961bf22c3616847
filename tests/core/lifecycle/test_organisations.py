"""An organisation's events follow from its cards, and from what is new about them alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.lifecycle.organisations import (
    KnownCard,
    changed_fields,
    edit_events,
    standing_event,
)

HERE: dict[str, Any] = {
    "name": "Blue Door Bakery",
    "name_tokens": ["bakery", "blue", "door"],
    "address": "5 High Street",
    "address_key": "high 5",
    "district": "d1",
    "latitude": 51.5,
    "longitude": -0.1,
    "phone_keys": ["44:2079460000"],
    "web_key": "bluedoor.example",
    "domain": "bluedoor.example",
    "hours": [[[540, 1020]]] * 7,
    "rubrics": ["r1"],
    "status": "active",
    "flags": [],
    "rating": 4.1,
    "review_count": 10,
    "photo_count": 2,
}
THERE: dict[str, Any] = {
    "address": "9 Mill Lane",
    "address_key": "mill 9",
    "district": "d2",
    "latitude": 51.6,
}


def known(card_id: str = "1", before: dict[str, Any] | None = None, **after: Any) -> KnownCard:
    then = HERE | (before or {})
    return KnownCard(card_id, then, then | after)


def names(*cards: KnownCard) -> list[str]:
    return [event.name for event in edit_events(cards)]


@pytest.mark.parametrize(
    ("was_known", "was_open", "is_open", "event"),
    [
        (False, False, True, "opened"),
        (False, False, False, None),
        (True, True, True, None),
        (True, True, False, "closed"),
        (True, False, True, "reopened"),
        (True, False, False, None),
    ],
)
def test_an_organisation_opens_once_and_closes_and_reopens_with_its_cards(
    was_known: bool, was_open: bool, is_open: bool, event: str | None
) -> None:
    found = standing_event(known=was_known, was_open=was_open, is_open=is_open)

    assert (found.name if found else None) == event


def test_a_move_carries_the_previous_address_and_is_no_change_beside() -> None:
    (event,) = edit_events([known(**THERE)])

    assert event.name == "moved"
    assert event.detail == {"card": "1", "from": "5 High Street", "to": "9 Mill Lane"}


def test_a_move_with_new_hours_is_both() -> None:
    assert names(known(**THERE, hours=[None, *[[]] * 6])) == ["moved", "changed"]


@pytest.mark.parametrize(
    ("before", "after", "events"),
    [
        ({}, THERE | {"phone_keys": ["44:1"]}, ["moved", "changed"]),  # the web domain survives
        ({}, THERE | {"phone_keys": ["44:1"], "web_key": None, "domain": None}, ["changed"]),
        ({"phone_keys": [], "web_key": None, "domain": None}, THERE, ["moved"]),  # known by its name
        (
            {"phone_keys": [], "web_key": None, "domain": None},
            THERE | {"name": "Other", "name_tokens": ["other"]},
            ["changed"],
        ),
        (
            {"address_key": None, "address": None},
            THERE,
            ["changed"],
        ),  # it says its address for the first time
        ({}, {"address_key": None, "address": None}, ["changed"]),
        ({}, {"latitude": 51.6}, ["changed"]),
        ({}, {"latitude": 51.50001}, []),  # a pin that trembles
        ({}, {"address": "5, High St."}, []),  # another spelling of one place
    ],
)
def test_a_move_needs_two_addresses_and_an_identity_that_survives(
    before: dict[str, Any], after: dict[str, Any], events: list[str]
) -> None:
    assert names(known(before=before, **after)) == events


def test_an_alias_that_catches_up_with_its_sibling_is_neither_a_move_nor_a_change() -> None:
    moved_before = known("1", before=THERE)
    catches_up = known("2", **THERE)

    assert names(moved_before, catches_up) == []


@pytest.mark.parametrize(
    "field", ["rating", "review_count", "photo_count", "raw", "tracked_phones", "sources"]
)
@given(value=st.one_of(st.none(), st.integers(), st.text(), st.lists(st.text())))
def test_ratings_counts_and_tracked_numbers_are_never_a_change(field: str, value: Any) -> None:
    assert names(known(**{field: value})) == []


def test_phones_of_a_card_with_call_tracking_are_never_compared() -> None:
    assert names(known(before={"flags": ["call_tracking"]}, phone_keys=["44:999"])) == []
    assert names(known(flags=["call_tracking"], phone_keys=["44:999"])) == []
    assert names(known(phone_keys=["44:999"])) == ["changed"]


def test_a_lost_value_is_a_change_when_no_card_states_it_any_more() -> None:
    assert changed_fields([known(email=None, before={"email": "a@b.example"})]) == {
        "email": {"from": "a@b.example", "to": None}
    }
    assert (
        names(
            known("1", before={"email": "a@b.example"}, email=None),
            known("2", before={"email": "a@b.example"}),
        )
        == []
    )


records = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["A", "B", None]),
        "address_key": st.sampled_from(["x 1", "y 2", None]),
        "phone_keys": st.lists(st.sampled_from(["1", "2"]), unique=True),
        "web_key": st.sampled_from(["a.example", None]),
        "hours": st.sampled_from([None, [None] * 7, [[[0, 1440]]] * 7]),
        "latitude": st.sampled_from([None, 1.0]),
        "longitude": st.sampled_from([None, 2.0]),
        "status": st.sampled_from(["active", "temporarily_closed"]),
    }
)


@given(st.lists(records, max_size=4))
def test_cards_that_stayed_as_they_were_are_no_event(cards: list[dict[str, Any]]) -> None:
    assert edit_events([KnownCard(str(n), card, dict(card)) for n, card in enumerate(cards)]) == []


@given(st.lists(records, min_size=1, max_size=4), st.randoms())
def test_cards_that_swap_their_values_are_no_event(cards: list[dict[str, Any]], random: Any) -> None:
    swapped = random.sample(cards, len(cards))

    assert (
        edit_events([KnownCard(str(n), b, a) for n, (b, a) in enumerate(zip(cards, swapped, strict=True))])
        == []
    )


@given(st.lists(st.tuples(records, records), max_size=4))
def test_a_move_always_names_two_different_addresses(
    cards: list[tuple[dict[str, Any], dict[str, Any]]],
) -> None:
    for event in edit_events([KnownCard(str(n), b, a) for n, (b, a) in enumerate(cards)]):
        if event.name == "moved":
            assert event.detail["from"] != event.detail["to"]
            assert event.detail["from"]
            assert event.detail["to"]
