"""Memory and cost of two thousand rendered pages: ``python bench/rendered.py [--pages N] [--ill]``.

``--ill``: every third page calls for its contacts in vain at first, and the browser is killed twice. The memory is
that of the crawler, Playwright's driver and the browser, shared pages counted once (Linux).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import resource
import signal
import tempfile
import time
from pathlib import Path

from directory_crawler.demo.city import City
from directory_crawler.demo.http_server import HttpRequest, HttpResponse
from directory_crawler.demo.options import SiteOptions
from directory_crawler.handlers.browser_program import children_of
from directory_crawler.storage.embedded import start_embedded, stop_embedded
from tests.integration.crawling import rows
from tests.integration.proxying import origin, scrapy_crawl


def descendants(process: int) -> list[int]:
    return [process] + [found for child in children_of(process) for found in descendants(child)]


def memory_mib(processes: list[int]) -> dict[str, float]:
    """Proportional set sizes by kind of process."""
    held = {"crawler": 0.0, "driver": 0.0, "browser": 0.0}
    for process in processes:
        try:
            name = Path(f"/proc/{process}/comm").read_text().strip()
            rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
        except OSError:
            continue
        kind = "browser" if "chrom" in name else "driver" if "node" in name else "crawler"
        found = re.search(r"^Pss: +(\d+)", rollup, re.MULTILINE)
        held[kind] += int(found[1]) / 1024 if found else 0
    return held


async def crawl(database: str, pages: int, ill: bool) -> None:
    city = City(size=int(pages * 1.05), seed=3)
    crawler: list[int] = []
    calls = 0
    late: set[str] = set()

    def answer(request: HttpRequest) -> HttpResponse | None:
        nonlocal calls
        if not request.path.startswith("/api/contacts/"):
            return None
        calls += 1
        if ill and calls in (pages // 3, 2 * pages // 3):
            for browser in (b for driver in children_of(crawler[0]) for b in children_of(driver)):
                os.kill(browser, signal.SIGKILL)
        if ill and calls % 3 == 0 and request.path not in late:
            late.add(request.path)
            return HttpResponse(b"", delay=600)
        return None

    async def watch() -> None:
        while True:
            await asyncio.sleep(10)
            held = memory_mib(descendants(crawler[0])) if crawler else {}
            told = ", ".join(f"{kind} {size:.0f}" for kind, size in held.items())
            print(f"  {calls:5} calls: {told}, together {sum(held.values()):.0f} MiB", flush=True)

    folder = Path(tempfile.mkdtemp())
    quick = ("-s", "RENDERED_TIMEOUT=3", "-s", "RETRY_TIMES=6", "-s", "CALL_TRACKING_SAMPLE=0")
    async with origin(city, options=SiteOptions(scripted=True)) as site:
        site.answer = answer
        watching = asyncio.ensure_future(watch())
        begun = time.monotonic()
        shell = await scrapy_crawl(
            database,
            site.url,
            *quick,
            folder=folder,
            site="demo-directory-rendered",
            started=crawler.append,
            timeout_s=3600,
        )
        watching.cancel()
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = spent.ru_utime + spent.ru_stime
    stored = dict(rows(database, "select org_id, raw->'phones' from crawl.cards"))
    due = [org_id for org_id in city.listed_ids() if city.cards[org_id].phones]
    print(f"  status {shell.status} after {time.monotonic() - begun:.0f} s, {calls} contacts calls")
    print(f"  {seconds / calls:.2f} CPU s a page, everything else of the crawl included")
    print(f"  contacts: {sum(bool(stored.get(org_id)) for org_id in due)} of {len(due)}")
    for line in re.findall(r"'rendered/.*", shell.log):
        print(f"  {line}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--ill", action="store_true")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    asyncio.run(crawl(start_embedded(folder), arguments.pages, arguments.ill))
    stop_embedded(folder)


if __name__ == "__main__":
    main()
