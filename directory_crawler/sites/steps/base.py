"""What all steps share: requests by template, walls, ids, chains."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urljoin, urlsplit

from directory_crawler.sites.chains import Chain, Sources, compile_link, evaluate
from directory_crawler.sites.grammar import LinkTable, Profile, RenderedTable, Surface
from directory_crawler.sites.pages import Page, PageRequest, Rendered
from directory_crawler.sites.profile import ProfileError
from directory_crawler.sites.readings import Fault, NotAListing
from directory_crawler.sites.templates import TextTemplate, UrlTemplate, Variables
from directory_crawler.sites.urls import IdPattern, allowed_url
from directory_crawler.sites.values import Value, as_id, as_text
from directory_crawler.sites.walls import looks_like_a_wall

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def chain(spec: Iterable[LinkTable] | None, words: Mapping[str, str] | None = None) -> Chain:
    """Compile the links of a profile; the second of one language is labelled `css#2`, and so on.

    `words` maps the answers of links without a map of their own.
    """
    links = []
    seen: Counter[str] = Counter()
    for link in spec or ():
        language = link.link.partition(":")[0].strip()
        seen[language] += 1
        modifiers = link.modifiers
        if words is not None and modifiers.words is None:
            modifiers = replace(modifiers, words=words)
        label = language if seen[language] == 1 else f"{language}#{seen[language]}"
        links.append(compile_link(link.link, modifiers, label))
    return tuple(links)


def first(links: Chain, sources: Sources) -> Value:
    """The first value of a chain, or None."""
    values = evaluate(links, sources).values
    return values[0] if values else None


def rendered_by(spec: bool | RenderedTable) -> Rendered | None:
    """What a request says of the browser."""
    if isinstance(spec, RenderedTable):
        return Rendered(spec.wait_for, spec.response)
    return Rendered() if spec else None


def _filled(part: Any, values: Variables) -> Any:
    """A body with its places filled; None for a leaf, and no key, where a place has no value."""
    if isinstance(part, str):
        return TextTemplate(part).expand(values)
    if isinstance(part, dict):
        return {key: done for key, inner in part.items() if (done := _filled(inner, values)) is not None}
    if isinstance(part, list):
        return [done for inner in part if (done := _filled(inner, values)) is not None]
    return part


TOO_LONG = "too long"


class Steps:
    """The ground on which the steps of a surface stand. `base_url` replaces the profile's."""

    def __init__(self, profile: Profile, base_url: str | None = None) -> None:
        self.profile = profile
        self.base_url = (base_url or profile.base_url).rstrip("/")
        self.hosts = frozenset(netloc for url in _templates(profile) if (netloc := urlsplit(url).netloc))
        self._card_ids = IdPattern.of(profile.record.url)
        self._wall = chain(profile.wall)

    @property
    def needs_browser(self) -> bool:
        """Whether any page must be shown by a browser."""
        sections = (getattr(self.profile, name) for name in self.profile.model_fields_set)
        return any(getattr(section, "rendered", False) for section in sections)

    def _address(self, template: str, values: Variables) -> str:
        url = UrlTemplate.parse(template).expand(values)
        return url if url.startswith("http") else self.base_url + url

    def _headers(self, headers: Mapping[str, str], values: Variables) -> dict[str, str]:
        filled = {}
        for name, text in headers.items():
            if text.startswith("env:"):
                secret = os.environ.get(text[4:])
                if not secret:
                    raise ProfileError(
                        self.profile.name, f"headers.{name}", f"environment variable {text[4:]} is not set"
                    )
                filled[name] = secret
            elif (value := TextTemplate(text).expand(values)) is not None:
                filled[name] = re.sub(r"[\x00-\x1f\x7f]", "", str(value))
        return filled

    def _request(self, surface: Surface, values: Variables) -> PageRequest:
        headers = self._headers(surface.headers, values)
        body = b""
        if surface.form is not None:
            form = {
                name: filled
                for name, text in surface.form.items()
                if (filled := _filled(text, values)) is not None
            }
            body = urlencode(form).encode()
            headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        elif surface.json_body is not None:
            body = json.dumps(_filled(surface.json_body, values), ensure_ascii=False).encode()
            headers.setdefault("Content-Type", "application/json")
        return PageRequest(
            self._address(surface.url, values), surface.method, headers, body, rendered_by(surface.rendered)
        )

    def allows(self, url: str) -> bool:
        """Whether a link found on the site may be followed: see `allowed_url`."""
        return allowed_url(url, self.base_url, self.hosts)

    def _followed(self, page: Page, link: Value) -> str | None:
        """A link of a page as a URL that may be requested, or None and a fault of the page."""
        try:
            url = urljoin(page.url, str(link).strip())
        except ValueError:
            url = ""
        if url and self.allows(url):
            return url
        page.faults.append(f"link: {str(link)[:200]!r} may not be followed")
        return None

    def is_wall(self, page: Page) -> bool:
        """Whether the profile's markers tell a login or captcha page; such a page is a refusal, never data."""
        return bool(evaluate(self._wall, Sources(page=page)).values)

    def _expect_list(self, page: Page) -> None:
        if not 200 <= page.status < 300:
            raise NotAListing("refused", f"status {page.status} from {page.url}")
        if self.is_wall(page):
            raise NotAListing("wall", f"a login or captcha page at {page.url}")

    @staticmethod
    def _no_list(page: Page, kind: Fault, expected: str) -> NotAListing:
        if page.json is None and looks_like_a_wall(page):
            return NotAListing("wall", f"a login, captcha or block page at {page.url}")
        return NotAListing(kind, f"{expected} at {page.url}")

    def _record_id(self, value: Value) -> str | None:
        """An id, taken out of a link to a card where the value is one."""
        text = as_text(value) if not isinstance(value, bool) else None
        if text and "/" in text:
            named = self._card_ids.id_of(text)
            is_link = text.startswith("/") or "://" in text
            return named if named is not None or is_link else as_id(text)
        return as_id(value)

    def _fault_of_id(self, value: Value) -> str | None:
        """Why a value that is no id is the id of a record all the same; ``None`` for what names no record."""
        text = as_text(value) if not isinstance(value, bool) else None
        if text and "/" in text and (text.startswith("/") or "://" in text):
            return TOO_LONG if self._card_ids.is_card(text) else None
        if text is None:
            return None
        return TOO_LONG if text else "empty"


def _templates(profile: Profile) -> Iterable[str]:
    """The URL templates of a profile up to their first place, which the host stands before."""
    for surface in (
        profile.listing,
        profile.record,
        profile.witness,
        profile.contacts,
        profile.search,
    ):
        if surface is not None:
            yield surface.url.partition("{")[0]
    for axis in profile.axes.values():
        if axis.page is not None:
            yield axis.page.url
    yield from profile.rubricator.start if profile.rubricator else ()
    yield from profile.sitemap.urls if profile.sitemap else ()
    if profile.feeds is not None:
        yield profile.feeds.url.partition("{")[0]
