"""Crawls through real proxies on loopback: nothing is lost, nothing leaks, and without a pool there is no run."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import psycopg
import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.http_server import HttpRequest, HttpResponse
from directory_crawler.demo.proxy import DemoExit, serve_proxies
from directory_crawler.demo.proxy_pool import pool_of
from directory_crawler.reporting.tables import open_table
from directory_crawler.reporting.writers import write
from tests.integration.crawling import column, crawl, rows
from tests.integration.proxying import listed, local_tls, origin, scrapy_crawl

pytestmark = pytest.mark.slow
CITY = City(size=100, seed=3)
QUICK = ("-s", "PROXY_POOL_PER_MINUTE=6000", "-s", "PROXY_POOL_REST=0.2")
SECRETS = re.compile(r"pa:ss|pa%3Ass|pa\\+:ss|-secret|login-\d|out-of-date|bG9naW4t")
"""Logins and passwords of the demo proxies, as they are, escaped, and in the header's base64."""


def everything_stored(database: str) -> str:
    """Every row of every table as text."""
    with psycopg.connect(database) as connection:
        tables = connection.execute(
            "select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'crawl'"
        ).fetchall()
        return "\n".join(
            str(row[0])
            for (table,) in tables
            for row in connection.execute(f"select t::text from {table} t")  # type: ignore[call-overload]
        )


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_bad_entries_cost_no_record_and_no_login_is_found_anywhere(
    database: str, tmp_path: Path, scheme: str
) -> None:
    """Of twelve entries three are dead, two flap and one has a wrong password: all cards are stored all the same."""
    tls = local_tls(tmp_path) if scheme == "https" else None
    exits = pool_of(12, dead=3, flapping=2, wrong=1)
    async with origin(CITY, tls=tls) as site, serve_proxies(exits) as proxies:
        pool = listed(proxies, tmp_path)
        shell = await scrapy_crawl(
            database, site.url, *QUICK, "-s", f"PROXY_POOL_FILE={pool}", folder=tmp_path
        )

    assert shell.status == 0, shell.log[-3000:]
    assert set(column(database, "select org_id from crawl.cards")) == set(CITY.listed_ids())
    assert site.leaked == []
    assert SECRETS.search(shell.log) is None
    assert SECRETS.search(everything_stored(database)) is None
    with (
        psycopg.connect(database) as connection,
        open_table(connection, "organisations", site="demo-directory") as table,
    ):
        write(table, tmp_path / "table.csv")
    assert SECRETS.search((tmp_path / "table.csv").read_text("utf-8")) is None
    wrong = 12 - 3 - 2 - 1
    assert f"proxy 127.0.0.1:{proxies.ports[wrong]} (line {wrong + 3}) refuses its login (407)" in shell.log
    assert {line.method for line in proxies.log} == {"GET" if scheme == "http" else "CONNECT"}
    assert len({line.entry for line in proxies.log if line.status == 200}) >= 6
    if scheme == "http":
        assert len(site.asked) == sum(200 <= line.status < 500 and line.status != 407 for line in proxies.log)


async def test_a_gateway_carries_each_tunnel_on_a_connection_of_its_own(
    database: str, tmp_path: Path
) -> None:
    """Sixteen tunnels over two entries are sixteen connections, whatever each entry serves."""
    tunnels = ("-s", "PROXY_POOL_KIND=gateway", "-s", "PROXY_POOL_TUNNELS=16")
    async with origin(CITY) as site, serve_proxies(pool_of(2, behind=100)) as proxies:
        pool = f"PROXY_POOL_FILE={listed(proxies, tmp_path)}"
        shell = await scrapy_crawl(database, site.url, *QUICK, *tunnels, "-s", pool, folder=tmp_path)

    assert shell.status == 0, shell.log[-3000:]
    connections = Counter(line.connection for line in proxies.log)
    assert len(connections) == 16
    by_entry = Counter(line.entry for line in proxies.log)
    assert abs(by_entry[0] - by_entry[1]) <= len(site.asked) * 0.1


