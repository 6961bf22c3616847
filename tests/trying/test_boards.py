"""A board's profile is tried: what is printed is what the site was started with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from directory_crawler.demo.board.options import BoardOptions, Fault
from directory_crawler.trying.asking import MOST_REQUESTS
from tests.integration.boards import profile_with
from tests.trying.trial import tried_on_board


async def test_every_surface_of_a_board_is_read() -> None:
    """Search, axes, time, detail, witness page and feed, in no more requests than were announced."""
    tried = await tried_on_board(BoardOptions(ceiling_rows=1000))

    assert tried.unread == 0, tried.text
    assert "total 2000" in tried.surface("search")
    for name in ("axis category", "axis type", "axis region"):
        assert tried.surface(name).endswith("; applied")
    assert "'from' and 'to' are applied" in tried.surface("axis posted_at")
    assert "50 of 50 stamps read" in tried.surface("axis posted_at")
    assert tried.surface("detail").startswith("read")
    assert "6 of 6 fields as in the search" in tried.surface("witness")
    assert "items, with validators" in tried.surface("feed")
    assert tried.written["listing.ceiling"] == 1000
    assert tried.figure("totals").startswith("honest")
    assert tried.requests <= MOST_REQUESTS


async def test_fields_of_a_posting_are_normalised() -> None:
    """Stamps in UTC, descriptions as text, apply links without what tracks, and the digest of the role."""
    tried = await tried_on_board(BoardOptions())
    rows = {
        line.split()[0]: line for line in tried.text.splitlines() if line.startswith("  ") and line.split()
    }

    assert "+00:00" in rows["posted_at"]
    assert "<div" in rows["description"]
    assert "utm_source" not in rows["apply_url"].rpartition("  ")[2]
    assert "digest of the role: none" not in tried.text
    assert "digest of the role: " in tried.text


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"past": "empty"}, "empty"),
        ({"past": "error"}, "error: status 400"),
        ({"past": "first"}, "first"),
        ({"past": "error", "page_cap": 20, "clamp_total": 700}, "error"),
        ({"ceiling_on": "pages"}, "clamp"),
        ({"ceiling_on": "offset", "past": "error"}, "error"),
    ],
)
async def test_the_ceiling_of_a_board_is_measured(options: dict[str, Any], told: str) -> None:
    """In records, whatever it is that the board counts."""
    tried = await tried_on_board(BoardOptions(ceiling_rows=800, **options))

    assert tried.written["listing.ceiling"] == 800, tried.text
    assert tried.figure("past the ceiling").startswith(told)
    assert tried.written.get("listing.count_cap") == options.get("clamp_total")
    assert tried.written["listing.page_size"] == options.get("page_cap", 50)


async def test_a_ceiling_is_told_in_the_unit_that_the_profile_counts_in(tmp_path: Path) -> None:
    """Pages, where the profile says so."""
    profile = profile_with(tmp_path, {"page_size = 50": 'page_size = 50\nceiling_of = "pages"'})
    tried = await tried_on_board(BoardOptions(ceiling_rows=800), profile)

    assert tried.written["listing.ceiling"] == 16


async def test_a_board_that_ignores_time_and_an_axis_is_found_out() -> None:
    """By windows in which nothing can lie, and values that give the page without them; none of them is a cap."""
    tried = await tried_on_board(BoardOptions(ignored=("from", "category"), ceiling_rows=0))

    assert "NOT APPLIED" in tried.surface("axis posted_at")
    assert "'from'" in tried.surface("axis posted_at")
    assert "NOT APPLIED" in tried.surface("axis category")
    assert "NOT APPLIED" not in tried.surface("axis region")
    assert "listing.count_cap" not in tried.written


async def test_a_total_that_is_always_the_same_is_found_out() -> None:
    """Windows without postings state it, too."""
    tried = await tried_on_board(BoardOptions(fixed_total=9000, ceiling_rows=0))

    assert "windows without postings state 9000" in tried.surface("axis posted_at")
    assert tried.figure("totals").startswith("fixed")
    assert "listing.ceiling" not in tried.written, tried.text


async def test_stamps_that_are_none_are_told_with_an_example() -> None:
    """Without them there is no time to cut along."""
    tried = await tried_on_board(BoardOptions(blank=("posted_at",)))

    assert tried.surface("axis posted_at").startswith("NOT READ")
    assert tried.unread == 1


@pytest.mark.parametrize(
    ("surface", "name"), [("search", "search"), ("detail", "detail"), ("job", "witness"), ("feed", "feed")]
)
async def test_a_surface_of_a_board_that_cannot_be_read_says_what_answered(surface: str, name: str) -> None:
    """With its status, and the others are read all the same."""
    tried = await tried_on_board(BoardOptions(fail=(Fault(surface=surface, status=404),)))

    assert tried.surface(name).startswith("NOT READ")
    assert "404" in tried.surface(name) or "gone" in tried.surface(name)


async def test_wrong_links_are_told_by_the_fields_that_nobody_answers(tmp_path: Path) -> None:
    """A renamed field, as a site's next release would have it."""
    tried = await tried_on_board(BoardOptions(rename=(("title", "heading"),)))

    assert "no link answered: title" in tried.text
