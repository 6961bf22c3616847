"""The search, the sitemaps, and subclasses of a site."""

from __future__ import annotations

import gzip

import pytest

from directory_crawler.sites.pages import Page, PageRequest, Rendered
from directory_crawler.sites.profile import ProfileError
from directory_crawler.sites.site import NotAListing, Site
from tests.sites.profiles import page, site

SEARCH = {"search": {"url": "/search?q={q}", "ids": ["jmespath: hits[].id", "css: a::attr(href)"]}}
SITEMAP = {"sitemap": {"urls": ["/sitemap.xml"]}}


class Upper(Site):
    """A site whose ids are written in capitals."""

    def card_request(self, record_id: str, line_fields: object = None) -> PageRequest:
        return PageRequest(f"{self.base_url}/CARD/{record_id.upper()}")


class NoSite:
    """Not a site at all."""


def test_a_search_is_asked_and_its_hits_are_ids() -> None:
    """Hits are ids or links to cards, each once; no search is no request."""
    request = site(SEARCH).search_request("Müller & Söhne")

    assert request is not None
    assert request.url == "https://directory.example/search?q=M%C3%BCller%20%26%20S%C3%B6hne"
    assert site().search_request("x") is None
    assert site(SEARCH).read_search(page('{"hits": [{"id": 1}, {"id": 2}, {"id": 1}, {}]}')) == ["1", "2"]
    assert site(SEARCH).read_search(page("<a href=/card/5?x=1>a</a><a href=/about/us/x>b</a>")) == ["5"]
    assert site(SEARCH).read_search(page('{"hits": []}')) == []
    with pytest.raises(NotAListing, match="status 500"):
        site(SEARCH).read_search(page("", 500))


def test_sitemaps_name_cards_and_further_sitemaps() -> None:
    """Indexes lead on within the site, other pages are no cards, packed files are unpacked."""
    reader = site(SITEMAP)
    urls = """<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <url><loc> https://directory.example/card/1?a=1&amp;b=2 </loc></url><url><loc><![CDATA[/card/2]]></loc></url>
        <url><loc>https://evil.example/card/3</loc></url><url><loc>https://directory.example/about</loc></url></urlset>"""
    index = """<sitemapindex><sitemap><loc>https://directory.example/s1.xml.gz</loc></sitemap>
        <sitemap><loc>http://127.0.0.1/s2.xml</loc></sitemap></sitemapindex>"""

    assert [request.url for request in reader.sitemap_requests()] == ["https://directory.example/sitemap.xml"]
    assert reader.read_sitemap(page(urls)) == (["1", "2"], [])
    assert reader.read_sitemap(page(gzip.compress(urls.encode()))) == (["1", "2"], [])
    assert [request.url for request in reader.read_sitemap(page(index))[1]] == [
        "https://directory.example/s1.xml.gz"
    ]
    assert reader.read_sitemap(page(b"\x1f\x8bbroken")) == ([], [])
    assert reader.read_sitemap(page(gzip.compress(urls.encode())[:40])) == ([], [])
    assert site().sitemap_requests() == []


def test_a_profile_may_name_a_class_that_overrides_a_step() -> None:
    """One step is the subclass's, the others are the profile's."""
    reader = site({"class": f"{__name__}:Upper"})

    assert reader.card_request("ab").url == "https://directory.example/CARD/AB"
    assert (
        reader.listing_request({"rubric": "r1"}, 2).url == "https://directory.example/list?rubric=r1&page=2"
    )


@pytest.mark.parametrize(
    "name", ["no_such_module:Upper", f"{__name__}:Missing", f"{__name__}:NoSite", f"{__name__}:SEARCH"]
)
def test_a_class_that_is_none_is_an_error_of_the_profile(name: str) -> None:
    """The error names the key and what was found."""
    with pytest.raises(ProfileError, match=r"class: .*(cannot be imported|no subclass)"):
        site({"class": name})


@pytest.mark.parametrize(
    ("rendered", "expected"),
    [
        (False, None),
        (True, Rendered()),
        ({"wait_for": "h1", "response": "/api/contacts/"}, Rendered("h1", "/api/contacts/")),
    ],
)
def test_a_surface_may_need_a_browser(rendered: object, expected: Rendered | None) -> None:
    """The request says so, with what to wait for."""
    assert site({"card.rendered": rendered}).card_request("1").rendered == expected


def test_a_wall_is_told_by_the_profiles_marks() -> None:
    """A page with a mark is a wall on any surface."""
    reader = site({"wall": ["css: #captcha", "text: slow down"]})

    assert reader.is_wall(page("<p>Please SLOW down"))
    assert not reader.is_wall(page("<p>Please"))
    assert not site().is_wall(Page("https://directory.example/"))
