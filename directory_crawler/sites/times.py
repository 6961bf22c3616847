"""A board's time: how a window is asked for, and the line of seconds on which its windows tile.

Where moments are written with an offset, the line is UTC. Where the board shows a clock on the wall, or whole days,
the line is that clock's, read as if it were UTC: what the board compares is what is cut, and a clock change neither
opens a hole nor makes an hour count twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from directory_crawler.core.normal.vacancy_stamps import parse_stamp
from directory_crawler.core.planning.windows import OPEN_END, Window

if TYPE_CHECKING:
    from directory_crawler.sites.grammar import Profile, TimeAxis

_DAY = 86_400


@dataclass(frozen=True)
class BoardTime:
    """The time axis of a profile.

    ``axis`` is its name, ``zone`` the clock on whose line windows tile, ``local`` that of stamps without an offset.
    """

    axis: str
    table: TimeAxis
    zone: str
    local: str

    @classmethod
    def of(cls, profile: Profile) -> BoardTime | None:
        """The time of a board; ``None`` where its profile has no such axis."""
        if profile.time_axis is None:
            return None
        table = profile.axes[profile.time_axis].time
        assert table is not None
        form = table.format
        absolute = form in ("epoch", "epoch_ms") or form.endswith("Z") or "%z" in form
        in_utc = absolute and table.grain < _DAY
        return cls(profile.time_axis, table, "UTC" if in_utc else profile.timezone, profile.timezone)

    @property
    def floor(self) -> int:
        """The length in seconds of the shortest window."""
        return max(self.table.floor, self.table.grain)

    def read(self, value: object) -> datetime | None:
        """A moment as the site's records write it, in UTC; ``None`` for what is none."""
        return parse_stamp(value, ZoneInfo(self.local), self.table.format)

    def on_line(self, moment: datetime) -> int:
        """A moment as seconds on the board's line, rounded down to its grain."""
        wall = moment.astimezone(ZoneInfo(self.zone)).replace(tzinfo=timezone.utc)
        seconds = int(wall.timestamp())
        return seconds - seconds % self.table.grain

    def moment(self, seconds: int) -> datetime:
        """The moment of a second on the line. A time that the clock skipped is the moment at which it did."""
        wall = datetime.fromtimestamp(seconds, timezone.utc).replace(tzinfo=ZoneInfo(self.zone))
        moment = wall.astimezone(timezone.utc)
        if moment.astimezone(wall.tzinfo).replace(tzinfo=None) == wall.replace(tzinfo=None):
            return moment
        # Read with the offset from after the change, it lies as far before the change as it was written after.
        before = wall.replace(fold=1).astimezone(timezone.utc)
        skipped = (moment - before) // timedelta(seconds=1)
        low, high = int(before.timestamp()), int(before.timestamp()) + skipped
        offset = before.astimezone(wall.tzinfo).utcoffset()
        while low < high:
            middle = (low + high) // 2
            here = datetime.fromtimestamp(middle, wall.tzinfo).utcoffset()
            low, high = (middle + 1, high) if here == offset else (low, middle)
        return datetime.fromtimestamp(low, timezone.utc)

    def parameters(self, window: str | None) -> dict[str, str | None]:
        """The values of the two placeholders for a window as `Window` writes it; an open end is left out."""
        names = (self.table.start, self.table.end)
        if window is None:
            return dict.fromkeys(names)
        asked = Window.parse(window)
        start = None if asked.start is None else self.written(asked.start)
        end = None if asked.end >= OPEN_END else self._end(asked.end)
        return dict(zip(names, (start, end), strict=True))

    def _end(self, end: int) -> str:
        return self.written(end - self.table.grain if self.table.inclusive else end)

    def written(self, seconds: int) -> str:
        """A second on the line, in the board's notation."""
        moment = self.moment(seconds)
        if self.table.format == "epoch":
            return str(int(moment.timestamp()))
        if self.table.format == "epoch_ms":
            return str(int(moment.timestamp()) * 1000)
        utc = self.zone == "UTC" or self.table.format.endswith("Z")
        return moment.astimezone(timezone.utc if utc else ZoneInfo(self.zone)).strftime(self.table.format)
