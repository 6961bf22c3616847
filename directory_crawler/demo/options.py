"""How the demo site is told to behave: its ceiling, what lies past it, and every fault that it can play."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from directory_crawler.demo.refusals import Limit, limits_of

if TYPE_CHECKING:
    from collections.abc import Mapping

PAST_KINDS = ("clamp", "first", "empty", "error", "wall", "notfound", "early")
# Options without a default value, and what they hold.
_OPTIONAL_NUMBERS = ("ceiling_rows", "page_cap", "clamp_total", "fixed_total", "crawl_delay")
_LARGEST = 10**9
SURFACES = ("list", "card", "contacts", "search", "rubrics", "districts", "robots", "sitemap")


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens to some requests.

    Attributes:
        surface: one of `SURFACES`, or "*" for all.
        rubric, district: only listings with that filter; "*" for any.
        status: answered in place of the page (of `fail`); 200 is a login page.
        retry_after: seconds in the answer's Retry-After header, None for no header.
        retry_as_date: whether that header is written as a date.
        seconds: how long the answer is held back (of `stall`), or its body takes to arrive (of `drip`).
        first: only the first so many matching requests, None for all.
    """

    surface: str = "list"
    rubric: str = "*"
    district: str = "*"
    status: int = 503
    retry_after: int | None = None
    retry_as_date: bool = False
    seconds: float = 0.0
    first: int | None = None

    def __post_init__(self) -> None:
        if self.surface not in ("*", *SURFACES):
            raise ValueError(f"surface: expected one of {', '.join(SURFACES)} or *, found {self.surface!r}")
        if not all(isinstance(name, str) for name in (self.rubric, self.district)):
            raise ValueError(f"rubric, district: expected texts, found {self.rubric!r}, {self.district!r}")
        if type(self.status) is not int or not 200 <= self.status <= 599:
            raise ValueError(f"status: expected 200 to 599, found {self.status!r}")
        for name in ("retry_after", "seconds", "first"):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int | float) or not 0 <= value < _LARGEST):
                raise ValueError(f"{name}: expected a number from 0 to {_LARGEST}, found {value!r}")

    def concerns(self, surface: str, filters: Mapping[str, str]) -> bool:
        """Whether a request of `surface` with these filters is meant."""
        return (
            self.surface in ("*", surface)
            and self.rubric in ("*", filters.get("rubric"))
            and self.district in ("*", filters.get("district"))
        )


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """The behaviour of the site.

    Attributes:
        ceiling_rows: rows that one query serves; None for the city's own ceiling, 0 for none. Need not be a multiple of
            the page size: the last reachable page is then short.
        past: what a page past the last reachable one is. clamp: the last reachable page again; first: page
            one again;
            empty: no items; error: status 400 with a message; wall: a login page with status 200; notfound:
            status 404; early: no items, and every list ends somewhere between half of the ceiling and the
            ceiling.
        drift: probability, per listing request, that one card of that list changes its position.
        page_cap: pages hold at most so many rows, while the number of pages is announced for full ones.
        clamp_total: `found` never exceeds it; facet counts stay true.
        fixed_total: `found` and the facet counts are this, whatever is asked for and found.
        ignored: filters of a listing that it takes, and says it used, and does not apply.
        overstate: share by which counts and facet counts are too high.
        tail_loss: share of each list, at its end, that is not served; the count says it is.
        facets: whether listings carry the counts of their possible cuts.
        one_order: descending order is not on offer: `sort` is ignored.
        counts: whether the rubric pages say how many cards a rubric has.
        found_on_first_page_only: later pages leave the count out.
        lose_filter: the last page's next link leads on without the filters.
        sitemap: whether /sitemap.xml exists.
        scripted: whether the contacts stand in the card's page once its script has run.
        steady: a card with call tracking shows one number, however often it is asked.
        crawl_delay: seconds, written into robots.txt; None for no such line.
        silent_empty: (rubric, district) of listings that are empty with status 200; "*" for any.
        fail, stall, drip: what else goes wrong; the first fault that concerns a request counts.
        limits: what the site takes before it refuses.
    """

    ceiling_rows: int | None = None
    past: str = "clamp"
    drift: float = 0.0
    page_cap: int | None = None
    clamp_total: int | None = None
    fixed_total: int | None = None
    ignored: tuple[str, ...] = ()
    overstate: float = 0.0
    tail_loss: float = 0.0
    facets: bool = True
    one_order: bool = False
    counts: bool = True
    found_on_first_page_only: bool = False
    lose_filter: bool = False
    sitemap: bool = False
    scripted: bool = False
    steady: bool = False
    crawl_delay: float | None = None
    silent_empty: tuple[tuple[str, str], ...] = ()
    fail: tuple[Fault, ...] = ()
    stall: tuple[Fault, ...] = ()
    drip: tuple[Fault, ...] = ()
    limits: tuple[Limit, ...] = ()

    def __post_init__(self) -> None:
        if self.past not in PAST_KINDS:
            raise ValueError(f"past: expected one of {', '.join(PAST_KINDS)}, found {self.past!r}")
        for name in ("drift", "tail_loss"):
            share = getattr(self, name)
            if not 0 <= share <= 1:
                raise ValueError(f"{name}: expected a share from 0 to 1, found {share!r}")
        for name in ("overstate", *_OPTIONAL_NUMBERS):
            number = getattr(self, name)
            if number is not None and not 0 <= number < _LARGEST:
                raise ValueError(f"{name}: expected a number from 0 to {_LARGEST}, found {number!r}")
        if self.page_cap is not None and self.page_cap < 1:
            raise ValueError(f"page_cap: expected at least one row a page, found {self.page_cap!r}")

    def changed(self, changes: Mapping[str, Any]) -> SiteOptions:
        """These options with some replaced, as JSON gives them: faults as objects, lists for tuples.

        Raises ValueError with the name of the option and what is allowed.
        """
        known = {field.name for field in fields(self)}
        values: dict[str, Any] = {}
        for name, value in changes.items():
            if name not in known:
                raise ValueError(f"unknown option {name!r}; allowed: {', '.join(sorted(known))}")
            if name in ("fail", "stall", "drip"):
                values[name] = _faults(name, value)
            elif name == "limits":
                values[name] = limits_of(value, SURFACES)
            elif name == "silent_empty":
                values[name] = _pairs(name, value)
            elif name == "ignored":
                values[name] = _texts(name, value)
            else:
                values[name] = _plain(name, value, getattr(_DEFAULTS, name))
        return replace(self, **values)


