"""Which places are covered, which parts are doubted, and what is looked for beside the listings, in SQL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from psycopg.types.json import Jsonb

from directory_crawler.postcrawl.disbelieve import disbelieve
from directory_crawler.storage.database import Connection, connect
from directory_crawler.storage.sql import sql

Filters = dict[str, str]


@pytest.fixture
def connection(database: str) -> Iterator[Connection]:
    """A database in which run 1 of a site is accepted and run 2, compared with it, is walked."""
    with connect(database) as connection:
        connection.execute(
            "insert into crawl.runs (site, kind, status, profile_digest) values ('s', 'directory', 'accepted', '')"
        )
        connection.execute(
            "insert into crawl.runs (site, kind, profile_digest, base_run) values ('s', 'directory', '', 1)"
        )
        yield connection


def add_slice(
    connection: Connection,
    rubric: str,
    filters: Filters,
    *,
    proven: bool | None,
    run: int = 2,
    collected: int = 0,
    parent: int | None = None,
    status: str = "complete",
    expected: int | None = None,
) -> int:
    row = connection.execute(
        "insert into crawl.slices (run_id, root_id, path, filters, status, proven, collected, parent_id, expected)"
        " values (%s, %s, '[]', %s, %s, %s, %s, %s, %s) returning slice_id",
        (run, rubric, Jsonb(filters), status, proven, collected, parent, expected),
    ).fetchone()
    assert row is not None
    return int(row[0])


def add_card(
    connection: Connection,
    card: str,
    places: list[tuple[str, Filters]],
    *,
    district: str | None = None,
    rubrics: tuple[str, ...] = (),
) -> None:
    connection.execute(
        "insert into crawl.cards (site, org_id, places, district, rubrics, first_seen, last_seen, last_fetched)"
        " values ('s', %s, %s, %s, %s, now(), now(), now())",
        (card, Jsonb([{"rubric": rubric, "at": at} for rubric, at in places]), district, list(rubrics)),
    )


def covered(connection: Connection, card: str = "c") -> bool:
    with connection.transaction(force_rollback=True):
        connection.execute(sql("directory/changes.place_coverage"))
        connection.execute(sql("directory/changes.cover_places"), {"run_id": 2})
        row = connection.execute(
            "select bool_and(covered) from place_coverage where org_id = %s", (card,)
        ).fetchone()
    assert row is not None
    return bool(row[0])


R, D1, D2, L1 = "r", {"district": "1"}, {"district": "2"}, {"letter": "A"}


@pytest.mark.parametrize(
    ("places", "slices", "expected"),
    [
        ([(R, {})], [({}, True)], True),  # the whole rubric
        ([(R, {})], [({}, False)], False),
        ([(R, {})], [({}, False), (D1, True)], False),  # where is it? unknown
        ([(R, D1)], [({}, False), (D1, True)], True),
        ([(R, D1)], [({}, False), (D2, True)], False),
        ([(R, D1)], [({}, True), (D1, False)], True),  # the residual was found another way
        ([(R, D1)], [({}, False), (D1, False), (D1 | L1, True)], False),  # its letter is unknown
        ([(R, D1 | L1)], [({}, False), (D1, False), (D1 | L1, True)], True),
        ([(R, D1 | L1)], [({}, False), (L1, True)], True),  # cut another way than last time
        ([(R, D1), (R, L1)], [({}, False), (D1 | L1, True)], True),  # shown in two slices
        ([(R, D1), ("q", D1)], [(D1, True)], False),  # its other rubric is not proven
        ([], [({}, True)], False),  # never listed
    ],
)
def test_a_card_is_covered_when_slices_proven_complete_contain_all_its_places(
    connection: Connection,
    places: list[tuple[str, Filters]],
    slices: list[tuple[Filters, bool]],
    expected: bool,
) -> None:
    connection.execute("insert into crawl.rubrics values (2, 'r', null, 1, 'R'), (2, 'q', null, 1, 'Q')")
    for filters, proven in slices:
        add_slice(connection, R, filters, proven=proven)
    add_card(connection, "c", places)

    assert covered(connection) == expected


def test_its_own_district_is_known_and_the_rubrics_it_names_are_its_places(connection: Connection) -> None:
    connection.execute("insert into crawl.rubrics values (2, 'r', null, 1, 'R'), (2, 'q', null, 1, 'Q')")
    add_slice(connection, R, {}, proven=False)
    add_slice(connection, R, D1, proven=True)
    add_slice(connection, "q", {}, proven=False)
    add_card(connection, "c", [(R, {})], district="1")
    add_card(connection, "d", [(R, {})], district="1", rubrics=("q",))

    assert covered(connection, "c")
    assert not covered(connection, "d")


def test_a_rubric_is_given_up_only_when_two_trees_in_a_row_lack_it(connection: Connection) -> None:
    connection.execute("insert into crawl.rubrics values (1, 'r', null, 1, 'R')")
    add_card(connection, "c", [(R, {})])
    assert not covered(connection)

    connection.execute("delete from crawl.rubrics")
    assert covered(connection)


axes = st.dictionaries(st.sampled_from(["district", "letter"]), st.sampled_from(["1", "2"]), max_size=2)


@hypothesis_settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    slices=st.lists(st.tuples(st.sampled_from("rq"), axes, st.booleans()), max_size=6),
    places=st.lists(st.tuples(st.sampled_from("rq"), axes), min_size=1, max_size=3),
)
def test_coverage_is_containment_of_known_values_in_every_rubric(
    connection: Connection, slices: list[tuple[str, Filters, bool]], places: list[tuple[str, Filters]]
) -> None:
    known: dict[str, set[tuple[str, str]]] = {}
    for rubric, at in places:
        known.setdefault(rubric, set()).update(at.items())
    expected = all(
        any(root == rubric and proven and set(at.items()) <= values for root, at, proven in slices)
        for rubric, values in known.items()
    )
    with connection.transaction(force_rollback=True):
        connection.execute("insert into crawl.rubrics values (2, 'r', null, 1, 'R'), (2, 'q', null, 1, 'Q')")
        for rubric, at, proven in slices:
            add_slice(connection, rubric, at, proven=proven)
        add_card(connection, "c", places)

        assert covered(connection) == expected


def standing(connection: Connection, slice_id: int) -> tuple[Any, ...]:
    row = connection.execute(
        "select status, proven from crawl.slices where slice_id = %s", (slice_id,)
    ).fetchone()
    assert row is not None
    return row


def sight(connection: Connection, run: int, slice_id: int, cards: range) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            "insert into crawl.sightings values (%s, %s, %s, 1, '', '{}')",
            [(run, slice_id, str(card)) for card in cards],
        )


def verdicts(connection: Connection, cards: range, verdict: str) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            "insert into crawl.staged_cards (run_id, org_id, verdict) values (2, %s, %s)",
            [(str(card), verdict) for card in cards],
        )


def test_a_cut_rubric_that_halved_is_doubted_and_so_is_what_rests_on_a_doubted_part(
    connection: Connection,
) -> None:
    add_slice(connection, R, {}, proven=True, run=1, collected=60, status="cut")
    add_slice(connection, R, D1, proven=True, run=1, collected=30)
    root = add_slice(connection, R, {}, proven=True, collected=40, status="cut", expected=40)
    thin = add_slice(connection, R, D1, proven=True, collected=9, parent=root)
    add_slice(connection, R, D2, proven=True, collected=31, parent=root)

    disbelieve(connection, 2)

    assert standing(connection, thin) == ("complete", False)
    assert standing(connection, root) == ("cut", False)


@pytest.mark.parametrize(("hard", "believed"), [(30, True), (27, True), (20, False)])
def test_a_doubted_part_is_believed_when_nine_in_ten_of_its_cards_say_that_they_are_gone(
    connection: Connection, hard: int, believed: bool
) -> None:
    then = add_slice(connection, R, D1, proven=True, run=1, collected=30)
    sight(connection, 1, then, range(30))
    root = add_slice(connection, R, {}, proven=False, collected=31, status="cut", expected=31)
    thin = add_slice(connection, R, D1, proven=False, parent=root, status="failed")
    connection.execute("update crawl.slices set doubts = 2 where slice_id = %s", (thin,))
    add_slice(connection, R, D2, proven=True, collected=31, parent=root)
    verdicts(connection, range(hard), "gone")
    verdicts(connection, range(hard, 30), "live")

    disbelieve(connection, 2)

    assert standing(connection, thin) == (("complete", True) if believed else ("failed", False))
    assert standing(connection, root) == ("cut", believed)


def test_a_doubted_part_whose_cards_nobody_asked_stays_doubted(connection: Connection) -> None:
    then = add_slice(connection, R, {}, proven=True, run=1, collected=30)
    sight(connection, 1, then, range(30))
    now = add_slice(connection, R, {}, proven=True, collected=0, expected=0)

    disbelieve(connection, 2)
    disbelieve(connection, 2)

    assert standing(connection, now) == ("complete", False)


def test_direct_fetches_stay_within_their_budget_and_the_longest_unconfirmed_go_first(
    connection: Connection,
) -> None:
    for card, misses, confirmed in (
        ("a", 0, "2026-01-03"),
        ("b", 0, "2026-01-01"),
        ("c", 1, "2026-01-04"),
        ("d", 0, None),
    ):
        add_card(connection, card, [(R, {})])
        connection.execute(
            "update crawl.cards set misses = %s, last_confirmed = %s where org_id = %s",
            (misses, confirmed, card),
        )
    budget = {"run_id": 2, "site": "s", "budget": 3}

    connection.execute(sql("crawl/finding.enqueue_missing"), budget)
    connection.execute(sql("crawl/finding.enqueue_missing"), budget)

    queued = connection.execute("select record_id from crawl.fetches order by record_id").fetchall()
    assert [card for (card,) in queued] == ["b", "c", "d"]
