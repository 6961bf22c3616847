"""Whether the totals that a directory states follow what it is asked, told by page one of a few rubrics.

Some sites state the size of the whole catalogue, or a constant, with every list. Planned by it, each rubric would be
cut to the last axis for nothing. One rubric whose total is what the tree said of it, or two rubrics with different
totals, clear a site; four that state the same, though some of them show less than a page, convict it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ASKED = 4
"""Rubrics that must state one total before it is nobody's; of fewer, nothing is asked."""
_SHORT = 2
"""Of those, how many must show less than it, and than a page."""


@dataclass
class TotalsProbe:
    """Ask for page one of `next` and `feed` it until there is none, then read `fixed`.

    ``promised`` has what the tree says of each rubric, ``None`` where it says nothing.
    """

    promised: Mapping[str, int | None]
    _left: list[str] = field(init=False)
    _lines: list[int] = field(default_factory=list, init=False)
    _totals: set[int] = field(default_factory=set, init=False)
    _cleared: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        counted = sorted((n, rubric) for rubric, n in self.promised.items() if n)
        rubrics = [rubric for _, rubric in counted] or list(self.promised)
        # The smallest show less than a page, and the largest states another total, where totals are any.
        self._left = [rubrics[at] for at in (0, -1, 1, 2)] if len(rubrics) >= ASKED else []

    @property
    def next(self) -> str | None:
        """The rubric to ask for."""
        return None if self._cleared or not self._left else self._left[0]

    def feed(self, lines: int, total: int | None) -> None:
        """Take in what page one of `next` shows and states."""
        rubric = self._left.pop(0)
        self._lines.append(lines)
        if total is not None:
            self._totals.add(total)
        as_promised = total == self.promised[rubric] and len(set(self.promised.values())) > 1
        self._cleared = total is None or len(self._totals) > 1 or as_promised

    @property
    def fixed(self) -> int | None:
        """The total that is stated of whatever is asked; ``None`` where totals follow, or nobody can tell."""
        if self._cleared or len(self._lines) < ASKED:
            return None
        (only,) = self._totals
        most = max(self._lines)
        short = sum(lines < min(only, most) for lines in self._lines)
        return only if only > most and short >= _SHORT else None
