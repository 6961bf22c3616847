"""The names under which sites keep the parts of structured hours, compared by letters and digits only."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_NOT_PLAIN = re.compile(r"[^a-z0-9]+")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


DAYS = ("dayofweek", "day", "days", "weekday", "dayname", "dow", "openday", "daysofweek")
DAY_LABELS = ("name", "label", "title", "key")
BESIDE_TIMES = _words("type context id closed isclosed open isopen timezone note comment")
"""Keys of an entry that say nothing about which days it is for."""
OPENS = _words(
    """
    open opens opening openat opensat opentime openingtime opened from start starts starttime begin
    begins timefrom timestart hoursfrom fromtime openhour openinghour fromhour starthour openfrom
    openstime begintime opentimestr timeopen von desde openingat startsat openhours beginat workfrom
    """
)
CLOSES = _words(
    """
    close closes closing closeat closesat closetime closingtime closed to end ends endtime finish until
    till timeto timeend hoursto totime closehour closinghour tohour endhour openuntil closestime
    finishtime opento through thru timeclose bis hasta closingat endsat endat workto untiltime
    """
)
PAUSE_OPENS = _words(
    """
    breakstart breakfrom breakbegin lunchstart lunchfrom pausestart pausefrom breakstarttime
    """
)
PAUSE_CLOSES = _words(
    """
    breakend breakto breakfinish lunchend lunchto pauseend pauseto breakendtime
    """
)
PAUSES = _words(
    """
    break breaks lunch lunchbreak lunchbreaks pause pauses breaktime breakhours
    """
)
HALVES = _words(
    "morning afternoon evening am pm first second forenoon night noon shift firstshift secondshift"
)
CLOSED_FLAGS = _words(
    """
    closed isclosed dayoff isdayoff closedallday off isoff closedday isdayclosed notworking
    """
)
OPEN_FLAGS = _words(
    """
    open isopen opened isopened isworking working workingday isworkingday isopenday openday
    """
)
ALL_DAY_FLAGS = _words(
    """
    open24 open24hours is24hours is24h is24x7 open247 is247 isopen24hours alwaysopen roundtheclock
    allday open24h isallday isroundtheclock aroundtheclock twentyfourhours opens24hours isalwaysopen
    openallday 24hours 24h 247 24x7 everydayround is24 hours24 isopenallday isalways
    """
)
INTERVALS = (
    "workinghours",
    "hours",
    "intervals",
    "periods",
    "slots",
    "shifts",
    "times",
    "ranges",
    "timeslots",
    "openinghours",
    "openingtimes",
    "openhours",
    "openintervals",
    "timeranges",
    "schedule",
    "time",
    "value",
    "text",
    "values",
    "status",
    "worktime",
    "items",
    "description",
)
CONTAINERS = (
    "openinghoursspecification",
    "openinghours",
    "regularopeninghours",
    "currentopeninghours",
    "regularhours",
    "businesshours",
    "workinghours",
    "workhours",
    "officehours",
    "storehours",
    "hours",
    "periods",
    "weekdaydescriptions",
    "weekdaytext",
    "schedule",
    "schedules",
    "timetable",
    "openingtimes",
    "worktime",
    "days",
    "weekdays",
    "week",
    "regular",
    "standard",
    "default",
    "items",
    "values",
    "value",
    "text",
    "data",
)
DATED = _words(
    """
    validfrom validthrough validto validuntil date startdate enddate dates fromdate todate
    """
)


def plain(key: object) -> str:
    """Return a key as compared: lower case, letters and digits only, at most 40 of them."""
    text = key if isinstance(key, str) else str(key) if isinstance(key, int) and 0 <= key < 100 else ""
    return _NOT_PLAIN.sub("", text[:80].lower())[:40]


def base(key: object) -> str:
    """Return a key without the number that tells a second pair from the first ("open2")."""
    name = plain(key)
    return name.rstrip("0123456789") or name


def plain_keys(value: Mapping[object, object]) -> dict[str, object]:
    return {plain(key): inner for key, inner in value.items()}


def inner_keys(entry: Mapping[str, object], name: str) -> dict[str, object]:
    """Return the object under a name with its keys made plain; an empty one where there is none."""
    value = entry.get(name)
    return plain_keys(value) if isinstance(value, dict) else {}


def truth(value: object) -> bool:
    return (
        value is True
        or value == 1
        or (isinstance(value, str) and value.strip().lower() in ("true", "yes", "1"))
    )
