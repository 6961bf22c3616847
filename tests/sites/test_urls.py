"""Which links may be followed, and which record a link means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.sites.urls import IdPattern, allowed_url, is_loopback

BASE = "https://directory.example"


@pytest.mark.parametrize(
    "url",
    [
        "/card/1",
        "card/1",
        "?page=2",
        "https://directory.example/card/1",
        "http://directory.example/",
        "https://directory.example:443/",
        "https://www.directory.example/",
        "//directory.example/x",
        "HTTPS://DIRECTORY.EXAMPLE/x",
        "https://directory.example./x",
        " /card/1 ",
    ],
)
def test_links_of_the_site_are_followed(url: str) -> None:
    """Relative links and all spellings of the host are the site's own."""
    assert allowed_url(url, BASE)


@pytest.mark.parametrize(
    "url",
    [
        "https://other.example/",
        "//other.example/x",
        "https://directory.example.other.example/",
        "https://directory.example@other.example/",
        "https://user:pw@directory.example/",
        "https://other.example\\@directory.example/",
        "https://directory.example:8443/",
        "javascript:alert(1)",
        "JavaScript://directory.example/%0aalert(1)",
        "file:///etc/passwd",
        "data:text/html,x",
        "mailto:a@directory.example",
        "ftp://directory.example/",
        "http://127.0.0.1/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://[::1]/",
        "http://169.254.169.254/latest/meta-data/",
        "http://localhost/",
        "http://[",
        "http://directory.example:99999/",
        "/a b",
        "/a\x00b",
        "https://directory.example/\nHost: x",
        "/" + "a" * 5000,
    ],
)
def test_links_away_from_the_site_are_refused(url: str) -> None:
    """Other hosts, ports and schemes, private addresses, credentials and unsafe characters are refused."""
    assert not allowed_url(url, BASE)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "10.0.0.1", "192.168.1.1", "localhost", "169.254.169.254", "2130706433"]
)
def test_a_private_address_is_refused_even_where_it_is_named(host: str) -> None:
    """A public site cannot send the crawler into the network it runs in, whatever hosts the profile names."""
    assert not allowed_url(f"http://{host}/", BASE, hosts=[host])
    assert allowed_url(f"http://{host}:81/x", f"http://{host}:81")


def test_hosts_of_the_profile_are_the_sites_own() -> None:
    """An API on another host that the profile names may be asked."""
    assert allowed_url("https://api.directory.example/x", BASE, hosts=["api.directory.example"])
    assert not allowed_url("https://api.directory.example/x", BASE)


@given(st.text())
def test_any_text_gets_an_answer(url: str) -> None:
    """No link, however broken, raises; and what is allowed has the host of the site."""
    assert allowed_url(url, BASE) in (True, False)


@pytest.mark.parametrize(
    ("template", "link", "record_id"),
    [
        ("/card/{id}", "/card/12", "12"),
        ("/card/{id}", "https://directory.example/card/12?utm_source=x&sid=9#top", "12"),
        ("/card/{id}", "/card/12/", "12"),
        ("/card/{id}", "/card/a%20b", "a b"),
        ("/card/{id}", "/card/12/reviews", None),
        ("/card/{id}", "/list/12", None),
        ("/card/{id}.html", "/card/12.html", "12"),
        ("/card/{id}.html", "/card/12xhtml", None),
        ("/card?id={id}", "/card?utm=1&id=12", "12"),
        ("/card?id={id}", "/card?oid=12", None),
        ("/card?type=org&id={id}", "/card?id=12&type=person", None),
        ("/card?type=org&id={id}", "/card?id=12&type=org&x=1", "12"),
        ("https://api.directory.example/v1/{id}", "/v1/12", "12"),
        ("/card/{id}", "http://[", None),
        ("/card/{id}", "/card/" + "9" * 300, None),
    ],
)
def test_a_link_gives_the_id_of_its_card(template: str, link: str, record_id: str | None) -> None:
    """The card's own template is read backwards; tracking parameters do not make another record."""
    assert IdPattern.of(template).id_of(link) == record_id


@given(st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=30))
def test_the_pattern_undoes_the_template(record_id: str) -> None:
    """An id that was written into a link comes out of it."""
    assert IdPattern.of("/card/{id}?view=full").id_of(f"/card/{record_id}?view=full") == record_id


@pytest.mark.parametrize(
    ("url", "is_ours"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://127.9.9.9/", True),
        ("http://[::1]:1/", True),
        ("http://localhost/", True),
        ("http://127.0.0.1.evil.example/", False),
        ("http://127.evil.example/", False),
        ("http://localhost.example/", False),
        ("https://directory.example/", False),
    ],
)
def test_only_an_address_of_this_machine_is_loopback(url: str, *, is_ours: bool) -> None:
    """A name that begins like one may be anybody's."""
    assert is_loopback(url) is is_ours
