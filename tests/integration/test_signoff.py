"""The sign-off of a real run: each check fails on its own fault, and a rejected run leaves nothing but its reasons."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from directory_crawler.demo.city import City
from directory_crawler.postcrawl import fold, judge
from directory_crawler.postcrawl.judge import judge_run
from directory_crawler.postcrawl.signoff import checks
from tests.integration.crawling import column, rows
from tests.integration.judging import a_database, settings, url_of
from tests.integration.weeks import live

FOLDERS = ("acceptance", "acceptance/directory", "acceptance/organisations")
WORLD = (
    "cards",
    "card_versions",
    "organisations",
    "organisation_events",
    "fold_links",
    "pending_cards",
    "verdicts",
)


@pytest.fixture(scope="module")
def two_weeks(server_url: str) -> Iterator[str]:
    """The name of a database in which week 0 is accepted, and week 1 walked and rejected for an impossible bound."""
    with a_database(server_url) as name:
        url = url_of(server_url, name)
        city = City(150, 5)

        async def crawl() -> None:
            assert (await live(url, city, 0)).crawled.status == "accepted"
            rejected = await live(url, city.advance(), 1, settings={"ACCEPT_PHONE_FILL": 1.1})
            assert rejected.crawled.status == "rejected"
            assert "phone_fill" in rejected.crawled.reason

        asyncio.run(crawl())
        yield name


@pytest.fixture
def rejected(server_url: str, two_weeks: str) -> Iterator[str]:
    """The URL of a copy of it. The newest run is number 2."""
    with a_database(server_url, two_weeks) as name:
        yield url_of(server_url, name)


def world(url: str) -> dict[str, list[tuple[Any, ...]]]:
    return {table: rows(url, f"select t::text from crawl.{table} t order by 1") for table in WORLD}


# --- each check fails on its own fault -------------------------------------------------------------------------


@dataclass(frozen=True)
class Plant:
    """A fault planted into the facts of run 2, or into what the fold makes of them; and bounds that differ."""

    facts: str = "select 1"
    folded: str = "select 1"
    bounds: dict[str, float] = field(default_factory=dict)


_ROOT = "(select slice_id from crawl.slices where run_id = 2 and parent_id is null order by expected desc limit 1)"
_LOST = "(select org_id from crawl.cards order by org_id limit 40)"
_OPEN = "(select organisation_id from crawl.organisations where closed_at is null order by 1 limit 60)"
PLANTS = {
    "coverage": Plant(f"update crawl.slices set expected = expected + 60 where slice_id = {_ROOT}"),
    "rubric_coverage": Plant(f"update crawl.slices set expected = expected + 60 where slice_id = {_ROOT}"),
    "district_coverage": Plant(
        "update crawl.slices set expected = expected + 60 where run_id = 2 and parent_id is not null"
    ),
    "district_totals": Plant(
        "update crawl.slices set facets = jsonb_set(facets, '{district}', (select jsonb_object_agg(district, 50) from"
        " (select distinct district from crawl.cards where district is not null) t))"
        " where run_id = 2 and parent_id is null"
    ),
    "named_holes": Plant(
        f"update crawl.slices set proven = false, residual = 40, reason = 'planted' where slice_id = {_ROOT}"
    ),
    "unnamed_holes": Plant(
        "update crawl.slices set expected = null, proven = false, status = 'failed', filters = '{\"a\": \"b\"}'"
        f" where slice_id = {_ROOT}"
    ),
    "set_aside": Plant(
        "insert into crawl.set_aside select s.run_id, s.slice_id, 'set aside ' || n from crawl.slices s,"
        " generate_series(1, 40) n where s.run_id = 2 and s.parent_id is null;"
        "insert into crawl.faults values (2, 'id', 'empty', 40, '')"
    ),
    "failed_fetches": Plant("update crawl.fetches set status = 'failed' where run_id = 2 and kind = 'card'"),
    "unlisted_rubrics": Plant(
        "update crawl.staged_cards set card = jsonb_set(card, '{rubrics}', (select jsonb_agg(root_id) from crawl.slices"
        " where run_id = 2 and parent_id is null)) where run_id = 2 and card is not null"
    ),
    "id_collisions": Plant(
        "update crawl.sightings set line = jsonb_set(line, '{name}', to_jsonb(slice_id)) where run_id = 2"
    ),
    "source_mix": Plant("insert into crawl.field_sources values (2, 'name', 'another link', 1000)"),
    "phone_fallback": Plant("insert into crawl.field_sources values (2, 'phones', 'jsonld', 1000)"),
    "vanished_rubrics": Plant(
        "delete from crawl.rubrics where run_id = 2 and rubric_id in"
        f" (select root_id from crawl.slices where slice_id = {_ROOT})"
    ),
    "spot_checks": Plant(
        "insert into crawl.spot_checks select 2, 'a name', 'a rubric', '{}', array_agg(org_id)"
        " from crawl.staged_cards where run_id = 2 and verdict = 'live'"
    ),
    "closed_by_absence": Plant(
        f"update crawl.cards set misses = 1 where org_id in {_LOST};"
        f"delete from crawl.sightings where run_id = 2 and record_id in {_LOST};"
        f"delete from crawl.staged_cards where run_id = 2 and org_id in {_LOST};"
        f"insert into crawl.staged_cards (run_id, org_id, verdict) select 2, org_id, 'unknown' from {_LOST} lost"
    ),
    "closed_on_their_word": Plant(
        f"delete from crawl.staged_cards where run_id = 2 and org_id in {_LOST};"
        f"insert into crawl.staged_cards (run_id, org_id, verdict) select 2, org_id, 'gone' from {_LOST} lost"
    ),
    "openings": Plant(bounds={"ACCEPT_OPENED": 0, "ACCEPT_FEW_EVENTS": 0}),
    "closures": Plant(
        f"delete from crawl.staged_cards where run_id = 2 and org_id in {_LOST};"
        f"insert into crawl.staged_cards (run_id, org_id, verdict) select 2, org_id, 'closed' from {_LOST} lost"
    ),
    "moves": Plant(bounds={"ACCEPT_MOVED": 0, "ACCEPT_FEW_EVENTS": 0}),
    "standstill": Plant(bounds={"ACCEPT_USUAL_OPENED": 0.5, "ACCEPT_USUAL_CLOSED": 0.5}),
    "folded_totals": Plant(
        folded="update crawl.organisations set aliases = (select array_agg(organisation_id) from crawl.organisations)"
        f" where organisation_id = (select min(id) from {_OPEN} t (id));"
        f"delete from crawl.organisations where organisation_id in {_OPEN} and cardinality(aliases) < 60"
    ),
    "duplicate_share": Plant(
        folded="update crawl.organisations set aliases = aliases || (select array_agg(organisation_id) from"
        " (select organisation_id from crawl.organisations where closed_at is null limit 2) t)"
    ),
    "largest_cluster": Plant(
        folded="update crawl.organisations set aliases = (select array_agg(org_id) from crawl.cards)"
    ),
    "organisations_per_phone": Plant(folded="update crawl.cards set phone_keys = '{one,two}'"),
    "phone_fill": Plant(folded="update crawl.organisations set phones = '[]'"),
    "hours_fill": Plant(folded="update crawl.organisations set hours = null"),
    "empty_districts": Plant(
        folded="update crawl.organisations set district = null where district ="
        " (select district from organisations_before where district is not null"
        " group by 1 order by count(*) desc limit 1)"
    ),
    "city_centre_share": Plant(folded="update crawl.organisations set precision = 'city'"),
    "stale_cards": Plant(folded="update crawl.cards set last_confirmed = '2020-01-01'"),
}
PLANTS["closed_in_one_place"] = Plant(PLANTS["closed_by_absence"].facts, bounds={"ACCEPT_PLACE_FROM": 20})


def test_every_check_has_a_fault_here() -> None:
    assert {check.name for folder in FOLDERS for check in checks(folder)} == PLANTS.keys()


@pytest.mark.parametrize("name", sorted(PLANTS))
def test_each_check_fails_on_its_own_fault_and_shows_rows(
    rejected: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant, whole_fold = PLANTS[name], fold.apply

    def plant_after(connection: Any, run_id: int, with_settings: Any) -> Any:
        folded = whole_fold(connection, run_id, with_settings)
        for statement in plant.folded.split(";"):
            connection.execute(statement)
        return folded

    monkeypatch.setattr(fold, "apply", plant_after)
    with psycopg.connect(rejected) as connection:
        for statement in plant.facts.split(";"):
            connection.execute(statement)  # type: ignore[call-overload]

    outcome = judge_run(rejected, 2, settings(**plant.bounds), again=True)

    assert outcome.status == "rejected"
    result = next(result for result in outcome.results if result.check.name == name)
    assert not result.passed
    assert result.sample
    assert name in outcome.summary
    assert (name, False) in rows(
        rejected, 'select "check", passed from crawl.acceptance_results where run_id = 2'
    )


# --- judging ---------------------------------------------------------------------------------------------------


def test_a_rejected_run_leaves_nothing_but_its_results_and_is_accepted_later_under_other_bounds(
    rejected: str,
) -> None:
    before = world(rejected)
    (phone_fill,) = rows(
        rejected,
        "select passed, value, bound from crawl.acceptance_results where run_id = 2 and \"check\" = 'phone_fill'",
    )
    assert (phone_fill[0], phone_fill[2]) == (False, ">= 1.1")
    assert column(rejected, "select count(*) from crawl.organisation_events") == [0]

    untouched = judge_run(rejected, 2, settings())
    assert untouched.status == "rejected"
    assert world(rejected) == before

    outcome = judge_run(rejected, 2, settings(), again=True)
    assert outcome.status == "accepted", outcome
    assert column(rejected, "select count(*) from crawl.organisation_events where event = 'opened'") != [0]
    after = world(rejected)
    assert after != before
    assert judge_run(rejected, 2, settings(), again=True).status == "accepted"
    assert world(rejected) == after


def test_an_override_promotes_and_keeps_its_reason_and_what_failed(rejected: str) -> None:
    outcome = judge_run(
        rejected, 2, settings(ACCEPT_PHONE_FILL=1.1), again=True, override="phones are down for a week"
    )

    assert outcome.status == "accepted"
    ((status, reason),) = rows(rejected, "select status, reason from crawl.runs where run_id = 2")
    assert status == "accepted"
    assert "phones are down for a week" in reason
    assert "phone_fill" in reason
    assert column(rejected, "select max(last_run) from crawl.cards") == [2]


def test_a_judge_that_dies_half_way_has_done_nothing(rejected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = world(rejected)

    def die(*_: Any) -> None:
        raise RuntimeError("the machine went down")

    with monkeypatch.context() as patch:
        patch.setattr(fold, "apply", die)
        with pytest.raises(RuntimeError):
            judge_run(rejected, 2, settings(), again=True)
    assert world(rejected) == before
    assert column(rejected, "select status from crawl.runs where run_id = 2") == ["rejected"]

    assert judge_run(rejected, 2, settings(), again=True).status == "accepted"


def test_a_judge_that_stands_still_loses_the_run_to_the_next(
    rejected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds the run in a transaction that the server ends; what it does when it wakes reaches nothing."""
    stands, wakes, apply = threading.Event(), threading.Event(), fold.apply

    def stand_still(*arguments: Any) -> None:
        monkeypatch.setattr(fold, "apply", apply)
        stands.set()
        assert wakes.wait(60)
        apply(*arguments)

    monkeypatch.setattr(judge, "LONGEST_PAUSE", "2s")
    monkeypatch.setattr(fold, "apply", stand_still)
    with ThreadPoolExecutor() as threads:
        stopped = threads.submit(judge_run, rejected, 2, settings(), again=True)
        assert stands.wait(60)
        assert judge_run(rejected, 2, settings(), again=True).status == "accepted"
        promoted = world(rejected)
        wakes.set()
        with pytest.raises(psycopg.Error):
            stopped.result()

    assert world(rejected) == promoted


