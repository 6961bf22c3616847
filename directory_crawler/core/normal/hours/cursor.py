"""A place in the words of a text, and what stands there."""

from __future__ import annotations

from directory_crawler.core.normal.hours.clock import MIDNIGHT, Clock
from directory_crawler.core.normal.hours.lexicon import Role, Word
from directory_crawler.core.normal.hours.week import Unreadable

HALVES = {Role.AM: "am", Role.PM: "pm", Role.NIGHT: "night"}
_LETTERED_HALVES = frozenset({"am", "pm", "a m", "p m"})


class Cursor:
    """Looks at the words around `at`, the index of the word it stands on; reads a time of day and steps past it.

    ``ranged``: the word for "between" was read, so that "and" stands between the ends of a range.
    """

    def __init__(self, words: list[Word]) -> None:
        self.words = words
        self.at = 0
        self.ranged = False

    def role(self, index: int) -> Role | None:
        if 0 <= index < len(self.words) and (meaning := self.words[index].meaning):
            return meaning.role
        return None

    def mark(self, index: int) -> str:
        return self.words[index].text if 0 <= index < len(self.words) else ""

    def is_clock(self, index: int) -> bool:
        if not 0 <= index < len(self.words):
            return False
        word = self.words[index]
        return self.role(index) in (Role.NOON, Role.MIDNIGHT) or (
            word.token.clock is not None and not word.meaning
        )

    def is_end(self, index: int) -> bool:
        """Tell whether a time can end here; "24 hours", round the clock elsewhere, is one after a dash."""
        return self.is_clock(index) or (
            self.role(index) is Role.ALWAYS and self.words[index].token.clock is not None
        )

    def is_to(self, index: int) -> bool:
        return (
            self.mark(index) == "-"
            or self.role(index) in (Role.TO, Role.UNTIL)
            or (self.ranged and self.role(index) is Role.AND)
        )

    def past_idle(self, index: int) -> int:
        """Return the index after words that say nothing between the ends of a range."""
        while self.role(index) in (Role.FILLER, Role.FROM, Role.UNIT) or self.mark(index) in (".", '"'):
            index += 1
        return index

    def past_label(self, index: int) -> int:
        """Return the index after fillers and the colon or dash that sets a label off."""
        while (index := self.past_idle(index)) < len(self.words) and self.mark(index) in (":", "-"):
            index += 1
        return index

    def clock(self) -> Clock:
        """Read the time that stands here with the words that belong to it, and step past them."""
        word = self.words[self.at]
        role = self.role(self.at)
        self.at += 1
        if role is Role.NOON:
            return Clock(12, half="pm")
        if role in (Role.MIDNIGHT, Role.ALWAYS):
            return MIDNIGHT
        clock = word.token.clock
        assert clock is not None
        while True:
            role = self.role(self.at)
            if role is Role.UNIT or (
                self.mark(self.at) == "." and self.role(self.at + 1) in (Role.UNIT, *HALVES)
            ):
                self.at += 1
                clock = self._with_minutes(clock) if role is Role.UNIT else clock
            elif role in HALVES and not clock.half:
                clock = self._in_half(clock)
                self.at += 1
            elif role is Role.NOON and clock.hour == 12:
                clock = clock.said("pm")
                self.at += 1
            elif role is Role.MIDNIGHT and clock.hour in (0, 12, 24):
                clock = MIDNIGHT
                self.at += 1
            else:
                return clock

    def _with_minutes(self, clock: Clock) -> Clock:
        """Read the minutes of "9 Uhr 30", unless they are a time of their own."""
        minutes = self.mark(self.at)
        alone = self.role(self.at) is None and not self.is_to(self.at + 1)
        if not (alone and len(minutes) == 2 and minutes.isdecimal() and int(minutes) < 60) or clock.minute:
            return clock
        self.at += 1
        return Clock(clock.hour, int(minutes), clock.half, clock.exact)

    def _in_half(self, clock: Clock) -> Clock:
        """Apply the half of the day that a word here names; 12 in the morning is noon by words, not by "am"."""
        word = self.words[self.at]
        role = self.role(self.at)
        assert role is not None
        if clock.hour != 12 or role is Role.NIGHT or word.text in _LETTERED_HALVES:
            return clock.said(HALVES[role])
        if role is Role.PM:
            raise Unreadable("ambiguous", f"12 {word.text}")
        return clock
