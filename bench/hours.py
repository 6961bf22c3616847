"""Measure reading opening hours: texts a second on one core, and the curve of time over length.

Run: ``python -m bench.hours`` (under a minute). The first table reads ordinary texts and values of each kind; the
second reads the worst texts that are known up to the length limit, and beyond it, where only the length is looked
at: time a character has to stay level.
"""

from __future__ import annotations

from time import perf_counter

from directory_crawler.core.normal.hours import parse_hours, text
from directory_crawler.core.normal.hours.scan import LONGEST_TEXT

_ORDINARY: dict[str, tuple[object, str]] = {
    "map syntax": ("Mo-Fr 08:00-12:00,13:00-17:30; Sa 08:00-12:00; Su off", "en"),
    "English": ("Monday - Friday: 9:00 AM - 5:30 PM, Saturday: 10 AM - 2 PM, Sunday: closed", "en"),
    "Russian": ("пн-пт с 9:00 до 18:00, перерыв 13:00-14:00, сб-вс выходной", "ru"),
    "language not told": ("Dienstag bis Samstag 10.00 - 18.30 Uhr, Montag Ruhetag", "en"),
    "no hours": ("Please ask our friendly staff about the current arrangements", "en"),
    "specification": (
        [
            {
                "@type": "OpeningHoursSpecification",
                "dayOfWeek": f"https://schema.org/{day}",
                "opens": "09:00",
                "closes": "17:00",
            }
            for day in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
        ],
        "en",
    ),
    "weekday object": ({day: [["09:00", "18:00"]] for day in ("mon", "tue", "wed", "thu", "fri")}, "en"),
}
_WORST = (
    "mo ",
    "9-",
    "9-17 ",
    "mo 9-17 closed ",
    "9,12-",
    '("',
    "a@",
    "1 ",
    ". ",
    "0 - ",
    "of the ",
    "<b",
    "&lt;",
    "\ufdfa",
)
_LENGTHS = (500, 1000, 2000, LONGEST_TEXT, 10_000, 100_000, 1_000_000)


def _seconds(value: object, language: str, least: float = 0.2) -> float:
    """Return the time of one first reading (what was read before is remembered), the best of several rounds."""
    best, spent = float("inf"), 0.0
    while spent < least:
        text.read_text.cache_clear()
        text.read_day.cache_clear()
        begun = perf_counter()
        parse_hours(value, languages=(language,))
        taken = perf_counter() - begun
        best, spent = min(best, taken), spent + taken
    return best


def main() -> None:
    for name, (value, language) in _ORDINARY.items():
        taken = _seconds(value, language)
        print(f"{name:20} {taken * 1e6:8.0f} us  {1 / taken:9.0f} a second")
    print("\nworst text, us a character by length")
    print(" " * 20 + "".join(f"{length:>11,}" for length in _LENGTHS))
    for unit in _WORST:
        times = [
            _seconds((unit * (length // len(unit) + 1))[:length], "en", 0.05) / length for length in _LENGTHS
        ]
        print(f"{unit!r:20}" + "".join(f"{taken * 1e6:11.3f}" for taken in times))


if __name__ == "__main__":
    main()
