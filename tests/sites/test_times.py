"""A board's time line: windows tile whatever the clocks do, and an edge belongs to one window."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from directory_crawler.core.planning.windows import OPEN_END, Window
from directory_crawler.sites.grammar import TimeAxis
from directory_crawler.sites.times import BoardTime

AUTUMN = datetime(2026, 10, 24, 22, tzinfo=timezone.utc)
SPRING = datetime(2026, 3, 28, 22, tzinfo=timezone.utc)


def board_time(zone: str = "Europe/London", **table: object) -> BoardTime:
    axis = TimeAxis.model_validate(table)
    absolute = (axis.format.startswith("epoch") or axis.format.endswith("Z")) and axis.grain < 86_400
    return BoardTime("posted_at", axis, "UTC" if absolute else zone, zone)


@pytest.mark.parametrize("start", [AUTUMN, SPRING])
@pytest.mark.parametrize(
    "table",
    [
        {},
        {"grain": 60, "format": "%Y-%m-%dT%H:%MZ"},
        {"grain": 300, "format": "%d.%m.%Y %H:%M"},
        {"format": "epoch"},
        {"grain": 86_400, "format": "%Y-%m-%d"},
    ],
)
def test_every_moment_of_a_night_with_a_clock_change_lies_on_the_line(
    start: datetime, table: dict[str, object]
) -> None:
    """A moment and the moment of its second agree to the grain, but for the hour that a wall clock shows twice."""
    times = board_time(**table)
    for minutes in range(0, 60 * 12, 7):
        moment = start + timedelta(minutes=minutes)
        back = times.moment(times.on_line(moment))
        assert timedelta(0) <= moment - back < timedelta(seconds=times.table.grain) + timedelta(hours=1)


@pytest.mark.parametrize("start", [AUTUMN, SPRING])
def test_edges_on_a_wall_clock_never_go_back(start: datetime) -> None:
    """A time that the clock skipped is the moment at which it did, so that no two windows overlap."""
    times = board_time(format="%Y-%m-%d %H:%M:%S")
    first = times.on_line(start)
    moments = [times.moment(first + step) for step in range(0, 12 * 3600, 600)]

    assert moments == sorted(moments)


def test_an_inclusive_end_is_asked_for_one_grain_earlier() -> None:
    """The record on the edge belongs to the window that begins there."""
    times = board_time(grain=60, format="%Y-%m-%dT%H:%MZ", inclusive=True)

    assert times.parameters(str(Window(0, 3600))) == {"from": "1970-01-01T00:00Z", "to": "1970-01-01T00:59Z"}


def test_open_ends_are_left_out() -> None:
    assert board_time().parameters(str(Window(None, 60))) == {"from": None, "to": "1970-01-01T00:01:00Z"}
    assert board_time().parameters(str(Window(60, OPEN_END))) == {"from": "1970-01-01T00:01:00Z", "to": None}
    assert board_time().parameters(None) == {"from": None, "to": None}
