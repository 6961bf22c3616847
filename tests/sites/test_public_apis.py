"""Profiles for the listing shapes of public APIs, on small answers made here."""

from __future__ import annotations

import json
from typing import Any

import pytest

from directory_crawler.sites.profile import parse_profile
from directory_crawler.sites.site import NotAListing, Rubric, Site, open_site
from tests.sites.profiles import page

COMPANIES_FR = """
name = "companies-fr"
kind = "directory"
base_url = "https://recherche-entreprises.api.gouv.fr"
country = "FR"
timezone = "Europe/Paris"
languages = ["fr"]
[listing]
url = "/search?page={page}&per_page={size}{&activite_principale,departement,etat_administratif}"
axes = ["activity", "district", "state"]
page_size = 25
ceiling = 10000
count = "jmespath: total_results"
count_cap = 10000
items = "jmespath: results"
id = "jmespath: siren"
next = "jmespath: page < total_pages"
[listing.fields]
name = "jmespath: nom_complet"
legal_name = "jmespath: nom_raison_sociale"
address = "jmespath: siege.adresse"
postcode = "jmespath: siege.code_postal"
city = "jmespath: siege.libelle_commune"
district = "jmespath: siege.departement"
latitude = "jmespath: siege.latitude"
longitude = "jmespath: siege.longitude"
rubrics = "jmespath: activite_principale"
[axes.activity]
param = "activite_principale"
values = ["01.11Z", "56.10A", "68.32A"]
partition = "exact"
[axes.district]
param = "departement"
values = ["01", "02", "2A", "75"]
partition = "rest"
[axes.state]
param = "etat_administratif"
values = ["A", "C"]
partition = "exact"
[card]
url = "/search?q={id}"
[card.fields]
name = "jmespath: results[0].nom_complet"
status = { link = "jmespath: results[0].etat_administratif", map = { A = "active", C = "permanently_closed" } }
[pace]
requests_per_second = 7
"""

UNITS_NO = """
name = "units-no"
kind = "directory"
base_url = "https://data.brreg.no"
country = "NO"
timezone = "Europe/Oslo"
languages = ["no"]
[rubricator]
start = "/codes"
planned_level = 2
[[rubricator.nodes]]
items = "jmespath: sections"
id = "jmespath: code"
name = "jmespath: name"
children = "jmespath: children"
[listing]
url = "/enhetsregisteret/api/enheter?page={page}&size={size}&naeringskode={rubric}{&kommunenummer}"
axes = ["district"]
first_page = 0
page_size = 100
ceiling = 10000
count = "jmespath: page.totalElements"
items = "jmespath: _embedded.enheter"
id = "jmespath: organisasjonsnummer"
next = "jmespath: _links.next.href"
[listing.fields]
name = "jmespath: navn"
address = { link = "jmespath: forretningsadresse.adresse", join = ", " }
postcode = "jmespath: forretningsadresse.postnummer"
[axes.district]
param = "kommunenummer"
page = { url = "/enhetsregisteret/api/kommuner?size=1000", values = "jmespath: _embedded.kommuner[].nummer" }
partition = "rest"
[card]
url = "/enhetsregisteret/api/enheter/{id}"
closed = "jmespath: slettedato"
[card.fields]
name = "jmespath: navn"
website = "jmespath: hjemmeside"
"""

OFFSETS = """
name = "offsets"
kind = "directory"
base_url = "https://jobsearch.example"
country = "SE"
languages = ["sv"]
[listing]
url = "/search?offset={offset}&limit={size}{&municipality}"
axes = ["district"]
paging = "offset"
page_size = 100
ceiling = 2000
ceiling_of = "offset"
count = "jmespath: hits.total.value"
ids = "jmespath: hits.hits[]._source.id"
facets = { district = "jmespath: stats[].[term, count]" }
[axes.district]
param = "municipality"
[card]
url = "/ad/{id}"
[card.fields]
name = "jmespath: headline"
"""


def reader(text: str) -> Site:
    return open_site(parse_profile(text, "test.toml"))


def company(number: int, **parts: Any) -> dict[str, Any]:
    return {
        "siren": f"{510761000 + number}",
        "nom_complet": f"BOULANGERIE {number}",
        "activite_principale": "56.10A",
        "etat_administratif": "A",
        "siege": {
            "adresse": "15 AVENUE DES ECOLES",
            "code_postal": "06110",
            "latitude": "43.57",
            "departement": "06",
        },
        **parts,
    }


