"""What opening hours are: seven days, each with intervals, closed, or not stated; and how statements make a week."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Interval = tuple[int, int]
"""Minutes past midnight of the day it opens; a close above 1440 runs into the next day."""

Day = tuple[Interval, ...] | None
"""The intervals of one weekday in order; ``()`` is closed, ``None`` is not stated."""

MINUTES_A_DAY = 1440
NOON = 720
ALL_DAYS = frozenset(range(7))
WEEKEND = frozenset({5, 6})
WHOLE_DAY: tuple[Interval, ...] = ((0, MINUTES_A_DAY),)
NOT_STATED: tuple[Day, ...] = (None,) * 7


class Unreadable(Exception):  # noqa: N818 - raised and caught inside this package only, and no fault of anyone
    """No week may be claimed; `reason` is one of the short words listed at `Hours.unread`."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True)
class Hours:
    """A week of opening hours, as far as it was stated.

    ``days`` has seven entries, Monday first. A day is ``()`` only where the source says that it is closed; a day
    that the source leaves out is ``None``, in every notation: that a listing of Monday to Friday means a closed
    Saturday is a guess, and a closed day that is open sends people away.

    ``unread`` says why no week may be claimed, as ``"<reason>: <what was found>"``; all days are ``None`` then.
    Reasons: ``empty``, ``too long``, ``not hours``, ``words`` (some are in no word list), ``appointment``,
    ``season``, ``some weeks``, ``open end``, ``part of a day``, ``closed for good`` (or for a time), ``closed``
    (for how long is not said), ``other service``, ``varies``, ``no times``, ``time``, ``break``,
    ``contradiction``, ``ambiguous``, ``midnight``, ``day numbers``, ``clock numbers``.
    """

    days: tuple[Day, ...]
    round_the_clock: bool
    closed: bool
    unread: str | None

    @classmethod
    def of(cls, days: Sequence[Day]) -> Hours:
        """Return the hours of a week that was read."""
        week = tuple(days)
        return cls(
            days=week,
            round_the_clock=all(day == WHOLE_DAY for day in week),
            closed=all(day == () for day in week),
            unread=None,
        )

    @classmethod
    def not_read(cls, reason: str, detail: str = "") -> Hours:
        """Return hours that claim nothing, with the reason and at most 120 characters of what was found."""
        found = " ".join(detail[:480].split())[:120]
        return cls(
            NOT_STATED, round_the_clock=False, closed=False, unread=f"{reason}: {found}" if found else reason
        )


@dataclass(frozen=True)
class Statement:
    """What a source says of some days: intervals, ``()`` for closed, ``None`` for "not fixed" (by appointment).

    A ``yielding`` statement ("except Sundays") gives way to whatever else is said of its days; a `pause` is a
    closed time inside the open hours of its days.
    """

    days: frozenset[int]
    day: Day
    yielding: bool = False
    pause: bool = False


def tidy(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """Return intervals sorted, without repetitions, touching ones joined.

    Raises `Unreadable` (``contradiction``) where two overlap without being equal.
    """
    joined: list[Interval] = []
    for opens, closes in sorted(set(intervals)):
        if joined and opens < joined[-1][1]:
            raise Unreadable("contradiction", "intervals of one day overlap")
        if joined and opens == joined[-1][1] and closes - joined[-1][0] <= MINUTES_A_DAY:
            joined[-1] = (joined[-1][0], closes)
        else:
            joined.append((opens, closes))
    return tuple(joined)


def overlap(one: Sequence[Interval], other: Sequence[Interval]) -> bool:
    """Tell whether any interval of one list shares time with any of the other."""
    return any(a < d and c < b for a, b in one for c, d in other)


def without(intervals: Sequence[Interval], pause: Interval) -> tuple[Interval, ...]:
    """Return the intervals with a pause cut out of those that hold it strictly inside."""
    cut: list[Interval] = []
    for opens, closes in intervals:
        if opens < pause[0] and pause[1] < closes:
            cut += [(opens, pause[0]), (pause[1], closes)]
        else:
            cut.append((opens, closes))
    return tuple(cut)


def week_of(statements: Sequence[Statement], *, later_wins: bool = False) -> tuple[Day, ...]:
    """Return the week that statements make together, whatever their order.

    A statement about fewer of the same days refines one about more: closed or overlapping hours replace, hours
    that lie apart are added. Two that disagree otherwise are a ``contradiction`` (`Unreadable`). With
    ``later_wins``, the rule of OpenStreetMap's syntax, each statement replaces the earlier ones on its days.
    """
    return tuple(_day_of(day, [s for s in statements if day in s.days], later_wins) for day in range(7))


def _day_of(day: int, statements: list[Statement], later_wins: bool) -> Day:
    firm = [s for s in statements if not s.yielding and not s.pause]
    if later_wins:
        firm = firm[-1:]
    result = _refined(day, sorted(firm, key=lambda s: len(s.days)))
    yielding = [s for s in statements if s.yielding]
    if yielding and not any(len(s.days) <= len(y.days) for s in firm for y in yielding):
        result = ()
    for pause in (s.day[0] for s in statements if s.pause and s.day):
        result = without(result, pause) if result else result
    return result


def _refined(day: int, narrow_first: list[Statement]) -> Day:
    if not narrow_first:
        return None
    result, said = narrow_first[0].day, narrow_first[0].days
    replaced = False
    for statement in narrow_first[1:]:
        broader = said < statement.days
        if statement.day == result:
            pass
        elif broader and (replaced or not result or not statement.day or overlap(result, statement.day)):
            replaced = True
        elif result and statement.day and not overlap(result, statement.day):
            result = tidy((*result, *statement.day))
        else:
            raise Unreadable("contradiction", f"weekday {day + 1} is stated twice")
        said = said | statement.days
    return result
