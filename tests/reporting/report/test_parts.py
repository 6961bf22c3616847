"""The rules behind the report: figures in words, pictures in few marks, texts that cannot hurt."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from itertools import pairwise
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from markupsafe import Markup, escape

from directory_crawler import settings
from directory_crawler.postcrawl.signoff import Check, checks
from directory_crawler.reporting.report import charts, words
from directory_crawler.reporting.report.checks import is_share
from directory_crawler.reporting.report.pace import spans
from directory_crawler.reporting.report.scales import (
    LEVELS,
    MOST_SQUARES,
    grid_over,
    levels,
    round_length,
    spread,
    ticks,
)
from directory_crawler.reporting.report.shown import LONGEST_PARAGRAPH, finish, link, shown, told, without
from directory_crawler.reporting.report.sources import MOVED, mix
from directory_crawler.reporting.report.timeline import MOST_COLUMNS, by_time

FOLDERS = ("", "/directory", "/organisations", "/jobs", "/postings")
CHECKS = [check for folder in FOLDERS for check in checks(f"acceptance{folder}")]
degrees = st.floats(-180, 180)


@given(st.floats(1e-6, 1e12), st.integers(1, 10))
def test_marks_of_an_axis_reach_its_top_and_are_few(top: float, most: int) -> None:
    marks = ticks(top, most)

    assert marks[0] == 0
    assert marks[-1] >= top * (1 - 1e-9)
    assert len(marks) <= most + 1
    assert len(marks) < 3 or marks[-2] < top


@given(degrees, st.floats(-90, 90), st.floats(0, 5), st.floats(0, 5))
def test_a_map_holds_its_points_in_few_squares(west: float, south: float, wide: float, high: float) -> None:
    """Whatever the latitude, and also when all points are one."""
    east, north = min(west + wide, 180.0), min(south + high, 90.0)
    grid = grid_over(west, south, east, north)

    assert 1 <= grid.columns <= MOST_SQUARES
    assert 1 <= grid.rows <= MOST_SQUARES
    assert grid.south < south + 1e-9
    assert north < grid.north + 1e-9
    assert grid.side_m > 0


@given(st.lists(st.integers(1, 10_000), min_size=1))
def test_every_count_has_a_level_and_levels_are_few(counts: list[int]) -> None:
    least = levels(counts)

    assert 1 <= len(least) <= LEVELS
    assert least == sorted(set(least))
    assert least[0] == min(counts)


@given(st.floats(1e-3, 1e8))
def test_the_bar_of_a_map_is_round_and_no_longer_than_its_room(metres: float) -> None:
    length = round_length(metres)

    assert length <= metres * (1 + 1e-6)
    assert length > metres / 2.6
    assert f"{length:e}"[0] in "125"


@given(st.integers(0, 500), st.integers(1, 9))
def test_the_marks_along_an_axis_are_few(n: int, most: int) -> None:
    places = spread(n, most)

    assert len(places) <= most
    assert places[:1] == ([0] if n else [])


@given(st.floats(0, 1))
def test_a_share_is_never_rounded_to_the_whole_or_to_nothing(share: float) -> None:
    text = words.percent(share)

    assert (text == "100%") == (share == 1)
    assert (text == "0%") == (share == 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (words.number(80118), "80\u202f118"),
        (words.number(None), "–"),
        (words.percent(0.9996), "99.9%"),
        (words.counted(1, "rubric"), "1 rubric"),
        (words.of_all(1, 24, "district"), "1 of 24 districts is"),
        (words.of_all(3, 24, "district"), "3 of 24 districts are"),
        (words.rest(0, "row"), ""),
        (words.rest(2, "row", "there"), "and 2 more rows: there"),
        (words.points(0.117), "+11.7"),
        (words.duration(59.6), "60\u202fs"),
        (words.duration(3 * 3600 + 240), "3\u202fh 04\u202fmin"),
        (words.size(2.5e9), "2.5\u202fGB"),
        (words.listed(["a", "b", "c"]), "a, b and c"),
    ],
)
def test_figures_in_words(text: str, said: str) -> None:
    assert text == said


@given(st.text(max_size=2000))
def test_what_is_shown_is_one_line_that_hides_and_reverses_nothing(text: str) -> None:
    line = shown(text)

    assert len(line) <= 300
    assert not set(line) & set("\n\r\x00\x1b\u202e\u2066\u2028")


@given(st.text(alphabet=st.sampled_from("ab1 \u202f\u202e\n<\x00"), max_size=5000))
def test_paragraphs_of_ours_keep_the_spaces_within_numbers(text: str) -> None:
    """At which no line is broken; nothing else that cannot be seen gets through, and no more than a paragraph."""
    found = str(finish(text))

    assert len(found) <= LONGEST_PARAGRAPH
    assert not set(found) & set("\u202e\n\x00")
    assert finish(f"of {words.number(80118)} rows") == "of 80\u202f118 rows"


def test_a_text_of_megabytes_is_cut_and_says_so() -> None:
    assert shown("x" * 5_000_000).endswith("…")
    assert len(told(["y" * 1_000_000] * 1000)) <= 300
    assert len(told({"a": [{"b": "z" * 1_000_000}]})) <= 300


def test_only_markup_of_ours_passes_as_it_is() -> None:
    assert finish("<b>\u202ea</b>") == "<b>a</b>"
    assert escape(finish("<b>")) == "&lt;b&gt;"
    assert finish(Markup("<b>")) == Markup("<b>")


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        " javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,<script>",
        "file:///etc/passwd",
        "//evil.example",
        "http://[::1",
        "https://a.example/\u202egpj.exe",
        "https://a.example/\n",
        "https://" + "a" * 5000,
        "",
        None,
    ],
)
def test_only_an_address_of_the_web_becomes_a_link(address: str | None) -> None:
    assert "<a" not in link(address)


def test_a_link_tells_nobody_where_it_was_found() -> None:
    found = link('https://a.example/?q="><script>')

    assert 'rel="nofollow noopener noreferrer"' in found
    assert "<script>" not in found


def test_rows_of_those_who_asked_to_be_left_out_are_not_shown() -> None:
    sample = [{"id": "1"}, {"ids": ["2", "3"]}, "4", {"n": 1, "name": "Left Out"}, {"id": "5"}]

    assert without(sample, frozenset({"2", "4", "Left Out"})) == [{"id": "1"}, {"id": "5"}]


def minute(n: int, served: int, refused: int = 0, rate: float | None = None) -> dict[str, object]:
    start = datetime(2026, 11, 30, 23, 50, tzinfo=timezone.utc)
    return {"minute": start + timedelta(minutes=n), "served": served, "refused": refused, "rate": rate}


@given(
    st.dictionaries(st.integers(0, 500), st.tuples(st.integers(0, 99), st.integers(0, 99)), min_size=1),
    st.integers(1, 20),
)
def test_minutes_put_together_lose_no_answer(of: dict[int, tuple[int, int]], length: int) -> None:
    found = spans([minute(n, *of[n]) for n in sorted(of)], length)

    assert sum(span.served for span in found) == sum(served for served, _ in of.values())
    assert sum(span.refused for span in found) == sum(refused for _, refused in of.values())
    assert {later.start - one.start for one, later in pairwise(found)} <= {timedelta(minutes=length)}


def test_a_minute_without_answers_has_the_ceiling_of_the_one_before() -> None:
    found = spans([minute(0, 9, rate=30.0), minute(2, 9, rate=15.0), minute(3, 9, rate=20.0)], 1)

    assert [span.served for span in found] == [9, 0, 9, 9]
    assert [span.ceiling for span in found] == [30.0, 30.0, 15.0, 20.0]
    assert [span.ceiling for span in spans([minute(0, 1, rate=30.0), minute(1, 1, rate=15.0)], 2)] == [15.0]


@given(
    st.lists(
        st.tuples(st.integers(0, 900), st.integers(0, 900), st.integers(0, 50), st.integers(0, 50)),
        min_size=1,
    )
)
def test_windows_over_days_lose_no_posting(of: list[tuple[int, int, int, int]]) -> None:
    start = date(2024, 2, 1)
    windows = [
        {
            "first": start + timedelta(days=first),
            "last": start + timedelta(days=first + length),
            "promised": reached + missing,
            "reached": reached,
        }
        for first, length, reached, missing in of
    ]
    _, found = by_time(windows)

    assert len(found) <= MOST_COLUMNS
    assert isclose(sum(span.reached for span in found), sum(reached for *_, reached, _ in of), abs_tol=1e-6)
    assert all(span.promised >= span.reached - 1e-6 for span in found)


def test_the_mix_of_sources_moves_only_beyond_chance() -> None:
    """Of 2 000 records 15 points are a change of the site, of 20 they are luck."""
    many = mix({"a": {1: 1900, 2: 1600}, "b": {1: 100, 2: 400}}, [1, 2], 2)
    few = mix({"a": {1: 19, 2: 16}, "b": {1: 1, 2: 4}}, [1, 2], 2)

    assert [(of.source, round(of.moved, 2)) for of in many] == [("a", -0.15), ("b", 0.15)]
    assert all(of.moved_beyond_chance > MOVED for of in many)
    assert [of.moved_beyond_chance for of in few] == [0, 0]
    assert [of.usual for of in mix({"a": {2: 5}}, [1, 2], 2)] == [None]
    assert mix({"a": {1: 5}}, [1, 2], 2) == []


def test_pictures_are_whole_and_say_what_they_show() -> None:
    """XML as it stands, names escaped, a title and a description that the picture is labelled by."""
    series = [charts.Series("a", "reached", [1.0, 0.0, 3.0]), charts.Series("b", "missing", [0.0, 2.0, 0.5])]
    hostile = '<script>alert("1")</script>'
    found = charts.columns(
        "x", hostile, hostile, [hostile, "b", "c"], series, charts.Series("c", "ceiling", [4.0] * 3)
    )
    maps = charts.squares("m", "t", "d", grid_over(0, 51, 0.1, 51.1), [(1, 2, 3), (4, 5, 600)])

    for picture in (found, maps):
        tree = etree.fromstring(picture)
        ids = {element.get("id") for element in tree.iter() if element.get("id")}
        assert set(tree.get("aria-labelledby").split()) == ids
        assert not [element for element in tree.iter() if "script" in str(element.tag)]


def test_a_bar_never_leaves_its_room() -> None:
    tree = etree.fromstring(charts.bar(("reached", 0.9), ("missing", 0.4), ("second", -1.0)))
    rects = tree.findall("rect")[1:]

    assert [float(rect.get("width")) for rect in rects] == [90.0, 10.0]
    assert charts.spark([1]) == ""
    assert "nan" not in charts.spark([5, 5, 5])


@pytest.mark.parametrize("check", CHECKS, ids=[check.name for check in CHECKS])
def test_a_check_that_measures_a_share_is_told_in_hundredths(check: Check) -> None:
    """By the words of its meaning, against the default of its bound."""
    bound = float(getattr(settings, check.setting))

    assert bound <= 1 or not is_share(check.meaning)
    assert is_share(check.meaning) or bound > 1 or bound == 0
