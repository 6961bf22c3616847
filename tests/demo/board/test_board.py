"""The world of the board: its sizes, its days, and what it knows to be true."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta, timezone
from itertools import combinations, pairwise

import pytest

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.board.market import DAY
from directory_crawler.demo.board.postings import AGENCY_COPY, EXPIRED, REDIRECTED, REPOST, Posting
from directory_crawler.demo.board.shape import FULL_SIZE, shape_of
from directory_crawler.demo.board.texts import Text, text_of, title_of

SIZE = 3000


@pytest.fixture(scope="module")
def days() -> list[Board]:
    """The default board on its first fortnight and a bit."""
    boards = [Board(SIZE, 1)]
    while len(boards) < 17:
        boards.append(boards[-1].advance())
    return boards


def still_open(board: Board) -> list[Posting]:
    return [posting for posting in board.postings.values() if not posting.ending]


def shingles(text: Text) -> set[tuple[str, ...]]:
    words = " ".join(sentence for part in text[1:4] for sentence in part).split()
    return {tuple(words[start : start + 5]) for start in range(len(words) - 4)}


def alike(board: Board, one: Posting, other: Posting) -> float:
    """How much of their lists two postings share (Jaccard of word 5-shingles)."""
    left, right = (shingles(text_of(p, board.company(p))) for p in (one, other))
    return len(left & right) / len(left | right)


def test_the_measured_shape_stands_at_the_measured_size() -> None:
    shape = shape_of(FULL_SIZE)

    assert (shape.ceiling, shape.copied, shape.copies, shape.burst) == (1_000, 31_700, 46_700, 3_400)


@pytest.mark.parametrize("size", [200, 201, 999, SIZE])
def test_a_board_of_any_size_has_exactly_that_many_open_postings(size: int) -> None:
    board = Board(size, 7)

    assert len(board.open_ids()) == len(board.postings) == size
    clusters = Counter(truth.vacancy_id for truth in board.truth.values())
    assert sum(count - 1 for count in clusters.values()) == board.shape.copies
    assert sum(count > 1 for count in clusters.values()) == board.shape.copied
    assert sum(p.posted is None for p in board.postings.values()) == board.shape.unstamped


def test_a_board_that_is_too_small_is_refused_with_the_least_size() -> None:
    with pytest.raises(ValueError, match="at least 200 postings, found size=5"):
        Board(5)


def test_the_same_size_seed_and_day_are_the_same_world_and_others_are_not() -> None:
    assert Board.at(500, 3, 2).postings == Board(500, 3).advance().advance().postings
    assert Board.at(500, 3, 2).events() == Board(500, 3).advance().advance().events()
    assert Board(500, 3).postings != Board(500, 4).postings


def test_the_epoch_moves_the_whole_time() -> None:
    plain, moved = Board(300, 1), Board(300, 1, epoch=datetime(2027, 10, 24, 6, tzinfo=timezone.utc))

    assert moved.now - plain.now == timedelta(days=365)
    assert [
        p.created - q.created for p, q in zip(moved.postings.values(), plain.postings.values(), strict=False)
    ] == [365 * DAY] * 300


def test_advancing_leaves_the_day_before_as_it_was() -> None:
    board = Board(300, 1)
    before = dict(board.postings)
    board.advance()

    assert dict(board.postings) == before
    assert board.events() == ()


def test_ids_grow_in_the_order_of_birth_and_the_first_of_a_cluster_names_it(days: list[Board]) -> None:
    postings = list(days[-1].postings.values())

    assert [int(p.id) for p in postings] == sorted({int(p.id) for p in postings})
    assert all(int(p.vacancy) <= int(p.id) for p in postings)
    assert all(days[-1].postings[p.vacancy].vacancy == p.vacancy for p in postings)


def test_nothing_lies_in_the_future_and_no_open_posting_is_past_its_expiry(days: list[Board]) -> None:
    for board in days:
        now = int(board.now.timestamp())
        for posting in board.postings.values():
            assert posting.created <= (posting.posted or posting.created) <= now
            assert posting.closed is None or posting.created < posting.closed <= now
            assert posting.ending or posting.expires is None or posting.expires > now


def test_one_agency_pushed_more_than_the_ceiling_within_a_minute() -> None:
    board = Board(SIZE, 1)
    minutes = Counter((p.posted // 60, p.company) for p in still_open(board) if p.posted is not None)
    (_, pusher), count = minutes.most_common(1)[0]
    burst = sorted(p.posted for p in still_open(board) if p.company == pusher and p.posted is not None)

    assert count > board.shape.ceiling
    assert any(
        burst[place + board.shape.burst * 4 // 5] - burst[place] < 90
        for place in range(len(burst) - board.shape.burst * 4 // 5)
    )
    assert board.companies.kind(pusher) == "agency"


def test_some_postings_are_in_no_category_some_in_two_and_some_in_no_region() -> None:
    board = Board(SIZE, 1)
    sizes = Counter(len(p.categories) for p in board.postings.values())

    assert set(sizes) == {0, 1, 2}
    assert 0.015 < sizes[0] / SIZE < 0.05
    assert sum(p.region is None for p in board.postings.values()) > SIZE * 0.01


def test_days_move_on_at_the_measured_rates(days: list[Board]) -> None:
    totals: Counter[str] = Counter()
    base = 0
    for before, after in pairwise(days):
        base += len(before.open_ids())
        totals.update(event.kind for event in after.events(before.day))

    assert (totals["opened"] + totals["copied"] + totals["reposted"]) / base == pytest.approx(0.063, abs=1e-3)
    assert totals["ended"] / base == pytest.approx(0.058, abs=1e-3)
    assert totals["bumped"] / base == pytest.approx(0.09, abs=5e-3)
    assert totals["edited"] / base == pytest.approx(0.014, abs=1e-3)
    assert totals["reopened"] > 0
    assert totals["moved_back"] > 0


def test_most_endings_can_be_proven(days: list[Board]) -> None:
    endings = Counter(p.ending for p in days[-1].postings.values() if p.ending)

    assert set(endings) == {"404", "410", "marker", EXPIRED, REDIRECTED}
    assert 0.005 < endings[REDIRECTED] / endings.total() < 0.04


def test_expired_postings_ended_when_their_date_had_come(days: list[Board]) -> None:
    for posting in days[-1].postings.values():
        if posting.ending == EXPIRED:
            assert posting.expires is not None
            assert posting.closed is not None
            assert posting.expires <= posting.closed


def test_events_explain_every_difference_between_two_days(days: list[Board]) -> None:
    before, after = days[11], days[12]
    kinds: dict[str, list[str]] = {}
    for event in after.events(before.day):
        kinds.setdefault(event.posting_id, []).append(event.kind)

    assert after.open_ids() - before.open_ids() == {
        i for i, happened in kinds.items() if {"opened", "reposted", "copied", "reopened"} & set(happened)
    }
    assert before.open_ids() - after.open_ids() == {i for i, happened in kinds.items() if "ended" in happened}
    for posting_id in before.open_ids() & after.open_ids():
        old, new = before.truth[posting_id], after.truth[posting_id]
        happened = kinds.get(posting_id, [])
        assert new.bump_count - old.bump_count == happened.count("bumped")
        assert new.versions - old.versions == happened.count("edited")
        assert (new.posted_at != old.posted_at) <= bool(happened)


def test_events_of_a_day_are_in_its_order_and_within_it(days: list[Board]) -> None:
    for before, after in pairwise(days):
        moments = [event.at for event in after.events(before.day)]
        assert moments == sorted(moments)
        # Within the day, but for an agency that pushes over midnight of the board.
        assert int(before.now.timestamp()) <= moments[0]
        assert moments[-1] <= int(after.now.timestamp())


def test_bumps_move_a_posting_forward_and_edits_change_what_it_says(days: list[Board]) -> None:
    for before, after in pairwise(days):
        for event in after.events(before.day):
            old, new = before.postings.get(event.posting_id), after.postings[event.posting_id]
            if event.kind == "bumped":
                assert old is not None
                assert (old.posted or 0) < (new.posted or 0)
            if event.kind == "edited" and event.field == "title":
                assert title_of(new) != title_of(old or new._replace(edits=()))
            if event.kind == "edited" and event.field == "description" and old is not None:
                assert text_of(new, after.company(new)) != text_of(old, before.company(old))


def test_titles_are_edited_within_two_days(days: list[Board]) -> None:
    edits = [event for event in days[-1].events() if event.field == "title"]

    assert edits
    assert all(event.at - days[-1].postings[event.posting_id].created <= 2 * DAY for event in edits)


def test_a_reactivated_posting_keeps_its_id_and_says_when_it_closed_and_came_back(days: list[Board]) -> None:
    event = next(event for event in days[-1].events() if event.kind == "reopened")
    day = next(board for board in days if board.day == event.day)
    truth = day.truth[event.posting_id]

    assert truth.state == "open"
    assert truth.closed_at is not None
    assert truth.reopened_at == event.at > truth.closed_at
    assert truth.bump_count == days[event.day - 1].truth[event.posting_id].bump_count


def test_reposts_come_a_fortnight_after_their_predecessor_was_new_or_closed(days: list[Board]) -> None:
    board = days[-1]
    reposts = [board.postings[e.posting_id] for e in board.events() if e.kind == "reposted"]

    assert len(reposts) > 50
    predecessor_closed = 0
    for posting in reposts:
        siblings = [p for p in board.postings.values() if p.vacancy == posting.vacancy and p is not posting]
        gaps = [posting.created - moment for p in siblings for moment in (p.created, p.closed) if moment]
        assert any(11 * DAY <= gap <= 17 * DAY for gap in gaps)
        assert posting.company in {p.company for p in siblings}
        predecessor_closed += any(p.closed is not None and p.closed < posting.created for p in siblings)
    assert predecessor_closed > 0


def test_copies_share_their_lists_and_openings_alike_share_no_more_than_half() -> None:
    board = Board(SIZE, 1)
    clusters: dict[str, list[Posting]] = {}
    kin: dict[int, list[Posting]] = {}
    for posting in board.postings.values():
        clusters.setdefault(posting.vacancy, []).append(posting)
        kin.setdefault(posting.kin, []).append(posting)
    copies = [pair for group in clusters.values() for pair in combinations(group, 2)]
    openings = [
        pair for group in kin.values() for pair in combinations(group, 2) if pair[0].seed != pair[1].seed
    ]

    shared = sorted(alike(board, *pair) for pair in copies)
    assert shared[len(shared) // 20] > 0.6
    assert all(title_of(one) == title_of(other) for one, other in openings if not one.edits + other.edits)
    assert 0.2 < max(alike(board, *pair) for pair in openings) < 0.6
    assert len(openings) > 20


def test_some_vacancies_say_the_same_words_in_different_regions() -> None:
    board = Board(SIZE, 1)
    by_words: dict[str, set[tuple[str, str | None]]] = {}
    for truth in board.truth.values():
        by_words.setdefault(truth.text_class, set()).add((truth.vacancy_id, truth.region))
    campaigns = [group for group in by_words.values() if len({vacancy for vacancy, _ in group}) > 1]

    assert len(campaigns) > 20
    assert all(len({region for _, region in group}) == len(group) for group in campaigns)


def test_the_text_class_tells_exactly_which_postings_say_the_same_words(days: list[Board]) -> None:
    board = days[3]
    words_of: dict[str, set[Text]] = {}
    for posting in board.postings.values():
        words_of.setdefault(board.truth[posting.id].text_class, set()).add(
            text_of(posting, board.company(posting))
        )

    assert all(len(texts) == 1 for texts in words_of.values())
    texts = set.union(*words_of.values())
    # A repost may be reworded by the very sentence that another repost got.
    assert len(words_of) - 2 <= len(texts) <= len(words_of)


def test_an_agency_writes_its_own_opening_and_leaves_the_lists_mostly_alone() -> None:
    board = Board(SIZE, 1)
    copies = [p for p in board.postings.values() if p.link == AGENCY_COPY]
    for copy in copies:
        first = board.postings[copy.vacancy]
        assert board.truth[copy.id].company_kind == "agency"
        assert text_of(copy, board.company(copy)).lead != text_of(first, board.company(first)).lead
    assert any(p.link == REPOST and not p.twist for p in board.postings.values())


def test_what_changes_on_a_copy_of_the_board_stays_off_the_board() -> None:
    board = Board(300, 1)
    twin = board.copy()
    posting = next(p for p in still_open(board) if p.posted is not None)
    twin.bump(posting.id, int(board.now.timestamp()) + 9)
    twin.end(posting.id, int(board.now.timestamp()) + 10, "410")

    assert board.truth[posting.id].state == "open"
    assert twin.truth[posting.id].state == "closed"
    assert twin.truth[posting.id].bump_count == posting.bumps + 1
    assert [event.kind for event in twin.events(board.day)] == ["bumped", "ended"]


@pytest.mark.slow
def test_the_full_board_has_the_measured_shape() -> None:
    board = Board(FULL_SIZE, 1)
    clusters = Counter(p.vacancy for p in board.postings.values())

    assert sum(count > 1 for count in clusters.values()) == 31_700
    assert sum(count for count in clusters.values() if count > 1) == 78_400


@pytest.mark.parametrize("size", [1000, SIZE, 20_000])
def test_a_category_of_the_fullest_minute_is_below_the_ceiling(size: int) -> None:
    board = Board(size, 1)
    minutes = Counter(p.posted // 60 for p in still_open(board) if p.posted is not None)
    minute, count = minutes.most_common(1)[0]
    inside = [p for p in still_open(board) if p.posted is not None and p.posted // 60 == minute]
    categories = Counter(code for p in inside for code in p.categories)

    assert count > board.shape.ceiling
    assert max(categories.values()) <= board.shape.ceiling
    assert any(not p.categories for p in inside)