def test_two_judges_at_once_promote_once(rejected: str) -> None:
    with psycopg.connect(rejected) as connection:
        connection.execute("update crawl.runs set status = 'running' where run_id = 2")
    outcomes: list[str] = []

    def judge() -> None:
        outcomes.append(judge_run(rejected, 2, settings()).summary)

    threads = [threading.Thread(target=judge) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(set(outcomes)) == 1
    assert column(rejected, "select status from crawl.runs where run_id = 2") == ["accepted"]


def accept(url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scrapy", "accept", *arguments, "-s", "LOG_LEVEL=ERROR"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_says_what_failed_and_promotes_the_newest_run_only(rejected: str) -> None:
    failed = accept(rejected, "demo-directory", "-s", "ACCEPT_HOURS_FILL=1.1")
    assert failed.returncode == 3, failed
    assert "hours_fill" in failed.stdout
    assert "activity" in failed.stdout
    assert len(failed.stdout.splitlines()) < 25

    older = accept(rejected, "demo-directory", "--run", "1")
    assert older.returncode == 2, older
    assert "run 2" in older.stdout + older.stderr

    assert accept(rejected, "nowhere").returncode == 2
    assert accept(rejected, "demo-directory", "--override", " ").returncode == 2

    accepted = accept(
        rejected, "demo-directory", "--run", "2", "-s", "ACCEPT_HOURS_FILL=1.1", "--override", "a test"
    )
    assert accepted.returncode == 0, accepted
    assert column(rejected, "select status from crawl.runs order by run_id") == ["accepted", "accepted"]


def test_a_run_with_work_left_is_not_judged(rejected: str) -> None:
    with psycopg.connect(rejected) as connection:
        connection.execute("update crawl.runs set status = 'interrupted' where run_id = 2")
        connection.execute("update crawl.fetches set status = 'pending' where run_id = 2 and kind = 'card'")

    refused = accept(rejected, "demo-directory")

    assert refused.returncode == 2, refused
    assert "interrupted" in refused.stdout + refused.stderr
    assert "scrapy crawl directory" in refused.stdout + refused.stderr
