"""How a board writes and reads its moments: grain, time zone, format, and by what it compares them."""

from __future__ import annotations

from datetime import datetime, timezone
from zoneinfo import ZoneInfo

GRAINS = {"second": 1, "minute": 60, "5min": 300, "day": 86_400}
FORMATS = ("iso", "epoch", "dmy")
_PATTERNS = {
    ("iso", "second"): "%Y-%m-%dT%H:%M:%S",
    ("iso", "minute"): "%Y-%m-%dT%H:%M",
    ("iso", "5min"): "%Y-%m-%dT%H:%M",
    ("iso", "day"): "%Y-%m-%d",
    ("dmy", "second"): "%d.%m.%Y %H:%M:%S",
    ("dmy", "minute"): "%d.%m.%Y %H:%M",
    ("dmy", "5min"): "%d.%m.%Y %H:%M",
    ("dmy", "day"): "%d.%m.%Y",
}
_SHORTEST_OFFSET_PERIOD = 900  # seconds: no zone's offset changes but at a quarter of an hour
_LARGEST = 10**11  # seconds: beyond any year that datetime knows


class Stamps:
    """Turns moments (seconds since 1970 UTC) into keys, which the board compares, and keys into its notation.

    A key is the moment rounded down to the grain of the zone's clock. Where the notation has no offset
    (`naive`), the key counts the seconds that clocks on the wall have shown, so that the hour that comes twice
    in autumn is one hour to the board.
    """

    def __init__(self, grain: str, zone: str, *, naive: bool, form: str) -> None:
        self._grain = GRAINS[grain]
        self._zone = None if zone == "UTC" else ZoneInfo(zone)
        self._naive = naive or form == "dmy"
        self._pattern = _PATTERNS.get((form, grain))
        self._with_offset = not self._naive and grain != "day"
        self._offsets: dict[int, int] = {}

    def key(self, moment: int) -> int:
        """By what the board compares a moment."""
        if self._zone is None:
            return moment - moment % self._grain
        wall = moment + self._offset(moment)
        wall -= wall % self._grain
        return wall if self._naive else self._moment(wall, before=moment)

    def write(self, key: int) -> str | int:
        """A key as the board writes it."""
        if self._pattern is None:
            return key
        zone = timezone.utc if self._naive or self._zone is None else self._zone
        text = datetime.fromtimestamp(key, zone).strftime(self._pattern)
        if not self._with_offset:
            return text
        if self._zone is None:
            return text + "Z"
        minutes = self._offset(key) // 60
        return f"{text}{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"

    def read(self, text: str) -> int:
        """The key of a parameter (ValueError where it is not in the board's notation)."""
        if self._pattern is None:
            if not (text.isascii() and text.isdecimal() and int(text[:12]) < _LARGEST):
                raise ValueError(f"expected seconds since 1970, found {text!r}")
            return self.key(int(text))
        if self._pattern.startswith("%d"):
            return self._wall_key(datetime.strptime(text, self._pattern))
        stamp = datetime.fromisoformat(text.removesuffix("Z") + "+00:00" if text.endswith("Z") else text)
        if stamp.tzinfo is not None:
            return self.key(int(stamp.timestamp()))
        return self._wall_key(stamp)

    def _wall_key(self, stamp: datetime) -> int:
        """The key of what a clock on the wall shows."""
        wall = int(stamp.replace(tzinfo=timezone.utc).timestamp())
        if self._naive or self._zone is None:
            return wall - wall % self._grain
        return self.key(int(stamp.replace(tzinfo=self._zone).timestamp()))

    def _offset(self, moment: int) -> int:
        """How far the zone's clock is ahead of UTC, in seconds."""
        assert self._zone is not None
        period = moment // _SHORTEST_OFFSET_PERIOD
        if period not in self._offsets:
            offset = datetime.fromtimestamp(period * _SHORTEST_OFFSET_PERIOD, self._zone).utcoffset()
            assert offset is not None
            self._offsets[period] = int(offset.total_seconds())
        return self._offsets[period]

    def _moment(self, wall: int, *, before: int) -> int:
        """The moment at which the zone's clock showed `wall`, not after `before`."""
        moment = wall - self._offset(before)
        return moment if self._offset(moment) == self._offset(before) else wall - self._offset(moment)
