"""Microdata and RDFa, read into the shape of JSON-LD."""

from __future__ import annotations

from typing import Any

import pytest
from extruct.w3cmicrodata import MicrodataExtractor
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.sites.markup import MAX_DEPTH, MAX_VALUES, MICRODATA
from directory_crawler.sites.pages import Page

URL = "https://directory.example/card/1"
STORE = 'itemscope itemtype="https://schema.org/Store"'


def microdata(html: str) -> list[dict[str, Any]]:
    return Page(URL, body=html.encode()).microdata.nodes


def rdfa(html: str) -> list[dict[str, Any]]:
    return Page(URL, body=html.encode()).rdfa.nodes


@pytest.mark.parametrize(
    ("element", "value"),
    [
        ("<p itemprop=p> a\n  b </p>", "a b"),
        ("<p itemprop=p>1 High St<br>London</p>", "1 High St\nLondon"),
        ("<p itemprop=p content=x>y</p>", "x"),
        ("<meta itemprop=p content=x>", "x"),
        ("<time itemprop=p datetime=09:00>9 am</time>", "09:00"),
        ("<time itemprop=p>09:00</time>", "09:00"),
        ("<data itemprop=p value=12>twelve</data>", "12"),
        ("<meter itemprop=p value=0>none</meter>", "0"),
        ("<img itemprop=p src=/a.png>", "https://directory.example/a.png"),
        ("<object itemprop=p data=/a.pdf></object>", "https://directory.example/a.pdf"),
        ("<link itemprop=p href=https://schema.org/Monday>", "Monday"),
        ("<a itemprop=url href=/x>Home</a>", "https://directory.example/x"),
        ("<a itemprop=telephone href='tel:+44 1'>call</a>", "tel:+44 1"),
        ("<a itemprop=name href=/x>Name</a>", "Name"),
        ("<a itemprop=name href=/x></a>", "https://directory.example/x"),
        ("<a itemprop=url href='http://['>x</a>", "http://["),
        ("<p itemprop=p>a<script>b</script><!-- c -->d</p>", "ad"),
    ],
)
def test_a_value_comes_from_where_its_element_keeps_it(element: str, value: str) -> None:
    """Each kind of element gives its attribute, its link or its text."""
    [node] = microdata(f"<div {STORE}>{element}</div>")

    assert [node[key] for key in node if key != "@type"] == [value]


def test_nested_items_and_repeated_properties() -> None:
    """Items nest, several values become a list, one stays a value, two names share a value."""
    [node] = microdata(
        f"""<div {STORE} itemid="urn:1"><b itemprop="name alternateName">A</b>
        <i itemprop=telephone>1</i><i itemprop=telephone>2</i>
        <div itemprop=address itemscope itemtype="http://schema.org/PostalAddress">
        <span itemprop=postalCode>N1</span></div></div>"""
    )

    assert node == {
        "@type": ["Store"],
        "@id": "urn:1",
        "name": "A",
        "alternateName": "A",
        "telephone": ["1", "2"],
        "address": {"@type": ["PostalAddress"], "postalCode": "N1"},
    }


def test_an_item_inside_an_item_without_a_property_stands_alone() -> None:
    """A scope without `itemprop` is a thing of its own, not a part."""
    nodes = microdata(f"<div {STORE}><b itemprop=name>A</b><div {STORE}><b itemprop=name>B</b></div></div>")

    assert [node["name"] for node in nodes] == ["A", "B"]


def test_itemref_brings_in_what_stands_elsewhere() -> None:
    """Properties outside the item count, also nested ones, and for each item that refers to them."""
    nodes = microdata(
        f"""<div {STORE} itemref="phone place none"><b itemprop=name>A</b></div>
        <div {STORE} itemref="phone"><b itemprop=name>B</b></div>
        <p id=phone>Call <b itemprop=telephone>1</b></p>
        <div id=place itemprop=geo itemscope><b itemprop=latitude>5</b></div>"""
    )

    assert nodes == [
        {"@type": ["Store"], "name": "A", "telephone": "1", "geo": {"@type": [], "latitude": "5"}},
        {"@type": ["Store"], "name": "B", "telephone": "1"},
    ]


def test_references_in_a_circle_end() -> None:
    """An item that refers to itself through another is written once."""
    html = f"""<div {STORE} itemref=b><b itemprop=name>A</b></div>
        <div id=b itemprop=department {STORE} itemref=b><b itemprop=name>B</b></div>"""

    assert microdata(html) == [
        {"@type": ["Store"], "name": "A", "department": {"@type": ["Store"], "name": "B"}}
    ]


