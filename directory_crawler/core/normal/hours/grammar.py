"""Words to parts: days, times, closed, by appointment, each with how firmly it is parted from the one before."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from directory_crawler.core.normal.hours.clock import MIDNIGHT, Clock, interval
from directory_crawler.core.normal.hours.lexicon import Meaning, Role, Word
from directory_crawler.core.normal.hours.week import WEEKEND, WHOLE_DAY, Interval, Unreadable

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_PARTS = 240
"""Parts of one text; seven days of three intervals, written twice, are fewer than a hundred."""


class Kind(Enum):
    """What a part says."""

    DAYS = auto()
    TIMES = auto()
    MIDNIGHT = auto()  # 00:00-00:00, which sites use for two opposite things
    PAUSE = auto()
    CLOSED = auto()
    NOT_FIXED = auto()
    EXCEPT = auto()  # days that are closed where nothing else is said of them


class Gap(Enum):
    """How a part is set off from the one before it."""

    NONE = 0
    SOFT = 1  # comma, slash, "and"
    HARD = 2  # semicolon, new line


@dataclass(frozen=True)
class Part:
    """One part of the text; `days` of a DAYS or EXCEPT, `time` of a TIMES or PAUSE."""

    kind: Kind
    gap: Gap
    days: frozenset[int] = frozenset()
    time: Interval = (0, 0)


class UnknownWords(Exception):  # noqa: N818 - how the caller learns that this is not the language of the text
    """The text has words that the lexicon lacks; `known_reason` is the refusal that the known ones give."""

    def __init__(self, words: Sequence[str], known_reason: str) -> None:
        super().__init__(words, known_reason)
        self.words = tuple(words)
        self.known_reason = known_reason


_SOFT_MARKS = frozenset(",/|&+)]>\\")
_HARD_MARKS = frozenset(";\n")
_SILENT_MARKS = frozenset("\"'.:([=#<!°")
_OPENING, _CLOSING = frozenset("(["), frozenset(")]")
_HALVES = {Role.AM: "am", Role.PM: "pm", Role.NIGHT: "night"}


@dataclass(frozen=True)
class Parts:
    """The parts of a text, and whether a remark in brackets was left out of them."""

    parts: tuple[Part, ...]
    remarks_dropped: bool


def parts_of(words: list[Word], *, twelve_hour: bool) -> Parts:
    """Return the parts of a text whose words were looked up in one language.

    Raises `UnknownWords` for another language, `Unreadable` where the words are known and give no fixed week.
    """
    kept = _without_remarks(words)
    unknown = [word.text for word in kept if _is_unknown(word)]
    refusals = [(w.meaning.reason, w.text) for w in kept if w.meaning and w.meaning.role is Role.REFUSE]
    if unknown:
        appointment = any(word.meaning and word.meaning.role is Role.APPOINTMENT for word in kept)
        raise UnknownWords(unknown, refusals[0][0] if refusals else "appointment" if appointment else "words")
    if refusals:
        raise Unreadable(*refusals[0])
    reader = _Reader(kept, twelve_hour=twelve_hour)
    return Parts(reader.read(), remarks_dropped=len(kept) < len(words))


def _is_unknown(word: Word) -> bool:
    return word.meaning is None and word.token.clock is None and word.text[:1].isalnum()


def _without_remarks(words: list[Word]) -> list[Word]:
    """Leave out what stands in brackets or quotes when it has foreign words and says neither days nor times."""
    kept: list[Word] = []
    opened = -1
    for word in words:
        kept.append(word)
        if word.text in _OPENING or (word.text == '"' and opened < 0):
            opened = len(kept) - 1
        elif opened >= 0 and (word.text in _CLOSING or word.text == '"'):
            if _is_remark(kept[opened:]):
                del kept[opened:]
            opened = -1
    return kept


def _is_remark(words: list[Word]) -> bool:
    idle = (None, Role.FILLER, Role.AND, Role.FROM, Role.TO, Role.UNIT)
    return any(map(_is_unknown, words)) and all(
        word.token.clock is None and (word.meaning.role if word.meaning else None) in idle for word in words
    )


class _Reader:
    """Walks once over the words; `at` is the word it stands on."""

    def __init__(self, words: list[Word], *, twelve_hour: bool) -> None:
        self.words = words
        self.at = 0
        self.parts: list[Part] = []
        self.gap = Gap.HARD
        clocks = [word.token.clock for word in words if word.token.clock and not self._is_phrase(word)]
        exact = any(clock.exact for clock in clocks)
        halves = any(clock.half for clock in clocks) or any(
            self._role(index) in _HALVES and index and words[index - 1].token.clock
            for index in range(len(words))
        )
        self.free = not exact
        self.twelve = halves or (twelve_hour and not exact)
        self.half = ""
        self.ranged = False
        self.paused = False
        self.excepted = False
        self.only = False

    def read(self) -> tuple[Part, ...]:
        while self.at < len(self.words):
            self._step()
            if len(self.parts) > MOST_PARTS:
                raise Unreadable("too long", f"more than {MOST_PARTS} parts")
        if self.paused:
            raise Unreadable("break", "a break without its times")
        if self.half:
            raise Unreadable("part of a day", self.half)
        return tuple(self.parts)

    # -- looking ---------------------------------------------------------------------------------------------

    @staticmethod
    def _is_phrase(word: Word) -> bool:
        return word.meaning is not None

    def _role(self, index: int) -> Role | None:
        if 0 <= index < len(self.words) and (meaning := self.words[index].meaning):
            return meaning.role
        return None

    def _mark(self, index: int) -> str:
        return self.words[index].text if 0 <= index < len(self.words) else ""

    def _is_clock(self, index: int) -> bool:
        if not 0 <= index < len(self.words):
            return False
        word = self.words[index]
        return self._role(index) in (Role.NOON, Role.MIDNIGHT) or (
            word.token.clock is not None and not word.meaning
        )

    def _is_end(self, index: int) -> bool:
        """Tell whether a time can end here; "24 hours", round the clock elsewhere, is one after a dash."""
        return self._is_clock(index) or (
            self._role(index) is Role.ALWAYS and self.words[index].token.clock is not None
        )

    def _is_to(self, index: int) -> bool:
        return (
            self._mark(index) == "-"
            or self._role(index) is Role.TO
            or (self.ranged and self._role(index) is Role.AND)
        )

    def _past_idle(self, index: int) -> int:
        """Return the index after words that say nothing between the ends of a range."""
        while self._role(index) in (Role.FILLER, Role.FROM, Role.UNIT) or self._mark(index) in (".", '"'):
            index += 1
        return index

    def _past_label(self, index: int) -> int:
        """Return the index after fillers and the colon or dash that sets a label off."""
        while (index := self._past_idle(index)) < len(self.words) and self._mark(index) in (":", "-"):
            index += 1
        return index

    # -- stepping --------------------------------------------------------------------------------------------

    def _step(self) -> None:
        word = self.words[self.at]
        role = word.meaning.role if word.meaning else None
        if role is Role.DAY and word.meaning:
            self._days(word.meaning)
        elif self._is_clock(self.at):
            self._times()
        elif role in _HALVES and role is not None:
            self.half = _HALVES[role]
            self._expect_clock(word)
        elif role is Role.ALWAYS:
            self._add(Kind.TIMES, time=WHOLE_DAY[0])
        elif role is Role.REST_DAY and self._is_clock(self._past_label(self.at + 1)):
            self._add(Kind.DAYS, days=WEEKEND)
        elif role is Role.CLOSED:
            self._closed()
        elif role is Role.REST_DAY:
            self._add(Kind.CLOSED)
        elif role in (Role.BREAK, Role.MEAL):
            self._pause(role)
        elif role is Role.APPOINTMENT:
            self._appointment(word)
        else:
            self._between(word, role)

    def _between(self, word: Word, role: Role | None) -> None:
        """Pass over what only parts or joins: separators, prepositions, fillers."""
        if role is Role.AND or word.text in _SOFT_MARKS:
            self._widen(Gap.SOFT)
        elif word.text in _HARD_MARKS:
            self._widen(Gap.HARD)
        elif role is Role.EXCEPT:
            self.excepted = True
        elif role is Role.ONLY:
            self.only = True
        elif role is Role.BETWEEN:
            self.ranged = True
        elif role is None and word.text not in _SILENT_MARKS and word.text != "-":
            raise Unreadable("not hours", word.text)
        if (
            word.text == "+"
            and self.parts
            and self.parts[-1].kind is Kind.TIMES
            and not self._is_clock(self.at + 1)
        ):
            raise Unreadable("open end", "+")
        self.at += 1

    def _widen(self, gap: Gap) -> None:
        if gap.value > self.gap.value:
            self.gap = gap

    def _add(self, kind: Kind, *, days: frozenset[int] = frozenset(), time: Interval = (0, 0)) -> None:
        self.parts.append(Part(kind, self.gap, days, time))
        self.gap = Gap.NONE
        self.only = False
        self.at += 1

    def _expect_clock(self, word: Word) -> None:
        """Accept "mornings 9-12"; refuse a half of a day that no times follow ("closed Wednesday afternoon")."""
        following = self.at + 1
        while self._role(following) in (Role.FILLER, Role.FROM) or self._mark(following) in (":", ".", ","):
            following += 1
        closed = any(self._role(index) is Role.CLOSED for index in (self.at - 1, self.at - 2))
        closed = closed or any(part.kind is Kind.CLOSED for part in self.parts[-2:])
        if not self._is_clock(following) or closed:
            raise Unreadable("part of a day", word.text)
        self.at += 1

    def _days(self, meaning: Meaning) -> None:
        days = meaning.days
        after = self._past_idle(self.at + 1)
        if self._is_to(after) and len(days) == 1:
            end = self._past_idle(after + 1)
            other = self.words[end].meaning if end < len(self.words) else None
            if other and other.role is Role.DAY and len(other.days) == 1:
                (first,), (last,) = days, other.days
                days = frozenset((first + step) % 7 for step in range((last - first) % 7 + 1))
                self.at = end
                beyond = self._past_idle(end + 1)
                if self._is_to(beyond) and self._role(self._past_idle(beyond + 1)) is Role.DAY:
                    raise Unreadable("ambiguous", "a range of days with three ends")
        if self._mark(self.at + 1) == "[":
            raise Unreadable("some weeks", "[")
        self._add(self._days_kind(), days=days)

    def _days_kind(self) -> Kind:
        """Days after "except" are closed, unless hours of their own follow ("9-18, except Sunday 10-14")."""
        if (
            self.parts
            and self.parts[-1].kind is Kind.EXCEPT
            and self.gap is not Gap.HARD
            and not self.excepted
        ):
            if self._is_clock(self._past_idle(self.at + 1)) and self.gap is Gap.NONE:
                return Kind.DAYS
            return Kind.EXCEPT if self._listed_on() else Kind.DAYS
        if not self.excepted:
            return Kind.DAYS
        self.excepted = False
        follows = self._past_label(self.at + 1)
        if self._is_clock(follows) and self.parts and self.parts[-1].kind is Kind.TIMES:
            self.gap = Gap.HARD
            return Kind.DAYS
        return Kind.EXCEPT

    def _listed_on(self) -> bool:
        """Tell whether the days just read still belong to the list after "except": no hours of their own follow."""
        follows = self.at + 1
        while follows < len(self.words) and (
            self._mark(follows) in (".", ":") or self._role(follows) is Role.FILLER
        ):
            follows += 1
        return not self._is_clock(follows) and self._role(follows) not in (
            Role.CLOSED,
            Role.ALWAYS,
            Role.APPOINTMENT,
        )

    # -- values ----------------------------------------------------------------------------------------------

    def _clock(self) -> Clock:
        """Read the time that stands here with the words that belong to it, and step past them."""
        word = self.words[self.at]
        role = self._role(self.at)
        self.at += 1
        if role is Role.NOON:
            return Clock(12, half="pm")
        if role in (Role.MIDNIGHT, Role.ALWAYS):
            return MIDNIGHT
        clock = word.token.clock
        assert clock is not None
        while True:
            role = self._role(self.at)
            if role is Role.UNIT or (
                self._mark(self.at) == "." and self._role(self.at + 1) in (Role.UNIT, *_HALVES)
            ):
                self.at += 1
                follows = self.words[self.at].token if self.at < len(self.words) else None
                if role is Role.UNIT and follows and _minutes_alone(follows.text) and not clock.minute:
                    if self._role(self.at) is None and not self._is_to(self.at + 1):
                        clock = Clock(clock.hour, int(follows.text), clock.half, clock.exact)
                        self.at += 1
            elif role in _HALVES and role is not None and not clock.half:
                if (
                    role is Role.AM
                    and self.words[self.at].text == "am"
                    and self._role(self.at + 1) is Role.DAY
                ):
                    pass
                clock = clock.said(_HALVES[role])
                self.at += 1
            elif role is Role.NOON and clock.hour == 12:
                clock = clock.said("pm")
                self.at += 1
            elif role is Role.MIDNIGHT and clock.hour in (0, 12, 24):
                clock = MIDNIGHT
                self.at += 1
            else:
                return clock

    def _times(self) -> None:
        begun = self.at
        start = self._clock()
        if self.half and not start.half and start.hour <= 12:
            start = start.said(self.half)
        self.half = ""
        after = self.at if self._is_to(self.at) else self._past_idle(self.at)
        end_at = self._past_idle(after + 1)
        while self._is_to(after) and self._is_to(end_at):
            end_at = self._past_idle(end_at + 1)
        if not (self._is_to(after) and self._is_end(end_at)) and not self._is_slashed(begun, after, end_at):
            if start == Clock(24, exact=True) and self._mark(begun) != "24" and not self._is_to(after):
                self.at = begun
                self._add(Kind.TIMES, time=WHOLE_DAY[0])
                return
            self._lone(begun)
        self.ranged = False
        self.at = end_at
        end = self._clock()
        previous = self.parts[-1] if self.parts and self.parts[-1].kind is Kind.TIMES else None
        span = interval(
            start, end, twelve=self.twelve, free=self.free, after=previous.time[1] if previous else None
        )
        self._refuse_chain()
        self.at -= 1
        if self.paused:
            if span is None:
                raise Unreadable("break", "midnight to midnight")
            self.paused = False
            self._add(Kind.PAUSE, time=span)
        elif span is None:
            self._add(Kind.MIDNIGHT)
        else:
            self._add(Kind.TIMES, time=span)

    def _is_slashed(self, start: int, slash: int, end: int) -> bool:
        """Tell whether a slash stands for "to" ("10.00/18.00"), as it does between two times beyond doubt."""
        plain = any(self._mark(index).isdecimal() for index in (start, end))
        alone = not self._is_to(self._past_idle(end + 1)) and not self._is_to(start - 1)
        return self._mark(slash) == "/" and self._is_clock(end) and alone and not plain

    def _lone(self, index: int) -> None:
        first = index
        while self._role(index - 1) in (Role.FILLER, Role.UNIT) or self._mark(index - 1) in (".", ":"):
            index -= 1
        one_end = (
            self._role(index - 1) in (Role.FROM, Role.TO)
            or self._is_to(self.at)
            or self._mark(self.at) == "+"
        )
        raise Unreadable("open end" if one_end else "time", self.words[first].text)

    def _refuse_chain(self) -> None:
        """Refuse "9-12-17"; "9-12 - 14-18" is a list."""
        beyond = self._past_idle(self.at)
        if self._is_to(beyond) and self._is_clock(self._past_idle(beyond + 1)):
            third = self._past_idle(beyond + 1)
            while self._is_clock(third) or self._role(third) in (*_HALVES, Role.UNIT):
                third += 1
            if not self._is_to(third):
                raise Unreadable("time", "a range of times with three ends")

    def _closed(self) -> None:
        """A closed word before times, after open ones, is a break ("9-18, closed 12-14")."""
        follows = self._past_idle(self.at + 1)
        if self._role(follows) is Role.BETWEEN:
            self.ranged = True
            follows = self._past_idle(follows + 1)
        if self._is_clock(follows) and self.parts and self.parts[-1].kind is Kind.TIMES:
            self.paused = True
            self.at = follows
        else:
            self._add(Kind.CLOSED)

    def _pause(self, role: Role) -> None:
        follows = self._past_idle(self.at + 1)
        while self._mark(follows) in (":", "-", "(") or self._role(follows) in (
            Role.FILLER,
            Role.FROM,
            Role.BETWEEN,
        ):
            self.ranged = self.ranged or self._role(follows) is Role.BETWEEN
            follows += 1
        if self._is_clock(follows):
            self.paused = role is Role.BREAK
            if role is Role.MEAL:
                self._meal(follows)
            self.at = follows
        elif role is Role.MEAL:
            self.at += 1
        elif self.parts and self.parts[-1].kind is Kind.TIMES and self.gap is Gap.NONE:
            last = self.parts.pop()
            self.gap = last.gap
            self._add(Kind.PAUSE, time=last.time)
        else:
            raise Unreadable("break", "a break without its times")

    def _meal(self, index: int) -> None:
        """Take lunch for a pause where the hours just before hold it inside and it is short."""
        before = self.parts[-1] if self.parts else None
        if before is None or before.kind is not Kind.TIMES:
            return
        here, self.at = self.at, index
        start = self._clock()
        hour = start.face if start.hour >= 10 else start.face + 720
        self.at = here
        self.paused = before.time[0] < hour < before.time[1]

    def _appointment(self, word: Word) -> None:
        """By appointment besides stated hours adds nothing; of some days it leaves them open; else no week."""
        previous = self.parts[-1] if self.parts else None
        if self.only or (previous and previous.kind in (Kind.TIMES, Kind.MIDNIGHT) and self.gap is Gap.NONE):
            if not previous or previous.kind is not Kind.DAYS:
                raise Unreadable("appointment", word.text)
        if self._role(self.at + 1) is Role.ONLY and not (previous and previous.kind is Kind.DAYS):
            raise Unreadable("appointment", word.text)
        if (
            previous
            and previous.kind is not Kind.DAYS
            and self._role(self._past_idle(self.at + 1)) is not Role.DAY
        ):
            self.at += 1
            return
        self._add(Kind.NOT_FIXED)


def _minutes_alone(text: str) -> bool:
    return len(text) == 2 and text.isdecimal() and int(text) < 60
