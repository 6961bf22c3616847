"""Where to apply: the part of a link that routes an application, without what tracks the applicant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

if TYPE_CHECKING:
    from collections.abc import Collection

LONGEST_LINK = 4_000
"""Characters of a link; what is longer is none."""

_UNSAFE = re.compile(r"[\x00-\x20\x7f\\\ud800-\udfff]")
_SESSION = re.compile(r";[^/]*")
_DEFAULT_PORTS = {"http": 80, "https": 443}


def apply_link(link: str, routing: Collection[str] = ()) -> str | None:
    """The link as ``https``, with host, path and the ``routing`` parameters in order; ``None`` for what is no web link.

    Session ids in the path and the fragment go, except a fragment that is itself a path, as one-page sites have it. An
    e-mail address stays as ``mailto:``.
    """
    link = link.strip()
    if not link or len(link) > LONGEST_LINK or _UNSAFE.search(link):
        return None
    try:
        parts = urlsplit(link)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme == "mailto" and "@" in parts.path:
        return f"mailto:{parts.path.lower()}"
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        return None
    scheme, host = "https", parts.hostname.rstrip(".")
    if port is not None and port != _DEFAULT_PORTS[parts.scheme]:
        scheme, host = parts.scheme, f"{host}:{port}"
    path = quote(unquote(_SESSION.sub("", parts.path), errors="replace"), safe="/:@!$&'()*+,=~-._").rstrip(
        "/"
    )
    try:
        given = parse_qsl(parts.query, keep_blank_values=True, errors="replace", max_num_fields=200)
    except ValueError:
        given = []
    kept = sorted((name, value) for name, value in given if name in routing)
    query = f"?{urlencode(kept)}" if kept else ""
    fragment = f"#{parts.fragment}" if parts.fragment.startswith(("/", "!/")) else ""
    return f"{scheme}://{host}{path}{query}{fragment}"
