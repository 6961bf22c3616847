"""Loading profiles, and what is said of wrong ones."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from directory_crawler.sites.grammar import Profile
from directory_crawler.sites.profile import ProfileError, bundled_profiles, load_profile, parse_profile
from tests.sites.profiles import table

SKETCH = """
name = "example-city"
kind = "directory"
base_url = "https://directory.example"
country = "GB"                     # numbering plan
timezone = "Europe/London"
languages = ["en"]

[listing]
url = "/api/list?rubric={rubric}&page={page}{&district,letter,leaf}"
page_size = 20
ceiling = 1000                     # or "measure"
count = "jmespath: found"
ids = "jmespath: items[].id"
axes = ["district", "letter", "leaf"]

[card]
url = "/card/{id}"
[card.fields]
name   = ["jsonld: LocalBusiness.name", "css: h1::text"]
phones = ["contacts: phones[].number", "jsonld: telephone", "css: a[href^='tel:']::attr(href)"]
"""


def problem(text: str) -> str:
    with pytest.raises(ProfileError) as error:
        parse_profile(text, "sites/x.toml")
    return str(error.value)


def complaint(changes: dict[str, Any]) -> tuple[str, str]:
    """The key and the words of the error that a changed profile gives."""
    text = "\n".join(_toml(table(changes), ()))
    with pytest.raises(ProfileError) as error:
        parse_profile(text, "x.toml")
    return error.value.key, error.value.problem


def _toml(section: dict[str, Any], path: tuple[str, ...]) -> list[str]:
    """A table as TOML, with inline values written as JSON where the two agree."""
    lines = [
        f"{json.dumps(key)} = {_inline(value)}"
        for key, value in section.items()
        if not isinstance(value, dict)
    ]
    for key, value in section.items():
        if isinstance(value, dict):
            here = (*path, json.dumps(key))
            lines += [f"[{'.'.join(here)}]", *_toml(value, here)]
    return lines


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_inline(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_inline(part) for part in value) + "]"
    return json.dumps(value)


def test_the_sketch_is_a_profile() -> None:
    """The shortest useful profile needs no more than it says."""
    profile = parse_profile(SKETCH, "sketch.toml")

    assert profile.listing.ceiling == 1000
    assert profile.listing.axes == ("district", "letter", "leaf")
    assert [link.link for link in profile.card.fields["name"]] == [
        "jsonld: LocalBusiness.name",
        "css: h1::text",
    ]


@pytest.mark.parametrize("name", bundled_profiles())
def test_every_bundled_profile_loads(name: str) -> None:
    """What comes with the package can be used, under its own name."""
    assert load_profile(name).name == name


def test_the_template_is_a_profile_once_it_has_a_name() -> None:
    """What `site new` starts from is right as it stands, with every commented line a comment."""
    text = (resources.files("directory_crawler.sites") / "template.toml").read_text("utf-8")

    assert parse_profile(text.replace('"NAME"', '"my-city"'), "template.toml").name == "my-city"
    assert "name" in problem(text)


def test_a_profile_is_found_by_its_path(tmp_path: Path) -> None:
    """A file of one's own is given by its path, with or without a byte order mark."""
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xef\xbb\xbf" + SKETCH.encode())

    assert load_profile(path).name == "example-city"
    assert load_profile(str(path)) == load_profile(path)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read: No such file"),
        (b"name = 'x'\n\xff", "line 2: not UTF-8"),
        (b"name = \n", "line 1"),
        (b"#" * 1_000_001, "at most 1000000"),
        (b"a = " + b"[" * 5_000, "no TOML"),
    ],
)
def test_a_file_that_is_no_profile_says_why(tmp_path: Path, content: bytes | None, said: str) -> None:
    """The error names the file, and the line where there is one."""
    path = tmp_path / "x.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ProfileError, match=said) as error:
        load_profile(path)

    assert str(error.value).startswith(str(path))


def test_an_unknown_name_lists_the_known_ones() -> None:
    """A bundled profile that is not there is an error that names those that are, and the way to one's own."""
    with pytest.raises(ProfileError, match=r"demo-directory.*given by its path"):
        load_profile("nowhere")


