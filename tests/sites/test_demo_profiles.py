"""The bundled profiles against the bundled site: what is read is what the site's own records hold."""

from __future__ import annotations

from collections import Counter
from urllib.parse import parse_qsl, urlsplit

import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import DirectorySite
from directory_crawler.demo.http_server import HttpRequest
from directory_crawler.demo.options import SiteOptions
from directory_crawler.sites.pages import Page, PageRequest
from directory_crawler.sites.profile import load_profile
from directory_crawler.sites.site import NotAListing, Rubric, Site, open_site

BASE = "http://127.0.0.1:8123"
NAMES = ("demo-directory", "demo-directory-html")


@pytest.fixture(scope="module")
def city() -> City:
    return City.at(300, 1, 0)


class Visit:
    """A site by its profile, and the answers of the demo without a network."""

    def __init__(self, city: City, name: str, **options: object) -> None:
        self.site: Site = open_site(load_profile(name), BASE)
        self._demo = DirectorySite(city, SiteOptions(**options))  # type: ignore[arg-type]

    def page(self, request: PageRequest | None) -> Page:
        assert request is not None
        parts = urlsplit(request.url)
        headers = {name.lower(): value for name, value in request.headers.items()}
        answer = self._demo.handle(
            HttpRequest(request.method, parts.path, dict(parse_qsl(parts.query)), headers, b"")
        )
        return Page(request.url, answer.status, {"Content-Type": answer.content_type}, answer.body)

    def rubrics(self) -> list[Rubric]:
        rubrics: list[Rubric] = []
        pages = self.site.rubricator_requests()
        while pages:
            found, more = self.site.read_rubrics(self.page(pages.pop()))
            rubrics += found
            pages += more
        return rubrics


@pytest.mark.parametrize("name", NAMES)
def test_the_tree_and_the_axes_are_the_citys(city: City, name: str) -> None:
    """Every group, rubric and leaf with its parent, and every district."""
    visit = Visit(city, name)
    rubrics = visit.rubrics()
    [request] = visit.site.axis_requests("district")

    assert {r.id for r in rubrics if r.level == 1} == {group.id for group in city.tree.groups}
    assert {(r.id, r.parent_id, r.name) for r in visit.site.planned_rubrics(rubrics)} == {
        (rubric.id, rubric.group_id, rubric.name) for rubric in city.tree.rubrics.values()
    }
    assert {(r.id, r.parent_id) for r in rubrics if r.level == 3} == {
        (leaf, rubric.id) for rubric in city.tree.rubrics.values() for leaf, _ in rubric.leaves
    }
    assert visit.site.read_axis_values("district", visit.page(request)) == list(city.districts)


@pytest.mark.parametrize("name", NAMES)
def test_every_listed_card_is_on_the_pages_of_its_rubric(city: City, name: str) -> None:
    """Counts are the records', pages give them all, facets and echo are those of the query."""
    visit = Visit(city, name, ceiling_rows=0)
    listed = Counter(rubric for card in city.cards.values() if card.listed for rubric in card.rubrics)
    rubric, size = listed.most_common(1)[0]
    ids: set[str] = set()
    for number in range(1, -(-size // 20) + 1):
        filters = {"rubric": rubric}
        listing = visit.site.read_listing(
            visit.page(visit.site.listing_request(filters, number, "asc")), number
        )
        ids.update(line.id for line in listing.lines)
        assert listing.count == size
        assert visit.site.lost_filters(filters, listing) == ()
        assert listing.has_next is (number < -(-size // 20))
        assert sum(listing.facets["letter"].values()) == size

    assert ids == {card.id for card in city.cards.values() if card.listed and rubric in card.rubrics}


def test_both_profiles_read_the_same_lines(city: City) -> None:
    """JSON and HTML give one and the same line and digest."""
    rubric = next(iter(city.tree.rubrics))
    readings = []
    for name in NAMES:
        visit = Visit(city, name)
        listing = visit.site.read_listing(visit.page(visit.site.listing_request({"rubric": rubric}, 1)), 1)
        readings.append([(line.id, line.fields["name"], line.digest) for line in listing.lines])

    assert readings[0]
    assert readings[0] == readings[1]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("past", "outcome"),
    [
        ("wall", "wall"),
        ("error", "refused"),
        ("notfound", "refused"),
        ("empty", 0),
        ("clamp", 20),
        ("first", 20),
    ],
)
def test_what_lies_past_the_ceiling_is_told(city: City, name: str, past: str, outcome: object) -> None:
    """Each way of ending a list is read as what it is."""
    visit = Visit(city, name, ceiling_rows=20, past=past)
    rubric = Counter(r for card in city.cards.values() if card.listed for r in card.rubrics).most_common(1)[
        0
    ][0]
    answer = visit.page(visit.site.listing_request({"rubric": rubric}, 2))
    try:
        found: object = len(visit.site.read_listing(answer, 2).lines)
    except NotAListing as error:
        found = error.kind

    assert found == outcome


def test_cards_give_what_the_records_hold(city: City) -> None:
    """Name, rubrics, district, point, contacts, status and branches of every card, in whatever markup."""
    visit = Visit(city, "demo-directory")
    seen: Counter[str] = Counter()
    for card in city.cards.values():
        page = visit.page(visit.site.card_request(card.id))
        reading = visit.site.read_card(card.id, page)
        if card.gone:
            assert reading.verdict == ("gone" if page.status == 410 else "unknown")
            continue
        assert reading.verdict == ("closed" if card.status == "permanently_closed" else "live")
        request = visit.site.contacts_request(card.id, reading)
        contacts = None if request is None else visit.page(request)
        values, sources = visit.site.assemble(card.id, page, contacts)
        assert values["name"] == [card.name]
        assert values.get("legal_name", [None]) == [card.legal_name or None]
        assert set(card.rubrics) <= set(values["rubrics"])
        assert values.get("district", [""]) == [card.district or ""]
        assert float(values["latitude"][0]) == card.latitude
        assert values["status"] == [card.status]
        assert ("phones" in values) == bool(card.phones)
        assert values.get("website", [None]) == [card.website or None]
        assert values.get("links", []) == list(card.links)
        assert int(values["photo_count"][0]) == card.photos
        assert values.get("house", [""]) == [card.house or ""]
        assert set(reading.branches) <= set(city.cards)
        seen[sources["name"]] += 1

    assert set(seen) == {"jsonld", "microdata", "css"}


def test_search_and_sitemap_name_cards(city: City) -> None:
    """Both ways beside the listings give ids of cards."""
    visit = Visit(city, "demo-directory", sitemap=True)
    card = next(card for card in city.cards.values() if card.phones and not card.gone)
    [request] = visit.site.sitemap_requests()
    ids, more = visit.site.read_sitemap(visit.page(request))

    assert set(ids) == {card.id for card in city.cards.values() if not card.gone}
    assert more == []
    assert set(visit.site.read_search(visit.page(visit.site.search_request(card.name)))) <= set(city.cards)
