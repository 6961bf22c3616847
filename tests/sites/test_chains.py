"""Links, chains, and which link answered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.sites.chains import (
    LANGUAGES,
    LinkError,
    Modifiers,
    Sources,
    compile_items,
    compile_link,
    compile_regex,
    evaluate,
)
from directory_crawler.sites.pages import Page

HTML = b"""<html><head><meta name="token" content="t1"></head><body data-x="7">
<h1>Crumb &amp; Sons</h1><p class="phones">1 / 2 / 1</p><address>1 High St<br>London</address>
<a href="tel:+44">call</a><p>Permanently   <b>closed</b></p><script>var lat = "51.5", closed = "sold out";</script>
<script id="state" type="application/json">{"place": {"hours": [{"d": 1}, {"d": 2}], "phone": "9",}}</script>
<script type="application/ld+json">{"@type": "Bakery", "name": "LD", "telephone": ["5", "6"]}</script>
</body></html>"""
CARD = Page("https://directory.example/card/1", body=HTML)
JSON = Page(
    "https://directory.example/api",
    body=b'{"a": {"b": 1, "n": null, "l": [1, 2]}, "items": [{"id": 1}, {"id": 2}]}',
)


def values(text: str, page: Page = CARD, **modifiers: Any) -> list[Any]:
    return compile_link(text, Modifiers(**modifiers)).values(Sources(page=page))


@pytest.mark.parametrize(
    ("link", "page", "found"),
    [
        ("css: h1", CARD, ["Crumb & Sons"]),
        ("css: h1::text", CARD, ["Crumb & Sons"]),
        ("css:h1::text", CARD, ["Crumb & Sons"]),
        (" css : h1 ", CARD, ["Crumb & Sons"]),
        ("css: a[href^='tel:']::attr(href)", CARD, ["tel:+44"]),
        ("css: address", CARD, ["1 High St\nLondon"]),
        ("css: h7", CARD, []),
        ("xpath: //h1", CARD, ["Crumb & Sons"]),
        ("xpath: string(//h1)", CARD, ["Crumb & Sons"]),
        ("xpath: count(//p)", CARD, [2.0]),
        ("xpath: //body/@data-x", CARD, ["7"]),
        (r"xpath: //p[re:test(., '^\d')]", CARD, ["1 / 2 / 1"]),
        ("meta: Token", CARD, ["t1"]),
        (r'regex: lat = "([\d.]+)"', CARD, ["51.5"]),
        (r"regex: tel:\+\d+", CARD, ["tel:+44"]),
        ("text: PERMANENTLY closed", CARD, ["PERMANENTLY closed"]),
        ("text: sold out", CARD, []),
        ("jsonld: name", CARD, ["LD"]),
        ("jsonld: LocalBusiness.telephone", CARD, ["5", "6"]),
        ("microdata: name", CARD, []),
        ("rdfa: name", CARD, []),
        ("jmespath: a", CARD, []),
        ("jmespath: a.b", JSON, [1]),
        ("jmespath: a.n", JSON, []),
        ("jmespath: a.x.y", JSON, []),
        ("jmespath: a.b.c", JSON, []),
        ("jmespath: a.l", JSON, [1, 2]),
        ("jmespath: items[].id", JSON, [1, 2]),
        ("jmespath: length(a.n)", JSON, []),
        ("jmespath: a.b > `0`", JSON, [True]),
        ("listing: name", CARD, []),
        ("contacts: phone", CARD, []),
    ],
)
def test_each_language_reads_its_source(link: str, page: Page, found: list[Any]) -> None:
    """A link gives what stands there, cleaned, and nothing where it does not."""
    assert values(link, page) == found


@pytest.mark.parametrize(
    ("link", "modifiers", "found"),
    [
        ("css: .phones", {"split": "/"}, ["1", "2", "1"]),
        ("css: .phones", {"regex": r"\d"}, ["1", "2", "1"]),
        ("css: .phones", {"regex": r"(\d) /"}, ["1", "2"]),
        ("css: .phones", {"regex": "x"}, []),
        ("css: .phones", {"split": "/", "join": "+"}, ["1+2+1"]),
        ("css: h7", {"join": "+"}, []),
        ("css: h1", {"words": {"CRUMB & sons": "active"}}, ["active"]),
        ("css: h1", {"words": {"other": "active"}}, []),
        ("css: #state::text", {"json": "place.phone"}, ["9"]),
        ("css: #state::text", {"json": "place.hours[].d"}, [1, 2]),
        (
            "css: #state",
            {"json": "@", "regex": r"\{.*\}"},
            [{"place": {"hours": [{"d": 1}, {"d": 2}], "phone": "9"}}],
        ),
        ("css: h1", {"json": "@"}, []),
        ("jsonld: telephone", {"join": ", "}, ["5, 6"]),
    ],
)
def test_modifiers_apply_in_their_order(link: str, modifiers: dict[str, Any], found: list[Any]) -> None:
    """Regex, json, split, map and join each do their part; what is left empty is no answer."""
    assert values(link, **modifiers) == found


def test_a_page_of_json_has_no_markup() -> None:
    """HTML inside a JSON string is not taken for the page."""
    api = Page(
        "https://directory.example/api",
        body=b'{"a": "<h1>x</h1><script type=application/ld+json>{}</script>"}',
    )

    assert values("text: SCRIPT", api) == ["SCRIPT"]
    assert values("css: h1", api) == values("xpath: //h1", api) == values("jsonld: name", api) == []


def test_the_first_link_that_answers_is_named() -> None:
    """A reading says which link of the chain gave the values, and `none` when none did."""
    chain = (compile_link("css: h7"), compile_link("jsonld: name"), compile_link("css: h1", label="css#2"))

    assert evaluate(chain, Sources(page=CARD)).source == "jsonld"
    assert evaluate(chain[::2], Sources(page=CARD)).source == "css#2"
    assert evaluate(chain[:1], Sources(page=CARD)) == evaluate((), Sources())
    assert evaluate((), Sources()).source == "none"


@pytest.mark.parametrize(
    ("link", "body", "found"),
    [
        ("contacts: phones[].number", b'{"phones": [{"number": "1"}, {"number": "2"}]}', ["1", "2"]),
        ("contacts: b", b"<b>3</b>", ["3"]),
        ("contacts: a::attr(href)", b"<a href='tel:4'>x</a>", ["tel:4"]),
        ("contacts: xpath: //b", b"<b>3</b>", ["3"]),
        (r"contacts: regex: \d{3}", b"<b>345</b>", ["345"]),
        ("contacts: css: b", b'{"b": 1}', []),
    ],
)
def test_contacts_are_read_as_what_they_are(link: str, body: bytes, found: list[Any]) -> None:
    """JMESPath for JSON, CSS for HTML, another language by name."""
    contacts = Page("https://directory.example/c", body=body)

    assert compile_link(link).values(Sources(page=CARD, contacts=contacts)) == found


def test_a_listing_line_is_a_source() -> None:
    """What the line gave counts, with `listing` as the source."""
    sources = Sources(page=CARD, line={"name": ["From the line"]})

    assert evaluate((compile_link("listing: name"),), sources).source == "listing"


def test_items_are_read_inside() -> None:
    """A link inside an item sees that item only, be it JSON or an element."""
    items = compile_items("css: p")(Sources(page=CARD)) or []

    assert [compile_link("css: b").values(Sources(item=item)) for item in items] == [[], ["closed"]]
    assert [compile_link("jmespath: id").values(Sources(item=item)) for item in items] == [[], []]
    assert compile_items("jmespath: items")(Sources(page=JSON)) == [{"id": 1}, {"id": 2}]
    assert compile_items("jmespath: a")(Sources(page=JSON)) is None
    assert compile_items("jmespath: nowhere")(Sources(page=JSON)) is None
    assert compile_link("css: b").values(Sources(item={"b": 1})) == []


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("h1::text", "does not say where to read"),
        ("csss: h1", "starts with one of jmespath:"),
        ("css:", "not what"),
        ("css: h1[", "no CSS selector"),
        ("css: h1::nothing", "no CSS selector"),
        ("xpath: //h1[", "no XPath"),
        ("jmespath: a[", "no JMESPath"),
        ("jsonld: a b", "no property path"),
        ("jsonld: LocalBusiness", "without a property"),
        ("regex: (", "no regular expression"),
        ("contacts: !!", "neither JMESPath"),
        ("contacts: xpath: //[", "no XPath"),
    ],
)
def test_a_bad_link_is_refused_with_its_reason(link: str, said: str) -> None:
    """The error says what stands there and what is allowed."""
    with pytest.raises(LinkError, match=said):
        compile_link(link)


@pytest.mark.parametrize(
    "pattern", [r"(a+)+b", r"(a*)*", r"((a|b)+c?)+", r"(?:\s*x*)*y", r"(.*,)*x", r"(a{2,})+"]
)
def test_expressions_that_can_take_forever_are_refused(pattern: str) -> None:
    """A repetition inside a repetition is named as such."""
    with pytest.raises(LinkError, match="repeats a repetition"):
        compile_regex(pattern)


@pytest.mark.parametrize("pattern", ["[[a]", "[a--b]", "[a&&b]"])
def test_an_expression_that_a_later_python_reads_otherwise_is_refused(pattern: str) -> None:
    """Python only warns of it; a profile has to mean one thing."""
    with pytest.raises(LinkError, match="no regular expression"):
        compile_regex(pattern)


@pytest.mark.parametrize(
    "pattern", [r"\d+", r"(\d{3})+", r"(?:ab)*c+", r"lat=([\d.]+)", r"(a|b)+", r"(?<=x)\w+"]
)
def test_ordinary_expressions_are_taken(pattern: str) -> None:
    """Bounded or single repetitions are no danger."""
    assert compile_regex(pattern).pattern == pattern


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@given(expression=st.text(max_size=20))
def test_any_expression_compiles_or_is_refused(language: str, expression: str) -> None:
    """No expression raises anything but `LinkError`, and what compiles can be asked of any page."""
    try:
        link = compile_link(f"{language}: {expression}")
    except LinkError:
        return
    assert isinstance(link.values(Sources(page=CARD, contacts=JSON)), list)
    assert isinstance(link.values(Sources(page=JSON)), list)