@pytest.mark.parametrize(
    ("changes", "key", "said"),
    [
        ({"listing.pagesize": 20}, "listing.pagesize", "did you mean page_size? allowed are url, method"),
        ({"card.fields.nmae": "css: h1"}, "card.fields.nmae", "should be 'name'"),
        ({"listing.page_size": None}, "listing.page_size", "missing"),
        ({"listing.page_size": 0}, "listing.page_size", "found 0; it should be greater than or equal to 1"),
        ({"listing.ceiling": "lots"}, "listing.ceiling", 'found "lots"; it should be a valid integer'),
        ({"listing.paging": "pages"}, "listing.paging", "'page', 'offset', 'cursor' or 'range'"),
        ({"listing.paging": "offset"}, "listing.url", "needs {offset}"),
        ({"listing.paging": "range"}, "listing.url", "needs {end}, {start}"),
        ({"listing.items": None}, "listing.ids", "either ids, or items with id"),
        ({"listing.ids": "css: a"}, "listing.ids", "either ids, or items with id"),
        ({"listing.id": None}, "listing.id", "come together"),
        ({"listing.url": "list?page={page}"}, "listing.url", "is no address"),
        ({"listing.url": "/list?page={page"}, "listing.url", "unbalanced brace"),
        (
            {"listing.url": "/list?page={page}{&district,letter,zone}"},
            "listing.url",
            "{zone} has no value here",
        ),
        ({"listing.url": "/list?page={page}{&district}"}, "listing.url", "axis 'letter' is never sent"),
        ({"listing.axes": ["district", "letter", "district"]}, "listing.axes", "named twice"),
        ({"listing.form": {"a": "b"}}, "listing.method", 'needs method = "POST"'),
        (
            {"listing.orders": {"param": "sort", "values": ["a"]}},
            "listing.orders.param",
            "{sort} is not used",
        ),
        ({"listing.facets": {"zone": "jmespath: z"}}, "listing.facets.zone", "no such axis"),
        (
            {"listing.echo": {"zone": "jmespath: z"}},
            "listing.echo.zone",
            "allowed are rubric, district, letter",
        ),
        ({"listing.id": "xpath: //@data-id"}, "listing.id", "would leave the item"),
        ({"listing.items": "jsonld: name"}, "listing.items", "finds no items"),
        ({"listing.cursor": "jmespath: next"}, "listing.cursor", "come together"),
        ({"axes.zone": {"from": "facets"}}, "axes.zone", "names district, letter"),
        ({"axes.letter": {"from": "facets", "values": ["A"]}}, "axes.letter.from", "keep one"),
        ({"axes.letter": {"from": "nowhere"}}, "axes.letter.from", "'facets' or 'children'"),
        ({"axes.letter": {"values": ["A"], "range": {}}}, "axes.letter.range", "keep one"),
        ({"axes.letter": {"partition": "overlap", "range": {}}}, "axes.letter.partition", "do not overlap"),
        ({"axes.letter": {"range": {"lowest": 10, "highest": 5}}}, "axes.letter.range.highest", "not above"),
        ({"axes.letter": {"range": {"step": 0}}}, "axes.letter.range.step", "greater than 0"),
        (
            {"axes.letter": {"range": {"lowest": 3, "step": 2}}},
            "axes.letter.range.lowest",
            "no multiple of step",
        ),
        (
            {"axes.letter": {"range": {"lowest": "2020-01-01", "highest": 5}}},
            "axes.letter.range.highest",
            "both days",
        ),
        (
            {"axes.letter": {"range": {"lowest": "2020-01-01", "step": 7}}},
            "axes.letter.range.step",
            "one day",
        ),
        (
            {"axes.letter": {"range": {"lowest": "2020-01-01", "format": "Y-m-d"}}},
            "axes.letter.range.format",
            "strftime",
        ),
        ({"axes.letter": {"range": {"from": "district"}}}, "axes.letter", "placeholder of axis 'district'"),
        ({"axes.letter": {"range": {"from": "low", "to": "high"}}}, "listing.url", "never sent"),
        ({"axes.letter": {"partition": "some"}}, "axes.letter.partition", "'exact'"),
        ({"card.url": "/card"}, "card.url", "asked for by {id}"),
        ({"card.url": "/card{?id}"}, "card.url", "asked for by {id}"),
        ({"card.fields.name": []}, "card.fields.name", "at least 1"),
        ({"card.fields.name": ["css: h1", "h1"]}, "card.fields.name.1", "does not say where to read"),
        (
            {"card.fields.name": {"link": "css: h1", "regex": "("}},
            "card.fields.name",
            "no regular expression",
        ),
        ({"card.fields.name": {"link": "css: h1", "json": "a["}}, "card.fields.name", "no JMESPath"),
        (
            {"card.fields.name": {"link": "css: h1", "css": "h1"}},
            "card.fields.name.css",
            "allowed are link, regex, json",
        ),
        ({"card.fields.name": "listing: name"}, "card.fields.name", "needs listing.fields.name"),
        ({"card.status_words": {"x": "shut"}}, "card.status_words.x", "'permanently_closed'"),
        (
            {"contacts": {"url": "/c/{id}", "headers": {"X-T": "{token}"}}},
            "contacts.url",
            "{token} has no value",
        ),
        ({"search": {"url": "/s?q={text}", "ids": "jmespath: x"}}, "search.url", "allowed are {q}"),
        ({"name": "Example City"}, "name", 'found "Example City"; it should match pattern'),
        ({"kind": "shop"}, "kind", "should be 'directory'"),
        ({"base_url": "directory.example"}, "base_url", "should match pattern"),
        ({"country": "gb"}, "country", "should match pattern"),
        ({"country": "UK"}, "country", "the United Kingdom is GB"),
        ({"country": "XX"}, "country", "no country with a numbering plan"),
        ({"timezone": "London"}, "timezone", "is no time zone"),
        ({"languages": []}, "languages", "at least 1"),
        ({"class": "Site"}, "class", "should match pattern"),
        ({"pace": {"requests_per_second": 0}}, "pace.requests_per_second", "greater than 0"),
        ({"map": {"default_points": [[51.5, 190]]}}, "map.default_points", "not on earth"),
        ({"settings": {"download_timeout": 1}}, "settings", "is no setting"),
        ({"settings": {"API_TOKEN": "x"}}, "settings", "environment"),
    ],
)
def test_a_wrong_key_is_named_with_what_is_allowed(changes: dict[str, Any], key: str, said: str) -> None:
    """Each error gives the dotted key, what was found, and what is allowed or what to do."""
    found_key, words = complaint(changes)

    assert found_key == key
    assert said in words


