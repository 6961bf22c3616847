"""Options of the board: what they accept, what they refuse, and which requests a fault concerns."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from directory_crawler.demo.board.options import BoardOptions, Fault


def test_options_change_by_what_json_can_say() -> None:
    changed = BoardOptions().changed(
        {
            "ceiling_rows": 400.0,
            "past": "first",
            "grain": "5min",
            "zone": "Europe/London",
            "live": 1,
            "rename": {"description": "desc"},
            "blank": ["pay"],
            "fail": {"since": "2026-10-20T00:00:00Z", "until": "2026-10-21", "offset": 50, "status": 500},
            "stall": [{"surface": "feed", "seconds": 0.5, "first": 1}],
        }
    )

    assert changed == BoardOptions(
        ceiling_rows=400,
        past="first",
        grain="5min",
        zone="Europe/London",
        live=1.0,
        rename=(("description", "desc"),),
        blank=("pay",),
        fail=(Fault(since=1_792_454_400, until=1_792_540_800, offset=50, status=500),),
        stall=(Fault(surface="feed", seconds=0.5, first=1),),
    )


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"celing_rows": 5}, "unknown option 'celing_rows'; allowed: blank, ceiling_inclusive"),
        ({"past": "wall"}, "past: expected one of 'clamp', 'first', 'empty', 'error', found 'wall'"),
        ({"grain": "hour"}, "grain: expected one of 'second', 'minute', '5min', 'day', found 'hour'"),
        ({"grain": 60}, "grain: expected str, found 60"),
        ({"ceiling_on": ""}, "ceiling_on: expected one of 'rows', 'offset', 'window', 'pages', found ''"),
        ({"zone": "Europe/Nowhere"}, "zone: expected a name such as Europe/London, found 'Europe/Nowhere'"),
        ({"zone": "../etc/passwd"}, "zone: expected a name such as Europe/London"),
        ({"naive": True, "stamp_format": "epoch"}, "naive: seconds since 1970 are never without an offset"),
        ({"live": 1.5}, "live: expected a share from 0 to 1, found 1.5"),
        ({"page_cap": 0}, "page_cap: expected at least one row a page, found 0"),
        ({"page_cap": True}, "page_cap: expected a number or null, found True"),
        ({"ceiling_rows": -1}, "ceiling_rows: expected a number from 0"),
        ({"inclusive": 1}, "inclusive: expected bool, found 1"),
        ({"rename": ["description"]}, "rename: expected an object of field names"),
        ({"blank": "pay"}, "blank: expected a list of names, found 'pay'"),
        ({"fail": {"surfaces": "job"}}, "fail: expected objects with keys among category, first"),
        ({"fail": {"surface": "card"}}, "fail: surface: expected one of search, jobs"),
        ({"fail": {"since": "soon"}}, "fail: .*'soon'"),
        ({"fail": {"since": 1.5}}, "fail: since: expected seconds since 1970 or an ISO stamp, found 1.5"),
        ({"stall": {"seconds": -1}}, "stall: seconds: expected a number from 0"),
        ({"stall": {"status": 99}}, "stall: status: expected 200 to 599, found 99"),
    ],
)
def test_a_bad_option_is_refused_with_its_name_and_what_is_allowed(
    changes: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        BoardOptions().changed(changes)


def test_every_option_can_be_set_to_its_own_default() -> None:
    defaults = {field.name: getattr(BoardOptions(), field.name) for field in fields(BoardOptions)}

    assert BoardOptions().changed(defaults) == BoardOptions()


@pytest.mark.parametrize(
    ("since", "until", "offset", "hit"),
    [
        (None, None, 50, True),
        (None, None, 49, False),
        (50, 150, 50, True),
        (0, 100, 50, False),
        (0, 101, 50, True),
        (200, 300, 50, False),
        (199, None, 50, True),
        (None, 100, 50, False),
    ],
)
def test_a_fault_in_a_time_range_concerns_deep_pages_of_searches_that_reach_it(
    since: int | None, until: int | None, offset: int, hit: bool
) -> None:
    fault = Fault(since=100, until=200, offset=50)

    assert fault.concerns("search", category="", since=since, until=until, offset=offset) is hit
    assert not fault.concerns("jobs", category="", since=since, until=until, offset=offset)


def test_a_fault_of_a_category_concerns_no_other() -> None:
    fault = Fault(surface="*", category="sales")

    assert fault.concerns("feed", category="sales", since=None, until=None, offset=0)
    assert not fault.concerns("feed", category="legal", since=None, until=None, offset=0)
