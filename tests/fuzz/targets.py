"""What is fuzzed: each parser of what a site sends, with texts to start from and what must hold of any answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timezone

from directory_crawler.core.normal.addresses import normalise_address
from directory_crawler.core.normal.cells import safe_cell
from directory_crawler.core.normal.coordinates import read_point
from directory_crawler.core.normal.folding import LONGEST, fold
from directory_crawler.core.normal.hours import parse_hours
from directory_crawler.core.normal.hours.languages import LEXICONS
from directory_crawler.core.normal.names import name_tokens
from directory_crawler.core.normal.phones import read_phones
from directory_crawler.core.normal.text import clean_value
from directory_crawler.core.normal.vacancy_link import apply_link
from directory_crawler.core.normal.vacancy_stamps import parse_stamp
from directory_crawler.core.normal.vacancy_text import description_text
from directory_crawler.core.normal.web import parse_email, parse_website
from directory_crawler.core.proxies.entries import ProxyListError, parse_proxies
from directory_crawler.sites.pages import Page
from directory_crawler.sites.profile import ProfileError, load_profile, parse_profile
from directory_crawler.sites.readings import NotAListing
from directory_crawler.sites.site import open_site

URL = "https://site.example/page"
DIRECTORY = open_site(load_profile("demo-directory"))
MARKUP = open_site(load_profile("demo-directory-html"))
BOARD = open_site(load_profile("demo-board"))


@dataclass(frozen=True)
class Target:
    """A parser: texts that it is fed variations of, and a call that asserts what must hold of the answer."""

    seeds: tuple[str, ...]
    call: Callable[[str], None]


def closing_words() -> frozenset[str]:
    """Every word with which one of the languages says that a place is not open."""
    found = {"off", "none", "null", "no", "false", "-", "x"}
    for lexicon in LEXICONS.values():
        for field in ("closed", "rest_days", "except_", "only", "until"):
            found.update(fold(word).strip() for word in getattr(lexicon, field).split("|"))
    return frozenset(word for word in found if word)


CLOSING = closing_words()


def hours(text: str) -> None:
    """A day is called closed only where something says so."""
    for value in (text, {"text": text}, [text]):
        read = parse_hours(value, languages=("en", "de"))
        if any(day == () for day in read.days or ()):
            # Folding reads no more than a line; opening hours are read further.
            said = [fold(text[at : at + LONGEST]) for at in range(0, len(text), LONGEST // 2)]
            closing = any(word in part for word in CLOSING for part in said)
            assert closing or any(sign in text for sign in "[]{}"), text


def phones(text: str) -> None:
    for country in ("GB", "RU", "US"):
        for phone in read_phones(text, country).phones:
            assert phone.number.startswith("+") or phone.kind == "short", phone


def json_ld(text: str) -> None:
    page = Page(
        URL,
        body=f'<html><script type="application/ld+json">{text}</script></html>'.encode(
            "utf-8", "surrogatepass"
        ),
    )
    DIRECTORY.read_card("1", page)


def card(text: str) -> None:
    for site in (DIRECTORY, MARKUP):
        page = Page(URL, body=text.encode("utf-8", "surrogatepass"))
        reading = site.read_card("1", page)
        if reading.verdict == "live":
            site.assemble("1", page, None, None)


def listing(text: str) -> None:
    body = text.encode("utf-8", "surrogatepass")
    for site in (DIRECTORY, MARKUP, BOARD):
        for number in (1, 2):
            with suppress(NotAListing):
                site.read_listing(Page(URL, body=body), number)


def tree(text: str) -> None:
    with suppress(NotAListing):
        DIRECTORY.read_rubrics(Page(URL, body=text.encode("utf-8", "surrogatepass")))


def posting(text: str) -> None:
    page = Page(f"{BOARD.base_url}/api/job/7", body=text.encode("utf-8", "surrogatepass"))
    reading = BOARD.read_posting("7", page)
    assert (
        reading.verdict != "closed"
        or '"closed"' in text
        or "no longer" in text.casefold()
        or "filled" in text
    )
    BOARD.read_posting_fields(None, page)


def feed(text: str) -> None:
    with suppress(NotAListing):
        BOARD.read_feed(Page(URL, body=text.encode("utf-8", "surrogatepass")))


def sitemap(text: str) -> None:
    with suppress(NotAListing):
        MARKUP.read_sitemap(Page(URL, body=text.encode("utf-8", "surrogatepass")))


def profile(text: str) -> None:
    with suppress(ProfileError):
        parse_profile(text.encode("utf-8", "replace").decode(), "fuzzed.toml")


def proxies(text: str) -> None:
    """No login is in what is printed of an entry."""
    with suppress(ProxyListError):
        for entry in parse_proxies(text):
            assert not entry.password or len(entry.password) < 8 or entry.password not in repr(entry)


def words(text: str) -> None:
    """The small ones: none raises, none answers with something of another kind."""
    cleaned, _ = clean_value(text)
    assert isinstance(cleaned, str | None)
    assert "\0" not in (cleaned or "")
    name_tokens(text, ("en", "de"))
    safe_cell(text)
    read_point(text, text)
    stamp = parse_stamp(text, timezone.utc)
    assert stamp is None or stamp.tzinfo is not None


def web(text: str) -> None:
    website = parse_website(text)
    assert website is None or website.url.startswith(("http://", "https://"))
    link = apply_link(text, ("job",))
    assert link is None or not link.casefold().startswith(("javascript:", "file:", "data:"))
    email = parse_email(text)
    assert email is None or "@" in email


def address(text: str) -> None:
    for country, languages in (("GB", ("en",)), ("DE", ("de",)), ("RU", ("ru",))):
        normalise_address({"street": text[:60]}, text, languages, country)


def description(text: str) -> None:
    told = description_text(text)
    assert told is None or told.strip() == told


_LISTED = json.dumps({"found": 3, "items": [{"id": "1", "name": "A"}, {"id": 2, "name": "B"}]})
_HTML = (
    '<html><body><h1>Name</h1><a href="tel:+442079460000">020</a><div itemscope itemtype="https://schema.org/Hotel">'
    '<span itemprop="name">N</span><div itemprop="address" itemscope><i itemprop="postalCode">N1</i></div></div>'
    '<p vocab="https://schema.org/" typeof="Store"><b property="name">S</b></p></body></html>'
)
_PROFILE = """
name = "x"
kind = "jobs"
base_url = "http://x.example"
[listing]
url = "/l?p={page}"
page_size = 20
items = "jmespath: items"
id = "jmespath: id"
[posting]
url = "/j/{id}"
[posting.fields]
title = ["jmespath: title", "regex: (a+)"]
"""
TARGETS = {
    "hours": Target(
        (
            "Mon-Fri 9:00-17:30, Sat 10-14, Sun closed",
            "Mo-Fr 09:00-12:00,13:00-18:00; PH off",
            "пн-пт 9.00-18.00, перерыв 13-14, сб-вс выходной",
            "Montag bis Freitag 8 - 12 Uhr und 14 - 18 Uhr, Samstag geschlossen",
            '{"monday": [{"from": "09:00", "to": "17:00"}], "sunday": []}',
            "24/7; lunch 12:30-1:30 pm except Tue",
        ),
        hours,
    ),
    "phones": Target(
        ("+44 20 7946 0000 ext. 12", "8 (812) 555-01-02, доб. 3", "020 7946 0000 / 0001", "1-800-FLOWERS"),
        phones,
    ),
    "json_ld": Target(
        (
            '{"@context": "https://schema.org", "@type": "Store", "name": "A", "telephone": "+44 20 7946 0000"}',
            '<!-- {"@graph": [{"@id": "#a", "@type": ["Hotel"], "address": {"@id": "#a"}},]} -->',
        ),
        json_ld,
    ),
    "card": Target((_HTML, _LISTED), card),
    "listing": Target(
        (_LISTED, '{"total": 2, "items": [{"id": "7", "posted_at": "2026-01-01"}]}', _HTML), listing
    ),
    "tree": Target((_HTML, '<ul><li><a href="/r/1">One (3)</a></li></ul>'), tree),
    "posting": Target(
        (
            '{"id": "7", "title": "Cook", "status": "open", "notice": "apply soon", "company": {"id": "c"}}',
            _HTML,
        ),
        posting,
    ),
    "feed": Target(
        (
            "<rss><channel><item><guid>1</guid><pubDate>Mon, 30 Nov 2026 10:00:00 GMT</pubDate></item></channel></rss>",
            '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a</id><updated>2026</updated></entry></feed>',
        ),
        feed,
    ),
    "sitemap": Target(
        (
            "<urlset><url><loc>http://127.0.0.1:8000/card/7</loc></url></urlset>",
            "<sitemapindex><loc>/a</loc>",
        ),
        sitemap,
    ),
    "profile": Target(
        (_PROFILE,),
        profile,
    ),
    "proxies": Target(
        ("192.0.2.1:8080:user:pa\\:ss\n[2001:db8::1]:80::\n# no\n\nproxy.example:3128",), proxies
    ),
    "words": Target(
        ("Caf\u00e9 «Zur Post» GmbH & Co. KG", "2026-11-30T10:00:00+01:00", "51.5, -0.12", "=SUM(A1)"), words
    ),
    "web": Target(
        ("https://www.shop.example/path?job=1&utm_source=x#a", "info (at) shop.example", "//x"), web
    ),
    "address": Target(
        ("12-14 High Street, London N1 9GU", "ул. Ленина, д. 5, корп. 2", "Hauptstr. 7a, 10115 Berlin"),
        address,
    ),
    "description": Target(
        ("<p>We need <b>you</b><ul><li>one<li>two</ul><script>x</script>", "plain\n\n- a\n- b"), description
    ),
}
