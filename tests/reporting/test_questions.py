"""The stored questions of a board, against answers worked out by hand or by another method."""

from __future__ import annotations

import random
from datetime import datetime, timedelta, timezone
from math import ceil, floor
from typing import Any

import psycopg
import pytest
from psycopg.types.json import Jsonb

from directory_crawler.reporting.tables import open_table

NOW = datetime(2026, 11, 30, 6, tzinfo=timezone.utc)
SITE = "demo-board"


def ask(database: str, what: str) -> list[dict[str, Any]]:
    with psycopg.connect(database) as connection, open_table(connection, what, site=SITE) as table:
        names = [column.name for column in table.columns]
        return [dict(zip(names, row, strict=True)) for row in table.rows]


def put(
    database: str,
    posting_id: str,
    *,
    posted: float,
    seen: float,
    closed: float | None = None,
    bumps: int = 0,
    categories: tuple[str, ...] = ("it",),
) -> None:
    """A posting, its stamps in days before `NOW`."""

    def ago(days: float | None) -> datetime | None:
        return None if days is None else NOW - timedelta(days=days)

    with psycopg.connect(database) as connection:
        connection.execute(
            "insert into crawl.postings (site, posting_id, title, categories, digest, state, first_posted_at,"
            " posted_at, first_seen, last_seen, last_confirmed, closed_at, bump_count, payload, cluster_id) values"
            " (%s, %s, %s, %s, '', %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            (
                SITE,
                posting_id,
                f"Title {posting_id}",
                list(categories),
                "open" if closed is None else "closed",
                ago(posted),
                ago(posted),
                ago(seen),
                ago(closed or 0),
                ago(closed or 0),
                ago(closed),
                bumps,
                Jsonb({"title": posting_id, "company": "Works"}),
                posting_id,
            ),
        )


def kaplan_meier(lives: list[tuple[int, int, bool]]) -> int | None:
    """The median by definition: on each day that somebody ended, those under observation are counted one by one."""
    share = 1.0
    for day in sorted({left for _, left, ended in lives if ended}):
        at_risk = sum(entered < day <= left for entered, left, _ in lives)
        if at_risk < 5:
            continue
        share *= 1 - sum(ended and left == day for _, left, ended in lives) / at_risk
        if share <= 0.5 + 1e-9:
            return day
    return None


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_median_of_days_open_counts_those_still_open_and_those_met_late(database: str, seed: int) -> None:
    draw = random.Random(seed)
    lives: list[tuple[int, int, bool]] = []
    for number in range(120):
        born = draw.uniform(5, 90)
        length = draw.expovariate(1 / 21)
        first_look = 60.0
        seen = min(born, first_look)
        ended = born - length
        if ended > first_look:
            continue  # it had ended before anybody looked
        closed = ended if ended > 0 else None
        put(database, str(number), posted=born, seen=seen, closed=closed)
        left = ceil(round((born - (closed or 0)) * 86_400, 3) / 86_400)
        lives.append((floor(born - seen), left, closed is not None))
    lives = [life for life in lives if life[1] > life[0]]

    answers = {row["category"]: row for row in ask(database, "days-open")}

    assert answers["(all)"]["median_days"] == kaplan_meier(lives)
    assert answers["it"]["median_days"] == answers["(all)"]["median_days"]


def test_open_postings_are_not_dropped(database: str) -> None:
    """Three of ten closed within a week: of the others nobody knows, and half have not closed."""
    for number in range(10):
        put(database, str(number), posted=30, seen=30, closed=25 if number < 3 else None)

    (row, _) = ask(database, "days-open")

    assert (row["postings"], row["closed"], row["median_days"]) == (10, 3, None)


def test_when_all_have_closed_the_median_is_known(database: str) -> None:
    for number in range(8):
        put(database, str(number), posted=30, seen=30, closed=20 if number < 5 else 10, categories=())

    (row,) = ask(database, "days-open")

    assert (row["median_days"], row["days_for_nine_in_ten"]) == (10, None)


