"""Options as JSON gives them: right ones are taken, wrong ones are named."""

from __future__ import annotations

import pytest

from directory_crawler.demo.options import Fault, SiteOptions


def test_changes_replace_what_they_name_and_keep_the_rest() -> None:
    options = SiteOptions(drift=0.1).changed(
        {"past": "wall", "ceiling_rows": 90, "facets": False, "overstate": 1}
    )

    assert options == SiteOptions(drift=0.1, past="wall", ceiling_rows=90, facets=False, overstate=1.0)
    assert options.changed({"ceiling_rows": None}).ceiling_rows is None


def test_faults_come_as_one_object_or_as_a_list() -> None:
    one = {"rubric": "r3", "status": 429, "retry_after": 7}

    assert SiteOptions().changed({"fail": one}).fail == (Fault(rubric="r3", status=429, retry_after=7),)
    assert SiteOptions().changed({"stall": [{"seconds": 2}]}).stall == (Fault(seconds=2),)
    assert SiteOptions().changed({"fail": one}).changed({"fail": []}).fail == ()


def test_silent_parts_come_as_pairs() -> None:
    assert SiteOptions().changed({"silent_empty": [["r3", "d2"]]}).silent_empty == (("r3", "d2"),)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"ceiling": 5}, "unknown option 'ceiling'; allowed: ceiling_rows"),
        ({"past": "loop"}, "past: expected one of clamp, first, .* found 'loop'"),
        ({"past": 3}, "past: expected str, found 3"),
        ({"drift": 2}, "drift: expected a share from 0 to 1, found 2"),
        ({"drift": "much"}, "drift: expected float, found 'much'"),
        ({"facets": "no"}, "facets: expected bool, found 'no'"),
        ({"page_cap": 0}, "page_cap: expected at least one row"),
        ({"page_cap": "9"}, "page_cap: expected a number or null, found '9'"),
        ({"ceiling_rows": True}, "ceiling_rows: expected a number or null, found True"),
        ({"silent_empty": ["r3"]}, r"silent_empty: expected a list of \[rubric, district\] pairs"),
        ({"fail": {"rubrik": "r3"}}, "fail: expected objects with keys among district"),
        ({"fail": "r3"}, "fail: expected objects"),
        ({"stall": {"surface": "home"}}, "stall: surface: expected one of list, .* found 'home'"),
        ({"fail": {"status": "503"}}, "fail: status: expected 200 to 599, found '503'"),
        ({"fail": {"rubric": ["r3"]}}, "fail: rubric, district: expected texts"),
        ({"stall": {"seconds": -1}}, "stall: seconds: expected a number from 0"),
        ({"clamp_total": -1}, "clamp_total: expected a number from 0"),
        ({"overstate": float("inf")}, "overstate: expected a number from 0"),
    ],
)
def test_a_wrong_option_is_refused_with_its_name_and_what_is_allowed(
    changes: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        SiteOptions().changed(changes)


def test_a_fault_concerns_what_it_names() -> None:
    fault = Fault(rubric="r3", district="d2")

    assert fault.concerns("list", {"rubric": "r3", "district": "d2"})
    assert not fault.concerns("list", {"rubric": "r3"})
    assert not fault.concerns("card", {"rubric": "r3", "district": "d2"})
    assert Fault(surface="*").concerns("card", {})
