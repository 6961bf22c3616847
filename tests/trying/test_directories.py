"""A directory's profile is tried: what is printed is what the site was started with."""

from __future__ import annotations

import pytest

from directory_crawler.demo.options import Fault, SiteOptions
from directory_crawler.demo.refusals import Limit
from directory_crawler.trying.asking import MOST_REQUESTS
from tests.trying.trial import CITY, tried, tried_on_city

WHOLE = {"sitemap": True}


async def test_every_surface_of_a_directory_is_read() -> None:
    """One of each, and no more requests than were announced."""
    tried = await tried_on_city(SiteOptions(**WHOLE, ceiling_rows=33))

    assert tried.unread == 0, tried.text
    for name in ("rubrics", "axis district", "axis letter", "axis leaf", "listing", "card", "contacts"):
        assert tried.surface(name).startswith("read"), tried.text
    assert "the card is among them" in tried.surface("search")
    assert f"names {len(CITY.cards)} cards" in tried.surface("sitemap")
    assert tried.requests <= MOST_REQUESTS


async def test_fields_show_their_link_and_what_a_crawl_makes_of_them() -> None:
    """The raw value and the normalised one side by side; fields without an answer are named."""
    tried = await tried_on_city(SiteOptions(**WHOLE))
    rows = {
        line.split()[0]: line for line in tried.text.splitlines() if line.startswith("  ") and line.split()
    }

    assert "contacts" in rows["phones"]
    assert "+44" in rows["phones"]
    assert "key: 44" in rows["phones"]
    assert "(key: " in rows["address"]
    assert "compared as:" in rows["name"]
    assert "Mon" in rows["hours"]
    assert "no link answered: " in tried.text


@pytest.mark.parametrize(
    ("past", "told"),
    [
        ("clamp", "clamp: the last page again"),
        ("first", "first: page one again"),
        ("empty", "empty: an empty page"),
        ("error", "error: status 400"),
        ("notfound", "error: status 404"),
        ("wall", "error: a login or captcha page"),
    ],
)
async def test_the_ceiling_and_what_lies_past_it_are_measured(past: str, told: str) -> None:
    """As records, on two queries, with the kind of page that stands there."""
    tried = await tried_on_city(SiteOptions(**WHOLE, ceiling_rows=47, past=past))

    assert tried.written["listing.ceiling"] == 47, tried.text
    assert "and in another query" in tried.figure("ceiling")
    assert tried.figure("past the ceiling").startswith(told)
    assert tried.figure("totals").startswith("honest")


async def test_lists_that_end_where_they_like_have_no_ceiling_to_write_down() -> None:
    """What one query shows is not what another does."""
    tried = await tried_on_city(SiteOptions(**WHOLE, ceiling_rows=60, past="early"))

    assert "another query ends elsewhere" in tried.figure("ceiling")
    assert "listing.ceiling" not in tried.written


async def test_a_site_without_a_ceiling_has_none_written_down() -> None:
    """However far its lists were asked for."""
    tried = await tried_on_city(SiteOptions(**WHOLE, ceiling_rows=0))

    assert tried.figure("ceiling").startswith("none met")
    assert "listing.ceiling" not in tried.written


async def test_pages_that_are_capped_silently_are_measured_by_their_own_size() -> None:
    """And the ceiling with them: its last page is a short one of the small pages."""
    tried = await tried_on_city(SiteOptions(**WHOLE, page_cap=7, ceiling_rows=33))

    assert tried.written["listing.page_size"] == 7
    assert tried.written["listing.ceiling"] == 33
    assert tried.figure("totals").startswith("honest"), tried.text


async def test_totals_that_are_clamped_give_the_cap() -> None:
    """Two queries that hold different numbers state one."""
    tried = await tried_on_city(SiteOptions(**WHOLE, clamp_total=60, ceiling_rows=40))

    assert tried.written["listing.count_cap"] == 60
    assert tried.written["listing.ceiling"] == 40
    assert "130 are told of it elsewhere" in tried.figure("told elsewhere")


async def test_a_total_of_whatever_is_asked_is_told_and_nothing_written_of_it() -> None:
    """A query that shows fewer states it as well."""
    tried = await tried_on_city(SiteOptions(**WHOLE, fixed_total=5000, ceiling_rows=40))

    assert tried.figure("totals").startswith("fixed")
    assert "listing.count_cap" not in tried.written


@pytest.mark.parametrize("change", [{"overstate": 0.3}, {"tail_loss": 0.3}])
async def test_totals_that_pages_do_not_bear_out_are_told(change: dict[str, float]) -> None:
    """Whether it is the total that is wrong, or the list, no list tells."""
    tried = await tried_on_city(SiteOptions(**WHOLE, ceiling_rows=0, **change))

    assert tried.figure("totals").startswith("off"), tried.text
    assert "listing.ceiling" not in tried.written, tried.text


async def test_later_pages_without_a_total_are_told() -> None:
    """Page two of the large query has none."""
    tried = await tried_on_city(SiteOptions(**WHOLE, found_on_first_page_only=True, ceiling_rows=47))

    assert tried.figure("total on page two").startswith("none")
    assert tried.written["listing.ceiling"] == 47


async def test_orders_and_filters_that_are_ignored_are_told() -> None:
    """By the pages that they are answered with, whatever the site says that it did."""
    tried = await tried_on_city(SiteOptions(**WHOLE, one_order=True, ignored=("district",), ceiling_rows=47))

    assert tried.figure("order desc").startswith("not applied")
    assert "NOT APPLIED" in tried.surface("axis district")
    assert "applied" in tried.surface("axis letter")
    assert "NOT APPLIED" not in tried.surface("axis letter")


async def test_a_refusal_ends_the_measuring_and_is_never_taken_for_a_ceiling() -> None:
    """Nothing is written down that a 429 stood for."""
    limit = Limit(surface="list", rate=0.1, window=100.0)
    tried = await tried_on_city(SiteOptions(**WHOLE, limits=(limit,)))

    assert tried.surface("measuring").startswith("NOT READ  status 429")
    assert "listing.ceiling" not in tried.written
    assert tried.unread == 1


@pytest.mark.parametrize(
    ("surface", "name"), [("rubrics", "rubrics"), ("list", "listing"), ("card", "card"), ("search", "search")]
)
async def test_a_surface_that_cannot_be_read_says_what_answered(surface: str, name: str) -> None:
    """Once: what is not known is not asked again for its sake."""
    tried = await tried_on_city(SiteOptions(**WHOLE, fail=(Fault(surface=surface, status=403),)))

    assert tried.surface(name).startswith("NOT READ")
    assert "403" in tried.surface(name)
    assert tried.unread >= 1


async def test_what_robots_txt_forbids_is_not_asked() -> None:
    """The crawl's own rules: a site whose robots.txt forbids all of it is not read at all."""
    from directory_crawler.demo.http_server import HttpRequest, HttpResponse, serving

    asked = []

    def answer(request: HttpRequest) -> HttpResponse:
        asked.append(request.path)
        return HttpResponse(b"User-agent: *\nDisallow: /\n", content_type="text/plain")

    async with serving(answer) as base_url:
        done = await tried(base_url, "demo-directory")

    assert "robots.txt" in done.surface("rubrics")
    assert done.unread == 1
    assert asked == ["/robots.txt"]


@pytest.mark.slow
async def test_a_site_that_is_not_there_is_told_with_the_reason() -> None:
    """And with no status, which no server gave."""
    done = await tried("http://127.0.0.1:1", "demo-directory", FIRST_ANSWER_PATIENCE=0.1)

    assert "refused" in done.text
    assert "status 0" not in done.text
    assert not done.figures