@pytest.mark.parametrize(
    ("source", "content", "told"),
    [
        ("FILE", None, "cannot be read"),
        ("FILE", "# nobody\n", "empty"),
        ("FILE", "192.0.2.7:80:kim:hush:hush\n", "line 1"),
        ("URL", None, "no answer from"),
        ("COMMAND", None, "ended with status 3"),
    ],
)
async def test_without_the_pool_it_should_use_there_is_no_run_and_no_direct_request(
    database: str, tmp_path: Path, source: str, content: str | None, told: str
) -> None:
    file = tmp_path / "list"
    if content is not None:
        file.write_text(content, "utf-8")
    command = f"{sys.executable} -c 'print(\"192.0.2.7:80:kim:hush\"); raise SystemExit(3)'"
    place = {"FILE": str(file), "URL": "http://kim:hush@127.0.0.1:9/list?token=hush", "COMMAND": command}
    async with origin(CITY) as site:
        shell = await scrapy_crawl(
            database, site.url, "-s", f"PROXY_POOL_{source}={place[source]}", folder=tmp_path
        )

    assert shell.status == 1
    assert site.asked == []
    assert f"no proxy pool: PROXY_POOL_{source}:" in shell.log
    assert told in shell.log
    assert "hush" not in shell.log
    assert "Traceback" not in shell.log
    assert column(database, "select status from crawl.runs") == []


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (["PROXY_POOL_FILE=a", "PROXY_POOL_URL=http://127.0.0.1/"], "one source"),
        (["PROXY_POOL_FILE=a", "PROXY_POOL_KIND=rotating"], "gateway or static"),
        (["PROXY_POOL_FILE=a", "PROXY_POOL_PER_MINUTE=0"], "a number above 0"),
        (["PROXY_POOL_FILE=a", "PROXY_POOL_TUNNELS=many"], "a whole number from 1"),
    ],
)
async def test_settings_that_contradict_each_other_are_wrong_usage(
    database: str, tmp_path: Path, settings: list[str], told: str
) -> None:
    given = [word for setting in settings for word in ("-s", setting)]
    shell = await scrapy_crawl(database, "http://127.0.0.1:9", *given, folder=tmp_path)

    assert shell.status == 2
    assert told in shell.log


async def test_the_list_comes_from_an_address_or_from_a_command(database: str, tmp_path: Path) -> None:
    def answer(request: HttpRequest) -> HttpResponse | None:
        if request.path != "/pool":
            return None
        known = request.headers.get("authorization") == "Basic a2ltOmEvYjpj"
        return HttpResponse("\n".join(proxies.lines).encode() if known else b"", 200 if known else 401)

    async with origin(CITY) as site, serve_proxies(pool_of(2)) as proxies:
        site.answer = answer
        file = listed(proxies, tmp_path)
        sources = [
            f"PROXY_POOL_URL={site.url.replace('//', '//kim:a%2Fb:c@')}/pool",
            f"PROXY_POOL_COMMAND=cat {file}",
        ]
        for source in sources:
            shell = await scrapy_crawl(
                database, site.url, *QUICK, "-s", source, "-a", "run=new", folder=tmp_path
            )
            assert shell.status == 0, shell.log[-3000:]

    assert len(proxies.log) == len(site.asked) - 1  # the list itself


async def test_a_run_whose_proxies_all_die_pauses_says_so_stops_and_is_continued(
    database: str, tmp_path: Path
) -> None:
    """What was under way is given back untried: the next worker finds no failed slice and no failed card."""
    async with origin(CITY) as site:
        async with serve_proxies(pool_of(3)) as proxies:
            pool = f"PROXY_POOL_FILE={listed(proxies, tmp_path)}"

            def answer(request: HttpRequest) -> HttpResponse | None:
                if len(site.asked) == 60:
                    proxies.stop()
                return None

            site.answer = answer
            broken = await scrapy_crawl(
                database, site.url, *QUICK, "-s", pool, "-s", "PROXY_POOL_PATIENCE=1", folder=tmp_path
            )
        before = len(site.asked)
        async with serve_proxies(pool_of(3)) as proxies:
            pool = f"PROXY_POOL_FILE={listed(proxies, tmp_path)}"
            whole = await scrapy_crawl(database, site.url, *QUICK, "-s", pool, folder=tmp_path)

    assert broken.status == 4, broken.log[-3000:]
    assert "none of 3 is alive: the run pauses" in broken.log
    assert before < 100
    assert whole.status == 0, whole.log[-3000:]
    assert rows(database, "select status, count(*) from crawl.runs group by status") == [("accepted", 1)]
    assert set(column(database, "select org_id from crawl.cards")) == set(CITY.listed_ids())
    assert column(database, "select count(*) from crawl.fetches where attempts > 2") == [0]


