"""Parts to statements: which times belong to which days, whether days come first ("Mo 9-17") or last ("9-17 Mo").

Every part is labelled as the days or the value of a days-first or of a values-first statement, at the least cost
over the whole text: a walk over a few states (Viterbi's algorithm), linear in the parts. Costs are ranks of
plausibility, not measurements: a value for no named day (every day is meant) is the least likely, then a change
of order within the text, then a statement that reaches over a separator.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from directory_crawler.core.normal.hours.parts import Gap, Kind, Part
from directory_crawler.core.normal.hours.week import (
    ALL_DAYS,
    Day,
    Interval,
    Statement,
    Unreadable,
    tidy,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


class _State(Enum):
    """What a part is in its statement: days then values, or values then days."""

    DAYS_AHEAD = auto()
    VALUE_AFTER = auto()
    VALUE_AHEAD = auto()
    DAYS_AFTER = auto()


class _Path(NamedTuple):
    cost: float
    state: _State
    begins: bool
    before: _Path | None


_EVERY_DAY = 3.0
"""For times that name no day."""

_LATE_EVERY_DAY = 1.0
"""More, where days were named before them."""

_CHANGED_ORDER = 1.0
_CLOSED_FIRST = 0.3
"""Instead, where one of the two says closed: "closed Sundays" is usual among days that come first."""

_LONE_PAUSE = 0.5

_TORN = 2.5
"""For a value on another line than its days, where the days did not begin a line of their own."""

_TORN_LIST = {Kind.CLOSED: 3.2, Kind.TIMES: 1.0}
"""For a list of days cut after one or two of them, by what follows the list."""

_DAYS_THEN_VALUE = {Gap.NONE: 0.0, Gap.SOFT: 0.4, Gap.HARD: 0.8}
_VALUE_THEN_DAYS = {Gap.NONE: 0.0, Gap.SOFT: 1.5, Gap.HARD: 2.0}
_WITHIN_DAYS = {Gap.NONE: 0.1, Gap.SOFT: 0.0, Gap.HARD: 0.6}
_WITHIN_VALUES = {Gap.NONE: 0.0, Gap.SOFT: 0.0, Gap.HARD: 0.4}
_NEW_STATEMENT = {Gap.NONE: 0.2, Gap.SOFT: 0.1, Gap.HARD: 0.0}

_TIMED = (Kind.TIMES, Kind.MIDNIGHT, Kind.PAUSE)


def statements_of(parts: Sequence[Part], *, midnight: Day, every_day: bool = True) -> list[Statement]:
    """Return the statements that the parts make; `midnight` is what 00:00-00:00 says.

    Without ``every_day``, times that name no day are refused. Raises `Unreadable` where days have no value, where
    "closed" names no days (``closed``), or where a break could belong to several statements (``break``).
    """
    excepted = frozenset(day for part in parts if part.kind is Kind.EXCEPT for day in part.days)
    parts = _without_summary([part for part in parts if part.kind is not Kind.EXCEPT])
    if not any(part.kind is not Kind.DAYS for part in parts):
        raise Unreadable("no times")
    statements = _gathered(parts, _labels(parts), midnight=midnight, every_day=every_day)
    if excepted:
        statements.append(Statement(excepted, (), yielding=True))
    return statements


def _without_summary(parts: list[Part]) -> list[Part]:
    """Leave out an "every day" after times whose days were all named before: "Mo-Su 9-21, daily"."""
    if len(parts) > 2 and parts[-1].kind is Kind.DAYS and parts[-1].days >= ALL_DAYS:
        named = frozenset(day for part in parts[:-1] if part.kind is Kind.DAYS for day in part.days)
        if parts[-2].kind in _TIMED and parts[0].kind is Kind.DAYS and named >= ALL_DAYS:
            return parts[:-1]
    return parts


def _labels(parts: Sequence[Part]) -> list[tuple[_State, bool]]:
    """Return for each part its state, and whether it begins a statement."""
    valued = _values_ahead(parts)
    paths: dict[_State, _Path] = {}
    for index, part in enumerate(parts):
        previous = parts[index - 1] if index else None
        step: dict[_State, _Path] = {}
        for path in paths.values() if index else (None,):
            for state, begins, cost in _moves(path, previous, part, valued[index]):
                total = cost + (path.cost if path else 0.0)
                if state not in step or total < step[state].cost:
                    step[state] = _Path(total, state, begins, path)
        paths = step
    last = parts[-1].kind
    ends = [
        path._replace(cost=path.cost + (_alone(last, path) if path.state is _State.VALUE_AHEAD else 0.0))
        for path in paths.values()
        if path.state is not _State.DAYS_AHEAD
        and not (path.state is _State.VALUE_AHEAD and last not in _TIMED)
    ]
    if not ends:
        kinds = {part.kind for part in parts}
        reason = "appointment" if Kind.NOT_FIXED in kinds else "closed" if Kind.CLOSED in kinds else "time"
        raise Unreadable(reason, "no telling which days are meant")
    at: _Path | None = min(ends, key=lambda path: path.cost)
    labels: list[tuple[_State, bool]] = []
    while at:
        labels.append((at.state, at.begins))
        at = at.before
    return labels[::-1]


def _values_ahead(parts: Sequence[Part]) -> list[Kind]:
    """Return for each part the kind of the next one that is no day, the part itself included."""
    kinds: list[Kind] = []
    kind = Kind.DAYS
    for part in reversed(parts):
        kind = kind if part.kind is Kind.DAYS else part.kind
        kinds.append(kind)
    return kinds[::-1]


def _alone(kind: Kind, path: _Path) -> float:
    """Return the cost of values that name no day, the last of which is of a kind."""
    if kind is Kind.PAUSE and path.begins:
        return _LONE_PAUSE
    while not path.begins and path.before:
        path = path.before
    return _EVERY_DAY + (_LATE_EVERY_DAY if path.before else 0.0)


def _moves(
    path: _Path | None, previous: Part | None, part: Part, valued: Kind
) -> list[tuple[_State, bool, float]]:
    """Return the states a part may take after a path: (state, begins a statement, cost)."""
    ahead = _State.DAYS_AHEAD if part.kind is Kind.DAYS else _State.VALUE_AHEAD
    if path is None or previous is None:
        return [(ahead, True, 0.0)]
    fresh = _NEW_STATEMENT[part.gap]
    shy = _CLOSED_FIRST if Kind.CLOSED in (part.kind, previous.kind) else _CHANGED_ORDER
    alone = _alone(previous.kind, path) if previous.kind in _TIMED else None
    if part.kind is Kind.DAYS:
        match path.state:
            case _State.DAYS_AHEAD:
                return [(ahead, False, _WITHIN_DAYS[part.gap])]
            case _State.VALUE_AFTER:
                return [(ahead, True, fresh)]
            case _State.VALUE_AHEAD:
                moves = [(_State.DAYS_AFTER, False, _VALUE_THEN_DAYS[part.gap])]
                return moves if alone is None else [*moves, (ahead, True, alone + fresh)]
            case _State.DAYS_AFTER:
                torn = (
                    _TORN_LIST.get(valued, 0.0)
                    if len(previous.days) <= 2 and part.gap is not Gap.HARD
                    else 0.0
                )
                new = (ahead, True, shy + fresh + torn)
                return [(_State.DAYS_AFTER, False, _WITHIN_DAYS[part.gap]), new]
    run = part.kind in _TIMED and previous.kind in _TIMED
    anew = _LONE_PAUSE if part.kind is Kind.PAUSE else 0.0
    match path.state:
        case _State.DAYS_AHEAD:
            torn = _TORN if part.gap is Gap.HARD and previous.gap is not Gap.HARD else 0.0
            return [(_State.VALUE_AFTER, False, _DAYS_THEN_VALUE[part.gap] + torn)]
        case _State.VALUE_AFTER:
            moves = [(ahead, True, (anew or shy) + fresh)]
            return [*moves, (_State.VALUE_AFTER, False, _WITHIN_VALUES[part.gap])] if run else moves
        case _State.VALUE_AHEAD:
            moves = [(ahead, True, alone + anew + fresh)] if alone is not None else []
            return [*moves, (ahead, False, _WITHIN_VALUES[part.gap])] if run else moves
        case _State.DAYS_AFTER:
            return [(ahead, True, anew + fresh)]


def _gathered(
    parts: Sequence[Part], labels: list[tuple[_State, bool]], *, midnight: Day, every_day: bool
) -> list[Statement]:
    groups: list[list[Part]] = []
    for part, (_, begins) in zip(parts, labels, strict=True):
        if begins:
            groups.append([])
        groups[-1].append(part)
    kinds = [part.kind for part in parts if part.kind in (Kind.PAUSE, Kind.TIMES)]
    one_break = kinds.count(Kind.PAUSE) == 1 and kinds[-1] is Kind.PAUSE
    statements: list[Statement] = []
    for before, group in zip([[], *groups], groups, strict=False):
        named = [part for part in group if part.kind is Kind.DAYS]
        if not named and not every_day:
            raise Unreadable("time", "times that name no day")
        if not named and before and before[-1].kind is Kind.CLOSED and group[0].gap is Gap.NONE:
            raise Unreadable("break", "closed at some times of which days")
        if not named and before and _is_of_both(before, group[0]):
            reason = "appointment" if before[0].kind is Kind.NOT_FIXED else "time"
            raise Unreadable(reason, "no telling which days are meant")
        days = frozenset(day for part in named for day in part.days) if named else ALL_DAYS
        values = [part for part in group if part.kind is not Kind.DAYS]
        statements += _said(days, values, midnight, shared_break=one_break)
    return statements


def _is_of_both(before: list[Part], value: Part) -> bool:
    """Whether days after "closed" or "by appointment" stand as near to the times that follow them: "by appointment
    Mon-Fri 9-5" does not mean the other two days."""
    first = next((part for part in before if part.kind is Kind.DAYS), None)
    return (
        first is not None
        and first is not before[0]
        and before[0].kind in (Kind.CLOSED, Kind.NOT_FIXED)
        and before[-1].kind is Kind.DAYS
        and value.gap.value <= first.gap.value
    )


def _said(days: frozenset[int], values: list[Part], midnight: Day, *, shared_break: bool) -> list[Statement]:
    """Return what values say of days; a shared break, where it is set off ("…, break 13-14"), is of all days."""
    kind = values[0].kind
    if kind is Kind.CLOSED:
        return [Statement(days, ())]
    if kind is Kind.NOT_FIXED:
        return [Statement(days, None)]
    pauses = [part for part in values if part.kind is Kind.PAUSE]
    times: list[Interval] = [part.time for part in values if part.kind is Kind.TIMES]
    if any(part.kind is Kind.MIDNIGHT for part in values):
        if times or pauses:
            raise Unreadable("midnight", "00:00-00:00 beside other times")
        return [Statement(days, midnight)]
    statements = [Statement(days, tidy(times))] if times else []
    for pause in pauses:
        reach = ALL_DAYS if times and shared_break and pause.gap is not Gap.NONE else days
        statements.append(Statement(reach, (pause.time,), pause=True))
    return statements
