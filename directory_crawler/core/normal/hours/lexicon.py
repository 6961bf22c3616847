"""A language's words for opening hours, and how a text is matched against them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

from directory_crawler.core.normal.hours.scan import Token, scan

_SHORTEST_PREFIX = 3


class Role(Enum):
    """What a word does in a text about opening hours."""

    DAY = auto()  # one weekday, a set of them, or (no day at all) a public holiday
    TO = auto()  # between the ends of a range
    UNTIL = auto()  # the same, and by itself a limit ("closed until Monday")
    AND = auto()  # between members of a list
    FROM = auto()  # before a start
    BETWEEN = auto()  # before a start, and makes the next "and" a range
    CLOSED = auto()
    REST_DAY = auto()  # "days off": closed, or the weekend where times follow
    EXCEPT = auto()
    BREAK = auto()
    MEAL = auto()  # lunch: a pause where the place is open around it, else a time of service
    ALWAYS = auto()  # round the clock
    NOON = auto()
    MIDNIGHT = auto()
    AM = auto()
    PM = auto()
    NIGHT = auto()
    UNIT = auto()  # o'clock, Uhr, h
    APPOINTMENT = auto()
    ONLY = auto()
    REFUSE = auto()  # a word after which no fixed week can be claimed; carries the reason
    FILLER = auto()


class Meaning(NamedTuple):
    """A role and what it carries: weekdays of a `Role.DAY`, the reason of a `Role.REFUSE`."""

    role: Role
    days: frozenset[int] = frozenset()
    reason: str = ""


class Word(NamedTuple):
    """A stretch of tokens with its meaning; ``None`` for a clock, a mark and a word that the language lacks."""

    token: Token
    meaning: Meaning | None
    text: str


@dataclass(frozen=True)
class Lexicon:
    """One language. Each text is a list of words or phrases parted by ``|``, in ordinary spelling.

    Phrases are compared without case and accents. ``days`` has seven such lists, Monday first; the first entry of
    each is the full name, of which every beginning of three letters or more counts too unless listed otherwise.
    ``twelve_hour``: hours above 12 are not usual, so "9-5" may be read as 9 to 17.
    """

    code: str
    days: tuple[str, str, str, str, str, str, str]
    weekdays: str
    weekend: str
    daily: str
    holidays: str
    to: str
    until: str
    and_: str
    from_: str
    between: str
    closed: str
    except_: str
    pause: str
    always: str
    noon: str
    midnight: str
    am: str
    pm: str
    unit: str
    appointment: str
    only: str
    filler: str
    refuse: dict[str, str]
    meal: str = ""
    night: str = ""
    rest_days: str = ""
    groups: dict[str, tuple[int, ...]] = field(default_factory=dict)
    twelve_hour: bool = False

    @cached_property
    def _phrases(self) -> dict[str, list[tuple[tuple[str, ...], Meaning]]]:
        """Meanings by first token, longest phrase first."""
        found: dict[tuple[str, ...], Meaning] = {}
        for meaning, listed in self._listed():
            for phrase in listed.split("|"):
                tokens = tuple(token.text for token in scan(" ".join(phrase.split())))
                if tokens:
                    found[tokens] = meaning
        for key, meaning in self._prefixes().items():
            found.setdefault((key,), meaning)
        table: dict[str, list[tuple[tuple[str, ...], Meaning]]] = {}
        for tokens in sorted(found, key=len, reverse=True):
            table.setdefault(tokens[0], []).append((tokens, found[tokens]))
        return table

    def _listed(self) -> list[tuple[Meaning, str]]:
        """Every list of words with its meaning; where two hold the same phrase the later counts."""
        plain = [
            (Role.FILLER, self.filler),
            (Role.TO, self.to),
            (Role.UNTIL, self.until),
            (Role.AND, self.and_),
            (Role.FROM, self.from_),
            (Role.BETWEEN, self.between),
            (Role.CLOSED, self.closed),
            (Role.REST_DAY, self.rest_days),
            (Role.EXCEPT, self.except_),
            (Role.BREAK, self.pause),
            (Role.MEAL, self.meal),
            (Role.ALWAYS, self.always),
            (Role.NOON, self.noon),
            (Role.MIDNIGHT, self.midnight),
            (Role.AM, self.am),
            (Role.PM, self.pm),
            (Role.NIGHT, self.night),
            (Role.UNIT, self.unit),
            (Role.APPOINTMENT, self.appointment),
            (Role.ONLY, self.only),
        ]
        spans = [
            *((frozenset({index}), words) for index, words in enumerate(self.days)),
            *((frozenset(days), words) for words, days in self.groups.items()),
            (frozenset(range(5)), self.weekdays),
            (frozenset({5, 6}), self.weekend),
            (frozenset(range(7)), self.daily),
            (frozenset[int](), self.holidays),
        ]
        return [
            *((Meaning(role), words) for role, words in plain),
            *((Meaning(Role.DAY, days), words) for days, words in spans),
            *((Meaning(Role.REFUSE, reason=reason), words) for reason, words in self.refuse.items()),
        ]

    def _prefixes(self) -> dict[str, Meaning]:
        """The beginnings of the full weekday names that belong to one day only."""
        owners: dict[str, set[int]] = {}
        for index, words in enumerate(self.days):
            name = scan(words.split("|")[0].strip())[0].text
            for length in range(_SHORTEST_PREFIX, len(name)):
                owners.setdefault(name[:length], set()).add(index)
        return {key: Meaning(Role.DAY, frozenset(days)) for key, days in owners.items() if len(days) == 1}

    def read(self, tokens: list[Token]) -> list[Word]:
        """Return the tokens as words of this language, longest phrases first."""
        words: list[Word] = []
        index = 0
        while index < len(tokens):
            size, meaning = self._at(tokens, index)
            words.append(Word(tokens[index], meaning, " ".join(t.text for t in tokens[index : index + size])))
            index += size
        return words

    def _at(self, tokens: list[Token], index: int) -> tuple[int, Meaning | None]:
        for phrase, meaning in self._phrases.get(tokens[index].text, ()):
            size = len(phrase)
            if size == 1 or tuple(token.text for token in tokens[index : index + size]) == phrase:
                return size, meaning
        return 1, None
