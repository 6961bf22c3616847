"""Asking for listing pages, and telling a listing from what is none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.sites.profile import ProfileError
from directory_crawler.sites.readings import Line
from directory_crawler.sites.site import NotAListing
from tests.sites.profiles import page, site

HTML = {
    "listing.count": "css: .found",
    "listing.items": "css: article",
    "listing.id": "xpath: @data-id",
    "listing.fields": {"name": "css: h2", "rating": "css: i"},
    "listing.next": "css: a[rel=next]",
}
WALL = "<h1>Please sign in to continue</h1><form><input type=password></form>"
HOME = "<h1>Welcome</h1><p>All about the city</p>"


def answer(**parts: Any) -> str:
    return json.dumps({"found": 2, "items": [{"id": 1}, {"id": 2}], **parts})


@pytest.mark.parametrize(
    ("changes", "number", "url"),
    [
        ({}, 1, "/list?rubric=r1&page=1&district=d%201"),
        ({}, 3, "/list?rubric=r1&page=3&district=d%201"),
        ({"listing.first_page": 0}, 3, "/list?rubric=r1&page=2&district=d%201"),
        (
            {"listing.url": "/l?o={offset}&n={size}{&rubric,district,letter}", "listing.paging": "offset"},
            3,
            "/l?o=4&n=2&rubric=r1&district=d%201",
        ),
        (
            {"listing.url": "/l?c={start}-{end}{&district,letter}", "listing.paging": "range"},
            2,
            "/l?c=2-3&district=d%201",
        ),
        (
            {"listing.url": "/l/{rubric}?p={page}{&gu,letter}", "axes.district": {"param": "gu"}},
            1,
            "/l/r1?p=1&gu=d%201",
        ),
        (
            {"listing.url": "https://api.example/l?p={page}{&district,letter}"},
            1,
            "https://api.example/l?p=1&district=d%201",
        ),
    ],
)
def test_a_page_is_asked_for_in_the_sites_own_way(changes: dict[str, Any], number: int, url: str) -> None:
    """Pages count from one for the caller; bases, offsets, ranges and parameter names are the profile's."""
    request = site(changes).listing_request({"rubric": "r1", "district": "d 1"}, number)

    assert request.url == (url if url.startswith("http") else "https://directory.example" + url)
    assert (request.method, request.body, request.rendered) == ("GET", b"", None)


def test_bodies_headers_orders_and_cursors_are_filled() -> None:
    """A POST carries what is set and nothing for what is not; numbers stay numbers."""
    changes = {
        "listing.url": "/search",
        "listing.method": "POST",
        "listing.json": {
            "filter": {"rubric": "{rubric}", "district": "{district}", "letter": "{letter}"},
            "page": {"after": "{cursor}", "size": "{size}", "sort": ["{sort}"]},
        },
        "listing.headers": {"Accept": "application/json", "X-After": "c={cursor}"},
        "listing.paging": "cursor",
        "listing.cursor": "jmespath: next",
        "listing.orders": {"param": "sort", "values": ["asc", "desc"]},
    }
    first = site(changes).listing_request({"rubric": "r1"}, 1)
    second = site(changes).listing_request({"rubric": "r1", "letter": "é"}, 2, "desc", "abc")

    assert json.loads(first.body) == {"filter": {"rubric": "r1"}, "page": {"size": 2, "sort": []}}
    assert first.headers == {"Accept": "application/json", "Content-Type": "application/json"}
    assert json.loads(second.body) == {
        "filter": {"rubric": "r1", "letter": "é"},
        "page": {"after": "abc", "size": 2, "sort": ["desc"]},
    }
    assert second.headers["X-After"] == "c=abc"
    assert site(changes).read_listing(page(answer(next="abc"))).cursor == "abc"


def test_a_form_is_encoded() -> None:
    """A form body leaves out what has no value."""
    changes = {
        "listing.method": "POST",
        "listing.url": "/search",
        "listing.form": {"p": "{page}", "d": "{district}", "l": "{letter}", "all": "1"},
    }

    assert site(changes).listing_request({"district": "a&b"}, 2).body == b"p=2&d=a%26b&all=1"


