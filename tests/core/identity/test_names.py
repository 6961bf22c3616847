"""How much two names have in common."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.identity.names import Likeness, is_short_for, likeness, words_alike


def said(one: str, other: str) -> Likeness:
    return likeness(tuple(sorted(set(one.split()))), tuple(sorted(set(other.split()))))


TABLE = [
    ("ashford bakery", "bakery ashford", Likeness.SAME),
    ("ashford bakery", "ashford bakery averton", Likeness.CONTAINED),
    ("ashford", "ashford bakery", Likeness.SHORTENED),
    ("ashford bakery", "ahsford bakery", Likeness.ALIKE),
    ("ashford bakery", "ashfor bakery averton", Likeness.ALIKE),
    ("face book shop", "facebook shop", Likeness.ALIKE),
    ("müller zahnärzte", "müller zahnartze", Likeness.ALIKE),
    ("ashford engineers centre", "ashford eng ctr", Likeness.SHORTENED),
    ("smith brothers", "smith bros", Likeness.SHORTENED),
    ("john ashford dentist", "j ashford dentist", Likeness.SHORTENED),
    ("bayerische motoren werke", "bmw", Likeness.SHORTENED),
    ("пекарня ашфорд 119", "bakery ashford 119", Likeness.INCOMPARABLE),
    ("", "ashford", Likeness.INCOMPARABLE),
    ("ashford bakery", "ashford shoes", Likeness.RELATED),
    ("praxis müller", "zahnarzt müller", Likeness.RELATED),
    ("ashford bakery", "milton shoes", Likeness.DIFFERENT),
    ("salon 4", "salon 5", Likeness.RELATED),
    ("la rue", "la fontaine", Likeness.DIFFERENT),
    ("the little falcon", "the urban crown", Likeness.DIFFERENT),
]


@pytest.mark.parametrize(("one", "other", "expected"), TABLE)
def test_names_have_their_place_on_the_scale(one: str, other: str, expected: Likeness) -> None:
    assert said(one, other) is expected
    assert said(other, one) is expected


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("green", "geren", True),
        ("green", "greene", True),
        ("green", "grean", True),
        ("translators", "tranlsaotrs", True),
        ("green", "gneer", False),
        ("bar", "bay", False),
        ("unit12", "unit13", False),
        ("a" * 41, "a" * 42, False),
    ],
)
def test_words_are_alike_but_for_slips_of_typing(one: str, other: str, alike: bool) -> None:
    assert words_alike(one, other) is alike
    assert words_alike(other, one) is alike


@pytest.mark.parametrize(
    ("short", "whole", "expected"),
    [
        ("rest", "restaurant", True),
        ("j", "john", True),
        ("intl", "international", True),
        ("assocs", "associates", True),
        ("ctr", "centre", True),
        ("dr", "doctor", True),
        ("no", "nora", False),
        ("bar", "bakery", False),
        ("ltd", "limited", True),
        ("green", "green", False),
        ("4", "44", False),
    ],
)
def test_abbreviations_keep_first_letter_order_and_end(short: str, whole: str, expected: bool) -> None:
    assert is_short_for(short, whole) is expected


names = st.lists(st.text("abeé4", min_size=1, max_size=6), max_size=4).map(
    lambda words: tuple(sorted(set(words)))
)


@given(names, names)
def test_likeness_knows_no_order(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert likeness(one, other) is likeness(other, one)
