"""The index against a plain filter over all postings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.board.index import Index, Search
from directory_crawler.demo.board.life import bumped, ended
from directory_crawler.demo.board.market import DAY, EMPLOYMENTS
from directory_crawler.demo.board.places import REGION_CODES
from directory_crawler.demo.board.postings import GONE, Posting
from directory_crawler.demo.board.trades import TRADE_NAMES

BOARD = Board.at(400, 5, 1)
OPEN = [posting for posting in BOARD.postings.values() if not posting.ending]
NOW = int(BOARD.now.timestamp())
MOMENTS = st.none() | st.integers(NOW - 30 * DAY, NOW + DAY) | st.sampled_from([p.posted for p in OPEN])
SEARCHES = st.builds(
    Search,
    MOMENTS,
    MOMENTS,
    st.sampled_from(("", "", "nonsense", *list(TRADE_NAMES)[:4])),
    st.sampled_from(("", "", "R99", *REGION_CODES[:4])),
    st.sampled_from(("", "", *EMPLOYMENTS)),
)


def index(*, inclusive: bool = False, grain: int = 1) -> Index:
    return Index(BOARD.postings.values(), lambda moment: moment - moment % grain, inclusive=inclusive)


def expected(search: Search, *, inclusive: bool) -> set[str]:
    def belongs(posting: Posting) -> bool:
        if posting.posted is None:
            return search == Search(category=search.category)
        return (search.since is None or posting.posted >= search.since) and (
            search.until is None
            or posting.posted < search.until
            or (inclusive and posting.posted == search.until)
        )

    return {
        posting.id
        for posting in OPEN
        if belongs(posting)
        and (not search.category or search.category in posting.categories)
        and search.region in ("", posting.region)
        and search.employment in ("", posting.employment)
    }


@pytest.mark.parametrize("inclusive", [False, True])
@given(search=SEARCHES)
def test_a_search_finds_what_a_plain_filter_finds_in_order_of_time(search: Search, inclusive: bool) -> None:
    found = index(inclusive=inclusive).find(search, descending=True)
    rows = found.rows(0, len(found))

    assert {posting.id for posting in rows} == expected(search, inclusive=inclusive)
    stamped = [posting.posted for posting in rows if posting.posted is not None]
    assert stamped == sorted(stamped, reverse=True)
    assert all(posting.posted is None for posting in rows[len(stamped) :])


@given(search=SEARCHES, start=st.integers(0, 500), size=st.integers(0, 60), descending=st.booleans())
def test_a_page_is_a_cut_of_the_whole_list(search: Search, start: int, size: int, descending: bool) -> None:
    found = index().find(search, descending=descending)

    assert found.rows(start, start + size) == found.rows(0, len(found))[start : start + size]


def test_both_orders_hold_the_same_postings_and_the_unstamped_come_last_in_each() -> None:
    up, down = (index().find(Search(), descending=order) for order in (False, True))
    stamped = up.high - up.low

    assert up.rows(0, stamped) == down.rows(0, stamped)[::-1]
    assert up.rows(stamped, len(up)) == down.rows(stamped, len(down)) != []


def test_with_a_grain_postings_are_found_by_their_rounded_stamps() -> None:
    posting = next(p for p in OPEN if p.posted is not None and p.posted % 3600)
    assert posting.posted is not None
    hour = posting.posted - posting.posted % 3600
    at_the_hour = index(inclusive=True, grain=3600).find(Search(hour, hour), descending=True)

    assert posting in at_the_hour.rows(0, len(at_the_hour))


def test_facets_count_what_a_search_with_their_value_finds() -> None:
    whole = index()
    for axis, counts in whole.facets(Search(region=REGION_CODES[0])).items():
        name = {"type": "employment"}.get(axis, axis)
        for value, count in counts.items():
            search = Search(region=REGION_CODES[0])._replace(**{name: value})
            assert len(whole.find(search, descending=False)) == count


def test_what_is_bumped_moves_and_what_ends_leaves_every_list() -> None:
    whole = index()
    old = next(p for p in OPEN if p.posted is not None and len(p.categories) == 2 and p.region)
    search = Search(category=old.categories[1], region=old.region or "")
    before = len(whole.find(search, descending=True))

    newer = bumped(old, NOW + 5)
    whole.replace(old, newer)
    assert whole.find(Search(), descending=True).rows(0, 1) == [newer]
    assert whole.find(search, descending=True).rows(0, 1) == [newer]
    assert len(whole.find(search, descending=True)) == before

    whole.replace(newer, ended(newer, NOW + 6, GONE))
    assert len(whole.find(search, descending=True)) == before - 1
    assert newer not in whole.find(Search(), descending=True).rows(0, 10)
