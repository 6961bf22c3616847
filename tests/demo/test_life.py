"""What a week does to a city, and that its events tell all of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.records import Event

WEEKS = 6


@pytest.fixture(scope="module")
def cities() -> list[City]:
    cities = [City(2000, 3)]
    for _ in range(WEEKS):
        cities.append(cities[-1].advance())
    return cities


def of_kind(city: City, kind: str) -> list[Event]:
    return [event for event in city.events(city.week - 1) if event.kind == kind]


def test_a_week_reached_in_one_call_is_the_week_reached_step_by_step(cities: list[City]) -> None:
    assert City.at(2000, 3, 2).cards == cities[2].cards
    assert City.at(2000, 3, 2).events() == cities[2].events()


def test_advancing_leaves_the_week_before_as_it_was(cities: list[City]) -> None:
    assert cities[0].cards == City(2000, 3).cards
    assert cities[0].events() == ()


def test_events_since_a_week_are_those_after_it(cities: list[City]) -> None:
    last = cities[-1]

    assert {event.week for event in last.events(4)} == {5, 6}
    assert len(last.events(4)) + len(cities[4].events()) == len(last.events())


def test_a_week_opens_closes_and_moves_in_the_measured_shares(cities: list[City]) -> None:
    kinds = Counter(event.kind for event in cities[-1].events())
    base = len(cities[0].organisations) * WEEKS

    assert kinds["opened"] / base == pytest.approx(0.015, rel=0.25)
    assert kinds["closed"] / base == pytest.approx(0.008, rel=0.25)
    assert kinds["moved"] / base == pytest.approx(0.004, rel=0.3)


def test_no_card_changes_without_an_event_that_names_it(cities: list[City]) -> None:
    for before, after in pairwise(cities):
        named = {card_id for event in after.events(before.week) for card_id in event.card_ids}
        settled = {
            card.id
            for card in before.cards.values()
            if card.status == "permanently_closed" and not card.gone and after.cards[card.id].gone
        }
        changed = {card_id for card_id, card in after.cards.items() if before.cards.get(card_id) != card}

        assert changed == named | settled


def test_organisations_differ_by_exactly_the_opened_reopened_and_closed(cities: list[City]) -> None:
    for before, after in pairwise(cities):
        appeared = after.organisations.keys() - before.organisations.keys()
        vanished = before.organisations.keys() - after.organisations.keys()

        assert appeared == {e.org_id for kind in ("opened", "reopened") for e in of_kind(after, kind)}
        assert vanished == {e.org_id for e in of_kind(after, "closed")}


def test_a_closed_card_is_flagged_while_listed_or_gone_at_once(cities: list[City]) -> None:
    ways = Counter(
        (card.listed, card.status == "permanently_closed", card.gone)
        for after in cities[1:]
        for event in of_kind(after, "closed")
        for card in (after.cards[card_id] for card_id in event.card_ids)
    )

    assert set(ways) == {(True, True, 0), (False, False, 404), (False, False, 410)}


def test_a_flagged_card_answers_410_a_week_later_unless_it_reopens(cities: list[City]) -> None:
    for before, after in pairwise(cities):
        reopened = {card_id for event in of_kind(after, "reopened") for card_id in event.card_ids}
        for card in before.cards.values():
            if card.status == "permanently_closed" and not card.gone:
                assert (after.cards[card.id].gone == 410) == (card.id not in reopened)


def test_gone_cards_stay_gone(cities: list[City]) -> None:
    for before, after in pairwise(cities):
        assert all(after.cards[card.id] == card for card in before.cards.values() if card.gone)


def test_drafts_are_listed_the_week_after_and_open_then(cities: list[City]) -> None:
    for before, after in pairwise(cities):
        opened = {card_id for event in of_kind(after, "opened") for card_id in event.card_ids}

        assert before.draft_ids() <= after.listed_ids()
        assert before.draft_ids() <= opened
        assert {
            card_id for event in of_kind(after, "drafted") for card_id in event.card_ids
        } == after.draft_ids()


def test_a_move_takes_all_cards_of_the_organisation_to_one_street_and_keeps_their_phones(
    cities: list[City],
) -> None:
    moves = [(before, after, e) for before, after in pairwise(cities) for e in of_kind(after, "moved")]
    for before, after, event in moves:
        assert set(event.card_ids) == {
            card.id for card in before.cards.values() if card.org_id == event.org_id and not card.gone
        }
        streets = set()
        for card_id in event.card_ids:
            old, new = before.cards[card_id], after.cards[card_id]
            assert (old.phones, old.domain, old.name) == (new.phones, new.domain, new.name)
            if old.street:
                streets.add(new.street.split()[0])
                assert (old.street, old.house) != (new.street, new.house)
        assert len(streets) <= 1
    assert moves


def test_a_change_touches_what_it_names_and_nothing_else(cities: list[City]) -> None:
    touched: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for before, after in pairwise(cities):
        for event in of_kind(after, "changed"):
            for card_id in event.card_ids:
                old, new = before.truth_fields(card_id), after.truth_fields(card_id)
                touched[event.fields] |= {key for key in old if old[key] != new[key]}

    assert touched[("hours",)] == {"week"}
    assert touched[("phones",)] <= {"phones", "extensions"}
    assert touched[("name",)] <= {"name", "legal_name"}
    assert len(touched) == 3
