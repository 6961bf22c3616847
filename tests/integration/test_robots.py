"""robots.txt, obeyed to the letter: what it forbids, what it asks for, and what it means when it cannot be had."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import DirectorySite
from directory_crawler.demo.http_server import HttpRequest, HttpResponse, serving
from directory_crawler.demo.options import SiteOptions
from tests.integration.crawling import Crawled, column, crawl

CITY = City(size=60, seed=5)
RULES = b"User-agent: *\nDisallow: /search\nDisallow: /sitemap.xml\n"
Answer = Callable[[int], HttpResponse]
"""What robots.txt answers at its first, second, … request."""


def text(body: bytes, status: int = 200, **headers: str) -> HttpResponse:
    return HttpResponse(body, status, "text/plain", tuple(headers.items()))


async def crawl_under(
    database: str, robots: Answer, **settings: Any
) -> tuple[Crawled, list[tuple[float, str]]]:
    """Crawl a small city under some robots.txt; return also what was asked for, and when."""
    site, asked = DirectorySite(CITY, SiteOptions()), []

    def handle(request: HttpRequest) -> HttpResponse:
        asked.append((monotonic(), request.path))
        if request.path == "/robots.txt":
            return robots(sum(path == "/robots.txt" for _, path in asked))
        return site.handle(request)

    async with serving(handle) as base_url:
        crawled = await crawl(database, base_url, settings={"LOG_ENABLED": False} | settings)
    return crawled, asked


@pytest.mark.parametrize("status", [500, 503])
async def test_an_error_is_no_leave_to_go_everywhere(database: str, status: int) -> None:
    """It is asked again, nothing else is before, and then its rules hold."""
    crawled, asked = await crawl_under(
        database, lambda n: text(b"Disallow: nothing", status) if n == 1 else text(RULES)
    )

    assert [path for _, path in asked[:2]] == ["/robots.txt", "/robots.txt"]
    assert not any(path.startswith(("/search", "/sitemap")) for _, path in asked)
    assert crawled.status == "accepted"


async def test_429_is_a_time_to_wait(database: str) -> None:
    """As long as it says."""
    crawled, asked = await crawl_under(
        database, lambda n: text(b"", 429, **{"Retry-After": "2"}) if n == 1 else text(RULES)
    )

    assert asked[1][1] == "/robots.txt"
    assert asked[1][0] - asked[0][0] >= 2 - 0.05
    assert crawled.status == "accepted"


@pytest.mark.parametrize("status", [401, 403, 404, 410])
async def test_none_is_leave(database: str, status: int) -> None:
    """Whatever stands on the error page is no rule."""
    crawled, asked = await crawl_under(database, lambda _: text(b"User-agent: *\nDisallow: /\n", status))

    assert crawled.status == "accepted"
    assert [path for _, path in asked].count("/robots.txt") == 1


async def test_what_is_forbidden_is_not_asked_for(database: str) -> None:
    """Not by any of the requests that wait for the rules together."""
    crawled, asked = await crawl_under(database, lambda _: text(b"User-agent: *\nDisallow: /card/\n"))

    assert not any(path.startswith("/card/") for _, path in asked)
    assert crawled.status == "rejected"


async def test_one_that_never_comes_stops_the_run_resumable(database: str) -> None:
    """With the reason, and without having asked for anything else."""
    crawled, asked = await crawl_under(database, lambda _: text(b"", 503), THROTTLE_LONGEST_WAIT=3.0)

    assert crawled.status == "interrupted"
    assert "robots.txt cannot be had" in crawled.reason
    assert {path for _, path in asked} == {"/robots.txt"}
    assert column(database, "select status from crawl.runs") == ["interrupted"]


async def test_its_delay_is_a_floor_of_every_gap(database: str) -> None:
    """Over all surfaces together, also where the pace is lifted."""
    crawled, asked = await crawl_under(database, lambda _: text(b"User-agent: *\nCrawl-delay: 0.05\n"))

    moments = [at for at, path in asked if path != "/robots.txt"]
    gaps = sorted(after - before for before, after in itertools.pairwise(moments))
    assert crawled.status == "accepted"
    assert (
        sum(gap < 0.045 for gap in gaps) <= len(gaps) * 0.02
    )  # a gap on the way may be shorter than when sent
    assert len(moments) / (moments[-1] - moments[0]) <= 20.0


@pytest.mark.parametrize("delay", ["-5", "nan", "soon", "inf", "1e400"])
async def test_a_delay_that_is_none_is_ignored(database: str, delay: str) -> None:
    crawled, _ = await crawl_under(
        database, lambda _: text(f"User-agent: *\nCrawl-delay: {delay}\n".encode())
    )

    assert crawled.status == "accepted"


async def test_a_delay_under_which_no_run_ends_stops_it_with_the_reason(database: str) -> None:
    """Rather than stand still for days without a word."""
    crawled, asked = await crawl_under(database, lambda _: text(b"User-agent: *\nCrawl-delay: 86400\n"))

    assert crawled.status == "interrupted"
    assert "asks for 86400 seconds between two requests" in crawled.reason
    assert {path for _, path in asked} == {"/robots.txt"}


@pytest.mark.parametrize(
    ("target", "times"),
    [
        ("/robots.txt", 6),
        ("/{n}/robots.txt", 6),
        ("", 6),
        ("https://elsewhere.example/robots.txt", 1),
        ("http://169.254.169.254/robots.txt", 1),
        ("file:///etc/passwd", 1),
        ("http://[", 1),
    ],
)
async def test_redirects_that_lead_nowhere_are_leave(database: str, target: str, times: int) -> None:
    """Round in a circle, on and on, off the site, to what is no page: not available, and nothing to wait for."""
    site, asked = DirectorySite(CITY, SiteOptions()), []

    def handle(request: HttpRequest) -> HttpResponse:
        if not request.path.endswith("/robots.txt"):
            return site.handle(request)
        asked.append(request.path)
        return text(b"User-agent: *\nDisallow: /\n", 302, Location=target.format(n=len(asked)))

    async with serving(handle) as base_url:
        crawled = await crawl(database, base_url, settings={"LOG_ENABLED": False})

    assert crawled.status == "accepted", crawled.reason
    assert len(asked) == times


@pytest.mark.parametrize("times", [1, 5])
async def test_rules_behind_redirects_hold(database: str, times: int) -> None:
    """Up to five."""
    asked: list[str] = []
    site = DirectorySite(CITY, SiteOptions())

    def handle(request: HttpRequest) -> HttpResponse:
        asked.append(request.path)
        if not request.path.endswith("robots.txt"):
            return site.handle(request)
        n = int(request.path.split("/")[1]) if request.path.count("/") == 2 else 0
        if n < times:
            return text(b"", 301, Location=f"/{n + 1}/robots.txt")
        return text(RULES)

    async with serving(handle) as base_url:
        crawled = await crawl(database, base_url, settings={"LOG_ENABLED": False})

    assert crawled.status == "accepted"
    assert not any(path.startswith(("/search", "/sitemap")) for path in asked)
