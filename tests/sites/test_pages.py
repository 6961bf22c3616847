"""Pages: encodings, lazy views, faults."""

from __future__ import annotations

import gc
import math

import pytest
from scrapy.http import HtmlResponse, Response, TextResponse

from directory_crawler.sites import jsonld, pages
from directory_crawler.sites.pages import MAX_BODY, Page, PageRequest

URL = "https://directory.example/card/1"
HTML = "text/html; charset={}".format
RUSSIAN = "Стоматология Улыбка, улица Ленина, дом 5. Часы работы: с понедельника по пятницу"


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        ("Café".encode(), HTML("utf-8"), "Café"),
        ("Café".encode(), "text/html", "Café"),
        ("Café".encode(), HTML("iso-8859-1"), "Café"),
        ("Café".encode(), HTML("no-such-code"), "Café"),
        ("Café €".encode("cp1252"), HTML("iso-8859-1"), "Café €"),
        ("Café".encode("latin-1"), HTML("latin1"), "Café"),
        (RUSSIAN.encode("cp1251"), HTML("windows-1251"), RUSSIAN),
        (
            b"<meta charset=windows-1251>" + RUSSIAN.encode("cp1251"),
            "text/html",
            "<meta charset=windows-1251>" + RUSSIAN,
        ),
        (
            b"<meta charset=windows-1251>" + RUSSIAN.encode("cp1251"),
            HTML("utf-8"),
            "<meta charset=windows-1251>" + RUSSIAN,
        ),
        (RUSSIAN.encode("koi8-r"), HTML("koi8-r"), RUSSIAN),
        ("日本語".encode("shift_jis"), HTML("shift_jis"), "日本語"),
        ("Café".encode("utf-16"), "text/html", "Café"),
        (b"\xef\xbb\xbfCaf\xc3\xa9", HTML("latin1"), "Café"),
        (RUSSIAN.encode() + b" \xff", HTML("utf-8"), RUSSIAN + " \ufffd"),
        (b"a\x00b\x07c\nd", HTML("utf-8"), "abc\nd"),
        (b"", "", ""),
    ],
)
def test_text_is_right_whatever_was_declared(body: bytes, content_type: str, text: str) -> None:
    """Bytes that are UTF-8 are UTF-8; else what is declared and fits; control characters are gone."""
    assert Page(URL, headers={"Content-Type": content_type}, body=body).text == text


def test_an_undeclared_encoding_is_detected() -> None:
    """Bytes that are neither UTF-8 nor declared are still words, as far as detection goes."""
    text = Page(URL, headers={"Content-Type": "text/html"}, body=(RUSSIAN * 20).encode("cp1251")).text

    assert "\ufffd" not in text
    assert len(text) == len(RUSSIAN * 20)


@pytest.mark.parametrize(
    "body", [b"", b"\x00", b"<", b"\xff\xfe", b"<html", b"{", bytes(range(256)), b"<!-- " * 50]
)
def test_every_view_of_any_body_can_be_asked(body: bytes) -> None:
    """No view raises, whatever the bytes."""
    page = Page(URL, body=body)

    assert page.jsonld.main() is None
    assert page.microdata.main() is None
    assert page.rdfa.main() is None
    assert page.json is None
    assert page.meta == {}
    assert isinstance(page.visible_text, str)


@pytest.mark.parametrize(
    ("body", "content_type", "value", "faulty"),
    [
        (b'{"a": 1}', "application/json", {"a": 1}, False),
        (b'\xef\xbb\xbf {"a": 1}', "text/html", {"a": 1}, False),
        (b"[1]", "text/plain", [1], False),
        (b"5", "application/json", 5, False),
        ('{"a": "é"}'.encode("utf-16"), "application/json", {"a": "é"}, False),
        ('{"a": "é"}'.encode("cp1252"), "application/json; charset=cp1252", {"a": "é"}, False),
        (b'{"a": "x\\u0000y\\ud800"}', "application/json", {"a": "xy"}, False),
        (b"<html>", "text/html", None, False),
        (b"<html>", "application/json", None, True),
        (b'{"a": ', "application/json", None, True),
        (b"[" * 100_000, "application/json", None, True),
        (b'{"a": ' + b"9" * 10_000 + b', "b": 1}', "application/json", {"a": math.inf, "b": 1}, False),
    ],
)
def test_json_is_read_or_told_as_a_fault(body: bytes, content_type: str, value: object, faulty: bool) -> None:
    """An answer that claims to be JSON and is none is a fault with a reason; NULs never get through."""
    page = Page(URL, headers={"content-type": content_type}, body=body)

    assert page.json == value
    assert bool(page.faults) is faulty


