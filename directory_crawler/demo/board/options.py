"""How the board's site is told to behave: its ceiling, totals, time axis and order, and every fault it can play."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from directory_crawler.demo.board.stamps import FORMATS, GRAINS
from directory_crawler.demo.refusals import Limit, limits_of

if TYPE_CHECKING:
    from collections.abc import Mapping

PAST_KINDS = ("clamp", "first", "empty", "error")
CEILINGS = ("rows", "offset", "window", "pages")
REWRAPS = ("", "markup", "navigation")
SURFACES = ("search", "jobs", "job", "detail", "feed", "robots")
_CHOICES = {
    "past": PAST_KINDS,
    "ceiling_on": CEILINGS,
    "grain": tuple(GRAINS),
    "stamp_format": FORMATS,
    "rewrap": REWRAPS,
}
# Options without a default value, and what they hold.
_OPTIONAL_NUMBERS = ("ceiling_rows", "page_cap", "clamp_total", "fixed_total", "crawl_delay")
_LARGEST = 10**9


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens to some requests.

    Attributes:
        surface: one of `SURFACES`, or "*" for all.
        since, until: only searches whose time range has something of this half-open one, by the board's own
            stamps in seconds since 1970; None for no bound. A search without bounds reaches everywhere.
        category: only searches and feeds of that category; "*" for any.
        offset: only searches from that offset on.
        status: answered in place of the page (of `fail`); 200 is a login page.
        retry_after: seconds in the answer's Retry-After header, None for no header.
        retry_as_date: whether that header is written as a date.
        seconds: how long the answer is held back (of `stall`), or its body takes to arrive (of `drip`).
        first: only the first so many matching requests, None for all.
    """

    surface: str = "search"
    since: int | None = None
    until: int | None = None
    category: str = "*"
    offset: int = 0
    status: int = 503
    retry_after: int | None = None
    retry_as_date: bool = False
    seconds: float = 0.0
    first: int | None = None

    def __post_init__(self) -> None:
        if self.surface not in ("*", *SURFACES):
            raise ValueError(f"surface: expected one of {', '.join(SURFACES)} or *, found {self.surface!r}")
        if not isinstance(self.category, str):
            raise ValueError(f"category: expected a text, found {self.category!r}")
        if type(self.status) is not int or not 200 <= self.status <= 599:
            raise ValueError(f"status: expected 200 to 599, found {self.status!r}")
        for name in ("retry_after", "seconds", "first", "offset"):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int | float) or not 0 <= value < _LARGEST):
                raise ValueError(f"{name}: expected a number from 0 to {_LARGEST}, found {value!r}")
        for name in ("since", "until"):
            value = getattr(self, name)
            if value is not None and type(value) is not int:
                raise ValueError(f"{name}: expected seconds since 1970 or an ISO stamp, found {value!r}")

    def concerns(
        self, surface: str, *, category: str, since: int | None, until: int | None, offset: int
    ) -> bool:
        """Whether a request of `surface` for that range and offset is meant."""
        return (
            self.surface in ("*", surface)
            and self.category in ("*", category)
            and offset >= self.offset
            and (self.until is None or since is None or since < self.until)
            and (self.since is None or until is None or until > self.since)
        )


