"""Hours given as data: schema.org, weekday objects and periods, with what cannot be told apart refused."""

from __future__ import annotations

import pytest

from directory_crawler.core.normal.hours import parse_hours
from tests.core.normal_hours.notation import week

_NINE_TO_FIVE = {"open": "09:00", "close": "17:00"}


def _spec(days: object, opens: str, closes: str, **dates: str) -> dict[str, object]:
    return {
        "@type": "OpeningHoursSpecification",
        "dayOfWeek": days,
        "opens": opens,
        "closes": closes,
        **dates,
    }


READ = [
    (["Mo-Fr 09:00-17:00", "Sa 10:00-14:00"], "Mo-Fr 9-17; Sa 10-14"),
    (["Monday: Closed", "Tuesday: 3:00 – 9:00 PM"], "Mo x; Tu 15-21"),
    (
        ["Mo-Sa 11:00-14:30", "Mo-Th 17:00-21:30", "Fr-Sa 17:00-22:00"],
        "Mo-Th 11-14:30 17-21:30; Fr-Sa 11-14:30 17-22",
    ),
    (_spec("https://schema.org/Monday", "09:00:00", "17:00:00"), "Mo 9-17"),
    (
        [_spec(["Monday", "Tuesday"], "08:30", "12:00"), _spec("Monday", "13:00", "18:00")],
        "Mo 8:30-12 13-18; Tu 8:30-12",
    ),
    ([_spec("Fr", "20:00", "03:00"), _spec("PublicHolidays", "10:00", "12:00")], "Fr 20-27"),
    ([_spec("Sunday", "00:00", "23:59")], "Su 0-24"),
    ([_spec({"@id": "http://schema.org/Friday"}, "9:00", "12:00")], "Fr 9-12"),
    (
        [
            _spec("Mo", "09:00", "17:00"),
            _spec("Mo", "10:00", "12:00", validFrom="2030-12-24", validThrough="2030-12-24"),
        ],
        "Mo 9-17",
    ),
    (_spec("Tuesday", "09:00", "17:00", validFrom="1970-01-01", validThrough="2099-12-31"), "Tu 9-17"),
    ({"opens": "10:00", "closes": "16:00"}, "Mo-Su 10-16"),
    (
        {"mon": [["09:00", "18:00"]], "tue": [["09:00", "13:00"], ["14:00", "18:00"]], "sun": []},
        "Mo 9-18; Tu 9-13 14-18; Su x",
    ),
    (
        {"Monday": "9am-5pm", "Tuesday": "Closed", "Wednesday": "", "Friday": "Open 24 hours"},
        "Mo 9-17; Tu x; Fr 0-24",
    ),
    (
        {"monday": {"open": "09:00", "close": "18:00", "break": {"from": "13:00", "to": "14:00"}}},
        "Mo 9-13 14-18",
    ),
    ({"mon": {"from": "9:00", "to": "18:00", "lunch_from": "13:00", "lunch_to": "14:00"}}, "Mo 9-13 14-18"),
    (
        {"Mon": {"working_hours": [{"from": "09:00", "to": "18:00"}]}, "Sun": {"working_hours": []}},
        "Mo 9-18; Su x",
    ),
    (
        {"mo": {"isClosed": True}, "di": {"isClosed": False, "open": "10:00", "close": "18:00"}},
        "Mo x; Tu 10-18",
    ),
    (
        {"monday_open": "09:00", "monday_close": "17:00", "fridayOpen": "9am", "fridayClose": "1pm"},
        "Mo 9-17; Fr 9-13",
    ),
    ({"mon": {"open1": "9:00", "close1": "12:00", "open2": "13:00", "close2": "17:00"}}, "Mo 9-12 13-17"),
    ({"mon": ["09:00", "12:00", "13:00", "17:00"]}, "Mo 9-12 13-17"),
    ({"Mon-Fri": "9-17", "Sat": "10-14"}, "Mo-Fr 9-17; Sa 10-14"),
    ({"weekdays": "8:00-20:00", "weekend": "closed"}, "Mo-Fr 8-20; Sa-Su x"),
    ({"hours": {"Mon": {"morning": "9-12", "afternoon": "14-18"}}}, "Mo 9-12 14-18"),
    ([{"day": "Monday", "hours": "9-17"}, {"day": "Tuesday", "hours": "Closed"}], "Mo 9-17; Tu x"),
    ([{"openDay": "MONDAY", "openTime": "09:00", "closeDay": "MONDAY", "closeTime": "17:00"}], "Mo 9-17"),
    ([{"dow": [1, 2, 3, 4, 5], "start": "09:00", "end": "17:00"}], "Mo-Fr 9-17"),
    ([{"day": day, "open": "0900", "close": "1730"} for day in range(1, 8)], "Mo-Su 9-17:30"),
    ([["Mon", "9-17"], ["Tue", "9-18"]], "Mo 9-17; Tu 9-18"),
    ({"lu": "9-12", "ma": "9-13", "me": "9-12"}, "Mo 9-12; Tu 9-13; We 9-12"),
    ({"периоды": 1, "пн": "9-18", "вс": "выходной"}, "Mo 9-18; Su x"),
    ({"is_24x7": True}, "Mo-Su 0-24"),
    ({"periods": [{"open": {"day": 0, "time": "0000"}}]}, "Mo-Su 0-24"),
    (
        {"periods": [{"open": {"day": 5, "time": "1800"}, "close": {"day": 6, "time": "0200"}}]},
        "Fr 18-26",
    ),
    (
        {
            "periods": [
                {"open": {"day": 0, "hour": 9, "minute": 30}, "close": {"day": 0, "hour": 17, "minute": 0}}
            ]
        },
        "Su 9:30-17",
    ),
    ({"mon": {"open": 540, "close": 1080}}, "Mo 9-18"),
    ({"mon": {"open": 32400, "close": 64800}}, "Mo 9-18"),
    ({"mon": {"open": 900, "close": 1830}}, "Mo 9-18:30"),
    ({"mon": {"open": 9, "close": 17.5}}, "Mo 9-17:30"),
    ({"mon": {"start": "2000-01-01T09:00:00", "end": "2000-01-01T17:00:00"}}, "Mo 9-17"),
    ({"mon": "by appointment", "tue": "9-17"}, "Tu 9-17"),
    ('{"mon": "9-17"}', "Mo 9-17"),
    ({"mon": _NINE_TO_FIVE, "timezone": "Europe/Berlin", "holidays": "closed"}, "Mo 9-17"),
    ({"mon": {"open": True, "hours": "9-17"}, "tue": {"open": False}}, "Mo 9-17; Tu x"),
]


