"""What travels from the spiders through the pipelines to the store."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from directory_crawler.core.walking.visit import Visit
    from directory_crawler.leases import LeasedFetch, LeasedSlice, SetAside, Sighting


@dataclass(frozen=True)
class Dictionary:
    """What pages of one surface have in common: they are compressed, and read again, with it. ``key`` is its hash."""

    key: bytes
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class KeptPage:
    """A page as it is archived: compressed, with the surface and the unit that it belongs to.

    ``unit`` is the id of a record, or of a listing page the slice. ``size`` is that of the body as it came.
    """

    surface: str
    unit: str
    position: int
    size: int
    dictionary: Dictionary | None
    frame: bytes = field(repr=False)


@dataclass
class SliceEnd:
    """A visit to a slice that is over: its ending, and what its pages showed; of a board, the postings on them.

    ``set_aside`` are the lines that no id tells apart, ``pages`` what is archived of the visit.
    """

    leased: LeasedSlice
    visit: Visit = field(repr=False)
    sightings: dict[str, Sighting] = field(repr=False)
    postings: list[Posting] = field(default_factory=list, repr=False)
    set_aside: Sequence[SetAside] = field(default=(), repr=False)
    pages: Sequence[KeptPage] = field(default=(), repr=False)


@dataclass
class FetchFailure:
    """A record whose page or contacts could not be had this time, and why."""

    fetch: LeasedFetch
    error: str


@dataclass
class Found:
    """The ids that a search or a sitemap named, and the addresses of the further sitemaps of an index."""

    fetch: LeasedFetch
    ids: Sequence[str]
    further: Sequence[str] = ()


@dataclass(frozen=True)
class Fault:
    """Something that a site sent and that could not be taken as it was: the field, the reason, an example."""

    field: str
    reason: str
    example: str


@dataclass
class Card:
    """The record of one organisation card: as read (``raw``, ``sources``), then as the pipelines understand it.

    ``raw`` gives each field's values as the answering link gave them; ``raw_phones_again`` those of the second
    contacts call of the call-tracking sample. ``verdict`` says what the page told of the organisation:
    live, closed, gone or unknown. ``pages`` are those from which it was read, as they are archived.
    """

    fetch: LeasedFetch
    verdict: str
    http_status: int
    raw: dict[str, list[Any]] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    raw_phones_again: list[Any] | None = None
    branches: tuple[str, ...] = ()
    faults: list[Fault] = field(default_factory=list)
    pages: Sequence[KeptPage] = field(default=(), repr=False)

    name: str | None = None
    legal_name: str | None = None
    rubrics: list[str] = field(default_factory=list)
    address: str | None = None
    address_parts: dict[str, str] = field(default_factory=dict)
    address_key: str | None = None
    house: str | None = None
    district: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    precision: str | None = None
    hours: list[Any] | None = None
    hours_text: str | None = None
    round_the_clock: bool | None = None
    phones: list[dict[str, Any]] = field(default_factory=list)
    phone_keys: list[str] = field(default_factory=list)
    tracked_phones: list[dict[str, Any]] = field(default_factory=list)
    website: str | None = None
    domain: str | None = None
    web_key: str | None = None
    links: list[str] = field(default_factory=list)
    email: str | None = None
    photo_count: int | None = None
    review_count: int | None = None
    rating: float | None = None
    status: str = "active"
    name_tokens: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    digest: str | None = None

    @property
    def org_id(self) -> str:
        return self.fetch.record_id

    def fault(self, field_name: str, reason: str, example: object) -> None:
        """Count something that could not be taken as it was; the example is cut to a line."""
        self.faults.append(Fault(field_name, reason, str(example)[:200]))


RECORD_FIELDS = tuple(
    name
    for name in Card.__dataclass_fields__
    if name not in ("fetch", "verdict", "http_status", "raw_phones_again", "faults", "pages")
)
"""The fields of a card that are stored, in order."""


@dataclass
class Posting:
    """A job posting: as read (``raw``, ``sources``), then as the pipelines understand it.

    ``fetch`` is the fetch of its detail, ``None`` where it comes from a listing line alone; ``verdict`` what the detail
    said of its life. A detail without a listing line has no ``raw``: it is evidence, not a record. ``pages`` is its
    detail as it is archived.
    """

    posting_id: str
    fetch: LeasedFetch | None = None
    verdict: str = "live"
    http_status: int = 200
    raw: dict[str, list[Any]] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    pages: Sequence[KeptPage] = field(default=(), repr=False)

    title: str | None = None
    company_id: str | None = None
    company: str | None = None
    company_kind: str | None = None
    location: str | None = None
    location_name: str | None = None
    remote: bool | None = None
    employment_type: list[str] = field(default_factory=list)
    pay: str | None = None
    pay_min: float | None = None
    pay_max: float | None = None
    pay_currency: str | None = None
    pay_period: str | None = None
    posted_at: datetime | None = None
    expires_at: datetime | None = None
    categories: list[str] = field(default_factory=list)
    description: str | None = None
    apply_url: str | None = None
    source_channel: str | None = None
    requisition: str | None = None
    language: str | None = None
    role_digest: str = ""

    def fault(self, field_name: str, reason: str, example: object) -> None:
        """Count something that could not be taken as it was; the example is cut to a line."""
        self.faults.append(Fault(field_name, reason, str(example)[:200]))


@dataclass
class Reread:
    """The lines of a slice's archived listing pages, read anew; of a board, the postings that they give."""

    fetch: LeasedFetch
    sightings: dict[str, Sighting] = field(repr=False)
    postings: list[Posting] = field(default_factory=list, repr=False)


@dataclass
class WitnessReading:
    """What the page that people see shows of a posting, by field; empty where it shows nothing."""

    fetch: LeasedFetch
    shown: Posting
    fields: Sequence[str]


PAYLOAD_FIELDS = (
    "title",
    "company_id",
    "company",
    "company_kind",
    "location",
    "location_name",
    "remote",
    "employment_type",
    "pay",
    "pay_min",
    "pay_max",
    "pay_currency",
    "pay_period",
    "categories",
    "description",
    "apply_url",
    "source_channel",
    "requisition",
    "language",
)
"""The stored fields of a posting, in order; its stamps stand beside them."""
