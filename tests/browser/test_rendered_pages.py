"""Pages that need a browser: contacts that only a script brings, and a browser that is killed, hangs, or is missing."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from directory_crawler.demo.card_pages import has_contacts
from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import DirectorySite, serve
from directory_crawler.demo.http_server import HttpRequest, HttpResponse
from directory_crawler.demo.options import SiteOptions
from directory_crawler.demo.proxy import serve_proxies
from directory_crawler.demo.proxy_pool import pool_of
from directory_crawler.handlers.browser_contexts import BrowserContexts
from directory_crawler.handlers.browser_program import SYSTEM_BROWSERS, children_of
from tests.commands.test_exit_status import scrapy
from tests.integration.crawling import column, rows
from tests.integration.proxying import Origin, Shell, listed, origin, scrapy_crawl

CITY = City(size=60, seed=3)
SCRIPTED = SiteOptions(scripted=True)


def has_browser() -> bool:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path).exists()
    return own or any(map(shutil.which, SYSTEM_BROWSERS))


needs_browser = pytest.mark.skipif(
    not has_browser(), reason="no browser: `apt-get install chromium` or `playwright install chromium`"
)
pytestmark = [pytest.mark.browser, pytest.mark.slow]


async def crawl(
    database: str,
    site: Origin,
    folder: Path,
    *more: str,
    profile: str = "demo-directory-rendered",
    started: Callable[[int], None] = lambda process: None,
) -> Shell:
    given = ("-s", "CALL_TRACKING_SAMPLE=0", *more)
    return await scrapy_crawl(database, site.url, *given, folder=folder, site=profile, started=started)


def stat(shell: Shell, name: str) -> int:
    found = re.search(rf"'{name}': (\d+)", shell.log)
    return int(found[1]) if found else 0


def assert_all_contacts_are_there(database: str, shell: Shell) -> None:
    """Every listed card, and the numbers of every one that has any."""
    assert shell.status == 0, shell.log[-3000:]
    stored = dict(rows(database, "select org_id, raw->'phones' from crawl.cards"))
    assert set(stored) == set(CITY.listed_ids())
    bare = [org_id for org_id in stored if CITY.cards[org_id].phones and not stored[org_id]]
    assert bare == []
    assert "'rendered/pages_left_open': 0" in shell.log, shell.log[-3000:]
    assert stat(shell, "rendered/page_count") >= sum(has_contacts(CITY.cards[org_id]) for org_id in stored)


@needs_browser
async def test_a_check_shows_its_pages_in_the_browser_as_well() -> None:
    """The call that a card's script makes is read, and no page is left open."""
    async with serve(CITY, replace(SCRIPTED, sitemap=True)) as base_url:
        check = ("site", "check", "demo-directory-rendered", "-s", f"BASE_URL={base_url}")
        done = await asyncio.to_thread(scrapy, *check)

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    assert re.search(r"contacts +read +status 200", done.stdout)
    assert re.search(r"phones +contacts ", done.stdout)


def browsers_of(process: int) -> list[int]:
    """The browsers that a crawl has started: children of Playwright's driver, which is its child."""
    return [browser for driver in children_of(process) for browser in children_of(driver)]


@needs_browser
async def test_the_answer_to_the_call_that_a_page_makes_itself_is_read(database: str, tmp_path: Path) -> None:
    """And nothing is loaded that only eyes need."""
    async with origin(CITY, options=SCRIPTED) as site:
        shell = await crawl(database, site, tmp_path)

    assert_all_contacts_are_there(database, shell)
    kinds = Counter(request.path.split("/")[1] for request in site.asked)
    assert kinds["static"] == 0
    contacts = [request for request in site.asked if request.path.startswith("/api/contacts/")]
    assert {request.headers["user-agent"] for request in contacts} == {site.asked[0].headers["user-agent"]}
    assert stat(shell, "rendered/browser_count") == 1


@needs_browser
async def test_the_markup_is_read_once_what_the_profile_waits_for_is_there(
    database: str, tmp_path: Path
) -> None:
    """The same contacts, read from the page instead of the call."""
    bundled = resources.files("directory_crawler.sites") / "bundled" / "demo-directory-rendered.toml"
    text = bundled.read_text("utf-8")
    text = text.replace('{ response = "/api/contacts/" }', '{ wait_for = "section.contacts.loaded" }')
    text = text.replace('"contacts: phones[].number"', '"contacts: css: section.contacts p.number"')
    profile = tmp_path / "markup.toml"
    profile.write_text(text, "utf-8")
    async with origin(CITY, options=SCRIPTED) as site:
        shell = await crawl(database, site, tmp_path, profile=str(profile))

    assert_all_contacts_are_there(database, shell)


