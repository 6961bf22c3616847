"""Structured data: one shape from three syntaxes, and the thing that a page is about."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.sites.pages import Page
from directory_crawler.sites.schema_types import is_a, property_name, type_name
from directory_crawler.sites.structured import Entities, json_ld_nodes, parse_path

JSON_LD = """<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Bakery",
  "name": "Crumb & Sons", "description": "Bread\\n  and   cake", "telephone": ["+44 20 7946 0001", "+44 20 7946 0002"],
  "address": {"@type": "PostalAddress", "streetAddress": "1 High St", "postalCode": "N1 9GU"},
  "geo": {"@type": "GeoCoordinates", "latitude": "51.5", "longitude": "-0.1"},
  "openingHoursSpecification": [{"@type": "OpeningHoursSpecification", "dayOfWeek": "https://schema.org/Monday",
    "opens": "09:00", "closes": "17:00"}],
  "department": {"@type": "CafeOrCoffeeShop", "name": "Cup", "telephone": "+44 20 7946 0009"}}</script>"""
MARKUP = """<div {scope}"{vocab}Bakery">
  <h1 {prop}="name">Crumb &amp; Sons</h1><p {prop}="description">Bread<br>and   cake</p>
  <a {prop}="telephone" content="+44 20 7946 0001">one</a><span {prop}="telephone">+44 20
    7946 0002</span>
  <div {prop}="address" {scope}"{vocab}PostalAddress"><span {prop}="streetAddress">1 High St</span>
    <span {prop}="postalCode">N1 9GU</span></div>
  <div {prop}="geo" {scope}"{vocab}GeoCoordinates"><meta {prop}="latitude" content="51.5"><meta
    {prop}="longitude" content="-0.1"></div>
  <div {prop}="openingHoursSpecification" {scope}"{vocab}OpeningHoursSpecification"><link {prop}="dayOfWeek"
    href="https://schema.org/Monday"><time {prop}="opens" datetime="09:00">9 am</time><time {prop}="closes"
    datetime="17:00">5 pm</time></div>
  <div {prop}="department" {scope}"{vocab}CafeOrCoffeeShop"><b {prop}="name">Cup</b><i
    {prop}="telephone">+44 20 7946 0009</i></div>
