"""Cards: what they say of themselves, their contacts, and the record made of both."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.sites.pages import Page
from directory_crawler.sites.readings import Line
from directory_crawler.sites.site import CardReading
from tests.sites.profiles import page, site

URL = "https://directory.example/card/12"
CHANGES: dict[str, Any] = {
    "listing.fields": {"name": "jmespath: name", "rating": "jmespath: rating"},
    "card.fields": {
        "name": ["jsonld: LocalBusiness.name", "css: h1"],
        "phones": ["contacts: phones[].number", "css: a.phone::attr(href)", "css: .phone2"],
        "email": "contacts: email",
        "status": "css: .status",
    },
    "card.closed": ["text: permanently closed", "text: endgültig geschlossen"],
    "card.missing": "text: no such card",
    "card.status_words": {
        "Open": "active",
        "Shut for good": "permanently_closed",
        "Holidays": "temporarily_closed",
    },
    "card.tokens": {"token": "meta: contacts-token"},
    "card.contacts_hint": "css: main::attr(data-contacts)",
    "card.branches": "css: a.branch::attr(href)",
    "contacts": {
        "url": "/api/contacts/{id}",
        "headers": {"X-Token": "{token}", "X-Requested-With": "XMLHttpRequest"},
    },
}
CARD = """<meta name=contacts-token content=t1><main data-contacts=yes><h1>Crumb</h1><p class=status>Open</p>
<a class=phone href="tel:1">call</a><a class=branch href="/card/13?from=12">x</a><a class=branch href=/card/12>self</a>
<a class=branch href=https://evil.example/y>y</a></main>"""


def test_a_card_is_asked_for_by_its_id() -> None:
    """Ids are encoded; the base may be replaced."""
    assert site().card_request("a/b c").url == "https://directory.example/card/a%2Fb%20c"
    assert site(base_url="http://127.0.0.1:8000/").card_request("1", {}).url == "http://127.0.0.1:8000/card/1"


def test_a_live_card_gives_token_hint_and_branches() -> None:
    """What the next steps need is on the reading; the card itself and other hosts are no branches."""
    reading = site(CHANGES).read_card("12", page(CARD, url=URL))

    assert reading == CardReading("live", {"token": "t1"}, True, ("13",))
    assert "t1" not in repr(reading)


@pytest.mark.parametrize(
    ("body", "status", "url", "verdict", "wall"),
    [
        (CARD, 200, URL, "live", False),
        (CARD, 200, URL + "-crumb-bakery", "live", False),
        (CARD, 200, "https://directory.example/crumb-bakery", "live", False),
        ("", 410, URL, "gone", False),
        (CARD, 410, URL, "gone", False),
        (CARD, 404, URL, "unknown", False),
        (CARD, 503, URL, "unknown", False),
        (CARD, 403, URL, "unknown", False),
        ("", 200, URL, "unknown", False),
        ("<h2>Welcome</h2>", 200, URL, "unknown", False),
        ("<h2>Please sign in</h2>", 200, URL, "unknown", True),
        ("<div id=captcha><h1>Robot?</h1></div>", 200, URL, "unknown", True),
        ("<h1>Oops</h1><p>There is no such card</p>", 200, URL, "unknown", False),
        (CARD, 200, "https://directory.example/", "unknown", False),
        (CARD, 200, "https://directory.example/card", "unknown", False),
        (CARD, 200, "https://directory.example/card/13", "unknown", False),
        (CARD, 200, "https://directory.example/card/123", "unknown", False),
        (CARD + "<p>Permanently <b>closed</b>", 200, URL, "closed", False),
        (CARD + "<p>Endgültig geschlossen", 200, URL, "closed", False),
        (CARD + "<script>'permanently closed'</script>", 200, URL, "live", False),
        (CARD.replace(">Open<", ">shut FOR good<"), 200, URL, "closed", False),
        (CARD.replace(">Open<", ">Holidays<"), 200, URL, "live", False),
    ],
)
def test_the_verdict_is_what_the_page_proves(
    body: str, status: int, url: str, verdict: str, wall: bool
) -> None:
    """Only 410 is gone, only a mark is closed, only a card of this id is live; all else is unknown."""
    reading = site(CHANGES | {"wall": "css: #captcha"}).read_card("12", page(body, status, url))

    assert (reading.verdict, reading.wall) == (verdict, wall)


