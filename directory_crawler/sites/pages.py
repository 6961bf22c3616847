"""A page as the readers see it, each view of it made at most once and only when asked for."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from parsel import Selector
from scrapy.http import TextResponse
from w3lib.encoding import (
    html_body_declared_encoding,
    http_content_type_encoding,
    read_bom,
    resolve_encoding,
    to_unicode,
)

from directory_crawler.sites import jsonld, structured
from directory_crawler.sites.dom import MAX_TEXT, Element, text_of
from directory_crawler.sites.markup import MICRODATA, RDFA, read_markup
from directory_crawler.sites.structured import Entities, json_ld_nodes
from directory_crawler.sites.values import clean_lines, without_controls

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy.http import Response

MAX_BODY = 10_000_000
"""Bytes of a body that are read; the largest honest listing page met had 600 000."""

_HIGH_BYTE = re.compile(rb"[\x80-\xff]")
_ESCAPED_CONTROL = re.compile(rb"\\u00[01]|\\u007f|\\u[dD][89a-fA-F]|\x00")


@dataclass(frozen=True, slots=True)
class Rendered:
    """That a page needs a browser, what to wait for, and whose answer to read in its place.

    `wait_for` is a CSS selector; `response` a part of the URL of a call that the page makes itself.
    """

    wait_for: str | None = None
    response: str | None = None


@dataclass(frozen=True, slots=True)
class PageRequest:
    """What to ask a site for. Headers and body may carry secrets and stay out of `repr`."""

    url: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes = field(default=b"", repr=False)
    rendered: Rendered | None = None


class Page:
    """An answer of a site.

    `encoding` is one that the caller knows better than the page (else the page's own declarations are
    weighed against its bytes); `size` that of a body which was cut before. Nothing here raises on what a site
    sent; what could not be read is told in `faults`, one reason each.
    """

    def __init__(
        self,
        url: str,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
        encoding: str | None = None,
        size: int | None = None,
    ) -> None:
        self.url = url
        self.status = status
        self.headers = {name.lower(): value for name, value in (headers or {}).items()}
        self.faults: list[str] = []
        self.body = body[:MAX_BODY]
        self.size = size or len(body)
        if self.size > MAX_BODY:
            self.faults.append(f"body: cut at {MAX_BODY} of {self.size} bytes")
        self._encoding = encoding

    @classmethod
    def of(cls, response: Response) -> Page:
        """The page of a Scrapy response: one and the same for all who ask, so that it is parsed once."""
        known = _pages.get(response)
        if known is not None:
            return known
        headers = {
            name.decode("latin-1"): b", ".join(values).decode("latin-1")
            for name, values in response.headers.items()
        }
        page = _pages[response] = cls(response.url, response.status, headers, response.body)
        return page

    @cached_property
    def text(self) -> str:
        """The body as text, without NUL and other control characters.

        Bytes that are valid UTF-8 are UTF-8, whatever was declared; a declared encoding is believed when
        the bytes fit it; mostly valid UTF-8 keeps its good parts; the rest is detected.
        """
        return without_controls(self._decoded())

    def _decoded(self) -> str:
        bom, mark = read_bom(self.body)
        content_type = self.headers.get("content-type", "")
        declared = [
            self._encoding,
            bom,
            http_content_type_encoding(content_type),
            html_body_declared_encoding(self.body),
        ]
        body = self.body[len(mark or b"") :]
        for encoding in (bom, "utf-8", *declared):
            if encoding is not None and (decoded := _strictly(body, encoding)) is not None:
                return decoded
        text = body.decode("utf-8", "replace")
        if text.count("\ufffd") * 10 <= len(_HIGH_BYTE.findall(body)):
            return text
        other = next(
            (name for name in declared if name and resolve_encoding(name) not in (None, "utf-8")), None
        )
        if other is not None:
            return to_unicode(body, other)
        return TextResponse(self.url, body=body).text

    @cached_property
    def selector(self) -> Selector:
        """The page as HTML."""
        return Selector(text=self.text or "<html/>", type="html", base_url=self.url)

    @property
    def root(self) -> Element:
        """The root element of the HTML tree."""
        root: Element = self.selector.root
        return root

    @cached_property
    def visible_text(self) -> str:
        """The words that a reader sees in one line, case-folded (the first `MAX_TEXT` characters); JSON as it is."""
        shown = self.text[:MAX_TEXT] if self.json is not None else text_of(self.root)
        return " ".join(shown.casefold().split())

    @cached_property
    def json(self) -> Any:
        """The body as JSON; None when it is none (a fault, if it claims to be)."""
        start = self.body[:64].lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
        if start not in (b"{", b"[", b'"') and "json" not in self.headers.get("content-type", ""):
            return None
        try:
            try:
                document = json.loads(self.body, parse_int=jsonld.integer)
            except UnicodeDecodeError:
                document = json.loads(self.text, parse_int=jsonld.integer)
        except (ValueError, RecursionError) as error:
            self.faults.append(f"json: {error}")
            return None
        return _scrubbed(document) if _ESCAPED_CONTROL.search(self.body) else document

    @cached_property
    def jsonld(self) -> Entities:
        """The JSON-LD of the page, from all blocks that can be read."""
        if self.json is not None:
            return Entities([])
        documents: list[Any] = []
        kind = "translate(@type, 'DJLNOS', 'djlnos')"
        blocks = self.root.xpath(f"//script[contains({kind}, 'ld+json')]")
        for number, block in enumerate(blocks, start=1):
            found, reason = jsonld.read_block(block.text or "")
            documents.extend(found)
            if reason:
                self.faults.append(f"jsonld: block {number}: {reason}")
        return Entities(json_ld_nodes(documents))

    @cached_property
    def microdata(self) -> Entities:
        """The microdata of the page."""
        return Entities(read_markup(self.root, MICRODATA, self.url))

    @cached_property
    def rdfa(self) -> Entities:
        """The RDFa of the page."""
        return Entities(read_markup(self.root, RDFA, self.url))

    @cached_property
    def meta(self) -> Mapping[str, list[str]]:
        """The contents of `<meta>` elements by lower-case name, property or http-equiv."""
        found: dict[str, list[str]] = {}
        for element in self.root.iter("meta"):
            name = element.get("name") or element.get("property") or element.get("http-equiv")
            content = element.get("content")
            if name and content:
                found.setdefault(name.strip().casefold(), []).append(content)
        return found


_pages: WeakKeyDictionary[Response, Page] = WeakKeyDictionary()


def answers_with(response: Response, page: Page) -> None:
    """Let `Page.of` give this page for a response."""
    _pages[response] = page


def _strictly(body: bytes, encoding: str) -> str | None:
    try:
        return body.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _scrubbed(document: Any, depth: int = structured.MAX_DEPTH) -> Any:
    """A JSON document with its strings free of control characters; deeper parts become None."""
    if isinstance(document, str):
        return clean_lines(document)
    if not isinstance(document, dict | list):
        return document
    if depth == 0:
        return None
    if isinstance(document, dict):
        return {without_controls(key): _scrubbed(part, depth - 1) for key, part in document.items()}
    return [_scrubbed(part, depth - 1) for part in document]