@pytest.mark.parametrize(("value", "expected"), READ)
def test_data_reads_as_stated(value: object, expected: str) -> None:
    """A structured value gives its week; a day that is absent, null or empty text is not stated."""
    hours = parse_hours(value)

    assert (week(expected), None) == (hours.days, hours.unread)


REFUSED = [
    (None, "empty"),
    ([], "empty"),
    ({}, "empty"),
    (5, "not hours"),
    (True, "not hours"),
    (b"9-17", "not hours"),
    ({"mon": [], "tue": [], "wed": []}, "empty"),
    ({"mon": None}, "empty"),
    ([{"day": 1, **_NINE_TO_FIVE}], "day numbers"),
    ([{"day": day, **_NINE_TO_FIVE} for day in range(7)], "day numbers"),
    ({"0": "9-17", "1": "9-17"}, "day numbers"),
    ({"mon": {"open": 600, "close": 1200}}, "clock numbers"),
    ({"mon": {"open": "09:00"}}, "open end"),
    ({"mon": {"from": "18:00", "to": None}}, "open end"),
    (_spec("Mo", "09:00", "17:00", validFrom="2024-05-01", validThrough="2024-09-30"), "season"),
    (_spec("Mo", "09:00", "09:00"), "time"),
    (_spec("Someday", "09:00", "17:00"), "words"),
    ([_spec("Mo", "09:00", "17:00"), _spec("Mo", "10:00", "19:00")], "contradiction"),
    ([{"room": "A", **_NINE_TO_FIVE}], "not hours"),
    ([1, 2, 3], "not hours"),
    ({"mon": "see our website"}, "words"),
    (["9-17", "10-18"], "contradiction"),
    ("[" * 3000, "no times"),
]


@pytest.mark.parametrize(("value", "reason"), REFUSED)
def test_data_that_states_no_week_says_why(value: object, reason: str) -> None:
    """What cannot be read claims no day and gives one of the known reasons."""
    hours = parse_hours(value)

    assert hours.days == (None,) * 7
    assert not hours.closed
    assert not hours.round_the_clock
    assert hours.unread is not None
    assert hours.unread.split(":")[0] == reason


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("unknown", "Mo 9-17"), ("closed", "Mo 9-17; Su x"), ("round_the_clock", "Mo 9-17; Su 0-24")],
)
@pytest.mark.parametrize(
    "value",
    [
        "Mo 09:00-17:00; Su 00:00-00:00",
        [_spec("Mo", "09:00", "17:00"), _spec("Su", "00:00", "00:00")],
        {"mon": _NINE_TO_FIVE, "sun": {"open": "00:00", "close": "00:00"}},
    ],
)
def test_midnight_to_midnight_follows_the_rule_of_the_site(value: object, rule: str, expected: str) -> None:
    """00:00-00:00 is closed at one chain and round the clock at another, so only the profile can tell."""
    assert week(expected) == parse_hours(value, midnight=rule).days


def test_an_unknown_midnight_rule_is_an_error_of_the_caller() -> None:
    """The message lists what is allowed."""
    with pytest.raises(ValueError, match="expected one of unknown, closed, round_the_clock"):
        parse_hours("9-17", midnight="open")


def test_the_flags_need_all_seven_days() -> None:
    """Six closed days are not closed, six round-the-clock days not round the clock."""
    assert parse_hours("Mo-Su closed").closed
    assert not parse_hours("Mo-Sa closed").closed
    assert parse_hours("Mo-Su 00:00-24:00").round_the_clock
    assert not parse_hours("Mo-Sa 00:00-24:00").round_the_clock