def test_bumps_are_told_of_closed_postings_and_the_closing_rate_by_bumps(database: str) -> None:
    for number, (bumps, closed) in enumerate([(0, 1), (2, 1), (2, 1), (3, 1), (7, None), (9, 1), (0, None)]):
        put(database, str(number), posted=20, seen=20, closed=closed, bumps=bumps)

    (row,) = ask(database, "bumps-before-closure")
    assert (row["closed"], row["median"], row["most"]) == (5, 2, 9)
    rates = {
        row["bumps"]: (row["postings"], row["share_closed"]) for row in ask(database, "closing-by-bumps")
    }
    assert rates == {"0": (2, 0.5), "2": (2, 1.0), "3": (1, 1.0), "5 and more": (2, 0.5)}


def test_title_edits_are_counted_once_a_posting_and_by_their_age(database: str) -> None:
    for number in range(10):
        put(database, str(number), posted=20, seen=20)
    with psycopg.connect(database) as connection:
        for run, (posting, changed, days) in enumerate(
            [("1", ["title"], 19), ("2", ["title", "pay"], 10), ("2", ["title"], 9), ("3", ["pay"], 19)]
        ):
            connection.execute(
                "insert into crawl.posting_versions values (%s, %s, %s, '', %s, %s, %s)",
                (SITE, posting, run, changed, Jsonb({}), NOW - timedelta(days=days)),
            )

    (row,) = ask(database, "title-edits")

    assert (row["postings"], row["edited"], row["share_edited"]) == (10, 2, 0.2)
    assert (row["share_once"], row["share_within_48_hours"]) == (0.5, 0.5)


def test_the_twenty_newest_and_the_twenty_oldest_are_there_to_be_read(database: str) -> None:
    for number in range(60):
        put(database, f"{number:02}", posted=number + 1, seen=number + 1)
    put(database, "closed", posted=0.5, seen=0.5, closed=0.1)

    told = ask(database, "postings-to-read")

    assert [row["posting_id"] for row in told if row["why"] == "newest"] == [f"{n:02}" for n in range(20)]
    assert {row["posting_id"] for row in told if row["why"] == "oldest"} == {f"{n:02}" for n in range(40, 60)}


def test_reposts_and_agencies_are_counted_by_vacancy(database: str) -> None:
    for number in range(10):
        put(database, str(number), posted=30 - number, seen=30 - number)
    with psycopg.connect(database) as connection:
        connection.execute("update crawl.postings set cluster_id = '0' where posting_id in ('0', '1', '2')")
        connection.execute(
            "insert into crawl.clusters (site, cluster_id, representative, size, open, companies, agencies, first_seen,"
            " run_id) values (%s, '0', '0', 3, 3, 2, 2, now(), 1)",
            (SITE,),
        )
        connection.execute(
            "insert into crawl.cluster_links values (%s, '9', '3', 'repost', 0.97, 1)", (SITE,)
        )
        connection.execute("insert into crawl.cluster_links values (%s, '2', '0', 'agency', 0.9, 1)", (SITE,))

    agencies = {
        row["agencies"]: (row["vacancies"], row["postings"]) for row in ask(database, "agencies-per-vacancy")
    }
    assert agencies == {0: (7, 7), 2: (1, 3)}
    everything = ask(database, "repost-rate")[0]
    assert (everything["category"], everything["postings"], everything["reposts"]) == ("(all)", 10, 1)
    assert everything["median_days_between"] == pytest.approx(6)


@pytest.mark.parametrize(
    "what",
    [
        "agencies-per-vacancy",
        "repost-rate",
        "days-open",
        "title-edits",
        "bumps-before-closure",
        "closing-by-bumps",
        "postings-to-read",
    ],
)
def test_a_board_without_postings_answers_too(database: str, what: str) -> None:
    assert len(ask(database, what)) <= 1
