"""Free text in ten languages and OpenStreetMap's syntax reads as the week it states, or claims none."""

from __future__ import annotations

import pytest

from directory_crawler.core.normal.hours import parse_hours
from tests.core.normal_hours.notation import week
from tests.core.normal_hours.texts import TEXTS

CASES = [(language, text, expected) for language, cases in TEXTS.items() for text, expected in cases]


@pytest.mark.parametrize(("language", "text", "expected"), CASES)
def test_a_text_reads_as_stated(language: str, text: str, expected: str) -> None:
    """A text gives exactly its week, with closed and not stated told apart, or the reason why none is claimed."""
    hours = parse_hours(text, languages=(language,))

    if expected.startswith("!"):
        assert hours.days == (None,) * 7
        assert hours.unread is not None
        assert hours.unread.startswith(expected[1:])
    else:
        assert (week(expected), None) == (hours.days, hours.unread)
