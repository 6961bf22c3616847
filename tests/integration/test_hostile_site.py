"""A site whose answers are hostile: what can be kept is kept, the rest is counted with its reason, the run goes on."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from tests.integration.crawling import column, crawl, rows

PROFILE = """
name = "hostile"
kind = "directory"
base_url = "{base}"
country = "DE"
languages = ["de"]

[rubricator]
start = "/tree"
[[rubricator.nodes]]
items = "jmespath: groups"
id = "jmespath: id"
name = "jmespath: title"
children = "jmespath: rubrics"
count = "jmespath: n"

[listing]
url = "/list"
method = "POST"
form = {{ rubric = "{{rubric}}", from = "{{offset}}", size = "{{size}}" }}
paging = "offset"
page_size = 10
ceiling = 100
count = "jmespath: total"
items = "jmespath: hits"
id = "jmespath: id"
fields = {{ name = "jmespath: name" }}

[card]
url = "/card/{{id}}"
[card.fields]
name = "jmespath: name"
phones = "jmespath: phones"
hours = "jmespath: hours"
website = "jmespath: site"
rating = "jmespath: rating"
review_count = "jmespath: reviews"
latitude = "jmespath: lat"
longitude = "jmespath: lon"
address = "jmespath: address"
email = "jmespath: mail"
"""
NASTY: dict[str, dict[str, Any]] = {
    "1": {"name": "Null\u0000Byte GmbH", "phones": "030 901820\u0000", "hours": "Mo-Fr 9-17"},
    "2": {"name": "Lone \ud800 surrogate", "phones": ["+49 30 901820"], "rating": "1e999", "reviews": -5},
    "3": {"name": "x" * 1_000_000, "phones": "9" * 500_000, "hours": "Mo " * 100_000},
    "4": {
        "name": '=HYPERLINK("http://evil")',
        "site": "javascript:alert(1)",
        "lat": "NaN",
        "lon": "Infinity",
    },
    "5": {"name": ["a", {"b": None}], "phones": {"x": [1, 2, {"y": True}]}, "hours": {"mon": [[9, 1e308]]}},
    "6": {
        "name": "'; drop table crawl.cards; --",
        "address": {"street": {"deep": [[[]]]}},
        "mail": "a@b\r\nBcc: c@d",
    },
    "7": {
        "name": "Fine &amp;amp; Dandy",
        "phones": "0120-XXX-XXX",
        "site": "file:///etc/passwd",
        "reviews": 10**40,
    },
    "8": {"name": "\u202eevil\u202c", "hours": None, "lat": 1e308, "lon": 1e308, "rating": True},
    "../../etc/passwd": {"name": "A path for an id"},
    "9 9": {"name": "A blank in its id"},
}
MIDDLE: dict[str, bytes] = {
    "bomb": gzip.compress(b"0" * 60_000_000),
    "deep": b"[" * 100_000,
    "half": b'{"name": "cut off',
}


@asynccontextmanager
async def hostile() -> AsyncIterator[str]:
    ids = [*NASTY, *MIDDLE]

    async def tree(request: web.Request) -> web.Response:
        groups = [{"id": "g", "title": "G", "rubrics": [{"id": "r", "title": "R", "n": len(ids)}]}]
        return web.json_response({"groups": [*groups, {"id": {"no": "id"}, "title": "x"}, None, 7]})

    async def listing(request: web.Request) -> web.Response:
        form = await request.post()
        start = int(str(form["from"]))
        hits = [{"id": i, "name": f"{i}\u0000"} for i in ids[start : start + 10]]
        return web.json_response({"total": len(ids), "hits": hits})

    async def card(request: web.Request) -> web.Response:
        record = request.match_info["id"]
        if record == "bomb":
            return web.Response(
                body=MIDDLE[record], headers={"Content-Encoding": "gzip"}, content_type="text/html"
            )
        if record in MIDDLE:
            return web.Response(body=MIDDLE[record], content_type="application/json")
        return web.Response(text=json.dumps(NASTY[record]), content_type="application/json")

    app = web.Application()
    app.router.add_get("/tree", tree)
    app.router.add_post("/list", listing)
    app.router.add_get("/card/{id:.*}", card)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@pytest.fixture
async def crawled(database: str, tmp_path: Path) -> str:
    """The database after a run over the hostile site."""
    async with hostile() as base:
        profile = tmp_path / "hostile.toml"
        profile.write_text(PROFILE.format(base=base))
        await crawl(
            database, base, profile=str(profile), settings={"LOG_ENABLED": False, "RETRY_ENABLED": False}
        )
    return database


async def test_every_record_is_accounted_for(crawled: str) -> None:
    """Ten cards are staged, whatever their fields; three pages are named with what was wrong with them."""
    assert column(crawled, "select count(*) from crawl.sightings") == [len(NASTY) + len(MIDDLE)]
    done = dict(rows(crawled, "select record_id, status from crawl.fetches"))
    assert {i for i, status in done.items() if status == "done"} >= set(NASTY)
    assert set(done) == {*NASTY, *MIDDLE}
    staged = dict(rows(crawled, "select org_id, card ->> 'name' from crawl.staged_cards"))
    assert staged["1"] == "NullByte GmbH" or staged["1"] == "Null Byte GmbH"
    assert staged["4"] == '=HYPERLINK("http://evil")'
    assert staged["6"] == "'; drop table crawl.cards; --"
    assert staged["7"] == "Fine & Dandy"
    assert "\u202e" not in staged["8"]


async def test_absurd_values_are_no_values_and_are_counted(crawled: str) -> None:
    """Nothing infinite, negative or off the globe is stored, no placeholder dialled, no script linked."""
    for card in column(crawled, "select card from crawl.staged_cards where card is not null"):
        assert card["rating"] is None or 0 <= card["rating"] <= 5
        assert card["review_count"] is None or 0 <= card["review_count"] < 2**31
        assert card["latitude"] is None or -90 <= card["latitude"] <= 90
        assert not str(card["website"] or "").startswith(("javascript", "file"))
        assert "\n" not in (card["email"] or "")
        assert all(len(phone["number"]) < 20 for phone in card["phones"])
    faults = {field for (field,) in rows(crawled, "select distinct field from crawl.faults")}
    assert {"phones", "hours", "name"} <= faults


async def test_a_bomb_is_not_unpacked(crawled: str) -> None:
    """The page over the size limit has failed with its reason."""
    error = dict(rows(crawled, "select record_id, error from crawl.fetches where status = 'failed'"))

    assert "bomb" in error