</div>"""
PAGES = {
    "jsonld": JSON_LD,
    "microdata": MARKUP.format(scope="itemscope itemtype=", vocab="https://schema.org/", prop="itemprop"),
    "rdfa": MARKUP.format(scope='vocab="https://schema.org/" typeof=', vocab="", prop="property"),
}


def entities(syntax: str, html: str) -> Entities:
    found: Entities = getattr(Page("https://directory.example/card/1", body=html.encode()), syntax)
    return found


def things(*documents: Any) -> Entities:
    return Entities(json_ld_nodes(list(documents)))


@pytest.mark.parametrize("syntax", ["microdata", "rdfa"])
def test_one_record_is_the_same_from_every_syntax(syntax: str) -> None:
    """Microdata and RDFa of a place give exactly the node of its JSON-LD."""
    assert entities(syntax, PAGES[syntax]).main() == entities("jsonld", PAGES["jsonld"]).main()


@pytest.mark.parametrize("syntax", ["jsonld", "microdata", "rdfa"])
@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("name", ["Crumb & Sons"]),
        ("LocalBusiness.name", ["Crumb & Sons"]),
        ("Bakery.telephone", ["+44 20 7946 0001", "+44 20 7946 0002"]),
        ("address.postalCode", ["N1 9GU"]),
        ("openingHoursSpecification.dayOfWeek", ["Monday"]),
        ("description", ["Bread\nand cake"]),
        ("CafeOrCoffeeShop.name", []),
        ("Hotel.name", []),
        ("email", []),
        ("name.first", []),
    ],
)
def test_paths_read_the_main_thing_and_keep_departments_apart(
    syntax: str, path: str, values: list[str]
) -> None:
    """A department's telephone is never the shop's, and a type that is not there gives nothing."""
    assert entities(syntax, PAGES[syntax]).read(*parse_path(path)) == values


@pytest.mark.parametrize(
    "document",
    [
        {"@type": "Store", "name": "x"},
        {"@type": ["Thing", "Store"], "name": "x"},
        {"@type": "http://schema.org/Store", "name": "x"},
        {"@type": "schema:Store", "schema:name": "x"},
        {"@type": "store", "Name": "x"},
        {"@TYPE": "STORE", "NAME": "x"},
        {"type": "Store", "name": "x"},
        {"@type": "Store", "http://schema.org/name": "x"},
        {"@type": "Store", "name": {"@value": "x", "@language": "en"}},
        {"@type": "Store", "name": ["x"]},
        {"@type": "Store", "name": {"@list": ["x"]}},
        {"@type": "Store", "name": " x\u0000 "},
        [{"@type": "WebSite", "name": "site"}, {"@type": "Store", "name": "x"}],
        [[{"@type": "Store", "name": "x"}]],
        {"@graph": [{"@type": "WebPage", "name": "page"}, {"@type": "Store", "name": "x"}]},
        {"@context": "https://schema.org", "@id": "#g", "@graph": {"@type": "Store", "name": "x"}},
        {"@type": "WebPage", "name": "page", "mainEntity": {"@type": "Store", "name": "x"}},
        {
            "@type": "ItemList",
            "itemListElement": [{"@type": "ListItem", "item": {"@type": "Store", "name": "x"}}],
        },
    ],
)
def test_spellings_of_json_ld_are_one_record(document: Any) -> None:
    """Graphs, arrays, prefixes, value objects and wrong case make no difference."""
    assert things(document).read("LocalBusiness", ("name",)) == ["x"]
    assert things(document).read(None, ("name",)) == ["x"]


def test_the_place_comes_before_its_publisher_and_its_reviews() -> None:
    """An organisation that publishes, reviews or owns is not what the page is about."""
    page = things(
        {"@type": "Organization", "name": "Directory Ltd", "logo": "x"},
        {"@type": "WebPage", "publisher": {"@type": "LocalBusiness", "name": "Publisher"}},
        {
            "@type": "Dentist",
            "name": "Smile",
            "review": {"@type": "Review", "itemReviewed": {"@type": "Store", "name": "Other"}},
            "branchOf": {"@type": "Store", "name": "Chain"},
        },
    )

    assert page.read(None, ("name",)) == ["Smile"]
    assert page.read("Organization", ("name",)) == ["Directory Ltd"]
    assert page.read("Store", ("name",)) == []


def test_without_a_local_business_the_thing_with_an_address_counts() -> None:
    """Types that nobody knows are recognised by what they carry; an event or a product is no organisation."""
    page = things(
        {"@type": "Event", "name": "Fair", "address": "x"},
        {"@type": "Organization", "name": "Site"},
        {"@type": "https://example.org/KebabStand", "name": "Kebab", "telephone": "1"},
        {"@type": "Museum", "name": "Art", "geo": {"latitude": 1}},
    )

    assert page.read(None, ("name",)) == ["Art"]
    assert things({"@type": "Event", "name": "Fair", "address": "x"}).main() is None
    assert things({"@type": "KebabStand", "name": "Kebab", "telephone": "1"}).read(None, ("name",)) == [
        "Kebab"
    ]


def test_references_are_followed_and_parts_of_one_id_joined() -> None:
    """A graph whose nodes point at each other reads as if they were nested."""
    page = things(
        {
            "@type": "Store",
            "@id": "#shop",
            "name": "x",
            "address": {"@id": "#place"},
            "image": {"@id": "#none"},
        },
        {
            "@graph": [
                {"@id": "#place", "@type": "PostalAddress", "postalCode": "N1"},
                {"@id": "#shop", "telephone": "1"},
            ]
        },
    )

    assert page.read(None, ("address", "postalCode")) == ["N1"]
    assert page.read(None, ("telephone",)) == ["1"]
    assert page.read(None, ("image", "url")) == []


def test_a_reference_to_itself_ends() -> None:
    """A circle of references is walked as far as the path goes and no further."""
    page = things({"@type": "Store", "@id": "#a", "name": "x", "address": {"@id": "#a"}})

    assert page.read(None, ("address", "address", "name")) == ["x"]


@pytest.mark.parametrize(
    "text", ["", "a..b", ".a", "LocalBusiness", "a b", "a[0]", "a-b", "name.", "@context"]
)
def test_a_path_that_is_none_is_refused(text: str) -> None:
    """The error quotes what stands there."""
    with pytest.raises(ValueError, match="write it as"):
        parse_path(text)


def test_types_know_their_ancestors_and_spellings() -> None:
    """The tables of schema.org: subtypes at any distance, names in any spelling, unknown ones untouched."""
    assert is_a("SkiResort", "LocalBusiness")
    assert is_a("Bakery", "Organization")
    assert is_a("Bakery", "Place")
    assert not is_a("School", "LocalBusiness")
    assert is_a("KebabStand", "KebabStand")
    assert not is_a("KebabStand", "LocalBusiness")
    assert type_name("http://schema.org/BARORPUB/") == "BarOrPub"
    assert property_name("STREETADDRESS") == "streetAddress"
    assert property_name("https://example.org/ns#ownField") == "ownField"


DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["@type", "@id", "@graph", "@value", "@list", "name", "type", "address", "@context"]
            )
            | st.text(max_size=5),
            inner,
            max_size=4,
        )
    ),
    max_leaves=15,
)


@given(DOCUMENTS)
def test_any_document_is_read(document: Any) -> None:
    """Whatever stands where, nodes come out in the one shape or not at all."""
    found = things(document)
    pending: list[Any] = list(found.nodes)
    for node in pending:
        assert isinstance(node["@type"], list)
        assert all(isinstance(kind, str) for kind in node["@type"])
        for value in node.values():
            pending.extend(
                part for part in (value if isinstance(value, list) else [value]) if isinstance(part, dict)
            )
    found.read(None, ("name",))
    found.read("LocalBusiness", ("address", "postalCode"))


def test_a_document_of_any_depth_is_read() -> None:
    """Depth is cut off and costs no error."""
    document = json.loads('{"@type": "Store", "name": "x", "department": ' * 300 + "1" + "}" * 300)
    lists = json.loads('{"@type": "Store", "name": "x", "address": ' + "[" * 300 + "]" * 300 + "}")

    assert things(document).read(None, ("name",)) == ["x"]
    assert things(lists).read(None, ("name",)) == ["x"]
    assert things(json.loads("[" * 300 + "]" * 300)).main() is None
