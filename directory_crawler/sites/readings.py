"""What a site's pages say, once read: values that travel from the reader to spiders and planners."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from directory_crawler.leases import SetAside
    from directory_crawler.sites.values import Value

VOLATILE = frozenset({"rating", "review_count", "photo_count"})
"""Fields of a line that change without the record being edited; they stay out of its digest."""

Fault: TypeAlias = Literal["wall", "refused", "shape", "other"]
"""Why a page is no list: a login or captcha page; an error status; the right kind of page in a form that
the profile does not know; another kind of page."""

Verdict: TypeAlias = Literal["live", "closed", "gone", "unknown"]
"""What a card's own page says of it: open; marked as closed for good; answered 410; nothing that counts."""


class NotAListing(Exception):  # noqa: N818 - it names what the page is, as the spec does
    """A page that was to list something and does not; `kind` says how, the message what was found."""

    def __init__(self, kind: Fault, message: str) -> None:
        self.kind: Fault = kind
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Rubric:
    """A node of the tree; `level` is 1 at the top, `count` what the site says it holds."""

    id: str
    parent_id: str | None
    level: int
    name: str
    url: str | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class FeedLook:
    """What a look at a feed found: a digest of its items, and the validators for the next conditional request."""

    digest: str
    etag: str | None = None
    modified: str | None = None
    items: int = 0


@dataclass(frozen=True, slots=True)
class AxisSpec:
    """One way in which the site divides its records; `values` are given only where the profile knows them."""

    name: str
    values: tuple[str, ...] | None
    values_from: Literal["given", "page", "facets", "children", "time", "range"]
    partition: Literal["exact", "rest", "overlap", "unknown"]


@dataclass(frozen=True, slots=True)
class Line:
    """One record on a listing page: its id, what the line gives of it, and the digest of that.

    The digest is empty when the profile reads no lasting field from the line: then a line never changes.
    """

    id: str
    fields: Mapping[str, list[Value]]
    digest: str

    @classmethod
    def of(cls, record_id: str, fields: Mapping[str, list[Value]]) -> Line:
        """The line with its digest, which leaves out `VOLATILE` fields."""
        lasting = {name: values for name, values in fields.items() if name not in VOLATILE and values}
        written = json.dumps(lasting, sort_keys=True, ensure_ascii=False, default=str)
        digest = hashlib.blake2b(written.encode("utf-8", "replace"), digest_size=16).hexdigest()
        return cls(record_id, fields, digest if lasting else "")


@dataclass(frozen=True, slots=True)
class Listing:
    """One page of a listing.

    `count` is the stated one, which may stand at the site's cap; `facets` gives counts by
    axis and value; `echo` the filters that the page says it used; `rejected` how many lines had no id at
    all, and are taken for no records; `set_aside` the records whose ids are none.
    """

    lines: tuple[Line, ...]
    count: int | None = None
    facets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    echo: Mapping[str, str] = field(default_factory=dict)
    has_next: bool | None = None
    cursor: str | None = None
    rejected: int = 0
    set_aside: tuple[SetAside, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """What tells the records of the page from each other: all of them count, those that are set aside as well."""
        return tuple(line.id for line in self.lines) + tuple(line.key for line in self.set_aside)


@dataclass(frozen=True, slots=True)
class CardReading:
    """What a card's page says beside its fields. Tokens may be secrets and stay out of `repr`."""

    verdict: Verdict
    tokens: Mapping[str, str] = field(default_factory=dict, repr=False)
    contacts_expected: bool | None = None
    branches: tuple[str, ...] = ()
    wall: bool = False
