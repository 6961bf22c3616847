"""Stamps: what a board with a coarse grain, a local clock or another notation makes of a moment."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.demo.board.stamps import FORMATS, GRAINS, Stamps

# Around the night of 25 October 2026, when the clocks of Europe go back at 01:00 UTC.
NIGHT = int(datetime(2026, 10, 25, tzinfo=timezone.utc).timestamp())
MOMENTS = st.integers(NIGHT - 200 * 86_400, NIGHT + 200 * 86_400)
ZONES = st.sampled_from(("UTC", "Europe/London", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe"))


def utc(text: str) -> int:
    return int(datetime.fromisoformat(text + "+00:00").timestamp())


@pytest.mark.parametrize(
    ("grain", "zone", "naive", "form", "written"),
    [
        ("second", "UTC", False, "iso", "2026-10-25T23:34:56Z"),
        ("minute", "UTC", False, "iso", "2026-10-25T23:34Z"),
        ("5min", "UTC", False, "iso", "2026-10-25T23:30Z"),
        ("day", "UTC", False, "iso", "2026-10-25"),
        ("second", "Europe/Berlin", False, "iso", "2026-10-26T00:34:56+01:00"),
        ("second", "America/St_Johns", False, "iso", "2026-10-25T21:04:56-02:30"),
        ("second", "Europe/Berlin", True, "iso", "2026-10-26T00:34:56"),
        ("day", "Europe/Berlin", False, "iso", "2026-10-26"),
        ("minute", "Europe/Berlin", False, "dmy", "26.10.2026 00:34"),
        ("day", "UTC", False, "dmy", "25.10.2026"),
        ("second", "UTC", False, "epoch", utc("2026-10-25T23:34:56")),
        ("day", "Europe/Berlin", False, "epoch", utc("2026-10-25T23:00:00")),
    ],
)
def test_a_moment_is_written_in_the_grain_zone_and_notation_of_the_board(
    grain: str, zone: str, naive: bool, form: str, written: str | int
) -> None:
    stamps = Stamps(grain, zone, naive=naive, form=form)

    assert stamps.write(stamps.key(utc("2026-10-25T23:34:56"))) == written


@pytest.mark.parametrize(
    ("text", "form", "moment"),
    [
        ("2026-10-25T23:34:56Z", "iso", utc("2026-10-25T23:34:56")),
        ("2026-10-25T23:34:56+02:00", "iso", utc("2026-10-25T21:34:56")),
        ("2026-10-25T23:34", "iso", utc("2026-10-25T23:34:00")),
        ("2026-10-25", "iso", utc("2026-10-25T00:00:00")),
        ("25.10.2026 23:34:56", "dmy", utc("2026-10-25T23:34:56")),
        ("1792971296", "epoch", 1_792_971_296),
    ],
)
def test_parameters_are_read_in_the_notation_of_the_board(text: str, form: str, moment: int) -> None:
    assert Stamps("second", "UTC", naive=False, form=form).read(text) == moment


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("yesterday", "iso"),
        ("2026-13-01", "iso"),
        ("2026-10-25T23:34:56 02:00", "iso"),
        ("1792971296", "dmy"),
        ("2026-10-25", "epoch"),
        ("-5", "epoch"),
        ("9" * 400, "epoch"),
        ("²", "epoch"),
    ],
)
def test_a_parameter_in_another_notation_is_refused(text: str, form: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        Stamps("second", "UTC", naive=False, form=form).read(text)


def test_the_hour_that_comes_twice_is_one_hour_to_a_board_without_offsets() -> None:
    local = Stamps("minute", "Europe/Berlin", naive=True, form="iso")
    summer, winter = utc("2026-10-25T00:30:00"), utc("2026-10-25T01:30:00")

    assert local.key(summer) == local.key(winter) == local.read("2026-10-25T02:30")


def test_the_hour_that_comes_twice_is_two_hours_to_a_board_with_offsets() -> None:
    local = Stamps("minute", "Europe/Berlin", naive=False, form="iso")
    summer, winter = utc("2026-10-25T00:30:00"), utc("2026-10-25T01:30:00")

    assert [local.write(local.key(moment)) for moment in (summer, winter)] == [
        "2026-10-25T02:30+02:00",
        "2026-10-25T02:30+01:00",
    ]


def test_a_local_day_starts_at_local_midnight_also_where_it_has_25_hours() -> None:
    local = Stamps("day", "Europe/Berlin", naive=False, form="iso")
    midnight = utc("2026-10-24T22:00:00")

    assert {local.key(midnight + hour * 3600) for hour in range(25)} == {midnight}
    assert local.key(midnight + 25 * 3600) == midnight + 25 * 3600


@given(MOMENTS, ZONES, st.sampled_from(tuple(GRAINS)), st.sampled_from(FORMATS), st.booleans())
def test_what_a_board_writes_it_reads_back_as_the_same_key(
    moment: int, zone: str, grain: str, form: str, naive: bool
) -> None:
    stamps = Stamps(grain, zone, naive=naive and form != "epoch", form=form)
    key = stamps.key(moment)

    assert stamps.read(str(stamps.write(key))) == key


@given(MOMENTS, MOMENTS, ZONES, st.sampled_from(tuple(GRAINS)))
def test_keys_with_offsets_keep_the_order_of_moments_and_never_lie_after_them(
    one: int, other: int, zone: str, grain: str
) -> None:
    stamps = Stamps(grain, zone, naive=False, form="iso")
    earlier, later = sorted((one, other))

    assert stamps.key(earlier) <= stamps.key(later) <= later
    assert later - stamps.key(later) < GRAINS[grain] + timedelta(hours=1).total_seconds()
