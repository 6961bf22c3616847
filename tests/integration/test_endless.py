"""A site whose lists never end: after the last record of a rubric come others, for ever."""

from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp import web

from directory_crawler.core.walking import visit
from tests.integration.crawling import column, crawl

PROFILE = """
name = "endless"
kind = "directory"
base_url = "https://endless.example"
country = "GB"
languages = ["en"]

[rubricator]
start = "/tree"
[[rubricator.nodes]]
items = "jmespath: rubrics"
id = "jmespath: id"
name = "jmespath: id"

[listing]
url = "/list?rubric={rubric}&page={page}"
page_size = 50
ceiling = "measure"
items = "jmespath: items"
id = "jmespath: id"

[card]
url = "/card/{id}"
[card.fields]
name = "jmespath: name"

[settings]
THROTTLE_LIFTED = true
"""
RUBRICS = 200


async def test_a_site_without_ends_fails_the_run(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says which list had no end and what to do; nothing is promoted, and the requests are bounded."""
    monkeypatch.setattr(visit, "LONGEST_UNCUT", 1_000)
    monkeypatch.setattr(visit, "LONGEST", 1_000)
    asked = 0

    async def tree(request: web.Request) -> web.Response:
        return web.json_response({"rubrics": [{"id": f"r{n}"} for n in range(RUBRICS)]})

    async def listing(request: web.Request) -> web.Response:
        nonlocal asked
        asked += 1
        start = (int(request.query["page"]) - 1) * 50
        rubric = request.query["rubric"]
        return web.json_response({"items": [{"id": f"{rubric}-{start + n}"} for n in range(50)]})

    app = web.Application()
    app.router.add_get("/tree", tree)
    app.router.add_get("/list", listing)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    profile = tmp_path / "endless.toml"
    profile.write_text(PROFILE, "utf-8")
    try:
        base_url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        crawled = await crawl(database, base_url, str(profile), settings={"LOG_ENABLED": False})
    finally:
        await runner.cleanup()

    assert crawled.status == "failed", crawled.reason
    assert "3 lists did not end" in crawled.reason
    assert "no end in sight" in crawled.reason
    assert "listing.ceiling" in crawled.reason
    assert asked < RUBRICS * 1_000 / 50 / 2
    assert column(database, "select count(*) from crawl.cards") == [0]
