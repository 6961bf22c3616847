"""Profiles for tests: a whole small one, and changes to it."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from directory_crawler.sites.grammar import Profile
from directory_crawler.sites.pages import Page
from directory_crawler.sites.site import Site, open_site

BASE: dict[str, Any] = {
    "name": "test-city",
    "kind": "directory",
    "base_url": "https://directory.example",
    "country": "GB",
    "languages": ["en"],
    "listing": {
        "url": "/list?rubric={rubric}&page={page}{&district,letter}",
        "axes": ["district", "letter"],
        "page_size": 2,
        "count": "jmespath: found",
        "items": "jmespath: items",
        "id": "jmespath: id",
    },
    "card": {"url": "/card/{id}", "fields": {"name": "css: h1"}},
}


def table(changes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The small profile with some dotted keys replaced; None removes one."""
    profile = copy.deepcopy(BASE)
    for key, value in (changes or {}).items():
        *sections, last = key.split(".")
        section = profile
        for name in sections:
            section = section.setdefault(name, {})
        if value is None:
            section.pop(last, None)
        else:
            section[last] = value
    return profile


def site(changes: Mapping[str, Any] | None = None, base_url: str | None = None) -> Site:
    """The site of that profile."""
    return open_site(Profile.model_validate(table(changes)), base_url)


def page(body: str | bytes, status: int = 200, url: str = "https://directory.example/list") -> Page:
    """An answer of the site; JSON tells itself by its first character."""
    return Page(url, status, {"Content-Type": "text/html"}, body.encode() if isinstance(body, str) else body)
