"""A part that came back thin is doubted from the sizes at which chance no longer explains it."""

from __future__ import annotations

import pytest

from directory_crawler.core.lifecycle.disbelief import is_confirmed, is_doubtful


@pytest.mark.parametrize(
    ("before", "now", "doubtful"),
    [
        (4, 0, False),
        (5, 0, True),
        (5, 1, False),
        (19, 1, False),
        (20, 9, True),
        (20, 10, False),
        (21, 10, True),
        (1000, 499, True),
        (1000, 500, False),
        (0, 0, False),
        (0, 50, False),
        (30, 60, False),
    ],
)
def test_a_part_is_doubted_when_it_is_empty_after_five_or_halved_after_twenty(
    before: int, now: int, doubtful: bool
) -> None:
    assert is_doubtful(before, now) == doubtful


@pytest.mark.parametrize(
    ("hard", "asked", "confirmed"),
    [(27, 30, True), (26, 30, False), (5, 5, True), (4, 5, False), (0, 0, False), (0, 30, False)],
)
def test_nine_hard_verdicts_in_ten_make_a_doubted_part_believed(
    hard: int, asked: int, confirmed: bool
) -> None:
    assert is_confirmed(hard, asked) == confirmed
