"""Sites that are not bundled, three weeks each over HTTP: whole from the first run on, and who leaves is closed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.integration.crawling import column, crawl
from tests.integration.shapes import LISTINGS, PAGE, PROFILE, SIZES, Shape, serve_shape

SETTINGS: dict[str, Any] = {
    "LOG_ENABLED": False,
    **{f"ACCEPT_{name}": 1 for name in ("OPENED", "CLOSED", "CLOSED_BY_ABSENCE", "CLOSED_IN_ONE_PLACE")},
}
"""A quarter of so small a site leaves it at once."""


@pytest.mark.parametrize("listing", LISTINGS)
async def test_the_first_run_has_everything_and_two_misses_close(
    database: str, tmp_path: Path, listing: str
) -> None:
    """Whatever is paged by, and with totals or without: no list is read more than twice, to the page after its last."""
    profile = tmp_path / "shape.toml"
    profile.write_text(PROFILE.format(listing=LISTINGS[listing]), "utf-8")
    pages = sum(size // PAGE + 1 for size in SIZES)
    left = Shape(0).ids - Shape(1).ids

    for week in range(3):
        async with serve_shape(Shape(week)) as base_url:
            stamp = f"2026-01-{5 + 7 * week:02}T00:00:00+00:00"
            crawled = await crawl(database, base_url, str(profile), settings={**SETTINGS, "RUN_AS_OF": stamp})

        assert crawled.status == "accepted", crawled.reason
        assert crawled.listing_requests <= 2 * (pages + len(SIZES))
        still = left if week == 1 else set()  # missed once
        open_cards = set(column(database, "select org_id from crawl.cards where closed_at is null"))
        assert open_cards == Shape(week).ids | still
