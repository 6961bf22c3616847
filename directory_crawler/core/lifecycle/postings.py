"""A posting's life: what the evidence of one run makes of it.

The table of the job-board specification, section 5. A failed query never closes a posting: it takes two misses with a
hard verdict each, or one miss after its own expiry.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from datetime import datetime

Verdict: TypeAlias = Literal["gone", "closed", "live", "unknown"]
"""What a direct fetch said: 404 or 410; a closed marker in the posting's own content; alive; nothing that counts."""

MISSES_TO_CLOSE = 2
"""Hard misses in a row after which a posting is closed."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a run learned of a posting.

    ``covered`` is whether windows proven complete, the tail included, contain its last ``posted_at``. ``verdict``
    is ``None`` where it was not fetched. ``at`` is the moment of the deciding evidence.
    """

    at: datetime
    sighted: bool
    covered: bool
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class PostingState:
    """How a posting stands. The open set includes suspects."""

    state: Literal["open", "suspect", "closed"] = "open"
    misses: int = 0
    expires_at: datetime | None = None
    closed_at: datetime | None = None
    reopened_at: datetime | None = None
    last_confirmed: datetime | None = None


Note: TypeAlias = Literal["closed by verdict", "closed by expiry", "reopened", "gap"]
"""What to count: a closure and what confirmed it, a reopening, or a live posting that proven windows did not show."""


def judge_posting(before: PostingState, evidence: Evidence) -> tuple[PostingState, Note | None]:
    """Return what the evidence of one accepted run makes of a posting; the first row that matches wins."""
    at, verdict = evidence.at, evidence.verdict
    if evidence.sighted:
        reopens = before.state == "closed"
        seen = PostingState(
            expires_at=before.expires_at,
            closed_at=None if reopens else before.closed_at,
            reopened_at=at if reopens else before.reopened_at,
            last_confirmed=at,
        )
        return seen, "reopened" if reopens else None
    if before.state == "closed" or (not evidence.covered and verdict is None):
        return before, None
    if verdict == "live":
        return replace(before, last_confirmed=at), "gap" if evidence.covered else None
    if verdict in ("gone", "closed"):
        misses = before.misses + 1
        if misses >= MISSES_TO_CLOSE:
            return replace(before, state="closed", misses=misses, closed_at=at), "closed by verdict"
        return replace(before, state="suspect", misses=misses), None
    if not evidence.covered:
        return before, None
    if before.expires_at is not None and before.expires_at <= at:
        return replace(before, state="closed", misses=before.misses + 1, closed_at=at), "closed by expiry"
    return replace(before, state="suspect"), None
