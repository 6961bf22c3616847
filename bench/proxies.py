"""A crawl of the bundled city through demo proxies at their real pace: ``python bench/proxies.py``.

First a static pool of twelve exits, of which three are dead, two flap and one has a wrong password; then two gateways.
Takes about six minutes, since fifteen requests a minute are fifteen requests a minute.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from directory_crawler.demo.city import City
from directory_crawler.demo.proxy import DemoExit, DemoProxies, serve_proxies
from directory_crawler.demo.proxy_pool import pool_of
from directory_crawler.storage.embedded import start_embedded, stop_embedded
from tests.integration.crawling import column
from tests.integration.proxying import Origin, listed, origin, scrapy_crawl


def most_in_a_minute(moments: list[float]) -> int:
    return max(sum(start <= moment <= start + 60 for moment in moments) for start in moments)


async def crawl(
    database: str, size: int, exits: list[DemoExit], *settings: str
) -> tuple[Origin, DemoProxies, list[float]]:
    folder = Path(tempfile.mkdtemp())
    arrived: list[float] = []
    city = City(size=size, seed=3)
    async with origin(city) as site, serve_proxies(exits) as proxies:
        site.answer = lambda _: arrived.append(time.monotonic())
        pool = ("-s", f"PROXY_POOL_FILE={listed(proxies, folder)}", "-a", "run=new")
        shell = await scrapy_crawl(database, site.url, *pool, *settings, folder=folder, timeout_s=1200)
    stored = set(column(database, "select org_id from crawl.cards"))
    share = len(stored & set(city.listed_ids())) / len(city.listed_ids())
    print(
        f"  status {shell.status}, {share:.1%} of {len(city.listed_ids())} cards, {len(site.asked)} requests"
    )
    print(f"  proxy headers that reached the site: {len(site.leaked)}")
    print(f"  passwords or logins in the log: {shell.log.count('-secret') + shell.log.count('login-')}")
    return site, proxies, arrived


async def static(database: str) -> None:
    print("static: 12 exits, 3 dead, 2 flapping, 1 with a wrong password, 15 requests a minute each")
    _, proxies, _ = await crawl(database, 150, pool_of(12, dead=3, flapping=2, wrong=1))
    by_exit = defaultdict(list)
    for line in proxies.log:
        by_exit[line.entry].append(line.at)
    for number, moments in sorted(by_exit.items()):
        print(f"  exit {number}: {len(moments)} requests, at most {most_in_a_minute(moments)} in a minute")


async def gateway(database: str) -> None:
    print("gateway: 2 entries, 128 tunnels, 15 requests a minute each")
    _, proxies, arrived = await crawl(
        database, 1600, pool_of(2, behind=6000), "-s", "PROXY_POOL_KIND=gateway"
    )
    by_connection = defaultdict(list)
    for line in proxies.log:
        by_connection[line.connection].append(line.at)
    inner = [moment for moment in arrived if arrived[0] + 10 <= moment <= arrived[-1] - 10]
    print(f"  {(len(inner) - 1) / (inner[-1] - inner[0]):.1f} requests/s, without the first and last 10 s")
    print(
        f"  {len(by_connection)} connections,"
        f" at most {max(map(most_in_a_minute, by_connection.values()))} requests in a minute on one"
    )


def main() -> None:
    for part in (static, gateway):
        folder = Path(tempfile.mkdtemp())
        asyncio.run(part(start_embedded(folder)))
        stop_embedded(folder)


if __name__ == "__main__":
    main()
