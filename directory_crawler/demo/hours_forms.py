"""Opening hours: weeks as businesses keep them, and every representation in which a directory writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from directory_crawler.demo.records import UNKNOWN_WEEK, Day, Week

if TYPE_CHECKING:
    from random import Random

OBJECTS, SCHEMA_STRINGS, SCHEMA_SPECIFICATION, OSM, TEXT, ABSENT = (
    "objects",
    "schema_strings",
    "schema_specification",
    "osm",
    "text",
    "absent",
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SAYS_CLOSED = (OBJECTS, OSM, TEXT)
_SAYS_UNKNOWN = (OBJECTS, SCHEMA_STRINGS, SCHEMA_SPECIFICATION, TEXT)
_SAYS_OPEN = (*_SAYS_UNKNOWN, OSM)


def draw_week(rng: Random) -> tuple[Week, str]:
    """A week and a representation that can say it (schema.org, for one, has no word for a closed day)."""
    opens = rng.choice((480, 510, 540, 570, 600))
    closes = rng.choice((1020, 1050, 1080, 1140, 1200))
    day: Day = ((opens, closes),)
    lunch: Day = ((opens, 780), (rng.choice((810, 840)), closes))
    saturday: Day = ((600, rng.choice((780, 960))),)
    draw = rng.random()
    if draw < 0.22:
        return (day, day, day, day, day, (), ()), rng.choice(_SAYS_CLOSED)
    if draw < 0.40:
        return (day, day, day, day, day, saturday, ()), rng.choice(_SAYS_CLOSED)
    if draw < 0.55:
        return (day, day, day, day, day, saturday, saturday), rng.choice(_SAYS_OPEN)
    if draw < 0.63:
        return (lunch, lunch, lunch, lunch, lunch, ((opens, 780),), ()), rng.choice(_SAYS_CLOSED)
    if draw < 0.67:
        return (lunch, lunch, lunch, lunch, lunch, lunch, lunch), rng.choice(_SAYS_OPEN)
    if draw < 0.73:
        early: Day = ((1020, 1440),)
        late: Day = ((1080, 1440 + rng.choice((60, 120, 180))),)
        return (early, early, early, early, late, late, early), rng.choice(_SAYS_OPEN)
    if draw < 0.77:
        noon: Day = ((720, 1440),)
        return (noon,) * 7, rng.choice(_SAYS_OPEN)
    if draw < 0.81:
        always: Day = ((0, 1440),)
        return (always,) * 7, rng.choice(_SAYS_CLOSED)
    if draw < 0.86:
        return ((), day, day, day, day, day, saturday), rng.choice(_SAYS_CLOSED)
    if draw < 0.90:
        return (day, day, day, day, day, None, None), rng.choice(_SAYS_UNKNOWN)
    if draw < 0.93:
        return UNKNOWN_WEEK, TEXT
    return UNKNOWN_WEEK, ABSENT


def write_hours(week: Week, form: str, style: int) -> Any:
    """`week` in representation `form`: a JSON-like value or a text; None when the card says nothing.

    `style` picks among equal writings. A day that is not stated is left out; by-appointment texts state no
    day.
    """
    if form == ABSENT:
        return None
    if form == OBJECTS:
        return {
            name[:3].lower(): [[_clock(opens), _clock(closes)] for opens, closes in day]
            for name, day in zip(_DAYS, week, strict=True)
            if day is not None
        }
    if form == SCHEMA_STRINGS:
        return [
            f"{_span(first, last, 2, '-')} {_clock(opens)}-{_clock(closes)}"
            for first, last, day in _runs(week)
            for opens, closes in day
        ]
    if form == SCHEMA_SPECIFICATION:
        return _specification(week, style)
    if form == OSM:
        return _osm(week)
    return _text(week, style)


def _runs(week: Week) -> list[tuple[int, int, tuple[tuple[int, int], ...]]]:
    """Stretches of stated days with the same hours, as (first, last, intervals)."""
    runs: list[tuple[int, int, tuple[tuple[int, int], ...]]] = []
    for index, day in enumerate(week):
        if day is None:
            continue
        if runs and runs[-1][1] == index - 1 and runs[-1][2] == day:
            runs[-1] = (runs[-1][0], index, day)
        else:
            runs.append((index, index, day))
    return runs


def _clock(minutes: int) -> str:
    """HH:MM; 24:00 stays, later times are written as the next day's."""
    past = minutes - 1440 if minutes > 1440 else minutes
    return f"{past // 60:02d}:{past % 60:02d}"


def _span(first: int, last: int, letters: int | None, dash: str) -> str:
    names = [_DAYS[index][:letters] for index in (first, last)]
    return names[0] if first == last else dash.join(names)


def _specification(week: Week, style: int) -> list[dict[str, Any]]:
    prefix = ("", "https://schema.org/", "http://schema.org/")[style % 3]
    seconds = ":00" if style % 5 == 0 else ""

    def closing(minutes: int) -> str:
        return "00:00" if minutes == 1440 else _clock(minutes)

    return [
        {
            "@type": "OpeningHoursSpecification",
            "dayOfWeek": [prefix + name for name in _DAYS[first : last + 1]],
            "opens": _clock(opens) + seconds,
            "closes": closing(closes) + seconds,
        }
        for first, last, day in _runs(week)
        for opens, closes in day
    ]


def _osm(week: Week) -> str:
    if week == (((0, 1440),),) * 7:
        return "24/7"
    return "; ".join(
        f"{_span(first, last, 2, '-')} "
        + (",".join(f"{_clock(opens)}-{_clock(closes)}" for opens, closes in day) or "off")
        for first, last, day in _runs(week)
    )


def _text(week: Week, style: int) -> str:
    if week == UNKNOWN_WEEK:
        return ("By appointment only", "Please call for opening times", "Hours vary, phone ahead")[style % 3]
    if week == (((0, 1440),),) * 7:
        return ("Open 24 hours, 7 days a week", "24/7", "Open 24 hours a day, every day")[style % 3]
    spoken = style % 2 == 0
    time = _spoken_clock if spoken else _clock
    letters, dash, colon = ((3, "-", " "), (None, " to ", ": "), (3, " – ", " "), (None, " - ", ": "))[
        style % 4
    ]
    between = " to " if style % 4 == 2 else " – "
    separator = ", " if spoken else "; "

    def hours(day: tuple[tuple[int, int], ...]) -> str:
        return " and ".join(f"{time(opens)}{between}{time(closes)}" for opens, closes in day)

    return separator.join(
        f"{_span(first, last, letters, dash)}{colon}{hours(day) or 'closed'}"
        for first, last, day in _runs(week)
    )


def _spoken_clock(minutes: int) -> str:
    past = minutes % 1440
    if past == 0:
        return "midnight"
    if past == 720:
        return "12 noon"
    hour, minute = divmod(past, 60)
    half = "am" if hour < 12 else "pm"
    shown = f"{(hour - 1) % 12 + 1}"
    return f"{shown}.{minute:02d}{half}" if minute else f"{shown}{half}"
