"""An answer that breaks a callback, or a redirect that leaves the site, costs its own unit and never the crawl."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from aiohttp import web
from scrapy import Request
from scrapy.http import Response

from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import serve
from directory_crawler.demo.options import SiteOptions
from directory_crawler.items import Card, FetchFailure
from directory_crawler.sites.site import Site
from directory_crawler.spiders.directory import DirectorySpider
from tests.integration.crawling import column, crawl, rows

CITY = City(size=100, seed=6)


async def test_a_callback_that_breaks_costs_its_record_only(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record is tried again, then failed with the reason; the run ends and is judged."""
    victim = sorted(CITY.listed_ids())[0]
    whole = DirectorySpider.parse_card

    def breaking(
        self: DirectorySpider, response: Response, fetch: Any
    ) -> Iterator[Request | Card | FetchFailure]:
        if fetch.record_id == victim:
            raise ZeroDivisionError("boom")
        return whole(self, response, fetch)

    monkeypatch.setattr(DirectorySpider, "parse_card", breaking)
    async with serve(CITY, SiteOptions()) as base_url:
        await crawl(database, base_url, settings={"LOG_ENABLED": False})

    assert rows(database, "select record_id, status, attempts from crawl.fetches where status <> 'done'") == [
        (victim, "failed", 3)
    ]
    assert "boom" in column(database, "select error from crawl.fetches where status = 'failed'")[0]
    assert set(column(database, "select org_id from crawl.staged_cards")) >= set(CITY.listed_ids()) - {victim}


async def test_a_redirect_that_leaves_the_site_is_not_followed(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even to an address that answers: the elsewhere is never asked."""
    asked: list[str] = []

    async def elsewhere(request: web.Request) -> web.Response:
        asked.append(request.path)
        return web.Response(text="<h1>internal</h1>")

    async def redirect(request: web.Request) -> web.Response:
        raise web.HTTPFound(f"http://localhost:{port}/secret")

    app = web.Application()
    app.router.add_get("/secret", elsewhere)
    app.router.add_get("/card/{id}", redirect)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    victim = sorted(CITY.listed_ids())[0]
    whole = Site.card_request

    def elsewhere_for(self: Site, id: str, line_fields: Any = None) -> Any:  # noqa: A002
        asked_for = whole(self, id, line_fields)
        if id == victim:
            return type(asked_for)(f"http://127.0.0.1:{port}/card/{id}")
        return asked_for

    monkeypatch.setattr(Site, "card_request", elsewhere_for)
    try:
        async with serve(CITY, SiteOptions()) as base_url:
            await crawl(database, base_url, settings={"LOG_ENABLED": False})
    finally:
        await runner.cleanup()

    assert asked == []
    assert rows(
        database, "select verdict, http_status from crawl.staged_cards where org_id = %s", victim
    ) == [("unknown", 302)]
