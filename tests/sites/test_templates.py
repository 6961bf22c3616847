"""URL, header and body templates."""

from __future__ import annotations

from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.sites.templates import TemplateError, TextTemplate, UrlTemplate


@pytest.mark.parametrize(
    ("template", "values", "url"),
    [
        ("/list", {}, "/list"),
        ("/list/{rubric}?page={page}", {"rubric": "a b/c", "page": 2}, "/list/a%20b%2Fc?page=2"),
        ("/l?r={r}{&district,letter}", {"r": "1", "letter": "A-D"}, "/l?r=1&letter=A-D"),
        ("/l?r={r}{&district,letter}", {"r": "1"}, "/l?r=1"),
        ("/l{?district,page}", {"district": "é&", "page": 0}, "/l?district=%C3%A9%26&page=0"),
        ("/l{?district}", {"district": None}, "/l"),
        ("/l{?district}", {"district": ""}, "/l?district="),
        ("{+next}", {"next": "https://a.example/x?y=1&z=%20"}, "https://a.example/x?y=1&z=%20"),
        ("/l?{&a}", {"a": "\ud800"}, "/l?&a=%3F"),
    ],
)
def test_templates_expand_as_rfc_6570_says(
    template: str, values: dict[str, str | int | None], url: str
) -> None:
    """Values are encoded, absent form-style variables vanish."""
    assert UrlTemplate.parse(template).expand(values) == url


@pytest.mark.parametrize(
    "template", ["/l{", "/l}", "/l{}", "/{a b}", "/{+a,b}", "/{/a}", "/{a,b}", "/{{a}}", "/{1}"]
)
def test_unreadable_templates_are_refused(template: str) -> None:
    """An expression outside the grammar is an error that quotes the template."""
    with pytest.raises(TemplateError, match=r"allowed|unbalanced"):
        UrlTemplate.parse(template)


def test_variables_are_known_and_required_ones_apart() -> None:
    """Form-style variables may be missing, others may not."""
    template = UrlTemplate.parse("/{id}/x{?a,b}")

    assert template.variables == {"id", "a", "b"}
    assert template.required == {"id"}


@given(
    st.text(st.characters(exclude_categories=["Cs"])),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1),
)
def test_no_value_can_leave_its_place(path: str, query: str) -> None:
    """Whatever a value holds, the URL keeps its host, its path and its parameters."""
    url = "https://a.example" + UrlTemplate.parse("/card/{id}?q={q}").expand({"id": path, "q": query})
    parts = urlsplit(url)

    assert parts.netloc == "a.example"
    assert unquote(parts.path) == f"/card/{path}"
    assert parse_qsl(parts.query) == [("q", query)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{n}", 3),
        ("n={n}", "n=3"),
        ("{n}/{m}", "3/x"),
        ("plain", "plain"),
        ("{gone}", None),
        ("a{n}{gone}", None),
    ],
)
def test_text_templates_keep_the_type_of_a_lone_place(text: str, value: object) -> None:
    """One place alone gives its value as it is; a place without value gives nothing at all."""
    assert TextTemplate(text).expand({"n": 3, "m": "x", "gone": None}) == value