@pytest.mark.parametrize(
    ("hint", "expected"),
    [("yes", True), ("no", False), ("0", False), ("3", True), ("false", False), ("", None)],
)
def test_a_hint_says_whether_contacts_exist(hint: str, expected: bool | None) -> None:
    """Words and numbers are understood; nothing said is unknown, and unknown is asked."""
    reader = site(CHANGES)
    reading = reader.read_card("12", page(CARD.replace("=yes", f'="{hint}"'), url=URL))

    assert reading.contacts_expected is expected
    assert (reader.contacts_request("12", reading) is None) is (expected is False)


def test_the_contacts_call_carries_the_token() -> None:
    """Headers are filled from the card; a token cannot smuggle in a header of its own."""
    reader = site(CHANGES)
    request = reader.contacts_request("12", CardReading("live", {"token": "t1\r\nX-Evil: 1"}))

    assert request is not None
    assert request.url == "https://directory.example/api/contacts/12"
    assert request.headers == {"X-Token": "t1X-Evil: 1", "X-Requested-With": "XMLHttpRequest"}


@pytest.mark.parametrize(
    "reading",
    [
        CardReading("live"),
        CardReading("gone", {"token": "t1"}),
        CardReading("unknown", {"token": "t1"}),
        CardReading("live", {"token": "t1"}, False),
    ],
)
def test_no_call_is_made_that_cannot_bring_anything(reading: CardReading) -> None:
    """Without a token, a card or a contact there is nothing to ask."""
    assert site(CHANGES).contacts_request("12", reading) is None
    assert site().contacts_request("12", CardReading("live")) is None


def test_a_record_says_which_link_gave_each_field() -> None:
    """Contacts come first where the call answered, the line fills what the card has no chain for."""
    reader = site(CHANGES)
    contacts = Page(URL, body=b'{"phones": [{"number": "1"}, {"number": "2"}], "email": null}')
    line = Line.of("12", {"name": ["From the line"], "rating": [4.5]})
    values, sources = reader.assemble("12", page(CARD, url=URL), contacts, line)

    assert values == {"name": ["Crumb"], "phones": ["1", "2"], "rating": [4.5], "status": ["active"]}
    assert sources == {
        "name": "css",
        "phones": "contacts",
        "email": "none",
        "status": "css",
        "rating": "listing",
    }


@pytest.mark.parametrize(
    "contacts", [None, Page(URL, 403, body=b'{"phones": [{"number": "9"}]}'), Page(URL, body=b"{}")]
)
def test_a_failed_contacts_call_falls_back_and_shows(contacts: Page | None) -> None:
    """The fallback is named as what it is."""
    values, sources = site(CHANGES).assemble("12", page(CARD, url=URL), contacts)

    assert (values["phones"], sources["phones"]) == (["tel:1"], "css")
    values, sources = site(CHANGES).assemble("12", page("<h1>x</h1><p class=phone2>2", url=URL), contacts)
    assert (values["phones"], sources["phones"]) == (["2"], "css#2")


def test_an_unknown_status_word_is_no_status_and_a_mark_is_one() -> None:
    """Words outside the mapping do not get through; a closed mark stands in."""
    unknown, sources = site(CHANGES).assemble("12", page(CARD.replace(">Open<", ">Bananas<"), url=URL))
    closed, marks = site(CHANGES).assemble("12", page("<h1>x</h1><p>Permanently closed", url=URL))

    assert "status" not in unknown
    assert sources["status"] == "none"
    assert (closed["status"], marks["status"]) == (["permanently_closed"], "closed text")


def test_the_three_states_need_no_mapping() -> None:
    """A site that uses our own words is understood."""
    values, _ = site({"card.fields": {"status": "jmespath: state"}}).assemble(
        "1", page('{"state": "Temporarily_Closed"}')
    )

    assert values == {"status": ["temporarily_closed"]}


@given(st.binary(max_size=300), st.sampled_from([200, 204, 301, 404, 410, 500]))
def test_any_page_gets_a_verdict_and_a_record(body: bytes, status: int) -> None:
    """No card raises, whatever it is."""
    reader = site(CHANGES)
    reading = reader.read_card("12", page(body, status, URL))
    values, sources = reader.assemble("12", page(body, status, URL), page(body, status, URL))

    assert reading.verdict in ("live", "closed", "gone", "unknown")
    assert set(sources) == {"name", "phones", "email", "status", "rating"}
    assert all(values.values())
