"""What a setting takes is what its reader can read, within its range; anything else is refused, whatever it is."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy.settings import Settings

from directory_crawler.core.ranges import (
    ADDRESSES,
    RANGES,
    STAMPS,
    expected,
    is_taken,
    range_of,
)
from directory_crawler.settings import defaults

NUMBERS = {
    name: default
    for name, default in defaults.items()
    if isinstance(default, (int, float)) and not isinstance(default, bool)
}
SWITCHES = {name: default for name, default in defaults.items() if isinstance(default, bool)}
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=12),
    st.integers().map(str),
    st.floats().map(str),
    st.sampled_from(["", " 7 ", "1e400", "1_000", "0x10", "٣", "9" * 5000, [], {}, [1], b"1"]),
)


@given(st.sampled_from(sorted(NUMBERS)), VALUES)
def test_a_number_that_is_taken_is_read_and_in_range(name: str, value: Any) -> None:
    settings, default = Settings({name: value}), NUMBERS[name]
    get = settings.getint if isinstance(default, int) else settings.getfloat
    try:
        number: float = get(name)
    except (TypeError, ValueError, OverflowError):
        assert not is_taken(name, value, default)
        return
    if is_taken(name, value, default):
        assert math.isfinite(number)
        assert range_of(name).holds(number)
    elif isinstance(value, str):  # refused text is none of its numbers
        assert not range_of(name).holds(number)


@given(st.sampled_from(sorted(SWITCHES)), VALUES)
def test_a_switch_that_is_taken_is_read(name: str, value: Any) -> None:
    if is_taken(name, value, SWITCHES[name]):
        Settings({name: value}).getbool(name)


@pytest.mark.parametrize("name", sorted(defaults))
def test_the_default_is_taken(name: str) -> None:
    assert is_taken(name, defaults[name], defaults[name])


@pytest.mark.parametrize("name", sorted({*NUMBERS, *SWITCHES, *STAMPS, *ADDRESSES}))
@pytest.mark.parametrize("value", ["soon", "7 pm", "nan", "-inf", "1e400", "https://", "//x"])
def test_what_is_none_of_it_is_refused(name: str, value: str) -> None:
    assert not is_taken(name, value, defaults[name])
    assert expected(name, defaults[name])


def test_every_range_is_of_a_setting_that_there_is() -> None:
    assert {*RANGES} - {*NUMBERS} == set()
    assert {*STAMPS, *ADDRESSES} - {*defaults} == set()