def test_a_secret_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The value is on the request and nowhere else; a missing one is an error that names the variable."""
    board = site({"listing.headers": {"Authorization": "env:DIRECTORY_KEY"}})
    with pytest.raises(ProfileError, match="environment variable DIRECTORY_KEY is not set"):
        board.listing_request({"rubric": "r1"})
    monkeypatch.setenv("DIRECTORY_KEY", "Bearer hunter2")
    request = board.listing_request({"rubric": "r1"})

    assert request.headers["Authorization"] == "Bearer hunter2"
    assert "hunter2" not in repr(request)
    assert "hunter2" not in repr(board.profile)


def test_lines_counts_facets_and_echo_are_read() -> None:
    """A page gives its lines, its total, its facets, the filters it used, and whether it goes on."""
    changes = {
        "listing.fields": {"name": "jmespath: name", "rating": "jmespath: rating"},
        "listing.facets": {"district": "jmespath: facets.d", "letter": "jmespath: facets.l[].[k, n]"},
        "listing.echo": {"rubric": "jmespath: used.rubric", "district": "jmespath: used.district"},
        "listing.next": "jmespath: page < pages",
    }
    body = answer(
        found="1,234",
        items=[{"id": 1, "name": "A\u0000 ", "rating": 4.5}, {"id": "x", "name": None}],
        facets={"d": {"d1": 3, "d2": "4", "d3": None}, "l": [{"k": "A", "n": 1}, {"k": "B"}]},
        used={"rubric": "r1", "district": None},
        page=1,
        pages=2,
    )
    listing = site(changes).read_listing(page(body))

    assert [(line.id, line.fields) for line in listing.lines] == [
        ("1", {"name": ["A"], "rating": [4.5]}),
        ("x", {}),
    ]
    assert listing.count == 1234
    assert listing.facets == {"district": {"d1": 3, "d2": 4}, "letter": {"A": 1}}
    assert listing.echo == {"rubric": "r1"}
    assert listing.has_next is True


def test_an_html_listing_reads_the_same() -> None:
    """Items, counts, facets and the next link stand in markup."""
    changes = HTML | {
        "listing.facets": {
            "district": {"items": "css: .f li", "value": "xpath: @data-v", "count": "css: b"},
            "letter": {"items": "css: .g li", "value": "xpath: @data-v", "count": "css: b"},
        },
        "listing.echo": {"district": "css: .used::text"},
    }
    body = """<p class=found>1 234 found</p><article data-id=7><h2>A <b>B</b></h2><i>4</i></article>
        <article data-id=7><h2>again</h2></article><article><h2>no id</h2></article>
        <ul class=f><li data-v=d1><b>(3)</b></ul><i class=used>d1</i><a rel=next href=/x>more</a>"""
    listing = site(changes).read_listing(page(body))

    assert [(line.id, line.fields) for line in listing.lines] == [("7", {"name": ["A B"], "rating": ["4"]})]
    assert (listing.count, listing.rejected, listing.has_next) == (1234, 1, True)
    assert listing.facets == {"district": {"d1": 3}}
    assert site(changes).lost_filters({"rubric": "r", "district": "d1"}, listing) == ()
    assert site(changes).lost_filters({"rubric": "r", "district": "d2"}, listing) == ("district",)
    assert site(HTML).read_listing(page(body.replace("rel=next", ""))).has_next is False


def test_ids_alone_are_enough_and_keep_their_items_apart() -> None:
    """`ids` is short for items and id, also over links to cards; one without an id is rejected."""
    changes = {"listing.items": None, "listing.id": None, "listing.ids": "jmespath: hits.rows[].doc.id"}
    body = json.dumps({"found": 3, "hits": {"rows": [{"doc": {"id": 1}}, {"doc": {}}, {"doc": {"id": "b"}}]}})
    listing = site(changes).read_listing(page(body))
    links = {
        "listing.items": None,
        "listing.id": None,
        "listing.ids": "css: h2 a::attr(href)",
        "listing.count": None,
    }
    html = "<h2><a href='/card/5?utm_source=x'>A</a></h2><h2><a href='https://ads.example/x'>B</a></h2>"

    assert ([line.id for line in listing.lines], listing.rejected) == (["1", "b"], 1)
    assert [line.id for line in site(links).read_listing(page(html)).lines] == ["5"]
    with pytest.raises(NotAListing, match="no list"):
        site(changes).read_listing(page('{"found": 3, "hits": {"lines": []}}'))


@pytest.mark.parametrize(
    "found",
    [9_999, 10_000, 10_001],
)
def test_a_total_is_read_as_stated_and_the_planner_knows_the_cap(found: int) -> None:
    """A total pinned at its cap still says that there are at least so many."""
    assert site({"listing.count_cap": 10_000}).read_listing(page(answer(found=found))).count == found


@pytest.mark.parametrize(
    ("changes", "body", "status", "number", "kind"),
    [
        ({}, answer(), 404, None, "refused"),
        ({}, '{"error": "too deep"}', 400, 51, "refused"),
        ({}, answer(), 503, None, "refused"),
        ({}, WALL, 200, None, "wall"),
        ({}, HOME, 200, None, "other"),
        ({}, "", 200, None, "other"),
        ({}, "{", 200, None, "other"),
        ({"wall": "text: city"}, HOME, 200, None, "wall"),
        ({"wall": "css: #captcha"}, "<div id=captcha>", 200, None, "wall"),
        ({}, json.dumps({"found": 357, "rows": [{"id": 1}]}), 200, None, "shape"),
        ({}, json.dumps({"found": 357, "items": {"1": {}}}), 200, None, "shape"),
        ({}, json.dumps({"found": 357, "items": None}), 200, None, "shape"),
        ({}, json.dumps({"found": 357, "items": [{"ident": 1}, {"ident": 2}]}), 200, None, "shape"),
        ({}, json.dumps({"found": 357, "items": [{"id": {"x": 1}}]}), 200, None, "shape"),
        ({}, json.dumps({"found": 357, "items": []}), 200, 1, "shape"),
        ({}, json.dumps({"total": 0}), 200, None, "shape"),
        ({}, json.dumps([1, 2]), 200, None, "shape"),
        (HTML, WALL, 200, None, "wall"),
        (HTML, HOME, 200, None, "other"),
        (HTML, "<p class=found>357</p><section data-id=1>", 200, 1, "shape"),
        (HTML, "<p class=found>357</p><article>", 200, None, "shape"),
        (HTML | {"listing.count": None}, HOME, 200, None, "other"),
        (HTML | {"listing.count": None}, HOME, 200, 5, "other"),
    ],
)
def test_what_is_no_listing_is_told_by_its_kind(
    changes: dict[str, Any], body: str, status: int, number: int | None, kind: str
) -> None:
    """A refusal, a wall, a changed shape and another page are errors, never an empty listing."""
    with pytest.raises(NotAListing) as error:
        site(changes).read_listing(page(body, status), number)

    assert error.value.kind == kind
    assert "https://directory.example/list" in str(error.value) or error.value.kind == "refused"


@pytest.mark.parametrize(
    ("changes", "body", "number"),
    [
        ({}, json.dumps({"found": 0, "items": []}), 1),
        ({}, json.dumps({"found": 0}), 1),
        ({}, json.dumps({"found": 357, "items": []}), 51),
        ({}, json.dumps({"found": 357, "items": []}), None),
        ({"listing.count": None}, json.dumps({"items": []}), 1),
        (HTML, "<p class=found>0 found</p>", 1),
        (HTML, "<p class=found>357 found</p>", 51),
        (HTML | {"listing.count": None, "listing.empty": "text: nothing here"}, "<p>Nothing here</p>", 1),
    ],
)
def test_an_honest_empty_page_is_a_listing(changes: dict[str, Any], body: str, number: int | None) -> None:
    """A page that says that it is empty, or lies past the end, is one without lines."""
    assert site(changes).read_listing(page(body), number).lines == ()


def test_the_digest_of_a_line_is_of_what_lasts() -> None:
    """A new rating or another order of keys is no change; a new name or address is."""
    line = Line.of("1", {"name": ["A"], "rating": [4.1], "review_count": [3]})

    assert Line.of("1", {"review_count": [9], "rating": [3.0], "name": ["A"]}).digest == line.digest
    assert Line.of("1", {"name": ["B"], "rating": [4.1]}).digest != line.digest
    assert Line.of("1", {"name": ["A"], "address": ["x"]}).digest != line.digest
    assert Line.of("1", {"rating": [4.1]}).digest == ""


@pytest.mark.parametrize(
    ("ceiling", "of", "size", "reach"),
    [
        (1000, "rows", 20, 1000),
        (50, "pages", 20, 1000),
        (2000, "offset", 100, 2100),
        (1999, "offset", 100, 2000),
        ("measure", "rows", 20, None),
    ],
)
def test_the_reach_of_a_query_is_in_records(
    ceiling: int | str, of: str, size: int, reach: int | None
) -> None:
    """Ceilings on pages and on offsets come out as records served."""
    changes = {"listing.ceiling": ceiling, "listing.ceiling_of": of, "listing.page_size": size}

    assert site(changes).reach == reach


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.dictionaries(
        st.sampled_from(["found", "items", "facets", "used"]),
        VALUES | st.lists(st.dictionaries(st.just("id"), VALUES)),
    )
)
def test_any_answer_is_a_listing_or_none(body: dict[str, Any]) -> None:
    """Whatever stands in the answer: lines with ids, or `NotAListing`; nothing else."""
    reader = site(
        {"listing.facets": {"district": "jmespath: facets"}, "listing.echo": {"rubric": "jmespath: used"}}
    )
    try:
        listing = reader.read_listing(page(json.dumps(body)))
    except NotAListing:
        return
    assert len({line.id for line in listing.lines}) == len(listing.lines)
    assert all(line.id and len(line.id) <= 200 for line in listing.lines)
    assert listing.count is None or listing.count >= 0


@given(st.text(max_size=300))
def test_any_html_is_a_listing_or_none(body: str) -> None:
    """The same for markup."""
    try:
        listing = site(HTML).read_listing(page(body.encode("utf-8", "replace")))
    except NotAListing:
        return
    assert all(line.id for line in listing.lines)


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        ("x" * 10_000, "too long"),
        ("", "empty"),
        (" \u200b\n".replace("\u200b", " "), "empty"),
        ("\x00\x07", "empty"),
        ("/card/" + "y" * 10_000, "too long"),
        ("https://directory.example/card/" + "y" * 10_000, "too long"),
    ],
)
def test_a_record_whose_id_is_none_is_set_aside_and_counts(found: Any, reason: str) -> None:
    """The others are kept, it is one of the page's ids, and its example is short."""
    items = [{"id": 1, "name": "A"}, {"id": found, "name": "B"}, {"id": 2, "name": "C"}]
    listing = site({}).read_listing(page(answer(items=items, found=3)), 1)

    assert [line.id for line in listing.lines] == ["1", "2"]
    assert [line.reason for line in listing.set_aside] == [reason]
    assert listing.rejected == 0
    assert len(set(listing.ids)) == 3
    assert all(len(line.example) <= 100 for line in listing.set_aside)


@pytest.mark.parametrize(
    "missing",
    [{}, {"id": None}, {"id": []}, {"id": {"value": 7}}, {"id": True}, {"id": "/promo/" + "z" * 10_000}],
)
def test_what_names_no_record_is_none(missing: dict[str, Any]) -> None:
    """An advertisement between the lines is not counted: it would stand for a record that was not read."""
    listing = site({}).read_listing(page(answer(items=[{"id": 1}, {"name": "Buy!", **missing}])), 1)

    assert (listing.ids, listing.rejected) == (("1",), 1)


@given(st.lists(st.sampled_from(["a" * 300, "a" * 301, "b" * 300]), min_size=1, max_size=8))
def test_what_is_set_aside_is_told_apart_by_its_id(found: list[str]) -> None:
    """Whatever page, and whatever order, it is on."""
    items = [{"id": text, "name": str(n)} for n, text in enumerate(found)]
    listing = site({}).read_listing(page(answer(items=items)), 1)
    again = site({}).read_listing(page(answer(items=items[::-1])), 2)

    assert len(listing.set_aside) == len(set(found))
    assert set(listing.ids) == set(again.ids)
