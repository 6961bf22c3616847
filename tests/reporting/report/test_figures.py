"""The report says what the database says."""

from __future__ import annotations

import re

import psycopg
import pytest

from directory_crawler.reporting.report.words import number, percent
from tests.integration.crawling import column, rows
from tests.reporting.report.reports import BOARD, CITY, REPORTS, Pages, cells, report, said, table


@pytest.mark.parametrize("of", REPORTS)
def test_coverage_is_what_the_plan_promised_and_what_was_reached(
    url: str, pages: Pages, of: tuple[str, int]
) -> None:
    ((promised, reached),) = rows(
        url,
        "select sum(coalesce(expected, collected)), sum(least(collected, coalesce(expected, collected)))"
        " from crawl.slices where run_id = %s and parent_id is null",
        of[1],
    )

    assert f"{reached} of {promised}" in said(pages[of], "verdict")
    assert percent(reached / promised) in said(pages[of], "verdict")
    assert f"promised {promised} " in said(pages[of], "coverage")


@pytest.mark.parametrize("run_id", [2, 3])
def test_coverage_by_district_is_what_page_one_of_each_rubric_promised(
    url: str, pages: Pages, run_id: int
) -> None:
    """And what their listings showed of it: at most that, and all of it where the run was accepted."""
    promised = dict(
        rows(
            url,
            "select key, sum(value::integer)::text from crawl.slices, jsonb_each_text(facets -> 'district')"
            " where run_id = %s and parent_id is null group by key",
            run_id,
        )
    )
    page = pages[CITY, run_id]
    shown = {
        district: row
        for caption in ("Coverage by district", "Coverage by district: nothing missing")
        if page.xpath(f"//table[caption='{caption}']")
        for district, row in cells(page, caption)
    }

    assert promised
    assert {district: row[1] for district, row in shown.items()} == promised
    assert all(int(row[0]) <= int(row[1]) for row in shown.values())
    assert run_id == 3 or all(row[3] == "100%" for row in shown.values())


@pytest.mark.parametrize("of", REPORTS)
def test_checks_are_those_of_the_sign_off(url: str, pages: Pages, of: tuple[str, int]) -> None:
    """Those that failed at the top and with their rows, the others folded."""
    kept = rows(url, 'select "check", passed, sample from crawl.acceptance_results where run_id = %s', of[1])
    names = {name.replace("_", " ") for name, passed, _ in kept if passed}
    failed = {name.replace("_", " "): sample for name, passed, sample in kept if not passed}
    page = pages[of]

    assert set(table(page, "Checks that passed")) == names
    assert {
        head.text_content().split("Failed: ")[1] for head in page.xpath("//div[@class='part failed']/h3")
    } == set(failed)
    if failed:
        assert set(table(page, "What failed")) == set(failed)
        assert f"{len(failed)} of {len(kept)} checks failed" in said(page, "verdict")
        for name, sample in failed.items():
            (shown,) = page.xpath(f"//table[caption='Rows behind {name}']")
            assert len(shown.find("tbody")) == len(sample)
    else:
        assert f"All {len(kept)} checks passed" in said(page, "verdict")


def test_a_rejected_run_says_why_and_what_the_table_is(
    pages: Pages,
) -> None:
    """In plain words, before anything else; with the rubric by its name, and what to do."""
    page = pages[CITY, 3]
    verdict = said(page, "verdict")

    assert page.find(".//section/h2").text_content().strip().endswith("Rejected")
    assert "nothing of this run was promoted. The table is that of run 2 of 12 Jan 2026." in verdict
    assert "scrapy accept demo-directory --override" in verdict
    assert "Nothing" in said(page, "changes")
    lacking = table(page, "Rubrics that lack rows, or are not proven")
    assert len(lacking) == 1
    assert all("error" in cells[-1] for cells in lacking.values())
    assert next(iter(lacking)) in table(page, "Rows behind coverage")


@pytest.mark.parametrize(("of", "what"), [((CITY, 2), "organisation"), ((BOARD, 5), "posting")])
def test_changes_are_counted_as_they_are_stored(
    url: str, pages: Pages, of: tuple[str, int], what: str
) -> None:
    stored = dict(
        rows(url, f"select event, count(*) from crawl.{what}_events where run_id = %s group by 1", of[1])
    )
    shown = table(pages[of], "Changes by kind")

    assert stored
    assert {event: int(row[0]) for event, row in shown.items() if row[0] != "0"} == stored
    for event in stored:
        assert cells(pages[of], f"{event}: examples")


@pytest.mark.parametrize("of", REPORTS)
def test_the_cost_is_that_of_the_account(url: str, pages: Pages, of: tuple[str, int]) -> None:
    spent = rows(url, "select stage, planned, requests from crawl.request_account where run_id = %s", of[1])
    shown = table(pages[of], "Planned and asked for, by stage")

    assert {stage: (row[0], row[1]) for stage, row in shown.items()} == {
        stage: ("–" if planned is None else str(planned), str(asked))
        for stage, planned, asked in spent
        if planned or asked
    }
    assert f"{sum(asked for *_, asked in spent)} requests" in said(pages[of], "cost")


@pytest.mark.parametrize("of", REPORTS)
def test_the_pace_is_that_of_the_minutes(url: str, pages: Pages, of: tuple[str, int]) -> None:
    (answers,) = column(url, "select sum(served + refused) from crawl.pace_minutes where run_id = %s", of[1])

    assert said(pages[of], "pace").startswith(f"Pace and refusals {answers} answers")
    figures = table(pages[of], "Answers and refusals, a minute a row")
    assert sum(int(row[0]) + int(row[1]) for row in figures.values()) == answers


