"""How a bundled site refuses: limits of gaps or of windows, for everybody, for a client or for a rubric."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, fields
from email.utils import formatdate
from typing import TYPE_CHECKING

from directory_crawler.demo.http_server import HttpResponse

if TYPE_CHECKING:
    from collections.abc import Sequence

EVERYBODY, CLIENT, RUBRIC = "all", "client", "rubric"
FORMS = ("", "seconds", "date")
_LARGEST = 10**9


@dataclass(frozen=True, slots=True)
class Limit:
    """What a site takes of some requests before it refuses.

    Attributes:
        surface: one of the site's surfaces, or "*" for all of them together.
        rubric: only listings of that rubric (a board: searches of that category); "*" for any.
        per: "all" requests together, those of one "client" (its address), or those of one "rubric".
        rate: requests a second.
        window: seconds in which `rate * window` requests are served; 0 for a limit of gaps, which refuses what
            comes sooner than `1 / rate` after what was served last.
        status: of a refusal: 429, 503, …, or 200 for a login page.
        retry_after: the form of the Retry-After header: "seconds", "date", or "" for none.
        wait: seconds that the header asks for; None for the time until the next one would be served.
    """

    surface: str = "*"
    rubric: str = "*"
    per: str = EVERYBODY
    rate: float = 2.0
    window: float = 0.0
    status: int = 429
    retry_after: str = ""
    wait: float | None = None

    def __post_init__(self) -> None:
        for name, allowed in (("per", (EVERYBODY, CLIENT, RUBRIC)), ("retry_after", FORMS)):
            if getattr(self, name) not in allowed:
                listed = ", ".join(map(repr, allowed))
                raise ValueError(f"{name}: expected one of {listed}, found {getattr(self, name)!r}")
        if type(self.status) is not int or not 200 <= self.status <= 599:
            raise ValueError(f"status: expected 200 to 599, found {self.status!r}")
        if not isinstance(self.rate, int | float) or not 0 < self.rate < _LARGEST:
            raise ValueError(f"rate: expected requests a second above 0, found {self.rate!r}")
        for name in ("window", "wait"):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int | float) or not 0 <= value < _LARGEST):
                raise ValueError(f"{name}: expected a number from 0 to {_LARGEST}, found {value!r}")


def limits_of(value: object, surfaces: Sequence[str]) -> tuple[Limit, ...]:
    """Read limits as JSON gives them; raises ValueError with the key and what is allowed."""
    known = {field.name for field in fields(Limit)}
    limits = []
    for entry in value if isinstance(value, list | tuple) else [value]:
        if not isinstance(entry, dict | Limit) or (isinstance(entry, dict) and not entry.keys() <= known):
            keys = ", ".join(sorted(known))
            raise ValueError(f"limits: expected objects with keys among {keys}, found {entry!r}")
        limit = entry if isinstance(entry, Limit) else Limit(**entry)
        if limit.surface not in ("*", *surfaces):
            raise ValueError(
                f"limits: surface: expected one of {', '.join(surfaces)} or *, found {limit.surface!r}"
            )
        limits.append(limit)
    return tuple(limits)


class Refusals:
    """The state of a site's limits: what was served of late, under each limit and to whom."""

    def __init__(self, limits: Sequence[Limit]) -> None:
        self._limits = limits
        self._served: dict[tuple[int, str], deque[float]] = {}

    def answer(self, surface: str, rubric: str, client: str, wall: bytes) -> HttpResponse | None:
        """The refusal of a request, with `wall` as the login page; None where it is served, and counted."""
        now = time.monotonic()
        concerned: list[deque[float]] = []
        for number, limit in enumerate(self._limits):
            if limit.surface not in ("*", surface) or limit.rubric not in ("*", rubric):
                continue
            whose = {EVERYBODY: "", CLIENT: client, RUBRIC: rubric}[limit.per]
            served = self._served.setdefault((number, whose), deque())
            wait = _wait(limit, served, now)
            if wait > 0:
                return _refusal(limit, wait, wall)
            concerned.append(served)
        for served in concerned:
            served.append(now)
        return None


def _wait(limit: Limit, served: deque[float], now: float) -> float:
    """Seconds until the next request would be served; nothing where it is served now."""
    if not limit.window:
        while len(served) > 1:
            served.popleft()
        return served[0] + 1 / limit.rate - now if served else 0.0
    while served and served[0] <= now - limit.window:
        served.popleft()
    return served[0] + limit.window - now if len(served) >= limit.rate * limit.window else 0.0


def _refusal(limit: Limit, wait: float, wall: bytes) -> HttpResponse:
    headers = retry_after(wait if limit.wait is None else limit.wait, as_date=limit.retry_after == "date")
    if not limit.retry_after:
        headers = ()
    if limit.status == 200:
        return HttpResponse(wall, headers=headers)
    return HttpResponse(b"slow down", limit.status, "text/plain", headers)


def retry_after(seconds: float | None, *, as_date: bool) -> tuple[tuple[str, str], ...]:
    """The header in one of its two forms, in whole seconds that are not too few; nothing without seconds."""
    if seconds is None:
        return ()
    whole = -int(-seconds // 1)
    if as_date:  # a date has no fractions: one second more, lest it be over too soon
        return (("Retry-After", formatdate(int(time.time()) + whole + 1, usegmt=True)),)
    return (("Retry-After", str(whole)),)
