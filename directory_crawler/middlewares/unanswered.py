"""Why a request had no answer, in words that a person can act on; the libraries tell it each in its own way."""

from __future__ import annotations

import re

from scrapy.exceptions import CannotResolveHostError, DownloadConnectionRefusedError, DownloadTimeoutError

_FAILURE = re.compile(r"<twisted\.python\.failure\.Failure ([\w.]+: )?(.*?)>(?=[,\]]|$)")
_TLS = re.compile(r"\bSSL(?:\.Error|V\d|:\s| routines)|\bcertificate\b", re.IGNORECASE)
_SHOWN = 200


def reason_of(error: Exception) -> str:
    """Return the kind of a failure where it has one of its own, and what the library says of it."""
    said = " ".join(_FAILURE.sub(r"\2", str(error)).split()) or type(error).__name__
    said = said if len(said) <= _SHOWN else said[:_SHOWN] + "…"
    return f"{_kind(error)} ({said})"


def _kind(error: Exception) -> str:
    if _TLS.search(str(error)):
        return "TLS failure"
    if isinstance(error, CannotResolveHostError):
        return "name not found"
    if isinstance(error, DownloadConnectionRefusedError):
        return "connection refused"
    if isinstance(error, DownloadTimeoutError):
        return "no answer in time"
    return "connection broken"
