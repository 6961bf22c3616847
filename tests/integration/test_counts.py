"""Sites whose totals are missing, or are none: what is proven is everything, and no end of a list is a ceiling."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from tests.integration.crawling import column, crawl, rows

PROFILE = """
name = "counts"
kind = "directory"
base_url = "{base}"
country = "DE"
languages = ["de"]

[rubricator]
start = "/tree"
[[rubricator.nodes]]
items = "jmespath: @"
id = "jmespath: @"
name = "jmespath: @"

[listing]
url = "/list{{?rubric,page,half}}"
page_size = 10
axes = ["half"]
{count}
items = "jmespath: items"
id = "jmespath: @"

[axes.half]
values = ["even", "odd"]
partition = "exact"

[card]
url = "/card/{{id}}"
[card.fields]
name = "jmespath: name"
"""
SIZES = {"empty": 0, "few": 7, "page": 10, "more": 63}


@asynccontextmanager
async def site(count: str, ceiling: int | None) -> AsyncIterator[str]:
    async def tree(_: web.Request) -> web.Response:
        return web.json_response(list(SIZES))

    async def listing(request: web.Request) -> web.Response:
        rubric, number = request.query["rubric"], int(request.query["page"])
        ids = [f"{rubric}-{index}" for index in range(SIZES[rubric])]
        if half := request.query.get("half"):
            ids = ids[half == "odd" :: 2]
        page = ids[:ceiling][(number - 1) * 10 : number * 10]
        found = {"none": None, "zero": 0, "page": len(page)}[count]
        answer: dict[str, Any] = {"items": page}
        return web.json_response(answer if found is None else {**answer, "found": found})

    async def card(request: web.Request) -> web.Response:
        return web.json_response({"name": f"Shop {request.match_info['id']}"})

    app = web.Application()
    app.router.add_get("/tree", tree)
    app.router.add_get("/list", listing)
    app.router.add_get("/card/{id}", card)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@pytest.mark.parametrize("count", ["none", "zero", "page"])
@pytest.mark.parametrize("ceiling", [None, 40])
async def test_all_is_reached_and_what_is_proven_is_whole(
    database: str, tmp_path: Path, count: str, ceiling: int | None
) -> None:
    """The first rubric is empty and the second short: neither may pass for the ceiling of the others."""
    link = "" if count == "none" else 'count = "jmespath: found"'
    async with site(count, ceiling) as base:
        profile = tmp_path / "counts.toml"
        profile.write_text(PROFILE.format(base=base, count=link))
        await crawl(database, base, profile=str(profile), settings={"LOG_ENABLED": False})

    every = {f"{rubric}-{index}" for rubric, size in SIZES.items() for index in range(size)}
    assert set(column(database, "select distinct record_id from crawl.sightings")) == every
    proven = rows(
        database,
        "select root_id, sum(collected) from crawl.slices"
        " where parent_id is null and proven and status = 'complete' group by 1",
    )
    assert all(collected == SIZES[rubric] for rubric, collected in proven)
