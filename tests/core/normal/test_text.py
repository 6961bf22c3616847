"""Texts come out as a database, a parser and a person can take them, and cleaning twice changes nothing."""

from __future__ import annotations

import json
import math
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.normal.text import DEEPEST, LONGEST_TEXT, MOST_MEMBERS, clean_text, clean_value


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("Acorn\x00 Bakery", "Acorn Bakery"),
        ("Acorn\x07\x1b[31m", "Acorn[31m"),
        ("Acorn &amp; Sons", "Acorn & Sons"),
        ("Acorn &amp;amp; Sons", "Acorn & Sons"),
        ("Acorn &amp;#38;amp; Sons", "Acorn & Sons"),
        ("&amp;lt;b&amp;gt;", "<b>"),
        ("caf&eacute;", "café"),
        ("caf&#233;&#xE9;", "caféé"),
        ("&#0;&#x202e;&#xd800;x", "\ufffd\ufffdx"),
        ("AT&T", "AT&T"),
        ("?a=1&copy=2", "?a=1&copy=2"),
        ("&unknown;", "&unknown;"),
        ("cafe\u0301", "café"),
        ("\u202eevil\u202c", "evil"),
        ("\u200eLeft\u200f", "Left"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("soft\u00adhyphen", "softhyphen"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\ud83d\ude00 \ud83d", "😀"),
        ("  a \t b  ", "a b"),
        ("a\u00a0\u3000b", "a b"),
        ("a\r\nb\rc\u2028d\x85e", "a\nb\nc\nd\ne"),
        ("a\n \n\nb", "a\nb"),
        ("", ""),
    ],
)
def test_a_dirty_text_comes_out_clean(dirty: str, clean: str) -> None:
    assert clean_text(dirty) == clean


def test_a_text_is_cut_at_its_limit() -> None:
    assert clean_text("x" * 50, limit=10) == "x" * 10
    assert len(clean_text("x" * 10**6)) == LONGEST_TEXT


def test_a_pile_of_accents_is_cut_to_what_normalising_takes_in_linear_time() -> None:
    assert len(clean_text("a" + "\u0301\u0327" * 9_000)) <= 31


@given(
    st.text(
        alphabet=st.characters() | st.sampled_from("&;#x\ud800\udc00\u0301\u202e\n \x00amplt"), max_size=80
    )
)
def test_cleaning_is_idempotent_and_leaves_nothing_that_a_database_refuses(text: str) -> None:
    clean = clean_text(text)
    assert clean_text(clean) == clean
    assert "\x00" not in clean
    assert clean.encode("utf-8").decode("utf-8") == clean
    assert unicodedata.is_normalized("NFC", clean)


@pytest.mark.parametrize(
    ("value", "clean", "reasons"),
    [
        ({"a\x00": ["b\x00", 1, 2.5, None, True]}, {"a": ["b", 1, 2.5, None, True]}, ()),
        (("a", ("b",)), ["a", ["b"]], ()),
        (math.nan, None, ("no number",)),
        ([math.inf], [None], ("no number",)),
        (10**400, None, ("no number",)),
        ({1, }, "{1}", ("unknown type",)),
        ("x" * (LONGEST_TEXT + 1), "x" * LONGEST_TEXT, ("too long",)),
    ],
)  # fmt: skip
def test_a_value_is_clean_to_its_leaves_and_says_what_was_cut(
    value: object, clean: object, reasons: tuple[str, ...]
) -> None:
    assert clean_value(value) == (clean, reasons)


def test_members_beyond_the_limit_are_cut() -> None:
    cleaned, reasons = clean_value(
        [list(range(MOST_MEMBERS + 5)), dict.fromkeys(map(str, range(MOST_MEMBERS + 5)))]
    )
    assert [len(part) for part in cleaned] == [MOST_MEMBERS, MOST_MEMBERS]
    assert reasons == ("too many",)


def test_a_pit_of_lists_ends_at_a_depth() -> None:
    pit: list[object] = []
    for _ in range(10_000):
        pit = [pit]
    cleaned, reasons = clean_value(pit)
    assert reasons == ("too deep",)
    assert json.dumps(cleaned).count("[") == DEEPEST


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.binary(max_size=3),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=10,
    )
)
def test_any_value_becomes_strict_json(value: object) -> None:
    cleaned, _ = clean_value(value)
    written = json.dumps(cleaned, allow_nan=False)
    assert "\\u0000" not in written
    assert clean_value(cleaned) == (cleaned, ())
