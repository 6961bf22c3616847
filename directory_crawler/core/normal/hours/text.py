"""Free text to a week: the language is found, then words, parts and statements."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from directory_crawler.core.normal.hours.clauses import statements_of
from directory_crawler.core.normal.hours.grammar import UnknownWords, parts_of
from directory_crawler.core.normal.hours.languages import LEXICONS
from directory_crawler.core.normal.hours.parts import Kind
from directory_crawler.core.normal.hours.scan import scan
from directory_crawler.core.normal.hours.week import ALL_DAYS, Day, Unreadable, week_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from directory_crawler.core.normal.hours.lexicon import Lexicon
    from directory_crawler.core.normal.hours.scan import Token

T = TypeVar("T")

_OSM_RULES = re.compile(r"(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH|off|closed|24/7|\d\d:\d\d(?!\d)|[-,; \n])+")
_OSM_CLOSED = re.compile(r'(?:closed|off)(?: ?"(?P<comment>[^"]*)")?')
_NOT_LASTING = re.compile(r"until|till|temporar|season|renovat|\d", re.IGNORECASE)


@lru_cache(maxsize=2048)
def read_text(text: str, languages: tuple[str, ...], midnight: Day) -> tuple[Day, ...]:
    """Return the week that a text states; raises `Unreadable` where none may be claimed.

    ``languages`` are tried first, in their order; a text with words that none of them has is tried in all others,
    and read only if those that can read it agree. In OpenStreetMap's syntax a later rule replaces an earlier one,
    and a bare "closed" is the whole week; in free text a bare "closed" may as well mean today.

    A directory writes the same hours on thousands of cards, so what was read is remembered.
    """
    tokens = _tokens(text)
    plain = text.strip()
    closed = _OSM_CLOSED.fullmatch(plain)
    if closed and not _NOT_LASTING.search(closed["comment"] or ""):
        return ((),) * 7
    later_wins = ";" in plain and _OSM_RULES.fullmatch(plain) is not None

    def week(lexicon: Lexicon) -> tuple[Day, ...]:
        found = parts_of(lexicon.read(tokens), twelve_hour=lexicon.twelve_hour)
        statements = statements_of(found.parts, midnight=midnight, every_day=not found.remarks_dropped)
        days = week_of(statements, later_wins=later_wins)
        if all(day is None for day in days):
            named = any(part.kind is Kind.NOT_FIXED for part in found.parts)
            at_midnight = any(part.kind is Kind.MIDNIGHT for part in found.parts)
            reason = "appointment" if named else "midnight" if at_midnight else "no times"
            raise Unreadable(reason, text)
        return days

    return _in_some_language(text, languages, week)


@lru_cache(maxsize=2048)
def read_day(text: str, languages: tuple[str, ...], midnight: Day) -> Day:
    """Return what a text says of one day that is known already, such as "9-17" or "closed".

    Raises `Unreadable` where it cannot be read or speaks of several days differently.
    """
    tokens = _tokens(text)

    def day(lexicon: Lexicon) -> Day:
        found = parts_of(lexicon.read(tokens), twelve_hour=lexicon.twelve_hour)
        kinds = {part.kind for part in found.parts}
        if kinds == {Kind.CLOSED} and not found.remarks_dropped:
            return ()
        if kinds == {Kind.NOT_FIXED}:
            return None
        days = set(week_of(statements_of(found.parts, midnight=midnight)))
        if len(days) > 1:
            days.discard(None)
        if len(days) != 1:
            raise Unreadable("contradiction", f"several days within one: {text}")
        return days.pop()

    return _in_some_language(text, languages, day)


def read_day_names(names: Sequence[str], languages: Sequence[str]) -> dict[str, frozenset[int]]:
    """Return the weekdays that each name stands for (none for a holiday); names of no day are left out.

    All names are taken to be of one language: the one that knows most of them, ``languages`` first among equals.
    Raises `Unreadable` (``ambiguous``) where two other languages know as many and differ.
    """
    hinted = _hinted(languages)
    best: dict[str, frozenset[int]] = {}
    disputed = False
    for lexicon in (*hinted, *(lexicon for lexicon in LEXICONS.values() if lexicon not in hinted)):
        found = {name: days for name in names if (days := _days_in(lexicon, name)) is not None}
        if len(found) == len(names) and lexicon in hinted:
            return found
        if len(found) > len(best):
            best, disputed, owner = found, False, lexicon
        elif best and len(found) == len(best) and found != best and owner not in hinted:
            disputed = True
    if disputed:
        raise Unreadable("ambiguous", f"names of days: {' '.join(best)}")
    return best


def _days_in(lexicon: Lexicon, name: str) -> frozenset[int] | None:
    try:
        parts = parts_of(lexicon.read(scan(name)), twelve_hour=False).parts
    except (Unreadable, UnknownWords):
        return None
    if not parts or any(part.kind is not Kind.DAYS for part in parts):
        return None
    return frozenset(day for part in parts for day in part.days) & ALL_DAYS


def _tokens(text: str) -> list[Token]:
    if not text.strip():
        raise Unreadable("empty")
    tokens = scan(text)
    if not tokens:
        raise Unreadable("not hours", text)
    return tokens


def _hinted(languages: Sequence[str]) -> list[Lexicon]:
    return [lexicon for code in languages if (lexicon := LEXICONS.get(code.split("-")[0].lower()))]


def _in_some_language(text: str, languages: Sequence[str], read: Callable[[Lexicon], T]) -> T:
    hinted = _hinted(languages)
    failures: list[UnknownWords] = []
    for lexicon in hinted:
        try:
            return read(lexicon)
        except UnknownWords as unknown:  # noqa: PERF203 - the usual answer where the text is in another language
            failures.append(unknown)
    readings: list[T] = []
    refusal: Unreadable | None = None
    for lexicon in LEXICONS.values():
        if lexicon in hinted:
            continue
        try:
            reading = read(lexicon)
        except UnknownWords as unknown:
            failures.append(unknown)
        except Unreadable as unreadable:
            refusal = refusal or unreadable
        else:
            readings += [] if reading in readings else [reading]
    if refusal:
        raise refusal
    if len(readings) > 1:
        raise Unreadable("ambiguous", f"languages differ: {text}")
    if readings:
        return readings[0]
    nearest = min(failures, key=lambda failure: len(failure.words))
    raise Unreadable(nearest.known_reason, " ".join(nearest.words[:8]))
