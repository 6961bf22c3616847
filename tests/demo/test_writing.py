"""How values are written on cards: each writing means the value that the truth has."""

from __future__ import annotations

import json
from random import Random

import phonenumbers
import pytest
from hypothesis import given
from hypothesis import strategies as st
from opening_hours import OpeningHours

from directory_crawler.demo.hours_forms import (
    ABSENT,
    OBJECTS,
    OSM,
    SCHEMA_SPECIFICATION,
    SCHEMA_STRINGS,
    TEXT,
    draw_week,
    write_hours,
)
from directory_crawler.demo.naming import mistyped, respelled, slug_of
from directory_crawler.demo.organisations import write_website
from directory_crawler.demo.phone_forms import (
    HOTLINE,
    draw_phone,
    tel_link,
    tracking_number,
    write_phone,
)
from directory_crawler.demo.records import UNKNOWN_WEEK, Day, Week

NINE_TO_SIX: Day = ((540, 1080),)
LUNCH: Day = ((540, 780), (840, 1080))
LATE: Day = ((1080, 1560),)
ALWAYS: Week = (((0, 1440),),) * 7
NOONS: Week = (((720, 1050),),) * 7
OFFICE: Week = (NINE_TO_SIX,) * 5 + ((), ())
HALF_KNOWN: Week = (LUNCH,) * 5 + (None, None)
NIGHTS: Week = (LATE,) * 6 + (((1020, 1440),),)


@pytest.mark.parametrize(
    ("week", "form", "style", "written"),
    [
        (OFFICE, OSM, 0, "Mo-Fr 09:00-18:00; Sa-Su off"),
        (NIGHTS, OSM, 0, "Mo-Sa 18:00-02:00; Su 17:00-24:00"),
        (ALWAYS, OSM, 0, "24/7"),
        (OFFICE, TEXT, 0, "Mon-Fri 9am – 6pm, Sat-Sun closed"),
        (OFFICE, TEXT, 1, "Monday to Friday: 09:00 – 18:00; Saturday to Sunday: closed"),
        (HALF_KNOWN, TEXT, 2, "Mon – Fri 9am to 1pm and 2pm to 6pm"),
        (NIGHTS, TEXT, 0, "Mon-Sat 6pm – 2am, Sun 5pm – midnight"),
        (NOONS, TEXT, 0, "Mon-Sun 12 noon – 5.30pm"),
        (ALWAYS, TEXT, 1, "24/7"),
        (UNKNOWN_WEEK, TEXT, 0, "By appointment only"),
        (UNKNOWN_WEEK, ABSENT, 0, None),
        (HALF_KNOWN, SCHEMA_STRINGS, 0, ["Mo-Fr 09:00-13:00", "Mo-Fr 14:00-18:00"]),
        (NIGHTS, SCHEMA_STRINGS, 0, ["Mo-Sa 18:00-02:00", "Su 17:00-24:00"]),
    ],
)
def test_hours_as_text(week: Week, form: str, style: int, written: object) -> None:
    assert write_hours(week, form, style) == written


def test_hours_as_objects_leave_unknown_days_out_and_keep_closed_ones() -> None:
    week: Week = (NINE_TO_SIX, (), LUNCH, None, LATE, ALWAYS[0], None)

    assert write_hours(week, OBJECTS, 0) == {
        "mon": [["09:00", "18:00"]],
        "tue": [],
        "wed": [["09:00", "13:00"], ["14:00", "18:00"]],
        "fri": [["18:00", "02:00"]],
        "sat": [["00:00", "24:00"]],
    }


def test_hours_as_specification_name_days_and_close_at_midnight() -> None:
    assert write_hours(NIGHTS, SCHEMA_SPECIFICATION, 1)[1:] == [
        {
            "@type": "OpeningHoursSpecification",
            "dayOfWeek": ["https://schema.org/Sunday"],
            "opens": "17:00",
            "closes": "00:00",
        }
    ]
    assert write_hours(OFFICE, SCHEMA_SPECIFICATION, 0)[0]["opens"] == "09:00:00"


@given(st.integers(0, 2**32))
def test_every_drawn_week_can_be_said_in_its_form(seed: int) -> None:
    week, form = draw_week(Random(seed))
    said = write_hours(week, form, seed)

    json.dumps(said)
    if form in (SCHEMA_STRINGS, SCHEMA_SPECIFICATION):
        assert () not in week
    if form == OSM:
        OpeningHours(said)
        assert None not in week
    if form == OBJECTS:
        assert [day is None for day in week] == [
            name not in said for name in ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
        ]


@given(st.integers(0, 2**32), st.integers(0, 2**30), st.sampled_from(["", ";ext=12"]))
def test_every_writing_of_a_phone_means_the_same_line(seed: int, style: int, extension: str) -> None:
    number = draw_phone(Random(seed), set())
    parsed = phonenumbers.parse(write_phone(number + extension, style).removeprefix("Tel: "), "GB")

    assert phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164) == number
    assert (parsed.extension or "") == extension.removeprefix(";ext=")
    assert phonenumbers.is_valid_number(parsed)
    assert phonenumbers.parse(tel_link(number + extension), "GB") == phonenumbers.parse(number + extension)


def test_the_hotline_is_written_with_its_eight_digits() -> None:
    assert {write_phone(HOTLINE, style) for style in range(4)} == {"6200 6200", "62006200"}


def test_no_two_drawn_phones_are_equal() -> None:
    taken: set[str] = set()
    drawn = [draw_phone(Random(seed % 50), taken) for seed in range(500)]

    assert len(set(drawn)) == len(drawn) == len(taken)


def test_a_tracking_number_is_valid_and_differs_at_each_call_and_card() -> None:
    numbers = [tracking_number(card_id, 1, call) for card_id in ("12345", "12346") for call in range(1, 50)]

    assert len(set(numbers)) == len(numbers)
    assert all(phonenumbers.is_valid_number(phonenumbers.parse(number)) for number in numbers)


@given(st.integers(0, 2**32), st.sampled_from(["Ashton Cafés", "The Oak", "Rossi", "Ward and Shah Tools"]))
def test_a_respelled_name_keeps_its_words(seed: int, name: str) -> None:
    written = (
        respelled(Random(seed), name).casefold().replace("é", "e").replace("- ", "").replace(".", "").split()
    )

    assert set(name.casefold().replace("é", "e").split()) <= set(written)


def test_a_typing_error_exchanges_two_letters_of_the_longest_word() -> None:
    wrong = mistyped(Random(1), "The Blackstone Inn")

    assert wrong != "The Blackstone Inn"
    assert sorted(wrong) == sorted("The Blackstone Inn")
    assert mistyped(Random(1), "Bo Li") == "Bo Li"


@pytest.mark.parametrize("style", range(6))
def test_every_writing_of_a_website_names_its_domain(style: int) -> None:
    assert "shop-averton.co.uk" in write_website("shop-averton.co.uk", style).lower()


def test_a_slug_has_only_letters_digits_and_the_citys_name() -> None:
    assert slug_of("Café d'Or & Söhne 24/7") == "cafedorsohne247-averton"
    assert slug_of("Кафе") == "shop-averton"
