"""The sign-off of a board: each check fails on its own fault, planted into what a real run gathered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import psycopg
import pytest

from directory_crawler.core.normal.vacancy_digest import text_digest
from directory_crawler.demo.board.board import Board
from directory_crawler.postcrawl.judge import judge_run
from directory_crawler.postcrawl.signoff import checks
from tests.integration.boards import SAMPLES, crawl_board
from tests.integration.crawling import column, rows
from tests.integration.judging import a_database, settings, url_of

FOLDERS = ("acceptance/jobs", "acceptance/postings")
BOARD = Board(size=300, seed=3)


_SEEN = "(select posting_id from crawl.staged_postings where run_id = 2 order by 1 limit 80)"
_WINDOW = "(select slice_id from crawl.slices where run_id = 2 and status = 'complete' order by collected desc limit 1)"
_FULL = (
    "update crawl.staged_postings s set payload = p.payload, text_digest = right(p.digest, 32) from crawl.postings p"
    " where s.run_id = 2 and s.payload is null and p.posting_id = s.posting_id;"
)
_GONE = (
    f"create temporary table lost on commit drop as select posting_id from {_SEEN} t"
    " join crawl.postings using (posting_id) where state <> 'closed' and posted_at is not null;"
    "delete from crawl.staged_postings s using lost where s.run_id = 2 and s.posting_id = lost.posting_id;"
    "delete from crawl.sightings s using lost where s.run_id = 2 and s.record_id = lost.posting_id;"
    "delete from crawl.posting_verdicts v using lost where v.run_id = 2 and v.posting_id = lost.posting_id;"
)
PLANTS: dict[str, str] = {
    "failed_windows": (
        f"update crawl.slices set status = 'failed', reason = 'planted' where slice_id = {_WINDOW}"
    ),
    "hidden_postings": (
        "update crawl.slices set status = 'truncated', proven = false, expected = expected + 60"
        f" where slice_id = {_WINDOW}"
    ),
    "tiling": (
        "update crawl.slices set expected = expected + 60 where slice_id ="
        " (select slice_id from crawl.slices where run_id = 2 and status = 'cut' and parent_id is null)"
    ),
    "undated": ("update crawl.runs set plan = jsonb_set(plan, '{total}', '900') where run_id = 2"),
    "seen_twice": (
        "insert into crawl.sightings (run_id, slice_id, record_id, position, digest, line)"
        " select 2, w.slice_id, s.record_id, 900, '', '{}' from crawl.sightings s"
        f" cross join (select slice_id from {_WINDOW} x) w where s.run_id = 2 and s.record_id in {_SEEN}"
        " on conflict do nothing"
    ),
    "witness": ("update crawl.witness_checks set agrees = false where run_id = 2 and field = 'pay'"),
    "description_fill": (
        f"{_FULL} update crawl.staged_postings set payload = payload - 'description',"
        f" text_digest = '{text_digest(None)}' where run_id = 2"
    ),
    "region_fill": (
        f"{_FULL} update crawl.staged_postings set payload = payload - 'location' where run_id = 2"
    ),
    "pay_fill": (
        f"{_FULL} update crawl.staged_postings set payload = payload - '{{pay,pay_min,pay_max}}'::text[]"
        " where run_id = 2"
    ),
    "bump_ratio": (
        f"update crawl.staged_postings set posted_at = posted_at + interval '1 hour' where posting_id in {_SEEN}"
        " and run_id = 2"
    ),
    "edit_ratio": (
        f"{_FULL} update crawl.staged_postings set role_digest = md5('another'),"
        f" payload = jsonb_set(payload, '{{title}}', '\"another\"') where run_id = 2 and posting_id in {_SEEN}"
    ),
    "new_ratio": (
        f"{_FULL} insert into crawl.staged_postings (run_id, posting_id, role_digest, text_digest, posted_at, payload)"
        " select 2, 'new ' || posting_id, role_digest, text_digest, posted_at, payload from crawl.staged_postings"
        f" where run_id = 2 and posting_id in {_SEEN} and payload is not null"
    ),
    "closed_ratio": (
        f"{_GONE} update crawl.postings p set misses = 1, state = 'suspect' from lost"
        " where lost.posting_id = p.posting_id;"
        "insert into crawl.posting_verdicts (run_id, posting_id, verdict, fetched_at)"
        " select 2, posting_id, 'gone', now() from lost"
    ),
    "cluster_share": (
        f"{_FULL} update crawl.runs set stats = stats || '{{\"cluster_share\": 0.2}}' where run_id = 1;"
        "update crawl.staged_postings set text_digest = md5(posting_id), payload ="
        " jsonb_set(payload, '{description}', to_jsonb('Nothing but ' || md5(posting_id))) where run_id = 2"
    ),
    "closures_confirmed": (f"{_GONE} update crawl.postings set expires_at = null"),
    "liveness_coverage": ("update crawl.posting_verdicts set verdict = 'unknown' where run_id = 2"),
    "unconfirmed": (
        f"{_GONE} update crawl.slices set proven = false where run_id = 2;"
        "update crawl.postings set last_confirmed = '2020-01-01', first_seen = '2020-01-01'"
    ),
}


@pytest.fixture(scope="module")
def two_days(server_url: str) -> Iterator[str]:
    """The name of a database in which day 0 is accepted, and day 1 walked and rejected for an impossible bound."""
    with a_database(server_url) as name:
        url = url_of(server_url, name)

        async def crawl() -> None:
            first, _ = await crawl_board(url, BOARD)
            assert first.status == "accepted", first.reason
            second, _ = await crawl_board(url, BOARD.advance(), settings={"ACCEPT_DESCRIPTION_FILL": 1.1})
            assert second.status == "rejected"
            assert "description_fill" in second.reason

        asyncio.run(crawl())
        yield name


@pytest.fixture
def rejected(server_url: str, two_days: str) -> Iterator[str]:
    """The URL of a copy of it. The newest run is number 2."""
    with a_database(server_url, two_days) as name:
        yield url_of(server_url, name)


def test_every_check_has_a_fault_here() -> None:
    assert {check.name for folder in FOLDERS for check in checks(folder)} == PLANTS.keys()


def test_without_a_fault_the_day_is_accepted(rejected: str) -> None:
    outcome = judge_run(rejected, 2, settings(**SAMPLES), again=True)

    assert outcome.status == "accepted", outcome.summary


@pytest.mark.parametrize("name", sorted(PLANTS))
def test_each_check_fails_on_its_own_fault_shows_rows_and_promotes_nothing(rejected: str, name: str) -> None:
    with psycopg.connect(rejected) as connection:
        for statement in PLANTS[name].split(";"):
            connection.execute(statement)  # type: ignore[call-overload]
    before = rows(rejected, "select p::text from crawl.postings p order by 1")

    bounds = settings(**SAMPLES)
    outcome = judge_run(rejected, 2, bounds, again=True)

    assert outcome.status == "rejected"
    result = next(result for result in outcome.results if result.check.name == name)
    assert not result.passed, result
    assert result.sample
    assert name in outcome.summary
    assert rows(rejected, "select p::text from crawl.postings p order by 1") == before
    assert column(rejected, "select count(*) from crawl.posting_events where run_id = 2") == [0]


@pytest.mark.parametrize(
    ("name", "fields"), [("pay_fill", "pay,pay_min,pay_max"), ("region_fill", "location")]
)
def test_a_field_that_the_profile_does_not_read_is_missing_from_no_posting(
    rejected: str, name: str, fields: str
) -> None:
    """A board that never says what it pays can be signed off."""
    with psycopg.connect(rejected) as connection:
        connection.execute(PLANTS[name])  # type: ignore[call-overload]
        connection.execute(
            "update crawl.runs set plan = jsonb_set(plan, '{chains}', (plan -> 'chains') - %s::text[])"
            " where run_id = 2",
            (f"{{{fields}}}",),
        )

    outcome = judge_run(rejected, 2, settings(**SAMPLES), again=True)

    assert outcome.status == "accepted", outcome.summary
    result = next(result for result in outcome.results if result.check.name == name)
    assert result.value is None
