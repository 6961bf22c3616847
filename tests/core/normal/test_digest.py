"""A card's digest moves with each field it covers, and with nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.normal.digest import card_digest

CARD: dict[str, Any] = {
    "name": "Acorn Bakery",
    "legal_name": "Acorn Ltd",
    "rubrics": ["Bakeries", "Cafés"],
    "address_key": "high street 12",
    "latitude": 53.80012,
    "longitude": -1.54901,
    "hours": [[[540, 1020]], [[540, 1020]], [], None, None, None, None],
    "phone_keys": ["442079460018", "GB:84957"],
    "domain": "acorn.example",
    "email": "post@acorn.example",
    "status": "active",
}


@pytest.mark.parametrize(
    ("field", "other"),
    [
        ("name", "Acorn Bakers"),
        ("legal_name", None),
        ("rubrics", ["Bakeries"]),
        ("address_key", "high street 14"),
        ("latitude", 53.80112),
        ("longitude", -1.54801),
        ("hours", [[[540, 1020]], [[540, 1020]], None, None, None, None, None]),
        ("phone_keys", ["442079460018"]),
        ("domain", "acorn2.example"),
        ("email", None),
        ("status", "temporarily_closed"),
    ],
)
def test_each_field_moves_the_digest(field: str, other: object) -> None:
    assert card_digest(**CARD | {field: other}) != card_digest(**CARD)


@pytest.mark.parametrize(
    ("field", "same"),
    [
        ("rubrics", ["Cafés", "Bakeries", "Cafés"]),
        ("phone_keys", ["GB:84957", "442079460018"]),
        ("latitude", 53.800119),
        ("longitude", -1.549013),
    ],
)
def test_order_and_a_nudged_pin_do_not_move_it(field: str, same: object) -> None:
    assert card_digest(**CARD | {field: same}) == card_digest(**CARD)


@pytest.mark.parametrize(
    ("field", "absent", "empty"),
    [("name", None, ""), ("email", None, ""), ("hours", None, [None] * 7), ("latitude", 0.0, -0.0)],
)
def test_absent_and_empty_are_the_same(field: str, absent: object, empty: object) -> None:
    assert card_digest(**CARD | {field: absent}) == card_digest(**CARD | {field: empty})


def test_closed_all_week_is_not_unknown() -> None:
    assert card_digest(**CARD | {"hours": [[]] * 7}) != card_digest(**CARD | {"hours": None})


TEXTS = st.text(max_size=6)


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_neighbouring_fields_never_run_together(one: str, two: str, three: str, four: str) -> None:
    a = card_digest(**CARD | {"name": one, "legal_name": two})
    b = card_digest(**CARD | {"name": three, "legal_name": four})
    assert (a == b) == ((one, two) == (three, four))


@given(st.lists(TEXTS, max_size=4), st.lists(TEXTS, max_size=4))
def test_lists_are_equal_as_sets_and_only_so(one: list[str], other: list[str]) -> None:
    a, b = card_digest(**CARD | {"rubrics": one}), card_digest(**CARD | {"rubrics": other})
    assert (a == b) == (set(one) == set(other))
