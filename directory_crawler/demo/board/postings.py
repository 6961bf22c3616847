"""The plain records of a demo board: what a posting is, what is true of it, and what happened to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

# How a posting came to be.
ORIGINAL, REPOST, AGENCY_COPY = "", "repost", "agency"
# How a posting ended: what its page answers from then on. EXPIRED pages look as before, REDIRECTED ones lead
# to the search page: only the first of these two is evidence, by the date that it says.
NOT_FOUND, GONE, MARKED, EXPIRED, REDIRECTED = "404", "410", "marker", "expired", "redirect"


class Posting(NamedTuple):
    """A posting as it stands; its texts follow from its seeds, and all moments are seconds since 1970 UTC.

    A tuple rather than a dataclass, since a full board makes half a million of them.

    Attributes:
        id: digits, growing in the order in which postings came.
        vacancy: the id of the first posting of the vacancy that this one advertises.
        company: index into the board's companies.
        trade: index into TRADES: what it is about, whatever category it is filed under.
        kin: seed of the title, the terms and, where `seed` is another, of three sentences in five.
        seed: seed of the sentences.
        twist: seed of the rewording of a copy, 0 for the words as first written.
        link: ORIGINAL, REPOST or AGENCY_COPY.
        categories: codes it is filed under; none in the hidden bucket.
        region: code, None for none given.
        employment: one of EMPLOYMENTS.
        created: when it first appeared.
        posted: its `posted_at` now, None where the board gives none.
        expires: when it ends by its own account, None for no date.
        bumps: how often `posted` was moved forward while nothing else changed.
        edits: fields edited so far, in order: "title", "pay" or "description".
        ending: "" while it is open, else NOT_FOUND, GONE, MARKED, EXPIRED or REDIRECTED.
        closed, reopened: when it last ended, when it last came back.
    """

    id: str
    vacancy: str
    company: int
    trade: int
    kin: int
    seed: int
    twist: int
    link: str
    categories: tuple[str, ...]
    region: str | None
    employment: str
    created: int
    posted: int | None
    expires: int | None
    bumps: int = 0
    edits: tuple[str, ...] = ()
    ending: str = ""
    closed: int | None = None
    reopened: int | None = None


class Event(NamedTuple):
    """What happened to a posting on a day, at a moment (seconds since 1970 UTC).

    `kind` is opened, reposted or copied (a new id), bumped, edited (with the field; `moved` says whether
    `posted_at` moved, too), moved_back (`posted_at` alone, to an earlier moment), ended or reopened.
    """

    day: int
    at: int
    posting_id: str
    kind: str
    field: str = ""
    moved: bool = False


@dataclass(frozen=True, slots=True)
class PostingTruth:
    """The right values of a posting; moments are seconds since 1970 UTC.

    Attributes:
        state: "open" or "closed".
        ending: how it ended, "" while it is open.
        bump_count: bumps since it first appeared.
        versions: 1 and one more for each edit.
        vacancy_id: names the cluster: postings of one vacancy share it.
        link: what made it a copy: "" for the first posting of its vacancy, "repost" or "agency".
        company_kind: "employer" or "agency", also where the board does not say.
        text_class: equal for two postings exactly when their descriptions say the same words.
    """

    posting_id: str
    state: str
    ending: str
    title: str
    company_id: str
    company_kind: str
    vacancy_id: str
    link: str
    categories: tuple[str, ...]
    region: str | None
    created_at: int
    posted_at: int | None
    expires_at: int | None
    bump_count: int
    versions: int
    edits: tuple[str, ...]
    closed_at: int | None
    reopened_at: int | None
    text_class: str