_DEFAULTS = SiteOptions()


def _plain(name: str, value: object, default: object) -> object:
    if name in _OPTIONAL_NUMBERS and (
        value is None or (isinstance(value, int | float) and value is not True)
    ):
        return value if value is None or name == "crawl_delay" else int(value)
    if isinstance(default, float) and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if default is not None and type(value) is type(default):
        return value
    wanted = "a number or null" if name in _OPTIONAL_NUMBERS else type(default).__name__
    raise ValueError(f"{name}: expected {wanted}, found {value!r}")


def _pairs(name: str, value: object) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, list | tuple) or not all(
        isinstance(pair, list | tuple) and len(pair) == 2 for pair in value
    ):
        raise ValueError(f"{name}: expected a list of [rubric, district] pairs, found {value!r}")
    return tuple((str(rubric), str(district)) for rubric, district in value)


def _texts(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(text, str) for text in value):
        raise ValueError(f"{name}: expected a list of names, found {value!r}")
    return tuple(value)


def _faults(name: str, value: object) -> tuple[Fault, ...]:
    known = {field.name for field in fields(Fault)}
    faults = []
    for entry in value if isinstance(value, list) else [value]:
        if not isinstance(entry, dict) or not entry.keys() <= known:
            raise ValueError(
                f"{name}: expected objects with keys among {', '.join(sorted(known))}, found {entry!r}"
            )
        try:
            faults.append(Fault(**entry))
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from error
    return tuple(faults)
