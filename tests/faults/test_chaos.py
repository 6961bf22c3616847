"""A short storm over each job; ``make chaos`` raises the long one."""

from __future__ import annotations

import pytest

from tests.faults.chaos import JOBS, weather

pytestmark = [pytest.mark.faults, pytest.mark.slow]


@pytest.mark.parametrize("job", sorted(JOBS))
def test_kills_and_a_crash_of_the_server_leave_the_same_tables(job: str) -> None:
    storm = weather(JOBS[job], size=300, seed=4, kills=4, restarts=1)

    assert len(storm.log) >= 3, storm.log
