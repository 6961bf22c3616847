"""Words to parts: days, times, closed, by appointment, each with how firmly it is parted from the one before."""

from __future__ import annotations

from unicodedata import category

from directory_crawler.core.normal.hours.clock import MIDNIGHT, interval
from directory_crawler.core.normal.hours.cursor import HALVES, Cursor
from directory_crawler.core.normal.hours.lexicon import Meaning, Role, Word
from directory_crawler.core.normal.hours.parts import Gap, Kind, Part
from directory_crawler.core.normal.hours.week import NOON, WEEKEND, WHOLE_DAY, Interval, Unreadable

MOST_PARTS = 240
"""Parts of one text; seven days of three intervals, written twice, are fewer than a hundred."""

LONGEST_LUNCH = 90
"""Minutes; where "lunch 12-14" stands within longer hours it may be the time when lunch is served."""

_SOFT_MARKS = frozenset(",/|&+)]>\\")
_HARD_MARKS = frozenset(";\n")
_BEFORE_PAUSE = (Role.FILLER, Role.FROM, Role.BETWEEN, Role.UNIT)
_STATES = (Role.CLOSED, Role.REST_DAY, Role.ALWAYS, Role.APPOINTMENT)
_SILENT_MARKS = frozenset("\"'.:([=#<!°-")


