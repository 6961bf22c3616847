"""The tree of rubrics and the axes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from directory_crawler.sites.site import AxisSpec, NotAListing, Rubric
from tests.sites.profiles import page, site

HTML = {
    "rubricator": {
        "start": "/rubrics",
        "follow": "css: li.group > a::attr(href)",
        "planned_level": 2,
        "headers": {"X-A": "1"},
        "nodes": [
            {"items": "css: li.group", "id": "xpath: @data-id", "name": "xpath: ./a", "url": "xpath: ./a/@href"},
            {
                "items": "css: li.rubric",
                "id": "xpath: @data-id",
                "name": "xpath: ./a",
                "parent": "xpath: @data-parent",
                "count": "xpath: ./span",
                "level": 2,
            },
            {"items": "css: li.leaf", "id": "xpath: @data-id", "name": "xpath: ./text()", "level": "xpath: @data-level",
             "parent": "xpath: ancestor::li[1]/@data-id"},
        ],
    }
}  # fmt: skip
TREE = {
    "rubricator": {
        "start": ["/tree", "https://api.directory.example/tree"],
        "nodes": [
            {
                "items": "jmespath: sections",
                "id": "jmespath: code",
                "name": "jmespath: label",
                "count": "jmespath: n",
                "children": "jmespath: sub",
            }
        ],
    }
}


def test_a_tree_over_several_html_pages_is_read() -> None:
    """Groups lead on to pages with rubrics and leaves, each with its parent and level."""
    reader = site(HTML)
    [start] = reader.rubricator_requests()
    groups, more = reader.read_rubrics(
        page("<li class=group data-id=g1><a href=/rubrics/g1>Food &amp; drink</a></li>", url=start.url)
    )
    rubrics, none = reader.read_rubrics(
        page(
            """<li class=rubric data-id=r1 data-parent=g1><a href=/list/r1>Bakers</a> <span>1,234</span>
            <ul><li class=leaf data-id=r1-1 data-level=3>Cakes</ul></li>""",
            url=more[0].url,
        )
    )

    assert start.url == "https://directory.example/rubrics"
    assert groups == [Rubric("g1", None, 1, "Food & drink", "https://directory.example/rubrics/g1")]
    assert [(request.url, dict(request.headers)) for request in more] == [
        ("https://directory.example/rubrics/g1", {"X-A": "1"})
    ]
    assert rubrics == [Rubric("r1", "g1", 2, "Bakers", None, 1234), Rubric("r1-1", "r1", 3, "Cakes")]
    assert none == []


def test_a_nested_json_tree_is_read() -> None:
    """Children get their parent and one level more, in the order of the page."""
    body = {
        "sections": [
            {
                "code": "A",
                "label": "Farms",
                "n": 5,
                "sub": [{"code": 1, "label": "Crops"}, {"code": 2, "label": "Cattle"}],
            },
            {"code": "B", "label": "Mines"},
        ]
    }
    rubrics, more = site(TREE).read_rubrics(page(json.dumps(body)))

    assert rubrics == [
        Rubric("A", None, 1, "Farms", None, 5),
        Rubric("1", "A", 2, "Crops"),
        Rubric("2", "A", 2, "Cattle"),
        Rubric("B", None, 1, "Mines"),
    ]
    assert more == []
    assert [request.url for request in site(TREE).rubricator_requests()] == [
        "https://directory.example/tree",
        "https://api.directory.example/tree",
    ]


def test_links_that_leave_the_site_are_not_followed() -> None:
    """Other hosts, scripts and broken links are faults of the page and make no request."""
    links = [
        "https://evil.example/x",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "http://127.0.0.1/",
        "http://[",
        "/ok",
    ]
    listing = page(
        "".join(f"<li class=group data-id=g{n}><a href='{link}'>n</a></li>" for n, link in enumerate(links))
    )
    rubrics, more = site(HTML).read_rubrics(listing)

    assert [request.url for request in more] == ["https://directory.example/ok"]
    assert [rubric.url for rubric in rubrics] == [None] * 5 + ["https://directory.example/ok"]
    assert sum("may not be followed" in fault for fault in listing.faults) == 10


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ("x", 500, "refused"),
        ("<h1>Welcome", 200, "shape"),
        ("<h1>Access denied", 200, "wall"),
        ("<li class=group>", 200, "shape"),
    ],
)
def test_a_page_without_nodes_is_an_error(body: str, status: int, kind: str) -> None:
    """A hole in the tree would be a hole in the table."""
    with pytest.raises(NotAListing) as error:
        site(HTML).read_rubrics(page(body, status))

    assert error.value.kind == kind


def test_a_tree_of_any_depth_ends() -> None:
    """Children without end are cut off."""
    body: dict[str, Any] = {"code": 0, "label": "x"}
    for code in range(1, 200):
        body = {"code": code, "label": "x", "sub": [body]}
    rubrics, _ = site(TREE).read_rubrics(page(json.dumps({"sections": [body]})))

    assert [rubric.level for rubric in rubrics] == list(range(1, 17))


def test_planned_rubrics_hold_every_card() -> None:
    """The planned level is walked, and whatever ends above it; without a level, all leaves; without a tree, all."""
    tree = [
        Rubric("g1", None, 1, "a"),
        Rubric("g2", None, 1, "b"),
        Rubric("r1", "g1", 2, "c"),
        Rubric("l1", "r1", 3, "d"),
    ]

    assert [rubric.id for rubric in site(HTML).planned_rubrics(tree)] == ["g2", "r1"]
    assert [rubric.id for rubric in site(TREE).planned_rubrics(tree)] == ["g2", "l1"]
    assert site().planned_rubrics([]) == [Rubric("", None, 1, "test-city")]
    assert site().rubricator_requests() == []


def test_axes_say_where_their_values_come_from() -> None:
    """Given, from a page, from facets, from the tree; a leaf axis without facets is one of children."""
    reader = site(
        {
            "listing.url": "/l?p={page}{&a,b,c,leaf,naf}",
            "listing.axes": ["a", "b", "c", "leaf", "activity"],
            "axes.a": {"values": ["x", "y"], "partition": "exact"},
            "axes.b": {"page": {"url": "/b", "values": "css: option::attr(value)"}, "partition": "rest"},
            "axes.activity": {"from": "children", "param": "naf"},
        }
    )

    assert reader.axes == (
        AxisSpec("a", ("x", "y"), "given", "exact"),
        AxisSpec("b", None, "page", "rest"),
        AxisSpec("c", None, "facets", "unknown"),
        AxisSpec("leaf", None, "children", "unknown"),
        AxisSpec("activity", None, "children", "unknown"),
    )
    assert [request.url for request in reader.axis_requests("b")] == ["https://directory.example/b"]
    assert reader.axis_requests("a") == reader.axis_requests("c") == []
    assert reader.read_axis_values(
        "b", page("<option value=d1><option value=d2><option value=d1><option>")
    ) == ["d1", "d2"]
    with pytest.raises(NotAListing, match="no value of axis 'b'"):
        reader.read_axis_values("b", page("<select></select>"))
