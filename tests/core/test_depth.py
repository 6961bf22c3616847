"""The depth of a query is measured right for every behaviour past the ceiling."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from directory_crawler.core.planning.depth import Depth, DepthSearch


def answer(page: int, page_size: int, total: int, ceiling: int, past: str) -> tuple[str, ...] | None:
    served = min(total, ceiling)
    rows = range((page - 1) * page_size, min(page * page_size, served))
    if rows:
        return tuple(str(row) for row in rows)
    last = max(served - 1, 0) // page_size + 1
    if past == "clamp":
        return answer(last, page_size, total, ceiling, past)
    if past == "first":
        return answer(1, page_size, total, ceiling, past)
    return () if past == "empty" else None


def measure(
    page_size: int, total: int, ceiling: int, past: str, *, asked_size: int | None = None, count: bool = True
) -> Depth:
    search = DepthSearch(asked_size or page_size, count=total if count else None)
    for _ in range(40):
        result = search.feed(answer(search.ask, page_size, total, ceiling, past))
        if result is not None:
            return result
    raise AssertionError("the search does not end")


@settings(max_examples=400, deadline=None)
@given(
    page_size=st.sampled_from([3, 5, 7, 10, 20, 25, 50, 100]),
    total=st.integers(1, 60_000),
    ceiling=st.integers(1, 10_000),
    past=st.sampled_from(["clamp", "first", "empty", "error"]),
)
def test_the_ceiling_is_found_in_few_calls_whatever_lies_past_it(
    page_size: int, total: int, ceiling: int, past: str
) -> None:
    depth = measure(page_size, total, ceiling, past)

    assert depth.calls <= 14 or page_size < 5
    if total <= ceiling:
        assert depth.rows is None
    elif depth.rows is None:
        # Between the deepest page asked and the ceiling nothing can be told apart from no ceiling.
        assert min(total, 10_000) <= -(-ceiling // page_size) * page_size
    else:
        assert depth.rows == ceiling
        assert depth.behaviour == past or -(-ceiling // page_size) == 1


@pytest.mark.parametrize("past", ["clamp", "first", "empty", "error"])
def test_a_page_size_that_the_site_caps_is_seen_on_page_one(past: str) -> None:
    assert measure(20, 5000, 1000, past, asked_size=100).rows == 1000


@pytest.mark.parametrize("past", ["clamp", "first", "empty", "error"])
def test_a_query_without_a_count_is_measured_too(past: str) -> None:
    assert measure(20, 50_000, 1010, past, count=False).rows == 1010


def test_an_empty_or_refused_first_page_serves_nothing() -> None:
    assert DepthSearch(20).feed(()) == Depth(0, "empty", 1)
    assert DepthSearch(20).feed(None) == Depth(0, "error", 1)


@pytest.mark.parametrize("past", ["clamp", "first", "empty", "error"])
def test_the_end_of_a_list_without_a_count_proves_no_ceiling(past: str) -> None:
    """A short list ends somewhere; only its count tells that end from a ceiling."""
    search = DepthSearch(20)
    search.feed(answer(1, 20, 14, 1000, past))
    assert not search.provable

    search = DepthSearch(20)
    search.feed(answer(1, 20, 1400, 1000, past), 1400)
    assert search.provable
    assert search.ask == 70


@pytest.mark.parametrize("ids", [(), None])
def test_an_empty_or_refused_first_page_proves_nothing_of_other_queries(ids: tuple[str, ...] | None) -> None:
    search = DepthSearch(20)
    search.feed(ids, 0)
    assert not search.provable
