"""Runs that came to a table, to none, or to no end: each has its report, and its verdict in words."""

from __future__ import annotations

import psycopg
import pytest

from directory_crawler.reporting.report.facts import NoSuchRunError, find_run
from tests.integration.crawling import column
from tests.reporting.report.reports import BOARD, CITY, SECTIONS, assert_harmless, report, said, table


def test_the_run_is_the_newest_that_was_judged_unless_it_is_named(copy: str) -> None:
    with psycopg.connect(copy) as connection:
        assert find_run(connection, CITY).run_id == 3
        assert find_run(connection, CITY, 1).run_id == 1
        connection.execute("update crawl.runs set status = 'interrupted', reason = 'SIGINT' where run_id = 3")
        assert find_run(connection, CITY).run_id == 2
        with pytest.raises(NoSuchRunError, match="no run 4 of demo-directory: there are 3, 2, 1"):
            find_run(connection, CITY, 4)
        with pytest.raises(NoSuchRunError, match="no run of elsewhere yet"):
            find_run(connection, "elsewhere")


UNFINISHED = "delete from crawl.acceptance_results where run_id = 3; update crawl.runs set "
STATES: list[tuple[str, str, int, str]] = [
    (
        "status = 'interrupted', reason = 'stopped by a signal', finished_at = null",
        "Stopped before its end",
        3,
        "left to ask for",
    ),
    ("status = 'failed', reason = 'the <b>tree</b> is gone'", "Failed", 3, "the <b>tree</b> is gone"),
    ("status = 'running', finished_at = null", "Still under way", 3, "not judged yet"),
    ("scope = 'trial', status = 'accepted'", "Accepted", 3, "It was a trial"),
    ("scope = 'district:d1', status = 'accepted'", "Accepted", 3, "a part of the site (district:d1)"),
]


@pytest.mark.parametrize(("change", "title", "run_id", "words"), STATES)
def test_runs_that_came_to_no_table_are_told_as_well(
    copy: str, change: str, title: str, run_id: int, words: str
) -> None:
    """Every section is there, and the verdict says what kind of run it was."""
    with psycopg.connect(copy) as connection:
        for statement in (UNFINISHED + change + " where run_id = 3").split(";"):
            connection.execute(statement)
    page = report(copy, CITY, run_id)

    assert title in page.get_element_by_id("verdict-title").text_content()
    assert words in said(page, "verdict")
    assert [section.get("id") for section in page.iter("section")] == SECTIONS[CITY]
    assert_harmless(page)


def test_a_look_through_the_day_tells_what_it_found_though_it_is_the_first_of_its_kind(copy: str) -> None:
    with psycopg.connect(copy) as connection:
        connection.execute("update crawl.runs set mode = 'intraday', base_run = null where run_id = 5")
    (opened,) = column(
        copy, "select count(*) from crawl.posting_events where run_id = 5 and event = 'opened'"
    )
    page = report(copy, BOARD, 5)

    assert f"{opened} opened" in said(page, "verdict")
    assert "compared with all that was known before" in said(page, "verdict")
    assert "first" not in said(page, "verdict")
    assert "closes nothing" in said(page, "verdict")
    assert table(page, "Changes by kind")["opened"][0] == str(opened)


def test_a_run_that_was_accepted_all_the_same_says_for_which_reason(copy: str) -> None:
    with psycopg.connect(copy) as connection:
        connection.execute(
            "update crawl.runs set status = 'accepted', reason = 'accepted all the same: we asked them; coverage: 0.9'"
            " where run_id = 3"
        )
    verdict = said(report(copy, CITY, 3), "verdict")

    assert "Accepted by hand though" in verdict
    assert "for this reason: we asked them." in verdict


@pytest.mark.parametrize("kind", ["directory", "jobs"])
def test_a_run_that_ended_before_it_had_a_plan_has_its_report(database: str, kind: str) -> None:
    with psycopg.connect(database) as connection:
        connection.execute("insert into crawl.sites (site, kind) values ('s', %s)", (kind,))
        connection.execute(
            "insert into crawl.runs (site, kind, status, reason, profile_digest)"
            " values ('s', %s, 'failed', 'no tree', '')",
            (kind,),
        )
    page = report(database, "s")

    assert "no tree" in said(page, "verdict")
    assert "before it had a plan" in said(page, "coverage")


def test_facts_that_retention_has_dropped_are_not_missed(copy: str) -> None:
    """Nor is what they would have said told as zero."""
    with psycopg.connect(copy) as connection:
        for name in ("sightings", "fetches", "staged_cards", "staged_postings", "pace_minutes", "slot_pace"):
            connection.execute(f"delete from crawl.{name}")  # type: ignore[call-overload]
    page = report(copy, CITY, 2)

    assert "each counted once" not in said(page, "coverage")
    assert "retention" in said(page, "pace")
