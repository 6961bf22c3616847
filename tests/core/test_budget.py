"""A run sized before it starts: the yardsticks of the measured sites, the pace past which more is less, packages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.planning.budget import (
    Counts,
    Stage,
    at_pace,
    board_day,
    board_first_pass,
    directory_first_pass,
    first_listings,
    held,
    mean_latency,
    stages,
    windows_by_density,
)
from directory_crawler.core.planning.packages import Package, over_the_share


def shares(planned: list[Stage], name: str) -> tuple[float, float]:
    """The share of a stage in the requests and in the bytes."""
    (stage,) = [stage for stage in planned if stage.name == name]
    return (
        stage.requests / sum(other.requests for other in planned),
        stage.bytes / sum(other.bytes for other in planned),
    )


def test_the_first_pass_over_the_measured_directory() -> None:
    """80 118 cards, 144 212 rows in 612 rubrics: two gigabytes, cards 75 % of the requests and 81 % of the bytes."""
    first = directory_first_pass(80_118, rows=144_212, rubrics=612, page_size=20, contacts=0.24)
    planned = stages(Counts("directory", first))

    requests, size = shares(planned, "cards")
    assert requests == pytest.approx(0.75, abs=0.005)
    assert size == pytest.approx(0.81, abs=0.01)
    assert sum(stage.bytes for stage in planned) == pytest.approx(2e9, rel=0.02)


def test_a_day_of_the_measured_board() -> None:
    """412 000 open, 26 000 new: liveness is 78 % of the requests and 9 % of the bytes."""
    day = board_day(412_000, new=26_000, page_size=50, undescribed=0.345 * 0.87, share=7, witness=300)
    requests, size = shares(stages(Counts("jobs", day)), "liveness")

    assert requests == pytest.approx(0.78, abs=0.005)
    assert size == pytest.approx(0.09, abs=0.005)


def test_the_first_pass_over_the_measured_board() -> None:
    """9 380 enumeration calls by the naive plan, 142 300 details, 6.4 gigabytes; ours needs 8 985 calls."""
    measured = stages(Counts("jobs", {"listings": 9_380, "details": 142_300}))
    ours = board_first_pass(412_118, page_size=50, undescribed=142_300 / 412_118)

    assert sum(stage.bytes for stage in measured) == pytest.approx(6.4e9, rel=0.02)
    assert ours["details"] == 142_300
    assert ours["listings"] < 9_380


def test_what_was_measured_of_a_site_goes_before_the_yardsticks() -> None:
    (stage,) = stages(Counts("directory", {"cards": 100}, sizes={"cards": 5_000}, latencies_s={"cards": 0.5}))

    assert (stage.bytes, stage.latency_s) == (500_000, 0.5)


def test_past_the_tolerated_pace_retries_grow_until_more_is_less() -> None:
    """At 30 a second tolerated, 60 gets more done than 30, and 120 less than 60."""
    paces = [at_pace(100_000, pace, tolerated=30.0, allowance=0.035) for pace in (10.0, 30.0, 60.0, 120.0)]

    assert [round(at.retry_share, 3) for at in paces] == [0.035, 0.035, 0.235, 0.635]
    ten, thirty, sixty, hundred_twenty = (at.seconds for at in paces)
    assert ten == pytest.approx(3 * thirty)
    assert sixty < thirty
    assert hundred_twenty > sixty


@given(st.floats(0.1, 1000), st.floats(0.1, 1000), st.floats(0, 0.2))
def test_a_share_of_retries_is_a_share(pace: float, tolerated: float, allowance: float) -> None:
    at = at_pace(1000, pace, tolerated=tolerated, allowance=allowance)

    assert allowance <= at.retry_share <= 0.95
    assert 0 < at.completed <= pace


def test_thirty_a_second_need_120_under_way_and_120_tunnels() -> None:
    """With answers that take four seconds, and tunnels that carry 15 requests a minute."""
    assert (held(30.0, 4.0).requests, held(30.0, 4.0).tunnels) == (120, 120)
    assert held(0.1, 0.01).requests == 1


def test_the_mean_latency_weighs_by_requests() -> None:
    planned = [Stage("cards", 900, 0, 1.0), Stage("listings", 100, 0, 2.0), Stage("robots", 1, 0)]

    assert mean_latency(planned) == pytest.approx(1.1)
    assert mean_latency([Stage("robots", 1, 0)]) is None


def test_a_rubric_over_the_reach_is_planned_in_parts() -> None:
    """95 rows are five pages; 1 000 rows over a reach of 500 are a probe, 24 parts, and half a page lost in each."""
    planned = first_listings([95, 1_000], page_size=20, reach=500, values=24)

    assert planned == {"probes": 26, "listings": 4 + 50 + 12 - 24}
    assert first_listings([95, 1_000], page_size=20, reach=None, values=24) == {
        "probes": 2,
        "listings": 4 + 49,
    }


def test_windows_are_planned_by_density() -> None:
    """412 000 postings in windows of 850: within a hundredth of the target of 1.05 pages for each full one."""
    planned = windows_by_density(412_000, ceiling=1_000, page_size=50)

    assert planned == {"probes": 485, "listings": 485 * 16}
    assert sum(planned.values()) <= 1.05 * 412_000 / 50


@pytest.mark.parametrize(
    ("package", "share"),
    [
        (Package(), None),
        (Package(("regular",)), 1_000),
        (Package(("corporate",)), 3_000),
        (Package(("regular", "corporate")), 3_000),
        (Package(("regular", "regular")), 1_000),
        (Package(("250",)), 250),
        (Package(("regular",), addresses=2), 500),
        (Package(("regular",), addresses=2, others=400), 100),
        (Package(("regular",), others=2_000), 0),
    ],
)
def test_the_share_of_a_package(package: Package, share: int | None) -> None:
    """Two do not add up, two source addresses halve it, and what others hold is not ours."""
    assert package.share == share


def test_a_setting_above_the_share_is_named() -> None:
    package = Package(("regular",), addresses=2, others=400)

    assert over_the_share(package, {"CONCURRENT_REQUESTS": 100}) is None
    wrong = over_the_share(package, {"CONCURRENT_REQUESTS": 120})
    assert wrong is not None
    assert "CONCURRENT_REQUESTS is 120" in wrong
    assert "lower it to 100" in wrong


def test_an_unknown_package_is_refused() -> None:
    with pytest.raises(ValueError, match="expected regular"):
        _ = Package(("premium",)).share
