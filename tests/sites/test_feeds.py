"""A look at a feed tells whether it is another than last time, however untidy it is, and never reaches out."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.sites.pages import Page
from directory_crawler.sites.profile import load_profile
from directory_crawler.sites.readings import FeedLook, NotAListing
from directory_crawler.sites.site import open_site

SITE = open_site(load_profile("demo-board"))
RSS = '<rss version="2.0"><channel><title>Jobs</title>{}</channel></rss>'
ITEM = "<item><title>{0}</title><guid>{0}</guid><link>http://b.example/job/{0}?utm={1}</link><pubDate>{2}</pubDate></item>"


def page(text: str | bytes, status: int = 200, **headers: str) -> Page:
    body = text if isinstance(text, bytes) else text.encode()
    return Page("http://b.example/feeds/it.rss", status, headers, body)


def look(*items: tuple[str, str, str]) -> FeedLook:
    return SITE.read_feed(page(RSS.format("".join(ITEM.format(*item) for item in items))))


def test_the_same_items_with_fresh_tokens_in_another_order_are_the_same_feed() -> None:
    first = look(("1", "a", "Mon, 30 Nov 2026 10:00:00 GMT"), ("2", "b", "yesterday"))
    again = look(("2", "c", "yesterday"), ("1", "d", "Mon, 30 Nov 2026 10:00:00 GMT"))

    assert first == again
    assert first.items == 2


@pytest.mark.parametrize(
    "other",
    [
        [("1", "a", "Mon, 30 Nov 2026 10:00:00 GMT"), ("3", "b", "yesterday")],
        [("1", "a", "Mon, 30 Nov 2026 11:00:00 GMT"), ("2", "b", "yesterday")],
        [("1", "a", "Mon, 30 Nov 2026 10:00:00 GMT"), ("2", "b", "")],
        [("1", "a", "Mon, 30 Nov 2026 10:00:00 GMT")],
    ],
)
def test_a_new_item_a_bumped_one_and_one_that_left_make_another_feed(
    other: list[tuple[str, str, str]],
) -> None:
    first = look(("1", "a", "Mon, 30 Nov 2026 10:00:00 GMT"), ("2", "b", "yesterday"))

    assert look(*other).digest != first.digest


def test_links_tell_items_apart_where_there_is_no_id() -> None:
    """Up to the query: what follows it are tokens."""
    item = "<item><link>http://b.example/job/{}?t={}</link></item>"

    first, again, other = (
        SITE.read_feed(page(RSS.format(item.format(*pair)))) for pair in ((1, "x"), (1, "y"), (2, "x"))
    )
    assert first.digest == again.digest != other.digest


def test_atom_is_read_too() -> None:
    entry = '<entry><id>tag:1</id><link rel="alternate" href="http://b.example/job/1"/><updated>{}</updated></entry>'
    atom = '<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title>{}</feed>'

    first, bumped = (
        SITE.read_feed(page(atom.format(entry.format(stamp))))
        for stamp in ("2026-11-30T10:00Z", "2026-11-30T11:00Z")
    )
    assert first.items == 1
    assert first.digest != bumped.digest


def test_encodings_html_entities_and_broken_markup_cost_no_item() -> None:
    text = RSS.format(
        "<item><guid>1</guid><title>Caf\u00e9&nbsp;&copy;</title></item>"
        "<item><guid>2</guid><title>Pots & pans<b></title></item><item><guid>3</guid></item>"
    )
    body = b'<?xml version="1.0" encoding="windows-1252"?>' + text.encode("windows-1252")

    assert SITE.read_feed(page(body)).items == 3


def test_a_feed_that_has_not_changed_since_is_as_it_was() -> None:
    last = FeedLook("d", '"e"', "Mon, 30 Nov 2026 10:00:00 GMT", 7)
    asked = SITE.feed_request("it", last)

    assert asked.headers == {"If-None-Match": '"e"', "If-Modified-Since": "Mon, 30 Nov 2026 10:00:00 GMT"}
    assert SITE.read_feed(page(b"", 304), last) == last
    assert SITE.feed_request("it").headers == {}


@pytest.mark.parametrize(
    ("body", "status"),
    [("<html><body>log in</body></html>", 200), ("", 200), ("{}", 200), ("no", 503), ("", 304)],
)
def test_what_is_no_feed_is_not_taken_for_an_empty_one(body: str, status: int) -> None:
    with pytest.raises(NotAListing):
        SITE.read_feed(page(body, status))


def test_entities_are_not_expanded_and_nothing_outside_is_opened() -> None:
    bomb = '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9)
    )
    text = f'{bomb}<!ENTITY f SYSTEM "file:///etc/passwd">]>' + RSS.format(
        "<item><guid>&j;</guid></item><item><guid>&f;</guid></item><item><guid>1</guid></item>"
    )

    assert SITE.read_feed(page(text)).items <= 3


@given(st.binary(max_size=300))
def test_no_bytes_whatever_break_the_reader(body: bytes) -> None:
    for text in (body, b"<rss>" + body, b"<rss><item><guid>" + body + b"</guid></item></rss>"):
        with suppress(NotAListing):
            SITE.read_feed(page(text))
