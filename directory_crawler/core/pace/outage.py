"""Whether a site is away: it cannot be reached at all, by anybody, and nothing answers in between."""

from __future__ import annotations

from dataclasses import dataclass

ROW = 5
"""Failed connections in a row, none answered in between, that make an outage; fewer are a page's own bad luck."""
FEWEST_TRIES = 4
"""Failures before which an outage is not borne out: where each of them takes half a minute, patience is soon over."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 15.0


@dataclass
class Outage:
    """The clock is passed in. ``since`` is the moment of the first failure of the row.

    ``least`` failures in a row make an outage, which is borne for ``patience_s``.
    """

    patience_s: float
    least: int = ROW
    row: int = 0
    since: float = 0.0
    pause_s: float = FIRST_PAUSE_S
    until: float = 0.0

    def answered(self) -> None:
        """Any answer ends it."""
        self.row, self.pause_s = 0, FIRST_PAUSE_S

    def failed(self, now: float) -> float | None:
        """Take in a connection that could not be had; return until when nothing should be asked.

        ``None`` where it is no outage. The pauses grow, one for each time that the site was asked again in vain; none
        goes on beyond the patience.
        """
        if self.row == 0:
            self.since = now
        self.row += 1
        if self.row < self.least:
            return None
        if now >= self.until:
            self.until = now + self.pause_s
            if now < self.deadline:
                self.until = min(self.until, self.deadline)
            self.pause_s = min(self.pause_s * 2, LONGEST_PAUSE_S)
        return self.until

    @property
    def deadline(self) -> float:
        """The moment at which the patience of this row is over."""
        return self.since + self.patience_s

    def is_over(self, now: float) -> bool:
        """Whether it was borne for long enough, and the site asked often enough."""
        return now >= self.deadline and self.row >= max(self.least, FEWEST_TRIES)

    def lasts(self, now: float) -> float:
        """Seconds since the first failure of the row."""
        return now - self.since if self.row else 0.0
