"""Which rows a page shows, at and past every kind of ceiling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.drift import Drift
from directory_crawler.demo.options import PAST_KINDS, SiteOptions
from directory_crawler.demo.paging import Page, cut_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.demo.records import Card


@pytest.fixture(scope="module")
def cards() -> Sequence[Card]:
    return list(City(300, 1).cards.values())


def page(rows: Sequence[Card], number: int, *, ceiling: int = 0, name: str = "r1", **options: object) -> Page:
    return cut_page(rows, number, ceiling=ceiling, options=SiteOptions().changed(options), name=name)


def walked(rows: Sequence[Card], *, name: str = "r1", ceiling: int = 0, **options: object) -> list[Card]:
    """Every row of every announced page, once."""
    pages = page(rows, 1, ceiling=ceiling, name=name, **options).pages
    seen: dict[str, Card] = {}
    for number in range(1, pages + 1):
        seen |= {card.id: card for card in page(rows, number, ceiling=ceiling, name=name, **options).cards}
    return list(seen.values())


def test_pages_below_the_ceiling_tile_the_list(cards: Sequence[Card]) -> None:
    assert walked(cards[:137]) == cards[:137]
    assert page(cards[:137], 1)[2:] == (137, 7)
    assert len(page(cards[:137], 7).cards) == 17


@pytest.mark.parametrize("past", [kind for kind in PAST_KINDS if kind != "early"])
def test_no_kind_of_ceiling_serves_a_row_below_it(past: str, cards: Sequence[Card]) -> None:
    assert walked(cards[:137], ceiling=60, past=past) == cards[:60]
    assert page(cards[:137], 3, ceiling=60, past=past).found == 137


@pytest.mark.parametrize(
    ("past", "kind", "first", "rows"),
    [
        ("clamp", "shown", 40, 20),
        ("first", "shown", 0, 20),
        ("empty", "shown", 0, 0),
        ("error", "refused", 0, 0),
        ("wall", "walled", 0, 0),
        ("notfound", "missing", 0, 0),
    ],
)
def test_what_lies_past_the_ceiling(
    past: str, kind: str, first: int, rows: int, cards: Sequence[Card]
) -> None:
    answer = page(cards[:137], 4, ceiling=60, past=past)

    assert answer.kind == kind
    assert list(answer.cards) == cards[first : first + rows]


def test_a_ceiling_inside_a_page_shortens_that_page(cards: Sequence[Card]) -> None:
    assert list(page(cards[:137], 3, ceiling=50).cards) == cards[40:50]
    assert list(page(cards[:137], 4, ceiling=50, past="clamp").cards) == cards[40:50]


def test_early_lists_end_between_half_the_ceiling_and_the_ceiling_each_elsewhere(
    cards: Sequence[Card],
) -> None:
    depths = {len(walked(cards[:200], name=f"r{number}", ceiling=100, past="early")) for number in range(40)}

    assert min(depths) >= 50
    assert max(depths) < 100
    assert len(depths) > 10
    assert any(depth % 20 for depth in depths)


def test_an_early_end_also_hits_lists_below_the_ceiling_and_keeps_their_count(cards: Sequence[Card]) -> None:
    assert len(walked(cards[:99], ceiling=100, past="early")) < 99
    assert page(cards[:99], 1, ceiling=100, past="early").found == 99


def test_a_capped_page_size_loses_rows_to_whoever_trusts_the_announced_pages(cards: Sequence[Card]) -> None:
    assert page(cards[:100], 1, page_cap=15).pages == 5
    assert walked(cards[:100], page_cap=15) == cards[:75]
    assert list(page(cards[:100], 7, page_cap=15).cards) == cards[90:100]


def test_a_clamped_total_hides_how_many_there_are(cards: Sequence[Card]) -> None:
    assert page(cards[:150], 1, clamp_total=100)[2:] == (100, 5)
    assert page(cards[:50], 1, clamp_total=100).found == 50
    assert list(page(cards[:150], 8, clamp_total=100).cards) == cards[140:150]


def test_an_overstated_count_promises_rows_that_are_not_there(cards: Sequence[Card]) -> None:
    assert page(cards[:100], 1, overstate=0.1).found == 110
    assert walked(cards[:100], overstate=0.1) == cards[:100]


def test_a_lost_tail_is_still_counted(cards: Sequence[Card]) -> None:
    assert walked(cards[:100], tail_loss=0.04) == cards[:96]
    assert page(cards[:100], 1, tail_loss=0.04).found == 100
    assert walked(cards[:24], tail_loss=0.04) == cards[:24]


def test_an_empty_list_has_one_empty_page(cards: Sequence[Card]) -> None:
    assert page([], 1) == Page("shown", [], 0, 0)


def test_drift_reorders_but_never_loses_a_card(cards: Sequence[Card]) -> None:
    drift = Drift(1, 0.5)
    orders = [list(drift.order("r1", cards)) for _ in range(30)]

    assert all({card.id for card in order} == {card.id for card in cards} for order in orders)
    assert len({tuple(card.id for card in order) for order in orders}) > 5


def test_drift_makes_a_naive_walk_miss_a_card_and_see_one_twice(cards: Sequence[Card]) -> None:
    drift = Drift(1, 1.0)
    seen = [card.id for number in range(1, 16) for card in page(drift.order("r1", cards[:300]), number).cards]

    assert len(seen) == 300
    assert 250 < len(set(seen)) < 300


def test_drift_repeats_itself_for_one_seed_and_stands_still_without(cards: Sequence[Card]) -> None:
    runs = [
        [list(d.order("r1", cards)) for _ in range(9)] for d in (Drift(3, 0.5), Drift(3, 0.5), Drift(4, 0.5))
    ]

    assert runs[0] == runs[1] != runs[2]
    assert Drift(3, 0.0).order("r1", cards) is cards