@needs_browser
async def test_pages_that_time_out_and_killed_and_hanging_browsers_cost_no_contact(
    database: str, tmp_path: Path
) -> None:
    """Every third call is never answered, cards open other windows; the browser is killed twice and hangs twice.

    It hangs, since it is stopped, once before it has shown anything and once while it shows pages.
    """
    ills = {0: signal.SIGSTOP, 10: signal.SIGKILL, 25: signal.SIGSTOP, 40: signal.SIGKILL}
    pages = DirectorySite(CITY, SCRIPTED)
    crawler: list[int] = []
    alive: list[int] = []
    calls = 0
    late: set[str] = set()

    def fall_ill() -> None:
        ill = ills.pop(calls, None)
        if ill is not None:
            alive.append(len(browsers_of(crawler[0])))
            for browser in browsers_of(crawler[0]):
                os.kill(browser, ill)

    def answer(request: HttpRequest) -> HttpResponse | None:
        nonlocal calls
        fall_ill()
        if request.path.startswith("/card/"):
            page = pages.handle(request)
            return replace(page, body=page.body + b"<script>window.open('/rubrics')</script>")
        if not request.path.startswith("/api/contacts/"):
            return None
        calls += 1
        if calls % 3 == 0 and request.path not in late:
            late.add(request.path)
            return HttpResponse(b"", delay=600)
        return None

    async with origin(CITY, options=SCRIPTED) as site:
        site.answer = answer
        quick = ("-s", "RENDERED_TIMEOUT=3", "-s", "RETRY_TIMES=6", "-s", "RENDERED_PAGES_PER_CONTEXT=5")
        shell = await crawl(database, site, tmp_path, *quick, started=crawler.append)

    assert calls >= 40
    assert_all_contacts_are_there(database, shell)
    assert stat(shell, "rendered/stray_count") > 0
    assert alive == [1, 1, 1, 1], "the ones that hung are gone, too"
    assert stat(shell, "rendered/browser_count") == 1 + len(alive)


@needs_browser
async def test_a_browser_goes_through_the_pool_like_everything_else(database: str, tmp_path: Path) -> None:
    """Logins are given to the proxies, and are nowhere else."""
    async with origin(CITY, options=SCRIPTED) as site, serve_proxies(pool_of(4, dead=1)) as proxies:
        pool = ("-s", f"PROXY_POOL_FILE={listed(proxies, tmp_path)}", "-s", "PROXY_POOL_PER_MINUTE=6000")
        shell = await crawl(database, site, tmp_path, *pool)

    assert_all_contacts_are_there(database, shell)
    assert len(site.asked) <= sum(line.status == 200 or line.status >= 400 for line in proxies.log)
    assert len({line.entry for line in proxies.log if "/api/contacts/" in line.target}) == 3
    assert site.leaked == []
    assert re.search("-secret|login-", shell.log) is None


async def test_without_a_browser_the_run_does_not_begin(database: str, tmp_path: Path) -> None:
    async with origin(CITY, options=SCRIPTED) as site:
        shell = await crawl(database, site, tmp_path, "-s", "BROWSER_PROGRAM=/no/such/browser")

    assert shell.status == 1
    assert "the browser does not start" in shell.log
    assert site.asked == []
    assert column(database, "select status from crawl.runs") == []


async def test_a_profile_of_plain_pages_starts_none(database: str, tmp_path: Path) -> None:
    async with origin(CITY) as site:
        shell = await crawl(
            database, site, tmp_path, "-s", "BROWSER_PROGRAM=/no/such/browser", profile="demo-directory"
        )

    assert shell.status == 0
    assert "playwright" not in shell.log.lower()


def test_contexts_are_used_up_and_the_longest_idle_ones_are_let_go() -> None:
    contexts = BrowserContexts(pages=2, most=2)
    first = contexts.lend("a")
    assert contexts.lend("a") == first
    second = contexts.lend("a")
    assert second != first, "two pages were shown in it"
    assert contexts.give_back(first) == []
    assert contexts.give_back(first) == [first]
    others = [contexts.lend(way) for way in "bc"]
    assert contexts.give_back(second) == []
    assert contexts.give_back(others[0]) == []
    assert contexts.give_back(others[1]) == [second]
    assert contexts.lend("a") not in (first, second)
    contexts.forget()
    assert contexts.give_back(others[0]) == []
