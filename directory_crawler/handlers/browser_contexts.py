"""Which browser context a page is opened in: one for each way out, and a new one after so many pages.

A context remembers every page that it ever showed, in the browser and beside it; used up and closed, it forgets.
"""

from __future__ import annotations

import base64
import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Hashable

    from scrapy import Request


@dataclass
class _Context:
    name: str
    lent: int = 0
    shown: int = 0
    last_lent: int = 0


class BrowserContexts:
    """Names of contexts; ``pages`` are shown in each, and ``most`` are kept that show nothing."""

    def __init__(self, pages: int, most: int) -> None:
        self.pages = pages
        self.most = most
        self._current: dict[Hashable, _Context] = {}
        self._by_name: dict[str, _Context] = {}
        self._numbers = itertools.count(1)

    def lend(self, way: Hashable) -> str:
        """Return the name of the context for a way out (a proxy and its login, or none)."""
        context = self._current.get(way)
        number = next(self._numbers)
        if context is None or context.shown >= self.pages:
            context = _Context(f"context {number}")  # never a name again: a late end would be the new one's
            self._current[way] = self._by_name[context.name] = context
        context.lent += 1
        context.shown += 1
        context.last_lent = number
        return context.name

    def give_back(self, name: str) -> list[str]:
        """Say that a page is closed; return the names of the contexts that are done with."""
        context = self._by_name.get(name)
        if context is None:
            return []
        context.lent -= 1
        idle = sorted((c for c in self._by_name.values() if not c.lent), key=lambda c: c.last_lent)
        done = [c for c in idle if c.shown >= self.pages]
        kept = [c for c in idle if c.shown < self.pages]
        done += kept[: max(0, len(kept) - self.most)]
        names = {c.name for c in done}
        self._by_name = {name: c for name, c in self._by_name.items() if name not in names}
        self._current = {way: c for way, c in self._current.items() if c.name not in names}
        return sorted(names)

    def forget(self) -> None:
        """The browser is gone, and every context with it."""
        self._current.clear()
        self._by_name.clear()


def way_out(request: Request) -> dict[str, str]:
    """Return how a request's context reaches the site: Playwright's ``proxy`` option, empty for directly."""
    proxy = request.meta.get("proxy")
    if not proxy:
        return {}
    authorization = request.headers.get("Proxy-Authorization")
    if authorization is None:
        return {"server": proxy}
    login, _, password = base64.b64decode(authorization.removeprefix(b"Basic ")).decode().partition(":")
    return {"server": proxy, "username": login, "password": password}


def context_options(request: Request, way: dict[str, str], *, verify: bool) -> dict[str, Any]:
    """Return how the context of a request is made."""
    options: dict[str, Any] = {
        "accept_downloads": False,
        "service_workers": "block",
        "ignore_https_errors": not verify,
        "user_agent": (request.headers.get("User-Agent") or b"").decode("latin-1") or None,
    }
    return {**options, "proxy": way} if way else options