def test_a_register_without_a_tree_is_one_rubric_cut_by_its_axes() -> None:
    """Activity, department and state divide one query; parameters have the register's own names."""
    site = reader(COMPANIES_FR)

    assert site.planned_rubrics([]) == [Rubric("", None, 1, "companies-fr")]
    assert [(axis.name, axis.values_from, axis.partition) for axis in site.axes] == [
        ("activity", "given", "exact"),
        ("district", "given", "rest"),
        ("state", "given", "exact"),
    ]
    assert site.listing_request({"rubric": "", "activity": "56.10A", "district": "2A"}, 3).url == (
        "https://recherche-entreprises.api.gouv.fr/search?page=3&per_page=25&activite_principale=56.10A&departement=2A"
    )
    assert site.reach == 10_000


@pytest.mark.parametrize("total", [10_000, 9_999, 0])
def test_the_total_is_read_as_stated(total: int) -> None:
    """What a total at the cap is worth is the planner's to say."""
    companies = [company(n) for n in range(min(total, 2))]
    body = {"results": companies, "total_results": total, "page": 1, "per_page": 25, "total_pages": 400}
    listing = reader(COMPANIES_FR).read_listing(page(json.dumps(body)), 1)

    assert listing.count == total
    assert [line.id for line in listing.lines] == [c["siren"] for c in companies]
    assert listing.has_next is True


def test_a_renamed_list_key_is_an_error() -> None:
    """A register that renames its list is not a register that lost all its companies."""
    body = {"resultats": [company(1)], "total_results": 5, "page": 1, "total_pages": 1}

    with pytest.raises(NotAListing) as error:
        reader(COMPANIES_FR).read_listing(page(json.dumps(body)))
    assert error.value.kind == "shape"


def test_lines_and_cards_of_the_french_register() -> None:
    """The line gives most, the card's own call the state."""
    site = reader(COMPANIES_FR)
    [line] = site.read_listing(page(json.dumps({"results": [company(1)], "total_results": 1}))).lines
    card = page(
        json.dumps({"results": [company(1, etat_administratif="C")]}), url=site.card_request(line.id).url
    )
    values, sources = site.assemble(line.id, card, None, line)

    assert site.read_card(line.id, card).verdict == "closed"
    assert values["status"] == ["permanently_closed"]
    assert (values["postcode"], sources["postcode"]) == (["06110"], "listing")
    assert sources["legal_name"] == "none"


def test_pages_from_zero_and_a_nested_tree_of_codes() -> None:
    """The Norwegian register counts its pages from zero and cuts by municipality."""
    site = reader(UNITS_NO)
    codes = {
        "sections": [{"code": "A", "name": "Jordbruk", "children": [{"code": "01.110", "name": "Korn"}]}]
    }
    rubrics, _ = site.read_rubrics(page(json.dumps(codes)))
    [request] = site.axis_requests("district")
    unit = {
        "organisasjonsnummer": "974760673",
        "navn": "X",
        "forretningsadresse": {"adresse": ["c/o A", "Vei 1"]},
    }
    body = {
        "_embedded": {"enheter": [unit]},
        "page": {"totalElements": 1, "number": 0},
        "_links": {"self": {"href": "x"}},
    }
    listing = site.read_listing(page(json.dumps(body)), 1)

    assert [rubric.id for rubric in site.planned_rubrics(rubrics)] == ["01.110"]
    assert site.listing_request({"rubric": "01.110", "district": "0301"}, 1).url.endswith(
        "?page=0&size=100&naeringskode=01.110&kommunenummer=0301"
    )
    assert site.read_axis_values("district", page('{"_embedded": {"kommuner": [{"nummer": "0301"}]}}')) == [
        "0301"
    ]
    assert (listing.lines[0].fields["address"], listing.has_next) == (["c/o A, Vei 1"], False)
    assert site.read_listing(page('{"page": {"totalElements": 0}}'), 1).lines == ()
    assert request.url == "https://data.brreg.no/enhetsregisteret/api/kommuner?size=1000"
    deleted = page('{"navn": "X", "slettedato": "2024-01-01"}', url=site.card_request("974760673").url)
    assert site.read_card("974760673", deleted).verdict == "closed"


def test_offsets_with_a_ceiling_on_the_offset() -> None:
    """The last offset answered still brings a page; hits are nested, facets a list of pairs."""
    site = reader(OFFSETS)
    body = {
        "hits": {"total": {"value": 230, "relation": "eq"}, "hits": [{"_source": {"id": "23174210"}}]},
        "stats": [{"term": "0180", "count": 40}, {"term": "1480", "count": 30}],
    }
    listing = site.read_listing(page(json.dumps(body)), 1)

    assert site.listing_request({"district": "0180"}, 21).url.endswith(
        "/search?offset=2000&limit=100&municipality=0180"
    )
    assert site.reach == 2100
    assert (listing.count, [line.id for line in listing.lines]) == (230, ["23174210"])
    assert listing.facets == {"district": {"0180": 40, "1480": 30}}
