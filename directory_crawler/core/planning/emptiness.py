"""Whether a board applies a range of time at all, told by two windows in which nothing can lie.

Only the start of a window keeps the future out of it, and only its end what is older than anything the board has. A
board that answers either with a page like its unfiltered one does not apply that bound, whatever it says of counts and
in whatever order; cutting its time would never end. But some drop a range that makes no sense to them, or suggest other
records where they found none: a moment amid their time tells those apart, since only the two bounds together keep it
nearly empty. And a board that shows nothing there, yet states a total, states one that does not follow what is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from directory_crawler.core.planning.windows import Window

_DAY = 86_400
_MARGIN = 2 * _DAY
"""Beyond every confusion of time zones."""
_STRAYS = 5
"""Lines below which a page proves nothing: sites show advertised records with whatever is asked."""


@dataclass
class EmptyWindows:
    """Feed what each of `windows` is answered with, then ask `ignored` and `stated`.

    ``windows`` go by the bound that keeps them empty; ``shown`` is the number of lines of the unfiltered page one.
    """

    windows: dict[str, Window]
    shown: int
    ignored: dict[str, int] = field(default_factory=dict, init=False)
    """The bounds that are not applied, and how many lines came where there can be none."""
    _stated: list[int] = field(default_factory=list, init=False)

    @classmethod
    def around(cls, oldest: int, present: int, shown: int, *, start: str, end: str) -> EmptyWindows:
        """The two windows around all that a board can have between two seconds on its line."""
        future = present - present % _DAY + _MARGIN + _DAY
        past = max(oldest - oldest % _DAY - _MARGIN, _DAY)
        return cls({start: Window(future, future + _DAY), end: Window(past - _DAY, past)}, shown)

    def feed(self, bound: str, lines: int, total: int | None) -> None:
        """Take in what page one of the window of ``bound`` shows and states: suggestions, where it states none."""
        if total == 0:
            lines = 0
        if lines >= max(min(_STRAYS, self.shown), 1) and 2 * lines >= self.shown:
            self.ignored[bound] = lines
        elif not lines:
            self._stated.append(total or 0)

    def feed_moment(self, lines: int) -> None:
        """Take in what page one of the shortest window amid what the board was seen to have shows: with hardly a line,
        both bounds are applied to what makes sense."""
        if lines < _STRAYS:
            self.ignored.clear()

    @property
    def stated(self) -> int | None:
        """The total that empty windows state; ``None`` where it follows what is asked, or none was seen to be empty."""
        return min(self._stated, default=0) or None

    def complaint(self) -> str | None:
        """Say which bounds are not applied, by what was asked and answered; ``None`` where none is known to be so."""
        if not self.ignored:
            return None
        found = " and ".join(
            f"{lines} postings of {self.windows[bound]}, which only {bound!r} keeps empty"
            for bound, lines in self.ignored.items()
        )
        return f"the board does not apply its time axis: it shows {found}"
