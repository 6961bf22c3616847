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
    """What page one of a query states and shows; ``told`` is what another page (the tree, a facet) says it holds.

    ``filters`` are those that it is asked with: a query with more of them is a part of one with fewer.
    """

    query: str
    total: int | None
    shown: int
    told: int | None = None
    filters: frozenset[tuple[str, str]] = frozenset()

    def is_part_of(self, other: Stated) -> bool:
        return other.filters < self.filters


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
    """Judge the totals of queries that show different pages, and of one that was paged.

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
    """The judgement where queries that hold different records state one total.

    Two lists may be as long by chance, a list and a part of it that shows another page may not: honest totals of those
    differ. Nor is it a sign of a cap that the tree says the same of each.
    """
    top = max(query.total or 0 for query in stated)
    holders = [query for query in stated if query.total == top and query.shown < top]
    told = all(query.told == top for query in holders)
    has_part = any(one.is_part_of(other) for one in holders for other in holders)
    if len(holders) < (2 if has_part and not told else 3):
        return None
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
