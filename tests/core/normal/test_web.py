"""Websites identify organisations by their registrable domain; shared hosts do so by path at most; junk never."""

from __future__ import annotations

import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.normal.web import LONGEST_URL, parse_email, parse_website

OWN = [
    ("https://www.acorn-bakery.co.uk/", "https://acorn-bakery.co.uk/", "acorn-bakery.co.uk"),
    ("acorn-bakery.co.uk", "http://acorn-bakery.co.uk/", "acorn-bakery.co.uk"),
    ("HTTP://WWW.Acorn-Bakery.CO.UK", "http://acorn-bakery.co.uk/", "acorn-bakery.co.uk"),
    ("//acorn.de/kontakt/", "http://acorn.de/kontakt", "acorn.de"),
    ("shop.acorn.de", "http://shop.acorn.de/", "acorn.de"),
    ("acorn.de:8080/x", "http://acorn.de:8080/x", "acorn.de"),
    ("https://acorn.de:443/", "https://acorn.de/", "acorn.de"),
    ("https://acorn.de./", "https://acorn.de/", "acorn.de"),
    ("https://acorn.de/?utm_source=dir&id=5&fbclid=x#top", "https://acorn.de/?id=5", "acorn.de"),
    ("https://acorn.de//a///b/", "https://acorn.de/a/b", "acorn.de"),
    ("  <https://acorn.de>, ", "https://acorn.de/", "acorn.de"),
    ("https:\\\\acorn.de\\a", "https://acorn.de/a", "acorn.de"),
    ("ht\ntps://acorn.de", "https://acorn.de/", "acorn.de"),
    ("https://bücher.de/", "https://xn--bcher-kva.de/", "xn--bcher-kva.de"),
    ("https://xn--bcher-kva.de/", "https://xn--bcher-kva.de/", "xn--bcher-kva.de"),
    ("пример.рф", "http://xn--e1afmkfd.xn--p1ai/", "xn--e1afmkfd.xn--p1ai"),
    ("acorn.blogspot.com", "http://acorn.blogspot.com/", "acorn.blogspot.com"),  # a private suffix
    ("https://acorn.myshopify.com/products", "https://acorn.myshopify.com/products", "acorn.myshopify.com"),
    ("https://acorn.github.io/", "https://acorn.github.io/", "acorn.github.io"),
    (
        "https://www.city.kawasaki.jp/",
        "https://city.kawasaki.jp/",
        "city.kawasaki.jp",
    ),  # an exception of the list
    ("https://l.facebook.com/l.php?u=https%3A%2F%2Facorn.de%2F&h=x", "https://acorn.de/", "acorn.de"),
    ("https://vk.com/away.php?to=http://acorn.de", "http://acorn.de/", "acorn.de"),
    ("acorn.example", "http://acorn.example/", "acorn.example"),
    ("www.com", "http://www.com/", "www.com"),
]


@pytest.mark.parametrize(("raw", "url", "domain"), OWN)
def test_a_site_of_its_own_is_told_by_its_domain(raw: str, url: str, domain: str) -> None:
    found = parse_website(raw)
    assert found is not None
    assert (found.url, found.domain, found.key, found.own) == (url, domain, domain, True)


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        ("https://www.facebook.com/AcornBakery/?fbclid=1", "facebook.com/acornbakery"),
        ("https://m.facebook.com/AcornBakery", "facebook.com/acornbakery"),
        ("https://de-de.facebook.com/acornbakery", "facebook.com/acornbakery"),
        ("https://facebook.com/profile.php?id=100", "facebook.com/profile.php?id=100"),
        ("https://facebook.com/", None),
        ("http://ru.linkedin.com/company/acorn", "linkedin.com/company/acorn"),
        ("https://instagram.com/acorn", "instagram.com/acorn"),
        ("https://vk.com/club1", "vk.com/club1"),
        ("t.me/acorn", "t.me/acorn"),
        ("https://linktr.ee/acorn", "linktr.ee/acorn"),
        ("https://www.etsy.com/shop/Acorn", "etsy.com/shop/acorn"),
        ("https://bit.ly/3abc", None),
        ("https://t.co/x", None),
    ],
)
def test_a_page_on_a_shared_host_is_told_by_its_path_or_not_at_all(raw: str, key: str | None) -> None:
    found = parse_website(raw)
    assert found is not None
    assert (found.own, found.key) == (False, key)


@pytest.mark.parametrize(
    "raw",
    ["", " ", "-", "none", "n/a", "acorn", "acorn bakery.de", "localhost", "http://localhost/", "http://127.0.0.1/",
     "http://[::1]/", "http://10.0.0.8/x", "http://3232235777/", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd",
     "mailto:post@acorn.de", "tel:+442079460018", "ftp://acorn.de/", "post@acorn.de", "http://user:pw@acorn.de/",
     "/kontakt", "?a=1", "#top", "index.html", "http://", "https://.", "http://a..de", "http://-.de", "co.uk",
     "http://acorn.de:99999/", "http://[oops/", "http://" + "a" * 300 + ".de", "x" * 10**6,
     "yoursite.com", "1.5", None, 5, ["acorn.de"]],
)  # fmt: skip
def test_what_is_no_web_address_gives_none(raw: object) -> None:
    assert parse_website(raw) is None


@pytest.mark.parametrize(
    ("raw", "email"),
    [
        ("post@acorn.de", "post@acorn.de"),
        ("mailto:Post@Acorn.DE?subject=Hi", "post@acorn.de"),
        ("mailto:post%40acorn.de", "post@acorn.de"),
        ("Acorn <post@acorn.de>", "post@acorn.de"),
        ("post@acorn.de, info@acorn.de", "post@acorn.de"),
        (" (post@acorn.de). ", "post@acorn.de"),
        ("post+dir@bücher.de", "post+dir@xn--bcher-kva.de"),
        ("post@acorn.example", "post@acorn.example"),
    ],
)
def test_a_mail_address_is_found(raw: str, email: str) -> None:
    assert parse_email(raw) == email


@pytest.mark.parametrize(
    "raw",
    ["", "post", "@acorn.de", "post@", "post@acorn", "a@@acorn.de", "a..b@acorn.de", ".a@acorn.de", "post@127.0.0.1",
     "post(at)acorn.de", "post@acorn.png", "name@yourdomain.com", "x" * 65 + "@acorn.de", "a@" * 10**5, None, 5],
)  # fmt: skip
def test_what_is_no_mail_address_gives_none(raw: object) -> None:
    assert parse_email(raw) is None


LIKE_URLS = st.text(alphabet="abcde.:/?#@%[]\\&= -фü\u3002\n", max_size=40)


@given(
    LIKE_URLS
    | LIKE_URLS.map("http://".__add__)
    | LIKE_URLS.map("https://acorn.de/".__add__)
    | st.text(max_size=40)
)
def test_any_text_gives_an_address_that_reads_as_itself_or_none(raw: str) -> None:
    found = parse_website(raw)
    if found is not None:
        assert found.url.startswith(("http://", "https://"))
        assert len(found.url) <= 4 * LONGEST_URL
        assert parse_website(found.url) == found
    address = parse_email(raw)
    assert address is None or parse_email(address) == address


def test_the_suffix_list_is_bundled(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    found = parse_website("https://acorn.org.uk/")
    assert found is not None
    assert found.domain == "acorn.org.uk"
