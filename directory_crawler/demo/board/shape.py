"""How big each part of a board is: the measured shape of one real aggregator, scaled to any number of postings.

Figures of the measured board (412 000 open postings): a ceiling of 1 000 rows, 31 700 vacancies that are
advertised more than once with 46 700 copies among them, and one agency that pushed 3 400 records in 90 s.
A smaller board has a lower ceiling, so that its time is halved, and its burst cut by category, as on the full one.
"""

from __future__ import annotations

from dataclasses import dataclass

FULL_SIZE = 412_000
SMALLEST_SIZE = 200
PAGE_SIZE = 50
BURST_SECONDS = 90

_FULL_CEILING = 1_000
_COPIED_SHARE = 31_700 / 412_000
_COPY_SHARE = 46_700 / 412_000
_BURST_IN_CEILINGS = 3.4
_MOST_IN_BURST = 0.08  # of a small board: more would drown its other days
_UNSTAMPED_SHARE = 0.005


@dataclass(frozen=True, slots=True)
class BoardShape:
    """The sizes of a board's parts on day 0.

    Attributes:
        size: open postings.
        ceiling: rows that a query of a board of this size serves by default, whole pages of 50.
        employers, agencies: companies of either kind.
        copied: vacancies with two or more open postings.
        copies: open postings beyond the first of their vacancy.
        burst: records that one agency pushed within 90 seconds.
        unstamped: open postings without `posted_at`.
    """

    size: int
    ceiling: int
    employers: int
    agencies: int
    copied: int
    copies: int
    burst: int
    unstamped: int


def shape_of(size: int) -> BoardShape:
    """The shape of a board of `size` postings (ValueError below 200: too few for a burst and copies)."""
    if size < SMALLEST_SIZE:
        raise ValueError(
            f"a board needs at least {SMALLEST_SIZE} postings, found size={size}; pass a larger size"
        )
    scale = size / FULL_SIZE
    ceiling = PAGE_SIZE * max(1, round(_FULL_CEILING * scale**0.5 / PAGE_SIZE))
    return BoardShape(
        size=size,
        ceiling=ceiling,
        employers=max(12, size // 11),
        agencies=max(8, size // 400),
        copied=round(size * _COPIED_SHARE),
        copies=round(size * _COPY_SHARE),
        burst=round(min(ceiling * _BURST_IN_CEILINGS, size * _MOST_IN_BURST)),
        unstamped=max(5, round(size * _UNSTAMPED_SHARE)),
    )
