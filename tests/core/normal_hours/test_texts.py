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


@pytest.mark.parametrize(
    ("text", "languages", "expected"),
    [
        ("Dienstag bis Freitag 9-18 Uhr", ("en",), "Tu-Fr 9-18"),
        ("ср-вс 12:00-23:00", ("en", "de"), "We-Su 12-23"),
        ("ma 9-12", ("fr",), "Tu 9-12"),
        ("ma 9-12", ("nl",), "Mo 9-12"),
        ("ma 9-12", ("en",), "!ambiguous"),
        ("di 9-12", ("pl", "de"), "Tu 9-12"),
        ("di 9-12", ("en",), "!ambiguous"),
        ("so 9-12", ("de-AT",), "Su 9-12"),
        ("so 9-12", ("pl",), "Sa 9-12"),
        ("9-5", ("en",), "Mo-Su 9-17"),
        ("9-5", ("de",), "!ambiguous"),
        ("mo-fr 9-17", (), "Mo-Fr 9-17"),
    ],
)
def test_the_languages_decide_only_what_is_ambiguous(
    text: str, languages: tuple[str, ...], expected: str
) -> None:
    """A text of another language is read where all that can read it agree; a hint settles where they differ."""
    hours = parse_hours(text, languages=languages)

    if expected.startswith("!"):
        assert (hours.unread or "").startswith(expected[1:])
    else:
        assert week(expected) == hours.days
