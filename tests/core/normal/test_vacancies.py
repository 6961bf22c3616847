"""A posting's fields, normalised: what a reader could not tell apart is one, and nothing that a site sends is fatal."""

from __future__ import annotations

from datetime import datetime, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.normal.vacancy_digest import role_digest, text_digest
from directory_crawler.core.normal.vacancy_link import apply_link
from directory_crawler.core.normal.vacancy_stamps import parse_stamp
from directory_crawler.core.normal.vacancy_text import description_text

TEXTS = ("title", "company_id", "location", "pay", "apply_url", "source_channel")
maybe = st.none() | st.text(max_size=8)
roles = st.fixed_dictionaries(
    {
        **dict.fromkeys(TEXTS, maybe),
        "remote": st.none() | st.booleans(),
        "employment_types": st.lists(st.text(max_size=4), max_size=3),
    }
)


def meaning(role: dict[str, object]) -> tuple[object, ...]:
    """What a role says: absent and empty are one, lists are sets."""
    kinds = role["employment_types"]
    assert isinstance(kinds, list)
    return (*(role[name] or None for name in TEXTS), role["remote"], frozenset(filter(None, kinds)))


@given(roles, roles)
def test_two_roles_share_a_digest_exactly_when_they_say_the_same(
    one: dict[str, object], other: dict[str, object]
) -> None:
    """Nothing runs together by concatenation, and neither order nor emptiness is an edit."""
    assert (role_digest(**one) == role_digest(**other)) == (meaning(one) == meaning(other))  # type: ignore[arg-type]


def test_neighbouring_fields_do_not_run_together() -> None:
    role = {"company_id": None, "location": None, "remote": None, "employment_types": [], "apply_url": None}

    assert role_digest(title="ab", pay="c", source_channel=None, **role) != role_digest(  # type: ignore[arg-type]
        title="a",
        pay="bc",
        source_channel=None,
        **role,  # type: ignore[arg-type]
    )


def test_no_description_and_an_empty_one_are_the_same() -> None:
    assert text_digest(None) == text_digest("") != text_digest("x")


@pytest.mark.parametrize(
    "source",
    [
        "<p>We build.</p><ul><li>You code</li><li>You test</li></ul>",
        '<div id="j1"><div style="a">We  build.</div><br><ul>\n <li><span>You code</span></li><li>You test</ul></div>',
        "We build.<br>&bull;&nbsp;You code<br>&bull; You test<br>",
        "We build.\n• You code\n* You test",
        "&lt;p&gt;We build.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;You code&lt;/li&gt;&lt;li&gt;You test&lt;/li&gt;&lt;/ul&gt;",
        '<!-- a > b --><p>We build.</p><script>x("<p>");</script><li>You code<li>You test<img src="//px/o.gif">',
    ],
)
def test_markup_around_the_same_words_is_no_edit(source: str) -> None:
    assert description_text(source) == "We build.\n- You code\n- You test"


@pytest.mark.parametrize("source", ["", "  ", "<p></p>", "<script>x</script>", '<img src="//px/o.gif">', "-"])
def test_nothing_to_read_is_no_description(source: str) -> None:
    assert description_text(source) is None


def test_a_less_than_sign_is_text() -> None:
    assert description_text("<p>a < b, 3 <5</p>") == "a < b, 3 <5"


@given(st.text(alphabet="<>/!-abli p&;\n•", max_size=300))
def test_any_text_gives_lines_without_markup(source: str) -> None:
    """Broken markup costs at most itself."""
    text = description_text(source)
    assert text is None or all(line.strip() == line and line for line in text.split("\n"))


@pytest.mark.parametrize("unit", ["<script>", "<!--", "<a ", "</", "<li>", "- ", "&lt;p", "<nav><"])
def test_a_hundred_thousand_openings_are_read(unit: str) -> None:
    """Repeated openings that never close are no reason to give up."""
    description_text(unit * (100_000 // len(unit)))


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("https://a.example/x/?req=1&click=9&job=2", "https://a.example/x?job=2&req=1"),
        ("http://A.example:80/x?job=2&req=1&utm_source=b", "https://a.example/x?job=2&req=1"),
        ("https://a.example/x;jsessionid=AB12?sid=1#top", "https://a.example/x"),
        ("https://a.example/#/job/7?req=1", "https://a.example#/job/7?req=1"),
        ("http://a.example:8080/x", "http://a.example:8080/x"),
        ("mailto:Jobs@a.example?subject=1", "mailto:jobs@a.example"),
        ("javascript:alert(1)", None),
        ("file:///etc/passwd", None),
        ("https://[::1", None),
        ("https://a.example/x y", None),
        ("", None),
    ],
)
def test_apply_links_keep_what_routes(link: str, expected: str | None) -> None:
    assert apply_link(link, {"req", "job"}) == expected


@given(st.text(max_size=60))
def test_no_link_is_fatal_and_a_second_pass_changes_nothing(link: str) -> None:
    once = apply_link(link, {"a"})
    assert once is None or apply_link(once, {"a"}) == once


@pytest.mark.parametrize(
    ("value", "pattern", "expected"),
    [
        ("2026-10-24T06:30:00Z", None, "2026-10-24T06:30:00"),
        ("2026-10-24T06:30:00.123+02:00", None, "2026-10-24T04:30:00"),
        ("2026-07-01T06:30", None, "2026-07-01T05:30:00"),
        ("2026-07-01", None, "2026-06-30T23:00:00"),
        ("01.07.2026 06:30", "%d.%m.%Y %H:%M", "2026-07-01T05:30:00"),
        (1_792_800_000, None, "2026-10-24T00:00:00"),
        (1_792_800_000_000, None, "2026-10-24T00:00:00"),
        ("1792800000", None, "2026-10-24T00:00:00"),
        ("3 days ago", None, None),
        ("2026-13-41", None, None),
        ("0001-01-01T00:00:00Z", None, None),
        (float("inf"), None, None),
        (True, None, None),
        (10**40, None, None),
        (10**400, None, None),
        (-(10**400), None, None),
    ],
)
def test_moments_are_read_in_utc(value: object, pattern: str | None, expected: str | None) -> None:
    stamp = parse_stamp(value, ZoneInfo("Europe/London"), pattern)

    assert stamp == (
        None if expected is None else datetime.fromisoformat(expected).replace(tzinfo=timezone.utc)
    )
