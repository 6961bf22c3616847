"""Which cards are one organisation."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from directory_crawler.core.identity.clusters import LARGEST
from directory_crawler.core.identity.fold import Caps, fold
from tests.core.identity.listings import (
    HERE,
    Listing,
    are_apart,
    are_one,
    as_columns,
    clusters,
    east,
    folded,
    north,
)

BAKERY = Listing("1", "Ashford Bakery", phones=("441",), street="high street", house="12", point=HERE)


def other(of: Listing = BAKERY, number: int = 2, **changes: object) -> Listing:
    return replace(of, id=str(number), **changes)  # type: ignore[arg-type]


ONE = {
    "phone and address": other(name="Ashford Bakery Services"),
    "phone, where one card has no address": other(street=None, house=None, point=None),
    "phone, where one card names only the street": other(house=None, point=None),
    "phone, where one point is coarse": other(street=None, house=None, exact=False, point=north(9000)),
    "phone and address, name mistyped": other(name="Ahsford Bakery"),
    "phone and address, name abbreviated": other(name="Ashford Bky"),
    "phone and address, name in another script": other(name="Пекарня Ашфорд"),
    "phone and address, one word in common": other(name="Ashford Confectioners"),
    "phone, one card without a name": other(name="", street=None, house=None, point=None),
    "phone, the house's range": other(house="12-14"),
    "phone, street mistyped": other(street="hihg street"),
    "phone, street without a gap": other(street="highstreet", point=None),
    "address and equal names": other(phones=()),
    "address and contained name": other(phones=(), name="Ashford Bakery Averton"),
    "address and mistyped name": other(phones=(), name="Ashfrod Bakery"),
    "equal names, points of a few houses": other(phones=(), street=None, house=None, point=north(90)),
    "house without its letter": other(phones=(), street=None, house="12a", point=north(10)),
}


@pytest.mark.parametrize("second", ONE.values(), ids=ONE)
def test_cards_that_a_careful_reader_takes_for_one_are_joined(second: Listing) -> None:
    assert are_one(BAKERY, second)


APART = {
    "another address, one phone and one name": other(street="mill lane", house="3", point=north(2000)),
    "another address, no points": other(street="mill lane", house="3", point=None),
    "another street, house unknown": other(street="mill lane", house=None, point=None),
    "another point, no address": other(street=None, house=None, point=east(400)),
    "the next house": other(phones=(), house="14", point=north(15)),
    "the next house, one phone": other(house="14", point=north(15)),
    "a house with another letter": other(phones=(), house="12b", point=north(5)),
    "one address, another name, no phone": other(phones=(), name="Ashford Butcher"),
    "one phone and address, nothing in the names": other(name="Milton Shoes"),
    "one phone, no address, related names": other(name="Ashford Shoes", street=None, house=None, point=None),
    "names equal, points too far": other(phones=(), street=None, house=None, point=north(110)),
    "names equal, a coarse point": other(phones=(), street=None, house=None, exact=False),
    "one word contained is not enough": other(phones=(), name="Ashford"),
    "numbers are not mistyped": other(phones=(), name="Ashford Bakery 4", number=3),
    "units of one house": other(unit="2"),
}


@pytest.mark.parametrize("second", APART.values(), ids=APART)
def test_cards_of_two_organisations_are_not_joined(second: Listing) -> None:
    first = replace(BAKERY, house="12a") if second.house == "12b" else replace(BAKERY, unit="1")
    if second.id == "3":
        first = replace(first, name="Ashford Bakery 5")
    assert are_apart(first, second)


def test_equal_addresses_of_two_towns_are_two() -> None:
    """ "12 High Street" stands in every village; a telephone still says that the towns are two names of one."""
    first = replace(BAKERY, city="averton", point=None)
    assert are_apart(first, other(first, phones=(), city="milton"))
    assert are_one(first, other(first, city="milton"))
    assert are_one(first, other(first, phones=(), city="averton city"))
    assert are_apart(replace(BAKERY, phones=()), other(phones=(), point=north(2000)))


@pytest.mark.parametrize("where", [(0.0, 10.0), (52.2, -1.7), (69.6, 18.9), (85.0, 100.0), (-33.9, 151.2)])
@pytest.mark.parametrize("around", [0.0, 180.0, -180.0, 179.9995])
@pytest.mark.parametrize("step", [north, east])
def test_the_reach_is_in_true_metres_at_any_latitude_and_across_the_180th_meridian(
    where: tuple[float, float], around: float, step: object
) -> None:
    at = (where[0], around)
    first = Listing("1", "Ashford Bakery", point=at)
    for metres, expected in ((97, True), (-97, True), (104, False), (-104, False)):
        second = Listing("2", "Ashford Bakery", point=step(metres, at))  # type: ignore[operator]
        assert are_one(first, second) is expected, metres


def test_neighbours_across_any_cell_edge_are_found() -> None:
    """Whatever grid lies under the points: a pair 60 m apart is a pair wherever it stands."""
    for offset in range(0, 220, 7):
        start = north(offset, east(offset))
        pair = (
            Listing("1", "Ashford Bakery", point=start),
            Listing("2", "Ashford Bakery", point=east(60, start)),
        )
        assert are_one(*pair), offset


@pytest.mark.parametrize(
    ("kind", "cap"), [("phones", 4), ("web", 3), ("place", 4)], ids=["telephone", "web", "place"]
)
def test_a_value_on_more_cards_than_its_cap_joins_none_of_them(kind: str, cap: int) -> None:
    def sharing(n: int) -> list[Listing]:
        values = {"phones": {"phones": ("62006200",)}, "web": {"web": "chain.example"}}.get(
            kind, {"point": HERE}
        )
        return [Listing(str(number), "Ashford Bakery", **values) for number in range(1, n + 1)]  # type: ignore[arg-type]

    assert are_one(*sharing(cap))
    assert are_apart(*sharing(cap + 1))


def test_closed_cards_do_not_count_against_a_cap() -> None:
    cards = [Listing(str(number), "Ashford Bakery", phones=("441",)) for number in range(1, 5)]
    closed = [replace(card, id=f"{card.id}0", closed=True) for card in cards]
    assert clusters([*cards, *closed]) == {
        frozenset({"1", "2", "3", "4"}),
        *({frozenset({card.id}) for card in closed}),
    }


def test_a_chain_of_three_behind_one_telephone_stays_three() -> None:
    branches = [
        Listing(
            str(n), "Ashford Express", phones=("441",), street=f"{n}th lane", house="1", point=north(n * 900)
        )
        for n in range(1, 4)
    ]
    nowhere = Listing("9", "Ashford Express", phones=("441",))

    assert are_apart(*branches)
    assert are_apart(*branches, nowhere), "which of the three it is, nobody can tell"
    assert folded([*branches, nowhere]).parted


def test_a_card_without_an_address_joins_the_one_place_that_the_number_has() -> None:
    first, second, nowhere = BAKERY, other(phones=()), Listing("3", "Ashford Bakery", phones=("441",))
    assert are_one(first, second, nowhere)


def test_a_chain_of_joins_whose_ends_contradict_each_other_is_split_and_listed() -> None:
    """The middle card stays with the stronger evidence: one address beats a telephone without one."""
    cards = [
        Listing("1", "Ashford Bakery", phones=("441",), street="high street", house="12"),
        Listing("2", "Ashford Bakery", phones=("441", "442"), street="high street", house="12"),
        Listing("3", "Ashford Bakery", phones=("442",)),
        Listing("4", "Ashford Bakery", phones=("442",), street="mill lane", house="3"),
    ]
    result = folded(cards)
    groups = clusters(cards)
    assert frozenset({"1", "2"}) in groups
    assert not any({"2", "4"} <= group for group in groups)
    assert result.parted


def test_two_businesses_of_one_house_and_number_stay_two_where_each_has_a_namesake() -> None:
    shared = {"phones": ("441",), "street": "peachtree road", "house": "3434"}
    cards = [
        Listing("1", "Ritz Hotel Cafe", **shared),  # type: ignore[arg-type]
        Listing("2", "Cafe Ritz Hotel", **shared),  # type: ignore[arg-type]
        Listing("3", "Ritz Hotel Dining Room", **shared),  # type: ignore[arg-type]
        Listing("4", "Dining Room Ritz Hotel", **shared),  # type: ignore[arg-type]
    ]
    assert clusters(cards) == {frozenset({"1", "2"}), frozenset({"3", "4"})}


def test_every_join_carries_its_evidence() -> None:
    cards = [replace(BAKERY, web="a.example"), other(web="a.example")]
    joins = folded(cards).joins
    assert [(join.kind, join.value) for join in joins] == [
        ("phone", "441"),
        ("web", "a.example"),
        ("place", "ashford bakery / ashford bakery: high street 12"),
    ]


def test_cards_taken_apart_stay_apart_and_the_rest_stays_with_the_older() -> None:
    cards = [replace(BAKERY, id=str(number)) for number in range(1, 4)]
    assert clusters(cards, [("2", "1")]) == {frozenset({"1", "3"}), frozenset({"2"})}


def test_no_chain_of_joins_makes_an_organisation_of_any_size() -> None:
    cards = [
        Listing(str(n), "Ashford Bakery", phones=(str(n), str(n + 1))) for n in range(10, 10 + 3 * LARGEST)
    ]
    assert max(map(len, clusters(cards))) <= LARGEST


def test_no_cards_are_no_clusters() -> None:
    assert clusters([]) == set()
    assert are_apart(Listing("1"), Listing("2"))


STREETS = ("high street", "mill lane", None)
NAMES = ("Ashford Bakery", "Ahsford Bakery", "Ashford Bakery Ltd Averton", "Milton Shoes", "Milton", "")

listings = st.builds(
    Listing,
    id=st.just("0"),
    name=st.sampled_from(NAMES),
    phones=st.lists(st.sampled_from(("441", "442", "443", "444")), max_size=2, unique=True).map(tuple),
    web=st.sampled_from((None, "a.example", "b.example")),
    street=st.sampled_from(STREETS),
    house=st.sampled_from(("12", "12a", "12-14", "14", None)),
    unit=st.sampled_from((None, None, "1", "2")),
    city=st.sampled_from((None, "averton", "milton")),
    point=st.sampled_from((None, HERE, north(70), north(140), east(500))),
    exact=st.booleans(),
    closed=st.integers(0, 7).map(lambda draw: draw == 0),
)
sites = st.lists(listings, min_size=1, max_size=14).map(
    lambda cards: [replace(card, id=str(number)) for number, card in enumerate(cards, 10)]
)


@given(sites, st.randoms(use_true_random=False))
def test_the_order_of_the_cards_changes_nothing(cards: list[Listing], random: object) -> None:
    shuffled = list(cards)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert clusters(shuffled) == clusters(cards)


@given(sites, listings)
def test_a_card_that_shares_nothing_changes_no_cluster(cards: list[Listing], card: Listing) -> None:
    stranger = Listing(
        "99", card.name, ("77",), "c.example", "far road", card.house, point=(10.0, 10.0), exact=card.exact
    )
    assert clusters([*cards, stranger]) == clusters(cards) | {frozenset({"99"})}


@given(sites)
def test_no_cluster_holds_two_places_or_a_closed_card_with_another(cards: list[Listing]) -> None:
    by_id = {card.id: card for card in cards}
    for group in clusters(cards):
        members = [by_id[card] for card in group]
        if len(members) > 1:
            assert not any(card.closed for card in members)
        houses = {(card.street, card.house) for card in members if card.street and card.house}
        streets = {street for street, _ in houses}
        assert len(streets) <= 1 or all(
            card.exact and card.point for card in members if card.street and card.house
        )


@given(sites, st.data())
def test_a_pair_taken_apart_is_never_in_one_cluster(cards: list[Listing], data: st.DataObject) -> None:
    ids = [card.id for card in cards]
    pair = (data.draw(st.sampled_from(ids)), data.draw(st.sampled_from(ids)))
    if pair[0] == pair[1]:
        return
    assert not any(set(pair) <= group for group in clusters(cards, [pair]))


@given(sites)
@settings(max_examples=60)
def test_a_capped_value_never_is_evidence(cards: list[Listing]) -> None:
    caps = Caps(phone=2, web=2, place=2)
    for join in fold(as_columns(cards), caps).joins:
        if join.kind == "phone":
            assert sum(join.value in card.phones and not card.closed for card in cards) <= 2
        elif join.kind == "web":
            assert sum(join.value == card.web and not card.closed for card in cards) <= 2