class Reader(Cursor):
    """Walks once over the words of a text and gathers its parts."""

    def __init__(self, words: list[Word], *, twelve_hour: bool) -> None:
        super().__init__(words)
        self.parts: list[Part] = []
        self.gap = Gap.HARD
        clocks = [word.token.clock for word in words if word.token.clock and not word.meaning]
        exact = any(clock.exact for clock in clocks)
        halves = any(clock.half for clock in clocks) or any(
            self.role(index) in HALVES and words[index - 1].token.clock for index in range(1, len(words))
        )
        self.free = not exact
        self.twelve = halves or (twelve_hour and not exact)
        self.half = ""
        self.paused = False
        self.meal = False
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

    # -- stepping --------------------------------------------------------------------------------------------

    def _step(self) -> None:
        word = self.words[self.at]
        role = word.meaning.role if word.meaning else None
        if role is Role.DAY and word.meaning:
            self._days(word.meaning)
        elif self.is_clock(self.at):
            self._times()
        elif role in HALVES:
            self._half(word, HALVES[role])
        elif role is Role.ALWAYS:
            self._add(Kind.TIMES, time=WHOLE_DAY[0])
        elif role is Role.REST_DAY and self.is_clock(self.past_label(self.at + 1)):
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
        elif role is Role.UNTIL:
            raise Unreadable("open end", word.text)
        elif role is Role.EXCEPT:
            self.excepted = True
        elif role is Role.ONLY:
            self.only = True
        elif role is Role.BETWEEN:
            self.ranged = True
        elif role is None and word.text not in _SILENT_MARKS and category(word.text[0]) != "So":
            raise Unreadable("not hours", word.text)
        if word.text == "+" and self._last() is Kind.TIMES and not self.is_clock(self.at + 1):
            raise Unreadable("open end", "+")
        self.at += 1

    def _last(self) -> Kind | None:
        return self.parts[-1].kind if self.parts else None

    def _widen(self, gap: Gap) -> None:
        if gap.value > self.gap.value:
            self.gap = gap

    def _add(self, kind: Kind, *, days: frozenset[int] = frozenset(), time: Interval = (0, 0)) -> None:
        self.parts.append(Part(kind, self.gap, days, time))
        self.gap = Gap.NONE
        self.only = False
        self.at += 1

    def _half(self, word: Word, half: str) -> None:
        """Accept "mornings 9-12" and "9-12 (mornings)"; refuse a half of a day that is closed or has no times."""
        if self._last() is Kind.TIMES and self.mark(self.at - 1) == "(" and self.mark(self.at + 1) == ")":
            self.at += 1
            return
        following = self.at + 1
        while self.role(following) in (Role.FILLER, Role.FROM) or self.mark(following) in (":", ".", ","):
            following += 1
        closed = Role.CLOSED in (self.role(self.at - 1), self.role(self.at - 2))
        if (
            closed
            or not self.is_clock(following)
            or any(part.kind is Kind.CLOSED for part in self.parts[-2:])
        ):
            raise Unreadable("part of a day", word.text)
        self.half = half
        self.at += 1

    def _days(self, meaning: Meaning) -> None:
        days = meaning.days
        after = self.past_idle(self.at + 1)
        if self.is_to(after) and len(days) == 1:
            end = self.past_idle(after + 1)
            other = self.words[end].meaning if end < len(self.words) else None
            if other and other.role is Role.DAY and len(other.days) == 1:
                (first,), (last,) = days, other.days
                days = frozenset((first + step) % 7 for step in range((last - first) % 7 + 1))
                self.at = end
                beyond = self.past_idle(end + 1)
                if self.is_to(beyond) and self.role(self.past_idle(beyond + 1)) is Role.DAY:
                    raise Unreadable("ambiguous", "a range of days with three ends")
        if self.mark(self.at + 1) == "[":
            raise Unreadable("some weeks", "[")
        self._add(self._days_kind(), days=days)
        if len(days) == 1 and self._is_unfilled():
            self._add(Kind.NOT_FIXED)

    def _is_unfilled(self) -> bool:
        """Tell whether a colon stands here with another day after it: "Wed: Thu: 9-5" says nothing of Wednesday."""
        after = self.at + 1
        while self.mark(after) in ("\n", "-"):
            after += 1
        return self.mark(self.at) == ":" and self.role(after) is Role.DAY

    def _days_kind(self) -> Kind:
        """Days after "except" are closed, unless hours of their own follow ("9-18, except Sunday 10-14")."""
        timed = self.is_clock(self.past_label(self.at + 1))
        if self.excepted:
            self.excepted = False
            if timed and self._last() is Kind.TIMES:
                self.gap = Gap.HARD
                return Kind.DAYS
            return Kind.EXCEPT
        stated = timed or self.role(self.past_label(self.at + 1)) in _STATES
        listed = self._last() is Kind.EXCEPT and self.gap is Gap.SOFT and not stated
        return Kind.EXCEPT if listed else Kind.DAYS

    # -- values ----------------------------------------------------------------------------------------------

    def _times(self) -> None:
        begun = self.at
        start = self.clock()
        if self.half and not start.half and start.hour <= 12:
            start = start.said(self.half)
        self.half = ""
        after = self.at if self.is_to(self.at) else self.past_idle(self.at)
        end_at = self.past_idle(after + 1)
        while self.is_to(after) and self.is_to(end_at):
            end_at = self.past_idle(end_at + 1)
        if not (self.is_to(after) and self.is_end(end_at)) and not self._is_slashed(begun, after, end_at):
            if start == MIDNIGHT and self.mark(begun) != "24" and not self.is_to(after):
                self.at = begun
                self._add(Kind.TIMES, time=WHOLE_DAY[0])
                return
            self._lone(begun)
        self.ranged = False
        self.at = end_at
        end = self.clock()
        after_close = self.parts[-1].time[1] if self._last() is Kind.TIMES else None
        span = interval(start, end, twelve=self.twelve, free=self.free, after=after_close)
        self._refuse_chain()
        self.at -= 1
        if self.paused:
            if span is None:
                raise Unreadable("break", "midnight to midnight")
            if self.meal and span[1] - span[0] > LONGEST_LUNCH:
                raise Unreadable("ambiguous", "lunch within the hours: a break, or what is served")
            self.paused = self.meal = False
            self._add(Kind.PAUSE, time=span)
        elif span is None:
            self._add(Kind.MIDNIGHT)
        else:
            self._add(Kind.TIMES, time=span)

    def _is_slashed(self, start: int, slash: int, end: int) -> bool:
        """Tell whether a slash stands for "to" ("10.00/18.00"), as it does between two times beyond doubt."""
        plain = any(self.mark(index).isdecimal() for index in (start, end))
        alone = not self.is_to(self.past_idle(end + 1)) and not self.is_to(start - 1)
        return self.mark(slash) == "/" and self.is_clock(end) and alone and not plain

    def _lone(self, index: int) -> None:
        first = index
        while self.role(index - 1) in (Role.FILLER, Role.UNIT) or self.mark(index - 1) in (".", ":"):
            index -= 1
        one_end = (
            self.role(index - 1) in (Role.FROM, Role.TO, Role.UNTIL)
            or self.is_to(self.at)
            or self.mark(self.at) == "+"
        )
        raise Unreadable("open end" if one_end else "time", self.words[first].text)

    def _refuse_chain(self) -> None:
        """Refuse "9-12-17"; "9-12 - 14-18" is a list."""
        beyond = self.past_idle(self.at)
        if self.is_to(beyond) and self.is_clock(self.past_idle(beyond + 1)):
            third = self.past_idle(beyond + 1)
            while self.is_clock(third) or self.role(third) in (*HALVES, Role.UNIT):
                third += 1
            if not self.is_to(third):
                raise Unreadable("time", "a range of times with three ends")

    def _closed(self) -> None:
        """A closed word before times, after open ones, is a break ("9-18, closed 12-14")."""
        follows = self.past_idle(self.at + 1)
        if self.role(follows) is Role.BETWEEN:
            self.ranged = True
            follows = self.past_idle(follows + 1)
        if self.is_clock(follows) and self._last() is Kind.TIMES:
            self.paused = True
            self.at = follows
        else:
            self._add(Kind.CLOSED)

    def _pause(self, role: Role) -> None:
        """A break has its times after it or just before it; lunch may as well be what is served."""
        follows = self.at + 1
        while self.mark(follows) in (":", "-", "(", ".") or self.role(follows) in _BEFORE_PAUSE:
            self.ranged = self.ranged or self.role(follows) is Role.BETWEEN
            follows += 1
        if self.is_clock(follows):
            self.meal = role is Role.MEAL and self._within_last(follows)
            self.paused = role is Role.BREAK or self.meal
            self.at = follows
        elif role is Role.MEAL:
            self.at += 1
        elif self._last() is Kind.TIMES and self.gap is Gap.NONE:
            last = self.parts.pop()
            self.gap = last.gap
            self._add(Kind.PAUSE, time=last.time)
        else:
            raise Unreadable("break", "a break without its times")

    def _within_last(self, index: int) -> bool:
        """Tell whether a time falls inside the interval just read, an hour below 10 being one after noon."""
        clock = self.words[index].token.clock
        if self._last() is not Kind.TIMES or clock is None:
            return False
        minutes = clock.face if clock.hour >= 10 else clock.face + NOON
        return self.parts[-1].time[0] < minutes < self.parts[-1].time[1]

    def _appointment(self, word: Word) -> None:
        """By appointment besides stated hours adds nothing; of some days it leaves them open; else no week."""
        of_days = self._last() is Kind.DAYS or self.role(self.past_idle(self.at + 1)) is Role.DAY
        if of_days or not self.parts:
            self._add(Kind.NOT_FIXED)
            return
        besides = self.gap is not Gap.NONE or self._last() not in (Kind.TIMES, Kind.MIDNIGHT)
        if self.only or not besides or self.role(self.at + 1) is Role.ONLY:
            raise Unreadable("appointment", word.text)
        self.at += 1
