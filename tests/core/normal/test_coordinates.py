"""Points are read where they can be, else refused with a reason; their precision is never overstated."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.normal.coordinates import (
    BUILDING_HOLDS,
    NoPoint,
    Point,
    crowded_points,
    parse_point,
    precision,
    read_point,
    rounded_point,
)


@pytest.mark.parametrize(
    ("latitude", "longitude", "point"),
    [
        (53.80012, -1.54901, Point(53.80012, -1.54901, 5)),
        ("53.80012", "-1.54901", Point(53.80012, -1.54901, 5)),
        ("53,80012", "-1,5490", Point(53.80012, -1.549, 5)),
        (" +53.8001 ", "−1.5490", Point(53.8001, -1.549, 4)),
        (53, -1, Point(53.0, -1.0, 0)),
        ("53.8000", "-1.5400", Point(53.8, -1.54, 2)),
        ("53°48'00\"N", "1°32'56\"W", Point(53.8, -1.5488888888888888, 5)),
        ("53° 48.5' N", "1° 33' W", Point(53.80833333333333, -1.55, 3)),
        (139.6917, 35.6895, Point(35.6895, 139.6917, 4)),  # exchanged, and provably so
        ("-122.4194", "37.7749", Point(37.7749, -122.4194, 4)),
        (0.0, 51.5, Point(0.0, 51.5, 1)),
        (-90, 180, Point(-90.0, 180.0, 0)),
    ],
)
def test_two_values_give_a_point(latitude: object, longitude: object, point: Point) -> None:
    found = parse_point(latitude, longitude)
    assert found is not None
    assert found.latitude == pytest.approx(point.latitude)
    assert found.longitude == pytest.approx(point.longitude)
    assert found.decimals == point.decimals


@pytest.mark.parametrize(
    ("latitude", "longitude", "reason"),
    [
        (None, 1.5, "missing"),
        ("", "", "missing"),
        (0, 0, "zero"),
        ("0.0", "0.000001", "zero"),
        (91, 181, "out of range"),
        (95, 95, "out of range"),
        (200, 50, "out of range"),
        (10**400, 5, "out of range"),
        (1e300, 5, "out of range"),
        (math.inf, 5, "out of range"),
        (math.nan, 5, "not a number"),
        ("north", "5", "not a number"),
        (True, 5, "not a number"),
        (["53.8"], 5, "not a number"),
        ("9" * 10**6, 5, "not a number"),
        ("53.8.1", "5", "not a number"),
    ],
)
def test_what_is_no_point_says_why(latitude: object, longitude: object, reason: str) -> None:
    assert read_point(latitude, longitude) == NoPoint(reason)


@pytest.mark.parametrize(
    ("decimals", "stated", "expected"),
    [
        (6, None, "exact"),
        (4, "ROOFTOP", "exact"),
        (3, None, "street"),
        (3, "exact", "street"),
        (2, None, "city"),
        (0, None, "city"),
        (6, "street", "street"),
        (6, "APPROXIMATE", "city"),
        (2, "street", "city"),
    ],
)
def test_precision_is_the_coarsest_that_anything_says(
    decimals: int, stated: str | None, expected: str
) -> None:
    assert precision(Point(53.8, -1.5, decimals), (), stated) == expected


def test_a_default_point_of_the_profile_stands_for_the_city() -> None:
    assert precision(Point(53.80001, -1.54999, 6), [(53.8, -1.55)]) == "city"
    assert precision(Point(53.80101, -1.54999, 6), [(53.8, -1.55)]) == "exact"


def test_a_point_that_more_cards_share_than_a_building_holds_is_crowded() -> None:
    centre, tower, home = (53.8, -1.55), (53.81, -1.56), (53.82, -1.57)
    points = [centre] * (BUILDING_HOLDS + 1) + [tower] * BUILDING_HOLDS + [home]
    assert crowded_points(points) == {centre}
    assert crowded_points(points, buildings_hold=1) == {centre, tower}
    assert crowded_points([(53.800001, -1.55)] * 2 + [(53.799999, -1.55)] * 2, buildings_hold=3) == {
        rounded_point(53.8, -1.55)
    }


@given(
    st.one_of(st.none(), st.integers(), st.floats(), st.text(max_size=12)), st.floats() | st.text(max_size=12)
)
def test_any_values_give_a_point_on_earth_or_a_reason(latitude: object, longitude: object) -> None:
    found = read_point(latitude, longitude)
    if isinstance(found, Point):
        assert -90 <= found.latitude <= 90
        assert -180 <= found.longitude <= 180
        again = read_point(found.latitude, found.longitude)
        assert isinstance(again, Point)
        assert (again.latitude, again.longitude) == (found.latitude, found.longitude)


@given(st.floats(-90, 90), st.floats(-180, 180))
def test_a_point_is_found_under_its_rounded_name(latitude: float, longitude: float) -> None:
    assert rounded_point(latitude, longitude) in crowded_points([(latitude, longitude)], buildings_hold=0)
