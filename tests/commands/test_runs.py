"""``scrapy runs`` shows what is stuck and releases it; ``scrapy prune`` drops old facts and no history."""

from __future__ import annotations

import psycopg
import pytest

from directory_crawler.demo.city import City
from tests.commands.test_exit_status import scrapy
from tests.integration.crawling import column, crawl_city, rows

CITY = City(size=150, seed=9)
SITE = "demo-directory"
HELD = "select record_id, status, leased_by, fence from crawl.fetches where kind = 'card' order by 1"


def stick(database: str, worker: str, units: int, *, overdue: bool) -> None:
    """Let the accepted run of a site look like one whose worker holds units."""
    with psycopg.connect(database) as connection:
        connection.execute("update crawl.runs set status = 'running', finished_at = null")
        connection.execute(
            "update crawl.fetches set status = 'leased', leased_by = %s,"
            " leased_until = now() + make_interval(mins => %s) where record_id in"
            " (select record_id from crawl.fetches where kind = 'card' and status = 'done' limit %s)",
            (worker, -5 if overdue else 5, units),
        )


async def test_stuck_units_are_shown_with_their_holder_and_released(database: str) -> None:
    await crawl_city(database, CITY)
    stick(database, "node-1:77:a", 30, overdue=True)
    stick(database, "node-2:88:b", 20, overdue=False)
    fences = {row[0]: row[3] for row in rows(database, HELD)}

    shown = scrapy("runs", SITE, database=database)
    assert shown.returncode == 0, shown.stderr
    for words in ("running", "node-1:77:a", "30", "node-2:88:b", "20", "True"):
        assert words in shown.stdout

    freed = scrapy("runs", SITE, "--release", "overdue", database=database)
    assert "node-1:77:a: 30 units released" in freed.stdout
    assert column(database, "select count(*) from crawl.fetches where leased_by is not null") == [20]
    named = scrapy("runs", SITE, "--release", "node-2:88:b", database=database)
    assert "20 units released" in named.stdout
    moved = [row for row in rows(database, HELD) if row[3] > fences[row[0]]]
    assert len(moved) == 50
    assert {(row[1], row[2]) for row in moved} == {("pending", None)}

    nobody = scrapy("runs", SITE, "--release", "node-2:88:b", database=database)
    assert nobody.returncode == 2
    assert "held by nobody" in nobody.stdout + nobody.stderr


async def test_a_run_is_given_up_by_hand_once(database: str) -> None:
    await crawl_city(database, CITY)
    stick(database, "node-1:77:a", 10, overdue=False)

    assert scrapy("runs", SITE, "--fail", "1", database=database).returncode == 0
    assert rows(database, "select status, reason from crawl.runs") == [("failed", "given up by hand")]
    again = scrapy("runs", SITE, "--fail", "1", database=database)
    assert again.returncode == 2
    assert "no unfinished run 1" in again.stdout + again.stderr


@pytest.mark.parametrize("command", ["runs", "prune"])
def test_a_site_that_nobody_crawled_is_told_apart(database: str, command: str) -> None:
    told = scrapy(command, "nowhere", database=database)

    assert told.returncode == 2
    assert "nowhere" in told.stdout + told.stderr


async def test_pruning_drops_facts_of_old_runs_and_keeps_history(database: str) -> None:
    city = CITY
    for _ in range(3):
        crawled = await crawl_city(database, city, settings={"REFRESH_SHARE": 2})
        assert crawled.status == "accepted", crawled.reason
        city = city.advance()
    with psycopg.connect(database) as connection:
        connection.execute("insert into crawl.set_aside select run_id, slice_id, 'none' from crawl.slices")
    kept = ("cards", "card_versions", "organisations", "organisation_events", "slices", "acceptance_results")
    history = {table: column(database, f"select count(*) from crawl.{table}") for table in kept}

    nothing = scrapy("prune", SITE, database=database)
    assert "dropped: nothing" in nothing.stdout, nothing.stderr
    assert scrapy("prune", SITE, "--keep", "0", database=database).returncode == 2

    pruned = scrapy("prune", SITE, "--keep", "2", database=database)

    assert pruned.returncode == 0, pruned.stderr
    assert "1 runs" in pruned.stdout
    for table in ("sightings", "set_aside", "fetches", "staged_cards"):
        assert set(column(database, f"select distinct run_id from crawl.{table}")) == {2, 3}
    assert history == {table: column(database, f"select count(*) from crawl.{table}") for table in kept}
    again = await crawl_city(database, city)
    assert again.status == "accepted", again.reason
