"""The measured shape, and what becomes of it at other sizes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.demo.rubric_names import GROUP_RUBRICS
from directory_crawler.demo.shape import FULL_SIZE, SMALLEST_SIZE, shape_of


def test_the_full_city_has_the_measured_shape() -> None:
    shape = shape_of(FULL_SIZE)

    assert (shape.groups, shape.rubrics, shape.districts) == (48, 612, 24)
    assert shape.rows == sum(shape.counts) == 144_212
    assert shape.ceiling == 1000
    assert shape.over_ceiling == 96
    assert max(shape.counts) == 6_480
    assert shape.duplicated == 2_640


def test_the_label_table_fills_the_full_tree() -> None:
    labels = [label for rubrics in GROUP_RUBRICS.values() for label in rubrics.split(",")]

    assert len(GROUP_RUBRICS) == 48
    assert len(labels) == len(set(labels)) == 612


def test_the_default_size_keeps_rubrics_over_its_lower_ceiling() -> None:
    shape = shape_of(2000)

    assert shape.ceiling == 60
    assert shape.over_ceiling == 15
    assert max(shape.counts) == 389
    assert sum(shape.counts) == 3600


@given(st.integers(SMALLEST_SIZE, 300_000))
def test_counts_add_up_and_no_rubric_is_empty_at_any_size(size: int) -> None:
    shape = shape_of(size)

    assert len(shape.counts) == shape.rubrics
    assert sum(shape.counts) == shape.rows
    assert min(shape.counts) >= 1
    assert max(shape.counts) <= size
    assert shape.rubrics <= 13 * shape.groups
    assert shape.over_ceiling >= 1


def test_too_small_a_city_is_refused_with_the_bound() -> None:
    with pytest.raises(ValueError, match="at least 60 cards, found size=59"):
        shape_of(59)
