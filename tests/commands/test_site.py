"""``scrapy site``: a profile is begun, listed and tried on its site."""

from __future__ import annotations

import asyncio
from pathlib import Path

from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import serve
from directory_crawler.demo.options import Fault, SiteOptions
from directory_crawler.demo.proxy import DemoExit, serve_proxies
from tests.commands.test_exit_status import scrapy

CITY = City(size=300, seed=2)


async def check(options: SiteOptions, *more: str, profile: str = "demo-directory") -> tuple[int, str]:
    async with serve(CITY, options) as base_url:
        done = await asyncio.to_thread(scrapy, "site", "check", profile, "-s", f"BASE_URL={base_url}", *more)
    return done.returncode, done.stdout + done.stderr


async def test_a_profile_is_tried_on_one_page_of_each_surface() -> None:
    """Which link answered each field, and how deep a query is served."""
    status, shown = await check(SiteOptions(ceiling_rows=33, past="first"))

    assert status == 0, shown
    assert "ceiling   33 records, past it: first" in shown
    assert "contacts  status 200" in shown
    assert "phones         contacts" in shown


async def test_a_site_that_caps_its_pages_is_told_by_its_first_one() -> None:
    """The size to write into the profile is named."""
    _, shown = await check(SiteOptions(page_cap=7))

    assert "the site caps its pages: write page_size = 7" in shown


async def test_a_surface_that_cannot_be_read_ends_with_1_and_its_reason() -> None:
    """What answered in its place is said."""
    status, shown = await check(SiteOptions(fail=(Fault(surface="list", status=403),)))

    assert status == 1
    assert "listing   NOT READ: status 403" in shown


async def test_a_page_that_needs_a_browser_is_not_tried_without_one() -> None:
    """What plain HTTP shows of it would tell nothing of the profile."""
    status, shown = await check(SiteOptions(scripted=True), profile="demo-directory-rendered")

    assert status == 0, shown
    assert "contacts  not asked: it needs a browser" in shown


async def test_a_profile_is_tried_through_the_pool_that_a_crawl_would_use(tmp_path: Path) -> None:
    """Not one request goes out directly, and nothing shows the login."""
    async with serve_proxies([DemoExit("kim", "hush/hush")]) as proxies:
        (tmp_path / "list").write_text(proxies.lines[0], "utf-8")
        status, shown = await check(SiteOptions(), "-s", f"PROXY_POOL_FILE={tmp_path / 'list'}")

    assert status == 0, shown
    assert f"through the first proxy of the pool, 127.0.0.1:{proxies.ports[0]}" in shown
    assert {line.status for line in proxies.log} <= {200, 400, 404}
    assert len(proxies.log) > 5
    assert "hush" not in shown


def test_a_new_profile_carries_its_name_and_is_not_written_over(tmp_path: Path) -> None:
    """The template, named, and valid as far as it goes."""
    path = tmp_path / "my-town.toml"

    assert scrapy("site", "new", str(path)).returncode == 0
    assert 'name = "my-town"' in path.read_text()
    again = scrapy("site", "new", str(path))
    assert again.returncode == 2
    assert "exists" in again.stderr + again.stdout


def test_bundled_profiles_are_listed() -> None:
    """By name, job and address."""
    assert "demo-directory " in scrapy("site", "list").stdout