def test_refusals_are_told_by_the_minute_and_by_the_part(copy: str) -> None:
    """With the ceiling that held, and how hard the hardest part was refused."""
    with psycopg.connect(copy) as connection:
        connection.execute("update crawl.pace_minutes set refused = 40, rate = 7.5 where run_id = 3")
        connection.execute(
            "insert into crawl.pace_minutes select run_id, minute + interval '3 hours', 100, 0, 30"
            " from crawl.pace_minutes where run_id = 3 order by minute limit 1"
        )
        connection.execute(
            "update crawl.slot_pace set refused = 11, served = 33 where run_id = 3 and slice_id ="
            " (select max(slice_id) from crawl.slot_pace where run_id = 3)"
        )
    page = report(copy, CITY, 3)

    assert "between 7.5/s and 30.0/s" in said(page, "pace")
    assert cells(page, "Parts that were refused most")[0][1][:2] == ["33", "11 (25.0%)"]
    assert len(table(page, "Answers and refusals, 3 minutes a row")) <= 90


@pytest.mark.parametrize(
    ("of", "table_name"), [((CITY, 2), "directory_table"), ((BOARD, 5), "open_postings")]
)
def test_the_table_in_figures_is_the_table(
    url: str, pages: Pages, of: tuple[str, int], table_name: str
) -> None:
    """Its rows, how many records they are, and where they lie."""
    (n,) = column(url, f"select count(*) from crawl.{table_name} where site = %s", of[0])
    page = pages[of]
    figures = {
        figure.find("dt").text_content(): figure.find("dd/strong").text_content()
        for figure in page.xpath("//dl[@class='figures']/div")
    }
    sizes = table(
        page,
        "Organisations by how many cards they have"
        if of[0] == CITY
        else "Vacancies by how many open postings they have",
    )
    groups = sum(int(row[0]) for row in sizes.values())

    assert figures["organisations" if of[0] == CITY else "open postings"] == number(n)
    if of[0] == CITY:
        assert groups == n
        places = table(page, "Organisations by district")
        assert sum(int(row[0]) for row in places.values()) == n
    else:
        assert sum(int(size) * int(row[0]) for size, row in sizes.items()) == n


def test_the_map_holds_every_point_that_says_more_than_the_city(url: str, pages: Pages) -> None:
    (points,) = column(
        url, "select count(*) from crawl.directory_table where latitude is not null and precision <> 'city'"
    )
    words = said(pages[CITY, 2], "places")
    drawn = re.search(r"(\d+) points in \d+ squares?", words)
    outside = re.search(r"(\d+) points? lies? outside", words)

    assert drawn is not None
    assert int(drawn[1]) + (int(outside[1]) if outside else 0) == points
    assert int(drawn[1]) > 0.9 * points


def test_forty_rows_are_there_to_be_read(url: str, pages: Pages) -> None:
    """The newest postings by their titles, the most reviewed organisations by their names."""
    newest = column(
        url,
        "select title from crawl.open_postings where site = %s order by posted_at desc nulls last, posting_id desc"
        " limit 20",
        BOARD,
    )
    reviewed = column(
        url,
        "select name from crawl.directory_table order by review_count desc nulls last, organisation_id limit 20",
    )
    shown = {
        title: pages[of].xpath(f"//table[caption='{title}']//th[@scope='row']/span[1]/text()")
        for of, title in (((BOARD, 5), "The twenty newest"), ((CITY, 2), "The twenty with the most reviews"))
    }

    assert shown["The twenty newest"] == newest
    assert shown["The twenty with the most reviews"] == reviewed
    assert len(table(pages[BOARD, 5], "The twenty oldest")) > 10


def test_of_a_run_that_made_no_table_its_own_records_are_there_to_be_read(url: str, pages: Pages) -> None:
    """Who is to decide whether it is accepted all the same reads what it fetched, not what others did."""
    fetched = set(
        column(url, "select card ->> 'name' from crawl.staged_cards where run_id = 3 and verdict = 'live'")
    )
    shown = pages[CITY, 3].xpath("//section[@id='reading']//th[@scope='row']/span[1]/text()")

    assert shown
    assert set(shown) <= fetched
    assert min(len(fetched), 20) <= len(shown) <= 40


def test_the_stored_questions_are_answered(copy: str) -> None:
    """Each in a sentence, by category where there is something to tell."""
    with psycopg.connect(copy) as connection:
        connection.execute(
            "update crawl.postings set state = 'closed', closed_at = first_posted_at + interval '21 days',"
            " bump_count = 2 where mod(abs(hashtext(posting_id)), 4) > 0"
        )
        connection.execute("update crawl.postings set first_seen = first_posted_at")
    page = report(copy, BOARD, 5)
    questions = page.get_element_by_id("questions")
    (closed,) = column(copy, "select count(*) from crawl.postings where state = 'closed'")

    assert len(questions.findall(".//h3")) == 5
    assert all(head.text_content().endswith("?") for head in questions.iter("h3"))
    assert "Half of the postings have closed after 21 days" in said(page, "questions")
    assert f"{closed} postings closed, half of them after 2 bumps or fewer" in said(page, "questions")
    assert table(page, "Days open by category")["(all)"][1:3] == [str(closed), "21"]