@dataclass(frozen=True, slots=True)
class BoardOptions:
    """The behaviour of the site.

    Attributes:
        ceiling_rows: rows that one query serves; None for the board's own ceiling, 0 for none.
        ceiling_on: what is measured against it. rows: whatever lies beyond is cut off, mid-page too; offset: a
            page that starts below it is served whole; window: offset + limit must not exceed it; pages: as
            many pages as it has full ones of 50, whatever the limit.
        ceiling_inclusive: an offset equal to the ceiling still serves (of offset).
        past: what a page past the ceiling is. clamp: the last reachable page again; first: the first page
            again; empty: no items; error: status 400 with a message. Past the end of a list below the ceiling,
            clamp and first do as they do there, the others give no items.
        page_cap: pages hold at most so many rows, while `limit` is echoed as asked; never more than 50.
        inclusive: both ends of a time range belong to it; else the later one does not.
        grain: second, minute, 5min or day: stamps and parameters are rounded down to it.
        zone: whose clock stamps and parameters show, an IANA name.
        naive: stamps have no offset, and are compared as a clock on the wall shows them.
        stamp_format: iso, epoch (seconds since 1970), or dmy (day.month.year, without offset).
        since_only: from and to are ignored; only since=Nd cuts the time.
        no_time: from, to and since are ignored; answers carry the counts of each category, region and type.
        no_total: answers do not say how many there are.
        clamp_total: `total` never exceeds it.
        fixed_total: `total` is this, whatever is asked for and found.
        ignored: parameters of the search that it takes and does not apply.
        forgiving: a range of time that starts after now is dropped, and everything is shown.
        overstate: share by which `total` is too high.
        total_on_first_page_only: later pages leave the total out.
        one_order: `sort` is ignored.
        unstable: probability, per search, that one row of the page has changed places with one of another page.
        live: probability, per search, that something of that search is bumped (or, less often, ends) before
            the answer.
        rename: pairs of a field's name and the name that items have for it.
        blank: fields that are null in every item.
        list_key: the key of the list of items.
        rewrap: "" for the usual markup around descriptions; markup: another; navigation: another, in which the
            site's navigation and the opening are all that is left.
        crawl_delay: seconds, written into robots.txt; None for no such line.
        fail, stall, drip: what else goes wrong; the first fault that concerns a request counts.
        limits: what the site takes before it refuses.
    """

    ceiling_rows: int | None = None
    ceiling_on: str = "rows"
    ceiling_inclusive: bool = False
    past: str = "clamp"
    page_cap: int | None = None
    inclusive: bool = False
    grain: str = "second"
    zone: str = "UTC"
    naive: bool = False
    stamp_format: str = "iso"
    since_only: bool = False
    no_time: bool = False
    no_total: bool = False
    clamp_total: int | None = None
    fixed_total: int | None = None
    ignored: tuple[str, ...] = ()
    forgiving: bool = False
    overstate: float = 0.0
    total_on_first_page_only: bool = False
    one_order: bool = False
    unstable: float = 0.0
    live: float = 0.0
    rename: tuple[tuple[str, str], ...] = ()
    blank: tuple[str, ...] = ()
    list_key: str = "items"
    rewrap: str = ""
    crawl_delay: float | None = None
    fail: tuple[Fault, ...] = ()
    stall: tuple[Fault, ...] = ()
    drip: tuple[Fault, ...] = ()
    limits: tuple[Limit, ...] = ()

    def __post_init__(self) -> None:
        for name, allowed in _CHOICES.items():
            if getattr(self, name) not in allowed:
                raise ValueError(
                    f"{name}: expected one of {', '.join(map(repr, allowed))}, found {getattr(self, name)!r}"
                )
        for name in ("unstable", "live"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name}: expected a share from 0 to 1, found {getattr(self, name)!r}")
        for name in ("overstate", *_OPTIONAL_NUMBERS):
            number = getattr(self, name)
            if number is not None and not 0 <= number < _LARGEST:
                raise ValueError(f"{name}: expected a number from 0 to {_LARGEST}, found {number!r}")
        if self.page_cap is not None and self.page_cap < 1:
            raise ValueError(f"page_cap: expected at least one row a page, found {self.page_cap!r}")
        if self.naive and self.stamp_format == "epoch":
            raise ValueError(
                "naive: seconds since 1970 are never without an offset; take another stamp_format"
            )
        try:
            ZoneInfo(self.zone)
        except (OSError, ValueError, LookupError) as error:
            raise ValueError(f"zone: expected a name such as Europe/London, found {self.zone!r}") from error

    def changed(self, changes: Mapping[str, Any]) -> BoardOptions:
        """These options with some replaced, as JSON gives them: faults and `rename` as objects, lists for tuples.

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
            elif name == "rename":
                values[name] = _pairs(name, value)
            elif name in ("blank", "ignored"):
                values[name] = _texts(name, value)
            else:
                values[name] = _plain(name, value, getattr(_DEFAULTS, name))
        return replace(self, **values)


_DEFAULTS = BoardOptions()


def _plain(name: str, value: object, default: object) -> object:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if name in _OPTIONAL_NUMBERS:
        if value is None or number:
            return value if value is None or name == "crawl_delay" else int(value)  # type: ignore[call-overload]
        raise ValueError(f"{name}: expected a number or null, found {value!r}")
    if isinstance(default, float) and number:
        return float(value)  # type: ignore[arg-type]
    if type(value) is type(default):
        return value
    raise ValueError(f"{name}: expected {type(default).__name__}, found {value!r}")


def _pairs(name: str, value: object) -> tuple[tuple[str, str], ...]:
    pairs = tuple(value.items()) if isinstance(value, dict) else value
    if not isinstance(pairs, list | tuple) or not all(
        isinstance(pair, list | tuple) and len(pair) == 2 and all(isinstance(text, str) for text in pair)
        for pair in pairs
    ):
        raise ValueError(f"{name}: expected an object of field names, found {value!r}")
    return tuple((old, new) for old, new in pairs)


def _texts(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(text, str) for text in value):
        raise ValueError(f"{name}: expected a list of names, found {value!r}")
    return tuple(value)


def _faults(name: str, value: object) -> tuple[Fault, ...]:
    known = {field.name for field in fields(Fault)}
    faults = []
    for entry in value if isinstance(value, list | tuple) else [value]:
        if isinstance(entry, Fault):
            faults.append(entry)
            continue
        if not isinstance(entry, dict) or not entry.keys() <= known:
            raise ValueError(
                f"{name}: expected objects with keys among {', '.join(sorted(known))}, found {entry!r}"
            )
        try:
            bounds = {key: _seconds(entry[key]) for key in ("since", "until") if key in entry}
            faults.append(Fault(**entry | bounds))
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from error
    return tuple(faults)


def _seconds(value: object) -> object:
    """An ISO stamp (UTC where it does not say otherwise) in seconds since 1970, anything else as it is."""
    if not isinstance(value, str):
        return value
    stamp = datetime.fromisoformat(value.replace("Z", "+00:00"))
    return int((stamp if stamp.tzinfo else stamp.replace(tzinfo=timezone.utc)).timestamp())