def test_one_broken_block_does_not_cost_the_others() -> None:
    """The second block and the microdata still count, and the broken one is told."""
    page = Page(
        URL,
        body=b"""<script type="application/ld+json">{no json</script>
        <script type='Application/LD+JSON; charset=utf-8'>{"@type": "Store", "name": "x"}</script>
        <div itemscope itemtype="https://schema.org/Store"><b itemprop="name">y</b></div>""",
    )

    assert page.jsonld.read(None, ("name",)) == ["x"]
    assert page.microdata.read(None, ("name",)) == ["y"]
    assert [fault.split(":")[:2] for fault in page.faults] == [["jsonld", " block 1"]]


def test_each_view_is_made_once_and_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A field from JSON-LD costs neither microdata nor RDFa, and a second field no second parse."""
    calls: list[str] = []
    read_block, read_markup = jsonld.read_block, pages.read_markup
    monkeypatch.setattr(jsonld, "read_block", lambda text: calls.append("jsonld") or read_block(text))
    monkeypatch.setattr(pages, "read_markup", lambda *a: calls.append(a[1].property) or read_markup(*a))
    page = Page(URL, body=b'<script type="application/ld+json">{"@type": "Store", "name": "x"}</script>')

    for _ in range(3):
        assert page.jsonld.read(None, ("name",)) == ["x"]
    assert calls == ["jsonld"]
    for _ in range(3):
        assert page.rdfa.nodes == []
    assert calls == ["jsonld", "property"]


def test_a_page_is_made_of_any_scrapy_response() -> None:
    """Status, URL, headers and bytes come over; a response that is no text is read all the same."""
    response = HtmlResponse(URL, status=404, headers={"Content-Type": "text/html", "X-A": "1"}, body=b"<p>x")
    page = Page.of(response)

    assert (page.url, page.status, page.headers["x-a"]) == (URL, 404, "1")
    assert page.selector.css("p::text").get() == "x"
    assert Page.of(Response(URL, body=b"\x89PNG")).text
    assert Page.of(TextResponse(URL, body=b"{}")).json == {}


def test_a_body_beyond_the_limit_is_cut_and_told() -> None:
    """What is too long is read as far as the limit, with a fault."""
    page = Page(URL, body=b"a" * (MAX_BODY + 1))

    assert len(page.body) == MAX_BODY
    assert page.faults == [f"body: cut at {MAX_BODY} of {MAX_BODY + 1} bytes"]
    del page
    gc.collect()


def test_meta_is_read_by_any_of_its_names() -> None:
    """`name`, `property` and `http-equiv` count, in any case, every occurrence."""
    page = Page(
        URL,
        body=b"""<meta name=Contacts-Token content=t1><meta property="og:title" content=A>
        <meta name="contacts-token" content="t2"><meta name=empty content="">""",
    )

    assert page.meta == {"contacts-token": ["t1", "t2"], "og:title": ["A"]}


def test_a_request_shows_no_secret() -> None:
    """Headers and body stay out of what a log would print."""
    request = PageRequest(URL, "POST", {"Authorization": "hunter2"}, b"password=hunter2")

    assert "hunter2" not in repr(request)


def test_external_entities_and_entity_bombs_stay_text() -> None:
    """XML entities declared by a page are not expanded."""
    body = b"""<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
        <p>&b;&f;</p>"""
    page = Page(URL, body=body)

    assert "aaaa" not in page.selector.css("p::text").get("")
    assert "root:" not in page.selector.css("p::text").get("")