@pytest.mark.parametrize(
    "html",
    [
        f"<div {STORE} itemprop=department><b itemprop=name>x</b>" * 5_000,
        f"<div {STORE}>" + "<div itemprop=name>x" * 5_000,
        f"<div {STORE}>" + "<div itemprop=name>" * 200 + "<b>y</b>" * 20_000,
        f"<div {STORE}>" + "".join(f"<i itemprop=name>{n}</i>" for n in range(5_000)),
        "".join(f'<div {STORE} itemref="{" ".join(f"r{m}" for m in range(60))}"></div>' for _ in range(100))
        + "".join(
            f'<div id=r{n} itemprop=department {STORE} itemref="{" ".join(f"r{m}" for m in range(60))}">'
            "<b itemprop=name>n</b></div>"
            for n in range(60)
        ),
    ],
    ids=["deep items", "deep properties", "long text under each", "many values", "references multiply"],
)
def test_hostile_markup_is_read_within_bounds(html: str) -> None:
    """Depth, size and multiplying references are cut off."""
    nodes = microdata(html)
    depths = [(node, 0) for node in nodes]
    for node, depth in depths:
        assert depth <= MAX_DEPTH
        for value in node.values():
            values = value if isinstance(value, list) else [value]
            assert len(values) <= MAX_VALUES
            depths.extend((part, depth + 1) for part in values if isinstance(part, dict))


def test_rdfa_has_its_own_attributes_and_the_same_shape() -> None:
    """`typeof`, `property`, `resource` and prefixes give what microdata gives; open graph tags are no item."""
    html = """<head><meta property="og:title" content="x"></head>
        <div vocab="https://schema.org/" typeof="schema:Store" resource="#shop">
        <b property="schema:name">A</b> <time property="http://schema.org/opens" datetime="09:00">9 am</time>
        <a property="url" href="/x">A</a> <span property="image" resource="/a.png"></span>
        <div property="geo" typeof="GeoCoordinates"><meta property="latitude" content="5"></div></div>"""

    assert rdfa(html) == [
        {
            "@type": ["Store"],
            "@id": "#shop",
            "name": "A",
            "opens": "09:00",
            "url": "https://directory.example/x",
            "image": "https://directory.example/a.png",
            "geo": {"@type": ["GeoCoordinates"], "latitude": "5"},
        }
    ]


def _shape(node: dict[str, Any]) -> dict[str, Any]:
    """An item of extruct in our shape."""
    kinds = node.get("type", [])
    shape: dict[str, Any] = {
        "@type": [kind.rpartition("/")[2] for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    }
    for name, value in node.get("properties", {}).items():
        values = [
            _shape(part) if isinstance(part, dict) else part
            for part in (value if isinstance(value, list) else [value])
        ]
        kept = [
            part
            for place, part in enumerate(values)
            if part != "" and (isinstance(part, dict) or part not in values[:place])
        ]
        if kept:
            shape[name] = kept[0] if len(kept) == 1 else kept
    return shape


NAMES = st.sampled_from(["name", "telephone", "address", "openingHours"])
TEXTS = st.text("abc 1", max_size=5).map(lambda text: " ".join(text.split()))
LEAVES = st.builds(lambda name, text: f"<span itemprop={name}>{text}</span>", NAMES, TEXTS) | st.builds(
    lambda name, text: f'<meta itemprop={name} content="{text}">', NAMES, TEXTS
)


def _division(name: str, kind: str, parts: list[str], scoped: bool) -> str:
    item = f" itemprop={name} itemscope itemtype=https://schema.org/{kind}" if scoped else ""
    return f"<div{item}>{''.join(parts)}</div>"


TREES = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        _division, NAMES, st.sampled_from(["Store", "Place"]), st.lists(inner, max_size=4), st.booleans()
    ),
    max_leaves=10,
)


@given(st.lists(TREES, max_size=4))
def test_well_formed_microdata_is_read_as_extruct_reads_it(parts: list[str]) -> None:
    """On pages that do not attack it, an independent reader finds the same items."""
    html = f"<html><body><div {STORE}>{''.join(parts)}</div></body></html>"

    assert microdata(html) == [_shape(item) for item in MicrodataExtractor().extract(html)]


@given(st.text("<>/=\"' abdivitemscopeprop", max_size=200))
def test_any_tag_soup_is_read(html: str) -> None:
    """Broken HTML gives some list of nodes, never an error."""
    assert isinstance(microdata(f"<div {STORE}>{html}"), list)
    assert MICRODATA.scope == "itemscope"
