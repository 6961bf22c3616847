"""Which links of a site may be followed, and which record a link means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit

from directory_crawler.sites.values import as_id

if TYPE_CHECKING:
    from collections.abc import Collection

MAX_URL = 4096
"""Longest URL followed, in characters; common servers refuse from 8 000 on."""

_PORTS = {"http": 80, "https": 443}
_UNSAFE = re.compile(r"[\x00-\x20\x7f\\]")


def _origin(url: str) -> tuple[str, int] | None:
    """Host (lower case, without a leading `www.`) and effective port, default ports told as one."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not host or parts.username is not None or parts.password is not None:
        return None
    port = port or _PORTS[parts.scheme]
    return host.rstrip(".").removeprefix("www."), 443 if port == _PORTS["http"] else port


def _is_local(host: str) -> bool:
    """Whether a host is an address that is not on the public internet, or a name of this machine."""
    if host == "localhost" or host.endswith((".localhost", ".local", ".internal")):
        return True
    try:
        return not ip_address(host.partition("%")[0]).is_global
    except ValueError:
        # browsers and resolvers read 127.1, 0x7f.1 and 2130706433 as IPv4 addresses
        return bool(re.fullmatch(r"(?:0x[0-9a-f]*|[0-9]+)(?:\.(?:0x[0-9a-f]*|[0-9]+))*", host))


def is_loopback(url: str) -> bool:
    """Whether an address is this machine's own."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def allowed_url(url: str, base: str, hosts: Collection[str] = ()) -> bool:
    """Whether a link found on the site at `base` may be requested.

    It may when, joined to `base`, it is http or https, on the host and port of `base` (`www.` and default
    ports aside) or on one of `hosts`, carries no user name, is no private address unless `base` is one
    itself, is at most `MAX_URL` long, and holds no character that parsers read differently (white space,
    control characters, backslashes).
    """
    url = url.strip()
    if len(url) > MAX_URL or _UNSAFE.search(url):
        return False
    try:
        target, home = _origin(urljoin(base, url)), _origin(base)
    except ValueError:
        return False
    if target is None or home is None:
        return False
    if _is_local(target[0]) and not _is_local(home[0]):
        return False
    return target == home or any(target == _origin(f"https://{host}") for host in hosts)


@dataclass(frozen=True, slots=True)
class IdPattern:
    """A card's URL template read backwards: from a link to the id of its record."""

    path: re.Pattern[str]
    query: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, template: str) -> IdPattern:
        """The pattern of a template that holds `{id}`, in its path or as a query value of its own."""
        path, _, query = template.partition("?")
        literal = re.escape(urlsplit(path).path.replace("{+id}", "{id}")).replace(
            re.escape("{id}"), "([^/?#]+)", 1
        )
        return cls(
            re.compile(literal.replace(re.escape("{id}"), "[^/?#]+") + "/?"),
            tuple(parse_qsl(query.replace("{+id}", "{id}"), keep_blank_values=True)),
        )

    def is_card(self, link: str) -> bool:
        """Whether `link` leads where cards are, whatever its id."""
        try:
            return self.path.fullmatch(urlsplit(link.strip()[:MAX_URL]).path) is not None
        except ValueError:
            return False

    def id_of(self, link: str) -> str | None:
        """The id that `link` (absolute or not) names, whatever else its query carries; None if none."""
        try:
            parts = urlsplit(link.strip()[:MAX_URL])
        except ValueError:
            return None
        match = self.path.fullmatch(parts.path)
        if match is None:
            return None
        found = unquote(match[1]) if match.re.groups else None
        if self.query:
            given = dict(parse_qsl(parts.query, max_num_fields=None))
            for name, expected in self.query:
                if "{id}" in expected:
                    found = given.get(name)
                elif given.get(name) != expected:
                    return None
        return as_id(found)
