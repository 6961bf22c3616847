"""Free text to a week: the language is found, then words, parts and statements."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from directory_crawler.core.normal.hours.clauses import statements_of
from directory_crawler.core.normal.hours.grammar import Kind, UnknownWords, parts_of
from directory_crawler.core.normal.hours.languages import LEXICONS
from directory_crawler.core.normal.hours.scan import scan
from directory_crawler.core.normal.hours.week import ALL_DAYS, Day, Statement, Unreadable, week_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.core.normal.hours.lexicon import Lexicon
    from directory_crawler.core.normal.hours.scan import Token

_OSM_TEXT = re.compile(
    r"(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH|off|closed|24/7|\d{2}:\d{2}(?!\d)|[-,; \n]){1,2000}"
)
_OSM_CLOSED = re.compile(r'\s{0,9}(?:closed|off)\s{0,9}(?:"(?P<comment>[^"]{0,200})")?\s{0,9}')
_LASTING = re.compile(r"until|till|temporar|season|renovat|\d|vorübergehend|bis ", re.IGNORECASE)


def read_text(text: str, languages: Sequence[str], midnight: Day) -> tuple[Day, ...]:
    """Return the week that a text states; raises `Unreadable` where none may be claimed.

    ``languages`` are tried first, in their order; a text that uses words of none of them is tried in all others,
    and read only if those that can read it agree.
    """
    if not text.strip():
        raise Unreadable("empty")
    if closed := _OSM_CLOSED.fullmatch(text[:400]):
        if len(text) <= 400 and not _LASTING.search(closed["comment"] or ""):
            return ((),) * 7
    tokens = scan(text)
    if not tokens:
        raise Unreadable("not hours", text)
    strict = _OSM_TEXT.fullmatch(text.strip()) is not None and ";" in text
    hinted = [lexicon for code in languages if (lexicon := LEXICONS.get(code.split("-")[0].lower()))]
    failures: list[UnknownWords] = []
    for lexicon in hinted:
        try:
            return _read_in(lexicon, tokens, midnight, later_wins=strict)
        except UnknownWords as unknown:
            failures.append(unknown)
    readings: set[tuple[Day, ...]] = set()
    refusal: Unreadable | None = None
    for lexicon in LEXICONS.values():
        if lexicon in hinted:
            continue
        try:
            readings.add(_read_in(lexicon, tokens, midnight, later_wins=strict))
        except UnknownWords as unknown:
            failures.append(unknown)
        except Unreadable as unreadable:
            refusal = refusal or unreadable
    if refusal:
        raise refusal
    if len(readings) > 1:
        raise Unreadable("ambiguous", f"languages differ: {text}")
    if readings:
        return readings.pop()
    nearest = min(failures, key=lambda failure: len(failure.words))
    raise Unreadable(nearest.known_reason, " ".join(nearest.words[:8]))


def _read_in(lexicon: Lexicon, tokens: list[Token], midnight: Day, *, later_wins: bool) -> tuple[Day, ...]:
    found = parts_of(lexicon.read(tokens), twelve_hour=lexicon.twelve_hour)
    statements = statements_of(found.parts, midnight=midnight, every_day=not found.remarks_dropped)
    return _stated(statements, later_wins=later_wins)


def _stated(statements: list[Statement], *, later_wins: bool) -> tuple[Day, ...]:
    week = week_of(statements, later_wins=later_wins)
    if all(day is None for day in week):
        appointment = any(s.day is None for s in statements)
        raise Unreadable("appointment" if appointment else "no times", "no weekday has stated hours")
    return week


def read_days(text: str, languages: Sequence[str]) -> frozenset[int] | None:
    """Return the weekdays that a short text names (no day at all for a holiday), ``None`` for anything else."""
    codes = [code.split("-")[0].lower() for code in languages]
    ordered = sorted(LEXICONS.values(), key=lambda x: codes.index(x.code) if x.code in codes else len(codes))
    try:
        tokens = scan(text)
    except Unreadable:
        return None
    for lexicon in ordered:
        try:
            parts = parts_of(lexicon.read(tokens), twelve_hour=False).parts
        except (Unreadable, UnknownWords):
            continue
        if parts and all(part.kind is Kind.DAYS for part in parts):
            return frozenset(day for part in parts for day in part.days) & ALL_DAYS
    return None
