"""Whose fault it was that a request through a proxy had no good answer: the proxy's, or perhaps the site's."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

import aiohttp
from scrapy.core.downloader.handlers.http11 import TunnelError
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    ResponseDataLossError,
)
from twisted.internet.error import ConnectError, ConnectionClosed

if TYPE_CHECKING:
    from scrapy.http import Response

_STATUS = re.compile(r"'status': (\d{3})")
_LOGIN_REFUSED = 407
_GATEWAY_STATUSES = frozenset({502, 504})
"""What a proxy answers that did not reach the site, and what a site's own front answers, too."""


class Fault(Enum):
    """What is known after one try. The value is its name in the stats."""

    LOGIN = "login"
    """The proxy refuses who logs in (407)."""
    UNREACHABLE = "unreachable"
    """No connection to the proxy."""
    NO_ANSWER = "no_answer"
    """A timeout, or a tunnel not opened: the proxy's fault or the site's."""
    CUT = "cut"
    """A connection lost: the same."""
    STALE = "stale"
    """A connection lost that had been kept open since an earlier request: nobody's fault."""
    GATEWAY = "gateway"
    """A 502 or 504: the proxy's fault or the site's."""

    @property
    def in_words(self) -> str:
        return _WORDS[self]

    @property
    def is_certain(self) -> bool:
        """Whether it is the proxy's own."""
        return self in (Fault.LOGIN, Fault.UNREACHABLE)


_WORDS = {
    Fault.LOGIN: "refuses its login (407): check login and password in that line",
    Fault.UNREACHABLE: "cannot be reached",
    Fault.NO_ANSWER: "gave no answer",
    Fault.CUT: "cuts the connection",
    Fault.STALE: "closes kept connections",
    Fault.GATEWAY: "does not get through to the site",
}


def fault_of_answer(response: Response) -> Fault | None:
    """Judge an answer. What came through a tunnel is the site's; only a plain request is answered by the proxy."""
    if response.url.startswith("https:"):
        return None
    if response.status == _LOGIN_REFUSED:
        return Fault.LOGIN
    return Fault.GATEWAY if response.status in _GATEWAY_STATUSES else None


def fault_of_error(error: Exception) -> Fault | None:
    """Judge what a download handler raised; ``None`` is for what no other proxy would change."""
    cause = error.__cause__
    if isinstance(error, TunnelError):
        found = _STATUS.search(str(error))
        refused = found is not None and int(found[1]) == _LOGIN_REFUSED
        return Fault.LOGIN if refused else Fault.NO_ANSWER
    if isinstance(cause, aiohttp.ClientHttpProxyError):
        return Fault.LOGIN if cause.status == _LOGIN_REFUSED else Fault.NO_ANSWER
    if isinstance(cause, aiohttp.ClientSSLError):  # of the site, behind the tunnel
        return Fault.NO_ANSWER
    if isinstance(error, (DownloadConnectionRefusedError, CannotResolveHostError, ConnectError)):
        return Fault.UNREACHABLE
    if isinstance(error, (DownloadFailedError, ConnectionClosed)):
        return Fault.CUT
    if isinstance(error, (DownloadTimeoutError, ResponseDataLossError, OSError)):
        return Fault.NO_ANSWER
    return None
