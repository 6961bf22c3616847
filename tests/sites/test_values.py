"""Single values: what is kept, what is dropped, and what counts as a count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.sites.values import (
    MAX_ID,
    as_count,
    as_flag,
    as_id,
    as_text,
    clean_lines,
    clean_text,
    flatten,
)


@pytest.mark.parametrize(
    ("stated", "count"),
    [
        (0, 0),
        (357, 357),
        (357.0, 357),
        ("357", 357),
        ("1 234 found", 1234),
        ("1\u00a0234 Treffer", 1234),
        ("1\u202f234\u202f567 résultats", 1234567),
        ("about 12,345", 12345),
        ("12.345 Einträge", 12345),
        ("1'234", 1234),
        ("357 of 1,200", 357),
        ("4.5", 4),
        ("12 34", 12),
        ("١٢٣", 123),
        (True, None),
        (-1, None),
        (1e300, None),
        (float("nan"), None),
        (10**40, None),
        ("none", None),
        ("", None),
        (None, None),
        ({"value": 3}, None),
    ],
)
def test_a_count_is_read_from_numbers_and_words(stated: object, count: int | None) -> None:
    """Separators of thousands of any language count, and nonsense is no count."""
    assert as_count(stated) == count


@pytest.mark.parametrize(
    ("value", "record_id"),
    [
        ("r12", "r12"),
        (" 12\n", "12"),
        (12, "12"),
        (12.0, "12"),
        (0, "0"),
        (12.5, None),
        (True, None),
        ("", None),
        ("\x00", None),
        ("x" * MAX_ID, "x" * MAX_ID),
        ("x" * (MAX_ID + 1), None),
        (["12"], None),
        ({"id": 1}, None),
        (10**40, None),
    ],
)
def test_an_id_is_a_short_scalar(value: object, record_id: str | None) -> None:
    """What cannot be an id is refused and does not become one by being printed."""
    assert as_id(value) == record_id


def test_flattening_keeps_order_and_drops_what_says_nothing() -> None:
    """Nested lists open in order; null, empty text, NaN and empty mappings are no values; zero and False are."""
    answer = ["a", ["b", ["", None, " c "]], float("nan"), 0, False, {}, {"x": 1}]

    assert flatten(answer) == ["a", "b", "c", 0, False, {"x": 1}]


def test_line_breaks_stay_and_other_white_space_goes() -> None:
    """Lines of an address stay apart; NUL and control characters are gone."""
    assert clean_lines("1 High\x00  St\r\n\n  Town\t\x07 ") == "1 High St\nTown"
    assert clean_text("1 High\x00  St\r\n\n  Town\t\x07 ") == "1 High St Town"


@pytest.mark.parametrize("word", ["no", "No ", "false", "0", 0, "", None, "off", "none", False])
def test_words_for_no_are_no(word: object) -> None:
    """A hint in words says no as clearly as a false."""
    assert not as_flag(word)


@pytest.mark.parametrize("word", ["yes", "1", 3, "true", "maybe", True, "/next"])
def test_other_words_are_yes(word: object) -> None:
    """Anything else says yes."""
    assert as_flag(word)


@given(
    st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=20)
)
def test_cleaning_is_idempotent(answer: object) -> None:
    """Cleaned values stay as they are, and none holds a character that a database refuses."""
    once = flatten(answer)

    assert flatten(once) == once
    assert not any("\x00" in value or "\ud800" in value for value in once if isinstance(value, str))


@given(st.text())
def test_text_of_a_text_is_one_line(text: str) -> None:
    """A scalar's text has no line break and no outer white space."""
    cleaned = as_text(text)

    assert cleaned is not None
    assert cleaned == " ".join(cleaned.split())
