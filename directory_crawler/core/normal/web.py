"""Websites and e-mail addresses: what identifies an organisation, and what is only a link."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit

import tldextract

from directory_crawler.core.normal.web_tables import SHARED_HOSTS, TRACKING, TRACKING_PREFIXES

LONGEST_URL = 2_000
"""Characters of an address that are kept, as browsers do."""

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]{0,20}):(?!\d{1,5}(?:/|$))", re.IGNORECASE)
_HOST = re.compile(r"(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}")
_EMAIL = re.compile(r"[a-z0-9!#$%&*+/=?^_{|}~-]+(?:\.[a-z0-9!#$%&*+/=?^_{|}~-]+)*", re.IGNORECASE)
_JUNK_HOSTS = frozenset(
    {"domain.com", "site.com", "yoursite.com", "yourwebsite.com", "yourdomain.com", "yourcompany.com"}
)
_FILE_ENDINGS = frozenset(
    (
        "html",
        "htm",
        "php",
        "asp",
        "aspx",
        "jsp",
        "js",
        "css",
        "jpg",
        "jpeg",
        "png",
        "gif",
        "svg",
        "pdf",
        "xml",
        "json",
        "txt",
    )
)


@dataclass(frozen=True, slots=True)
class Website:
    """An address on the web.

    `url` is whole, with scheme and path; `domain` the registrable domain by the public suffix list, private suffixes
    included (a shop on a hosted subdomain is its own), in its Unicode-free (punycode) form; `key` equals for two
    addresses of one organisation: the domain of a site of its own, host and path of a page on a shared one (a social
    profile, a marketplace shop), None where not even that tells (a shortener, a shared host's front page).
    """

    url: str
    domain: str
    key: str | None
    own: bool
    """Whether the domain is the organisation's own, by all that is known of shared hosts."""


@lru_cache(maxsize=1)
def _suffixes() -> tldextract.TLDExtract:
    return tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)


def parse_website(raw: object) -> Website | None:
    """The address, or None for what is no web address (e-mail, telephone, script, file, private host, junk)."""
    if not isinstance(raw, str) or len(raw) > 10 * LONGEST_URL:
        return None
    text = _unwrapped(re.sub(r"[\x00-\x1f\u200b-\u200f\ufeff\ud800-\udfff]", "", raw)).replace("\\", "/")[
        :LONGEST_URL
    ]
    scheme = "http"
    if match := _SCHEME.match(text):
        scheme = match[1].lower()
        if scheme not in ("http", "https"):
            return None
        text = text[match.end() :]
    text = re.sub(r"^/{2,}", "", text)
    if not text or text[0] in "/?#" or re.search(r"\s", text):
        return None
    try:
        parts = urlsplit("//" + text)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    host = _host(host)
    if host is None or (parts.username is not None):
        return None
    domain = _registrable(host)
    if domain is None or domain in _JUNK_HOSTS:
        return None
    bare = host.removeprefix("www.") if host != domain else host
    netloc = bare if port in (None, 80, 443) else f"{bare}:{port}"
    path = re.sub(r"/{2,}", "/", parts.path).rstrip("/")
    query = _query(parts.query)
    url = urlunsplit((scheme, netloc, path or "/", query, ""))
    shared = _shared(bare)
    if shared is not None and (target := redirect_target(url)):
        return parse_website(target)
    if shared is None:
        return Website(url, domain, domain, own=True)
    return Website(url, domain, _shared_key(shared, bare, path, query), own=False)


def _unwrapped(text: str) -> str:
    """A text without the quotes and brackets around it, and without punctuation after it."""
    inner = text.lstrip(" <([\"'«„“")
    after = " >\"'»“”,;" + (")]" if inner != text.lstrip() else "")
    return inner.rstrip(after)


def _registrable(host: str) -> str | None:
    """The domain that somebody registered; None for a bare public suffix. Under a top level that the list does not
    know, the list's own default rule holds: one label below it."""
    extracted = _suffixes().extract_str(host)
    if extracted.top_domain_under_public_suffix:
        return extracted.top_domain_under_public_suffix
    if extracted.suffix:
        return host if extracted.is_private else None
    labels = host.split(".")
    return None if labels[-1] in _FILE_ENDINGS or not labels[-1].isalpha() else ".".join(labels[-2:])


def redirect_target(url: str) -> str | None:
    """The address that a redirecting link carries in its query ("https://portal.example/go?to=https%3A%2F%2F…")."""
    values = (value for _, value in _pairs(urlsplit(url).query))
    return next((value for value in values if re.match(r"https?://", value, re.IGNORECASE)), None)


def _shared(host: str) -> str | None:
    """How a page on a shared host is told, None for any other host."""
    labels = host.split(".")
    found = (SHARED_HOSTS.get(".".join(labels[start:])) for start in range(len(labels) - 1))
    return next(filter(None, found), None)


def _host(host: str | None) -> str | None:
    if not host:
        return None
    host = host.rstrip(".")
    try:
        ipaddress.ip_address(host)
    except ValueError:
        pass
    else:
        return None
    try:
        if not host.isascii():
            host = host.encode("idna").decode("ascii")
    except UnicodeError:
        return None
    host = host.lower()
    return host if _HOST.fullmatch(host) else None


def _pairs(query: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(query, keep_blank_values=True, max_num_fields=100)
    except ValueError:
        return []


def _query(query: str) -> str:
    """A query without what only counts clicks."""
    kept = [
        (name, value)
        for name, value in _pairs(query)
        if name.lower() not in TRACKING and not name.lower().startswith(TRACKING_PREFIXES)
    ]
    return urlencode(kept, errors="replace")


def _shared_key(kind: str, host: str, path: str, query: str) -> str | None:
    """Key on a shared host: social pages and shops by path, in lower case; shorteners and searches none."""
    if kind == "none" or (path in ("", "/") and not query):
        return None
    base = host.removeprefix("m.").removeprefix("mobile.")
    labels = base.split(".")
    if len(labels) > 2 and re.fullmatch(r"[a-z]{2}(?:-[a-z]{2})?", labels[0]):
        base = ".".join(labels[1:])  # a language's subdomain
    return f"{base}{unquote(path).casefold()}" + (f"?{query}" if query else "")


def parse_email(raw: object) -> str | None:
    """The mail address in lower case, out of `mailto:` links, brackets and names; None for junk and placeholders."""
    if not isinstance(raw, str) or len(raw) > LONGEST_URL:
        return None
    text = raw.strip()
    if text[:7].lower() == "mailto:":
        text = unquote(text[7:].partition("?")[0])
    if match := re.search(r"<([^<>\s]{3,254})>", text):
        text = match[1]
    text = re.split(r"[,;\s]", text.lstrip(" <>()[]\"'").rstrip(" <>()[]\"'.,;"), maxsplit=1)[0]
    local, at, host = text.rpartition("@")
    name = _host(host) if at else None
    if name is None or len(local) > 64 or not _EMAIL.fullmatch(local):
        return None
    if _registrable(name) is None or name in _JUNK_HOSTS:
        return None
    return f"{local}@{name}".lower()