async def test_a_proxy_that_does_not_get_through_is_left_alone_and_a_page_that_fails_blames_nobody(
    database: str, tmp_path: Path
) -> None:
    """One exit answers 502 to everything; one card does so through every exit."""
    known = sorted(CITY.listed_ids())
    ill = f"/card/{known[0]}"

    def answer(request: HttpRequest) -> HttpResponse | None:
        return HttpResponse(b"", 502) if request.path == ill else None

    exits = [*pool_of(3), DemoExit(fails=502)]
    async with origin(CITY) as site, serve_proxies(exits) as proxies:
        site.answer = answer
        pool = f"PROXY_POOL_FILE={listed(proxies, tmp_path)}"
        more = ("-s", "PROXY_POOL_REST=60", "-s", "PROXY_POOL_PER_MINUTE=6000")
        shell = await scrapy_crawl(database, site.url, *more, "-s", pool, folder=tmp_path)

    assert shell.status == 0, shell.log[-3000:]
    assert set(column(database, "select org_id from crawl.cards")) == set(known[1:])
    rested = set(re.findall(r"proxy 127\.0\.0\.1:(\d+) \(line \d+\) .*it rests", shell.log))
    assert rested == {str(proxies.ports[3])}
    assert sum(line.entry == 3 for line in proxies.log) <= 2


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_proxies_of_ipv6_and_of_one_address_with_several_logins(
    database: str, tmp_path: Path, scheme: str
) -> None:
    """Each login of a gateway may be another exit: none speaks through another's connection."""
    tls = local_tls(tmp_path) if scheme == "https" else None
    exits = [DemoExit("kim", "one", host="::1"), DemoExit("lee", "two", host="::1")]
    async with origin(CITY, tls=tls) as site, serve_proxies(exits) as proxies:
        pool = f"PROXY_POOL_FILE={listed(proxies, tmp_path)}"
        shell = await scrapy_crawl(database, site.url, *QUICK, "-s", pool, folder=tmp_path)

    assert shell.status == 0, shell.log[-3000:]
    assert {line.entry for line in proxies.log if line.status == 200} == {0, 1}
    assert not any(line.status == 407 for line in proxies.log)


@pytest.mark.parametrize("password", ["plain", "a/b", "a@b:c", "ünïcode", "100%", "#?&= +", ""])
async def test_any_login_gets_through_whichever_handler_sends(
    database: str, password: str, tmp_path: Path
) -> None:
    """Without a Twisted reactor Scrapy sends by other means, which write the login into an address."""
    tls = local_tls(tmp_path)
    async with serve_proxies([DemoExit("lo/gin", password)]) as proxies:
        pool = {"PROXY_POOL_FILE": str(listed(proxies, tmp_path)), "PROXY_POOL_PER_MINUTE": 60_000}
        async with origin(CITY, tls=tls) as site:
            done = await crawl(database, site.url, only="district:central", settings=pool)

    assert done.stats["proxy/served"] == len(site.asked) > 0
    assert "proxy/fault_count/login" not in done.stats
    assert site.leaked == []


async def test_without_a_pool_requests_are_sent_by_scrapys_own_handler(database: str) -> None:
    from scrapy.core.downloader.handlers._aiohttp import AiohttpDownloadHandler
    from scrapy.utils.test import get_crawler

    from directory_crawler.handlers.http import HttpDownloadHandler
    from tests.integration.crawling import settings_for

    crawler = get_crawler(settings_dict=settings_for(database, "", TWISTED_REACTOR_ENABLED=False))
    handler = HttpDownloadHandler.from_crawler(crawler)

    assert type(handler) is AiohttpDownloadHandler
    await handler.close()
