"""Both forms of Retry-After, and what is neither."""

from __future__ import annotations

from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.pace.retry_after import LONGEST_S, seconds_of

NOW = 1_788_000_000.0


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("7", 7.0),
        (" 120 ", 120.0),
        ("2.5", 2.5),
        ("0", None),
        ("-5", None),
        ("nan", None),
        ("1e300", LONGEST_S),
        ("inf", LONGEST_S),
        ("9" * 5000, LONGEST_S),
        ("", None),
        ("soon", None),
        ("Wed, 99 Foo 2026", None),
        (formatdate(NOW + 90, usegmt=True), 90.0),
        (formatdate(NOW - 90, usegmt=True), None),
        (formatdate(NOW + 90, usegmt=True).replace(" GMT", ""), 90.0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", LONGEST_S),
    ],
)
def test_the_wait_is_read(text: str, seconds: float | None) -> None:
    assert seconds_of(text, NOW) == seconds


@given(st.text(max_size=200))
def test_no_text_raises_or_waits_backwards(text: str) -> None:
    wait = seconds_of(text, NOW)

    assert wait is None or 0 < wait <= LONGEST_S