def test_all_problems_of_a_file_are_told_at_once() -> None:
    """A person corrects several keys in one go."""
    text = problem(SKETCH.replace('"GB"', '"gb"').replace("page_size", "pagesize"))

    assert [line.split(": ")[1] for line in text.splitlines()] == [
        "country",
        "listing.page_size",
        "listing.pagesize",
    ]


@pytest.mark.parametrize(
    "header",
    [
        {"Authorization": "Bearer hunter2"},
        {"X-Api-Key": "hunter2"},
        {"X-Auth-Token": "hunter2"},
        {"X": "env:hunter 2"},
    ],
)
def test_a_secret_in_the_file_is_refused_and_not_repeated(header: dict[str, str]) -> None:
    """Secrets come from the environment, and an error does not show the one it found."""
    key, words = complaint({"listing.headers": header})

    assert key == "listing.headers"
    assert "env:NAME" in words
    assert "hunter" not in words


def test_a_url_with_a_password_is_refused() -> None:
    """Credentials in an address are as secret as in a header."""
    key, words = complaint({"card.url": "https://user:hunter2@directory.example/{id}"})

    assert key == "card.url"
    assert "headers" in words


def test_the_digest_is_of_what_is_said() -> None:
    """Layout, comments, key order, pace and settings make no other digest; a changed link does."""
    digest = parse_profile(SKETCH, "a").digest
    head, _, rest = SKETCH.partition("[listing]")
    listing, _, card = rest.partition("[card]")
    reordered = (
        f"{head}\n[card]{card}\n# a comment\n[listing]{listing}[pace]\nconcurrency = 3\n[settings]\nX = 1\n"
    )

    assert parse_profile(reordered, "b").digest == digest
    assert parse_profile(SKETCH.replace("h1::text", "h2::text"), "c").digest != digest
    assert (
        parse_profile(SKETCH.replace('"district", "letter"', '"letter", "district"', 1), "d").digest != digest
    )


def test_a_profile_does_not_change() -> None:
    """A loaded profile is a value."""
    profile = parse_profile(SKETCH, "a")

    with pytest.raises(ValidationError, match="frozen"):
        profile.name = "other"  # type: ignore[misc]


def test_one_link_and_a_list_of_one_are_the_same() -> None:
    """A chain may be written without its brackets, a link as text or as a table."""
    chains = ["css: h1", ["css: h1"], {"link": "css: h1"}, [{"link": "css: h1"}]]
    profiles = [Profile.model_validate(table({"card.fields.name": chain})) for chain in chains]

    assert all(profile == profiles[0] for profile in profiles)
