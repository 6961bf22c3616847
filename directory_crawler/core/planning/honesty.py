"""What the totals are worth that a site states, judged by a handful of queries.

A total may be exact, clamped at a cap, the same whatever is asked, or off what the pages give. One query shows none of
that; a few that hold different numbers of records, one of them paged to its end, tell most kinds apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

Kind = Literal["none", "fixed", "capped", "alike", "off", "honest", "untested"]
"""No total at all; one for whatever is asked; clamped; the same for all that was asked, and no telling why; another
than its pages give; what its pages give; stated, and nothing paged to its end."""


@dataclass(frozen=True)
class Stated:
    """What page one of a query states and shows; ``told`` is what another page (the tree, a facet) says it holds."""

    query: str
    total: int | None
    shown: int
    told: int | None = None


@dataclass(frozen=True)
class Walked:
    """A query that was paged: how many records its pages gave, and whether its last page was reached."""

    query: str
    total: int | None
    found: int
    whole: bool


@dataclass(frozen=True)
class Totals:
    """The judgement, with its reason for people; ``cap`` is the total that says "so many or more"."""

    kind: Kind
    reason: str
    cap: int | None = None

    @property
    def can_be_used(self) -> bool:
        """Whether a total says how many records its query holds, as far as is known."""
        return self.kind in ("honest", "untested")


def judge(queries: Sequence[Stated], walked: Walked | None, tolerance: float) -> Totals:
    """Judge the totals of queries with different filters, and of one that was paged.

    ``tolerance`` is the share by which an honest total may be off.
    """
    stated = [query for query in queries if query.total is not None]
    if not stated:
        return Totals("none", "no total is stated")
    alike = _alike(stated)
    if alike is not None:
        return alike
    if walked is None or walked.total is None or not walked.whole:
        return Totals("untested", f"{len(stated)} queries state totals; none was paged to its end")
    off = abs(walked.found - walked.total)
    if off > tolerance * max(walked.total, 1):
        which = "more than" if walked.total > walked.found else "fewer than"
        return Totals(
            "off",
            f"{walked.query} states {walked.total}, {which} the {walked.found} that its pages give:"
            " the total is wrong, or the list loses some",
        )
    return Totals("honest", f"{walked.query} states {walked.total}, and its pages give {walked.found}")


def _alike(stated: Sequence[Stated]) -> Totals | None:
    """The judgement where queries that hold different numbers of records state one total."""
    top = max(query.total or 0 for query in stated)
    holders = [query for query in stated if query.total == top and query.shown < top]
    # Two rubrics may hold as many; that the tree says so of each as well is no sign of a cap.
    told = all(query.told == top for query in holders)
    if len(holders) < (3 if told else 2):
        below = next((query for query in stated if (query.told or 0) > (query.total or 0) == top), None)
        if below is None or below.shown >= top:
            return None
        return Totals(
            "capped", f"{below.query} states {top}, where {below.told} are told of it elsewhere", cap=top
        )
    names = " and ".join(query.query for query in holders[:2])
    if len(holders) < len(stated):
        return Totals("capped", f"{names} state {top} both, and nothing states more", cap=top)
    longest = max(query.shown for query in stated)
    short = next((query for query in stated if query.shown < min(longest, top)), None)
    if short is not None:
        return Totals(
            "fixed", f"{short.query} shows {short.shown} records and states {top}, as all others do"
        )
    return Totals("alike", f"all {len(stated)} queries state {top}: a cap, or the same whatever is asked")
