"""Whatever a site sends, and however much of it: text on the page, and no more of it than can be read."""

from __future__ import annotations

import json
import re

import psycopg
import pytest
from lxml import html

from directory_crawler.reporting.report.facts import find_run
from directory_crawler.reporting.report.page import render
from tests.reporting.report.reports import BOARD, CITY, SECTIONS, assert_harmless, report, said, table

HOSTILE = (
    "\"'><script>alert(1)</script><img src=x onerror=alert(1)> {{ 7 * 7 }} {% for %} &#x202e; \u202eabc\u2066"
    " \x1b[31m \u0301 \ufeff </table></main> javascript:alert(1) " + "=A1 " * 20_000
)
PLANTS = {
    CITY: (
        (
            "update crawl.organisations set name = %s, legal_name = %s, activity = %s, address = %s, district = %s,"
            " email = %s, website = 'javascript:alert(1)', hours_text = %s, flags = array[%s], status = %s,"
            " phones = jsonb_build_array(jsonb_build_object('number', %s::text, 'extension', %s::text))"
        ),
        "update crawl.rubrics set name = %s",
        (
            "update crawl.staged_cards set card = card || jsonb_build_object('name', %s::text, 'address', %s::text,"
            " 'hours_text', %s::text, 'rubrics', jsonb_build_array(%s::text), 'website', 'javascript:alert(1)',"
            " 'phones', jsonb_build_array(jsonb_build_object('number', %s::text)),"
            " 'flags', jsonb_build_array(%s::text), 'status', %s::text, 'email', %s::text, 'district', %s::text)"
            " where card is not null"
        ),
        "update crawl.organisation_events set detail = jsonb_build_object('from', %s::text, 'to', %s::text)",
    ),
    BOARD: (
        (
            "update crawl.postings set title = %s, region = %s, company = %s, categories = array[%s],"
            " payload = payload || jsonb_build_object('description', %s::text, 'pay', %s::text, 'company', %s::text)"
        ),
        (
            "update crawl.staged_postings set payload = payload || jsonb_build_object('title', %s::text, 'company',"
            " %s::text, 'location', %s::text, 'pay', %s::text, 'description', %s::text) where payload is not null"
        ),
        "update crawl.posting_events set detail = jsonb_build_object(%s::text, %s::text)",
    ),
}
OF_BOTH = (
    "update crawl.runs set reason = %s",
    (
        "update crawl.slices set reason = %s, root_id = left(%s, 500) || slice_id, status = 'failed', proven = false,"
        " filters = jsonb_build_object(%s::text, %s::text)"
    ),
    (
        "update crawl.acceptance_results set passed = false, sample = jsonb_build_array(%s::text,"
        " jsonb_build_object(%s::text, %s::text, 'rubric', jsonb_build_array(%s::text, %s::text)))"
    ),
    "update crawl.field_sources set source = left(%s, 500) || source",
    "insert into crawl.faults select run_id, left(%s, 500), left(%s, 500), 9, %s from crawl.runs",
    "update crawl.request_account set stage = left(%s, 500) || stage",
    "update crawl.slot_pace set slot = left(%s, 500) || slot",
)


@pytest.mark.parametrize("of", [(CITY, 2), (CITY, 3), (BOARD, 4), (BOARD, 5)])
def test_hostile_values_are_text_and_no_more_of_it_than_can_be_read(copy: str, of: tuple[str, int]) -> None:
    """Scripts, quotes, template signs, reversed text, control characters, megabytes: in every column that is shown."""
    with psycopg.connect(copy) as connection:
        for statement in (*PLANTS[of[0]], *OF_BOTH):
            connection.execute(statement, [HOSTILE] * statement.count("%s"))  # type: ignore[call-overload]
        connection.execute("update crawl.runs set status = 'rejected' where run_id = 4")
        text = render(connection, find_run(connection, *of))
    page = html.fromstring(text)

    assert_harmless(page)
    assert [section.get("id") for section in page.iter("section")] == SECTIONS[of[0]]
    assert "alert(1)" in page.text_content()
    assert "{{ 7 * 7 }}" in page.text_content()
    assert not set(text) & set("\x00\x1b\u202e\u2066\ufeff")
    assert len(text) < 1_000_000
    assert max(len(cell.text_content()) for cell in page.iter("td")) < 2_000


def test_who_asked_to_be_left_out_is_nowhere(copy: str) -> None:
    """Not in the rows to read, the changes, the largest clusters, nor among the rows behind a check."""
    with psycopg.connect(copy) as connection:
        connection.execute("update crawl.organisations set name = 'Left Out ' || organisation_id")
        for (organisation_id,) in connection.execute(
            "select organisation_id from crawl.organisations order by review_count desc nulls last limit 5"
        ).fetchall():
            connection.execute(
                "insert into crawl.suppressed (site, organisation_id) values (%s, %s)",
                (CITY, organisation_id),
            )
            connection.execute(
                "update crawl.acceptance_results set passed = false, sample = sample || %s::jsonb where run_id = 2",
                (json.dumps([{"id": organisation_id}, {"n": 1, "example": f"Left Out {organisation_id}"}]),),
            )
            connection.execute(
                "insert into crawl.organisation_events (run_id, organisation_id, event) values (2, %s, 'reopened')"
                " on conflict do nothing",
                (organisation_id,),
            )
        left_out = [row[0] for row in connection.execute("select organisation_id from crawl.suppressed")]
    words = report(copy, CITY, 2).text_content()

    assert "Left Out " in words
    for organisation_id in left_out:
        assert not re.search(rf"\b{organisation_id}\b", words)


def test_a_large_site_makes_no_large_file(copy: str) -> None:
    """Of tens of thousands of points a map in squares, of thousands of rubrics those that lack most."""
    with psycopg.connect(copy) as connection:
        connection.execute(
            "insert into crawl.organisations (site, organisation_id, survivor_id, aliases, name, district, activity,"
            " latitude, longitude, precision, status, first_seen, last_seen)"
            " select %s, 'o' || n, 'o' || n, array['o' || n],"
            " 'Name ' || n, 'district ' || n %% 3000, 'activity ' || n %% 5000, 51.5 + n %% 997 / 5000.0,"
            " n %% 991 / 3000.0, 'exact', 'active', now(), now() from generate_series(1, 20000) n",
            (CITY,),
        )
        connection.execute(
            "insert into crawl.slices (run_id, root_id, path, filters, expected, collected, status, reason)"
            """ select 2, 'x' || n, '[["rubric", "x"]]', jsonb_build_object('rubric', n), 50, n %% 50,"""
            " 'failed', 'gone'"
            " from generate_series(1, 3000) n",
            (),
        )
        connection.execute(
            "insert into crawl.field_sources select 2, 'name', 'css: ' || n, n from generate_series(1, 500) n"
        )
        connection.execute(
            "insert into crawl.pace_minutes select 2, now() + make_interval(mins => n), n %% 99, n %% 7, 30"
            " from generate_series(1, 5000) n",
            (),
        )
        text = render(connection, find_run(connection, CITY, 2))

    assert len(text) < 1_000_000
    page = html.fromstring(text)
    assert len(table(page, "Rubrics that lack rows, or are not proven")) <= 20
    assert "more rubrics: scrapy export demo-directory --what parts --run 2" in said(page, "coverage")
