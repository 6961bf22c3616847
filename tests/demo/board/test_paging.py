"""Which rows a page of the search holds, around every kind of ceiling and past it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.demo.board.options import CEILINGS, PAST_KINDS, BoardOptions
from directory_crawler.demo.board.paging import Page, cut_page

REFUSED = Page(0, 0, refused=True)
NONE = Page(0, 0)


def cut(rows: int, offset: int, limit: int = 50, *, ceiling: int = 120, **options: object) -> Page:
    return cut_page(rows, offset, limit, ceiling=ceiling, options=BoardOptions().changed(options))


@pytest.mark.parametrize(
    ("past", "page"),
    [("clamp", Page(100, 120)), ("first", Page(0, 50)), ("empty", NONE), ("error", REFUSED)],
)
def test_past_the_ceiling_the_site_answers_in_one_of_four_ways(past: str, page: Page) -> None:
    assert cut(500, 150, past=past) == page
    assert cut(500, 120, past=past) == page


def test_the_last_reachable_page_ends_at_the_ceiling_even_in_its_middle() -> None:
    assert cut(500, 100) == Page(100, 120)
    assert cut(500, 119) == Page(119, 120)


@pytest.mark.parametrize(
    ("past", "page"), [("clamp", Page(50, 70)), ("first", Page(0, 50)), ("empty", NONE), ("error", NONE)]
)
def test_past_the_end_of_a_short_list_only_clamp_and_first_repeat_rows(past: str, page: Page) -> None:
    assert cut(70, 100, past=past) == page


@pytest.mark.parametrize(
    ("kind", "offset", "page"),
    [
        ("rows", 100, Page(100, 120)),
        ("offset", 119, Page(119, 169)),
        ("offset", 120, REFUSED),
        ("window", 70, Page(70, 120)),
        ("window", 71, REFUSED),
        ("pages", 99, Page(99, 149)),
        ("pages", 100, REFUSED),
    ],
)
def test_a_ceiling_is_on_rows_on_the_offset_on_offset_and_limit_or_on_pages(
    kind: str, offset: int, page: Page
) -> None:
    assert cut(500, offset, ceiling_on=kind, past="error") == page


def test_an_inclusive_ceiling_serves_the_offset_that_equals_it() -> None:
    options = {"ceiling_on": "offset", "past": "error", "ceiling_inclusive": True}

    assert cut(500, 120, **options) == Page(120, 170)
    assert cut(500, 121, **options) == REFUSED


def test_fewer_rows_are_reached_by_small_pages_where_the_ceiling_is_on_pages() -> None:
    assert cut(500, 19, 10, ceiling_on="pages", past="empty") == Page(19, 29)
    assert cut(500, 20, 10, ceiling_on="pages", past="empty") == NONE


def test_the_page_size_is_capped_in_silence() -> None:
    assert cut(500, 0, 200) == Page(0, 50)
    assert cut(500, 0, 50, page_cap=20) == Page(0, 20)
    assert cut(500, 0, 10, page_cap=20) == Page(0, 10)


def test_a_limit_of_nothing_serves_no_rows_and_is_never_refused() -> None:
    assert cut(500, 400, 0, past="error") == NONE


@given(
    rows=st.integers(0, 400),
    offset=st.integers(0, 500),
    limit=st.integers(1, 80),
    ceiling=st.integers(0, 300),
    kind=st.sampled_from(CEILINGS),
    past=st.sampled_from(PAST_KINDS),
    inclusive=st.booleans(),
)
def test_a_page_lies_within_the_list_and_is_no_longer_than_a_page(
    rows: int, offset: int, limit: int, ceiling: int, kind: str, past: str, inclusive: bool
) -> None:
    page = cut(rows, offset, limit, ceiling=ceiling, ceiling_on=kind, past=past, ceiling_inclusive=inclusive)

    assert 0 <= page.start <= page.stop <= rows
    assert page.stop - page.start <= min(limit, 50)


@given(rows=st.integers(0, 400), limit=st.integers(1, 80), ceiling=st.integers(0, 300))
def test_paging_to_the_end_meets_exactly_the_rows_up_to_the_ceiling(
    rows: int, limit: int, ceiling: int
) -> None:
    met: list[int] = []
    while (page := cut(rows, len(met), limit, ceiling=ceiling, past="empty")).stop > page.start:
        met += range(page.start, page.stop)

    assert met == list(range(min(rows, ceiling) if ceiling else rows))
