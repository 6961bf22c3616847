"""The units of work that a worker holds for a while: slices to be walked, records to be fetched."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scrapy.exceptions import IgnoreRequest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from directory_crawler.core.planning.slices import Slice


class LeaseLostError(Exception):
    """Another worker has taken the unit over; what this one gathered since is not written."""


class NotSentError(IgnoreRequest):
    """A request never left, since the run stops: its unit has not been tried, and goes back as it was."""


class Postponed(IgnoreRequest):
    """A request is not sent, or not sent again, for now; its unit is begun again after so many seconds.

    ``tried`` counts it as an attempt.
    """

    def __init__(self, reason: str, *, after_s: float, tried: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.after_s = after_s
        self.tried = tried


@dataclass(frozen=True)
class LeasedSlice:
    """A slice that this worker holds.

    ``expected`` is a guess until page one has told, unless it was ``counted``: what its siblings leave of its parent's.
    """

    slice_id: int
    slice: Slice
    own_pages: bool
    expected: int | None
    fence: int
    attempts: int
    counted: bool = False


@dataclass(frozen=True)
class LeasedFetch:
    """A record to fetch: why it is due, and the listing line (with its digest) that showed it, if any did.

    ``known_phones`` are the numbers that a known card showed last, as it wrote them.
    """

    kind: str
    record_id: str
    reason: str
    fence: int
    attempts: int
    line: Mapping[str, Any] | None
    line_digest: str | None
    known_phones: Sequence[Any] | None = None


@dataclass(frozen=True)
class Frame:
    """An archived page, still compressed; ``dictionary`` names what it is opened with."""

    surface: str
    unit: str
    position: int
    dictionary: bytes | None
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class ArchivedFetch(LeasedFetch):
    """A record, or the listing of a slice, to be read anew from its archived pages."""

    frames: Sequence[Frame] = ()


@dataclass(frozen=True)
class Sighting:
    """An id seen on a listing page, with the digest of its line and what the line gave."""

    record_id: str
    digest: str
    line: Mapping[str, Any]


@dataclass(frozen=True)
class SetAside:
    """A record on a listing page whose id is none: counted, and not kept. ``key`` tells it from the others."""

    key: str
    reason: str
    example: str


@dataclass(frozen=True)
class Root:
    """A slice to begin with: a rubric, with its count where the tree shows one."""

    root_id: str
    slice: Slice
    expected: int | None
