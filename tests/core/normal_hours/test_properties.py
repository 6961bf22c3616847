"""Rules that hold for every text, value and week."""

from __future__ import annotations

import datetime
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from opening_hours import OpeningHours

from directory_crawler.core.normal.hours import Day, Hours, Interval, parse_hours, render_hours
from directory_crawler.core.normal.hours.languages import LEXICONS

_WORDS = sorted(
    {word for lexicon in LEXICONS.values() for day in lexicon.days for word in day.split("|")}
    | {word for lexicon in LEXICONS.values() for word in (*lexicon.closed.split("|"), *lexicon.to.split("|"))}
    | {
        "9",
        "17",
        "9-17",
        "08:00",
        "8h30",
        "5pm",
        "a.m.",
        "24/7",
        "24h",
        "-",
        "–",
        ",",
        ";",
        "\n",
        "(",
        ")",
        "[",
        '"',
        ":",
        ".",
        "/",
        "+",
    }
)
_LANGUAGES = st.lists(st.sampled_from([*LEXICONS, "xx", ""]), max_size=3)


@st.composite
def _open_days(draw: st.DrawFn) -> Day:
    """A day's intervals as `parse_hours` gives them: in order, apart, at most a day long, none ending at 23:59."""
    minutes = sorted(draw(st.sets(st.integers(0, 2 * 1440 - 1), min_size=2, max_size=6)))
    intervals: list[Interval] = []
    for opens, closes in zip(minutes[::2], minutes[1::2], strict=False):
        if opens < 1440 and closes - opens <= 1440 and closes <= 36 * 60 and closes != 1439:
            intervals.append((opens, closes))
    return tuple(intervals)


_DAYS: st.SearchStrategy[Day] = st.one_of(st.none(), st.just(()), st.just(((0, 1440),)), _open_days())
_WEEKS = st.lists(_DAYS, min_size=7, max_size=7).filter(lambda days: any(day is not None for day in days))
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(_WORDS),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(
                [
                    "mon",
                    "Tuesday",
                    "open",
                    "close",
                    "from",
                    "to",
                    "day",
                    "dayOfWeek",
                    "opens",
                    "closes",
                    "hours",
                    "0",
                    "7",
                ]
            )
            | st.text(max_size=6),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


def _is_sound(hours: Hours) -> bool:
    days = [day for day in hours.days if day]
    return (
        len(hours.days) == 7
        and (hours.unread is None) == any(day is not None for day in hours.days)
        and all(0 <= a < 1440 and a < b <= a + 1440 for day in days for a, b in day)
        and all(first[1] < second[0] for day in days for first, second in pairwise(day))
    )


@given(st.text() | st.lists(st.sampled_from(_WORDS), max_size=30).map(" ".join), _LANGUAGES)
@settings(max_examples=400, deadline=None)
def test_any_text_gives_sound_hours(text: str, languages: list[str]) -> None:
    """No text raises; what is read is a week of ordered intervals, what is not has a reason."""
    assert _is_sound(parse_hours(text, languages=languages))


@given(_JSON)
@settings(max_examples=400, deadline=None)
def test_any_value_gives_sound_hours(value: object) -> None:
    """No JSON value raises either, whatever stands where."""
    assert _is_sound(parse_hours(value))


@given(_WEEKS)
@settings(max_examples=400, deadline=None)
def test_a_rendered_week_reads_back_as_itself(days: list[Day]) -> None:
    """Closed, not stated, past midnight and several intervals all survive."""
    hours = parse_hours(render_hours(Hours.of(days)))

    assert Hours.of(days) == hours


@given(st.text(max_size=60))
@settings(deadline=None)
def test_reading_is_idempotent(text: str) -> None:
    """A text that was read gives a line that is read as the same week."""
    hours = parse_hours(text)
    if hours.unread is None:
        assert hours == parse_hours(render_hours(hours))


@given(_WEEKS, st.randoms())
@settings(deadline=None)
def test_the_order_of_clauses_does_not_matter(days: list[Day], random: object) -> None:
    """Clauses in free text refine each other whatever their order."""
    clauses = render_hours(Hours.of(days)).replace("Mon", "Monday").split("; ")
    shuffled = sorted(clauses, key=lambda _: random.random())  # type: ignore[attr-defined]

    assert parse_hours("; ".join(clauses)).days == parse_hours("; ".join(shuffled)).days


_CODES = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_SPANS = st.sampled_from(["09:00-17:00", "08:30-12:00,13:00-18:30", "18:00-24:00", "00:00-24:00", "off"])
_RULES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), _SPANS), min_size=1, max_size=4)


@given(_RULES)
@settings(max_examples=150, deadline=None)
def test_map_syntax_means_what_its_own_evaluator_says(rules: list[tuple[int, int, str]]) -> None:
    """Of the days that the rules state, each minute's state is the one of the opening-hours library."""
    text = "; ".join(
        f"{_CODES[a]}-{_CODES[b]} {span}" if a != b else f"{_CODES[a]} {span}" for a, b, span in rules
    )
    ours = parse_hours(text)
    monday = datetime.datetime(2024, 7, 1)
    evaluator = OpeningHours(text)

    assert ours.unread is None
    for index, day in enumerate(ours.days):
        for minute in range(0, 1440, 30):
            expected = any(a <= minute < b for a, b in day or ())
            moment = monday + datetime.timedelta(days=7 + index, minutes=minute)
            assert evaluator.is_open(moment) == expected, (text, index, minute)


@pytest.mark.parametrize(
    "unit",
    [
        "Mo-Fr 9-17; ",
        "mo ",
        "9-",
        "9,12-",
        "((",
        '"',
        "a@",
        "1 ",
        "0 ",
        "-",
        "<",
        "&lt;",
        "'s ",
        "to to ",
        "ﷺ",
        ". ",
        "9h ",
    ],
)
def test_a_megabyte_of_anything_is_refused_by_its_length(unit: str) -> None:
    """The length is looked at before anything else, alone and inside of structures."""
    text = unit * (1_000_000 // len(unit))

    for value in (text, [text], {"mon": text}, "[" + text):
        hours = parse_hours(value)
        assert hours.unread is not None
        assert hours.unread.startswith("too long")
