"""A list of proxies, one ``IP:PORT:LOGIN:PASS`` a line.

An IPv6 address stands in brackets. Login and password may be empty or missing; a colon inside one is written ``\\:``,
and a backslash that precedes a colon or a ``#`` is doubled. Blank lines and comments (``#`` at the beginning of a line
or after a space) are skipped; ``http://login:pass@host:port`` is read, too. A list with one line that cannot be read
is refused whole: half a pool looks like a whole one.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import quote, unquote

_MOST_NAMED = 5
_LONGEST_HOST = 253
_FORM = "IP:PORT:LOGIN:PASS"
_COMMENT = re.compile(r"(?:^|\s)#.*", re.DOTALL)
_LINES = re.compile(r"\r\n|\r|\n")
_HOST = re.compile(r"(?!-)[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?", re.ASCII)
_NUMERIC = re.compile(r"[0-9.]+", re.ASCII)


class ProxyListError(ValueError):
    """A list that is no pool. The message names lines and what is wrong with them, never what stands there."""


@dataclass(frozen=True)
class ProxyEntry:
    """One line of the list. Whatever is printed of it is its address and its line, never who logs in there."""

    host: str
    port: int
    login: str = field(default="", repr=False)
    password: str = field(default="", repr=False)
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.address} (line {self.line})"

    @property
    def address(self) -> str:
        """Host and port, an IPv6 address in brackets."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def url(self) -> str:
        """The address with the login inside: a secret."""
        login = f"{quote(self.login, safe='')}:{quote(self.password, safe='')}@" if self.authorization else ""
        return f"http://{login}{self.address}"

    @property
    def authorization(self) -> bytes | None:
        """The value of ``Proxy-Authorization``, ``None`` where nobody logs in."""
        if not self.login and not self.password:
            return None
        return b"Basic " + base64.b64encode(self._joined)

    @property
    def _joined(self) -> bytes:
        return f"{self.login}:{self.password}".encode()

    def without_secrets(self, text: str) -> str:
        """Return a text with this entry's login and password struck out, however they are spelled there."""
        spelled = {base64.b64encode(self._joined).decode()} if self.authorization else set()
        for secret in (self.password, self.login):
            spelled |= {secret, quote(secret), quote(secret, safe="")} if secret else set()
        for secret in sorted(spelled, key=len, reverse=True):
            text = text.replace(secret, "***")
        return text


def parse_proxies(text: str) -> tuple[ProxyEntry, ...]:
    """Read a list; an entry that comes again is the same exit and counts once. Raises `ProxyListError`."""
    entries: dict[ProxyEntry, None] = {}
    faults = []
    for number, line in enumerate(_LINES.split(text.removeprefix("\ufeff")), 1):
        content = _COMMENT.sub("", line).strip()
        if not content:
            continue
        try:
            entries.setdefault(_parse_line(content, number))
        except ProxyListError as fault:
            faults.append(f"line {number}: {fault}")
    if faults:
        more = f"; and {len(faults) - _MOST_NAMED} more lines" if len(faults) > _MOST_NAMED else ""
        raise ProxyListError("; ".join(faults[:_MOST_NAMED]) + more)
    if not entries:
        raise ProxyListError(f"the list is empty: it should have one {_FORM} a line")
    return tuple(entries)


def _parse_line(content: str, number: int) -> ProxyEntry:
    if "://" in content:
        return _parse_url(content, number)
    rest = content
    if content.startswith("["):
        host, bracket, rest = content[1:].partition("]")
        if not bracket or not rest.startswith(":"):
            raise ProxyListError(f"an IPv6 address ends with a bracket and a colon: [IP]{_FORM[2:]}")
        host, rest = _ipv6(host), rest[1:]
    else:
        host, _, rest = content.partition(":")
        host = _host(host)
    port, *secrets = _fields(rest)
    if len(secrets) > 2:
        raise ProxyListError(
            f"expected {_FORM}, found {len(secrets) - 2} colons more: one inside the login or password is"
            " written \\:, an IPv6 address in brackets"
        )
    login, password = [*secrets, "", ""][:2]
    return ProxyEntry(host, _port(port), login, password, number)


def _fields(text: str) -> list[str]:
    """Split at the colons that no backslash hides."""
    fields = [""]
    hidden = False
    for character in text:
        if hidden:
            fields[-1] += character if character in ":\\#" else "\\" + character
            hidden = False
        elif character == "\\":
            hidden = True
        elif character == ":":
            fields.append("")
        else:
            fields[-1] += character
    if hidden:
        fields[-1] += "\\"
    return fields


def _parse_url(content: str, number: int) -> ProxyEntry:
    scheme, _, rest = content.partition("://")
    if scheme.lower() != "http":
        raise ProxyListError("only http:// proxies are spoken to, for http and https sites alike")
    secrets, at, address = rest.rstrip("/").rpartition("@")
    login, _, password = secrets.partition(":") if at else ("", "", "")
    host, colon, port = address.rpartition(":")
    if not colon:
        raise ProxyListError("no port: expected http://LOGIN:PASS@HOST:PORT")
    host = _ipv6(host[1:-1]) if host.startswith("[") and host.endswith("]") else _host(host)
    return ProxyEntry(host, _port(port), unquote(login), unquote(password), number)


def _host(text: str) -> str:
    if not text or len(text) > _LONGEST_HOST or not _HOST.fullmatch(text):
        raise ProxyListError(f"expected {_FORM}: no address before the first colon (IPv6 stands in brackets)")
    if _NUMERIC.fullmatch(text):
        try:
            return str(IPv4Address(text))
        except AddressValueError:
            raise ProxyListError("no IPv4 address stands there (an IPv6 one needs brackets)") from None
    return text.lower()


def _ipv6(text: str) -> str:
    try:
        return str(IPv6Address(text))
    except AddressValueError:
        raise ProxyListError("no IPv6 address stands in the brackets") from None


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and 0 < int(text) < 65536):
        raise ProxyListError(f"expected {_FORM}: no port from 1 to 65535 after the address")
    return int(text)
