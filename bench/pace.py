"""One rubric that refuses among many, crawled by this project, under AutoThrottle and under a fixed delay; and a site
that tolerates the ceiling. Wall time, refusals, coverage, and what the limited rubric was served of its tolerance.

    python bench/pace.py [--rubrics 200] [--tolerance 1.5]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from os import environ
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from directory_crawler.demo.http_server import HttpRequest, HttpResponse, serving
from directory_crawler.demo.refusals import Limit, Refusals
from directory_crawler.storage.embedded import start_embedded

BENCH = Path(__file__).parent
PAGE = 20
LIMITED = "r0"
FLAT = """
name = "bench-pace"
kind = "jobs"
base_url = "http://127.0.0.1:1"
country = "GB"
languages = ["en"]
[listing]
url = "/list?page={page}{&rubric}"
page_size = 20
ceiling = 2000
count = "jmespath: found"
items = "jmespath: items"
id = "jmespath: id"
next = "jmespath: page < pages"
axes = ["rubric"]
[listing.fields]
title = "jmespath: id"
description = "jmespath: id"
[axes.rubric]
page = { url = "/rubrics", values = "jmespath: rubrics[].id" }
partition = "exact"
[posting]
url = "/posting/{id}"
fields = { title = "listing: title", description = "listing: description" }
"""


@dataclass
class FlatSite:
    """Rubrics of so many pages, one of them with a limit; keeps when each request came and how it was answered."""

    pages: dict[str, int]
    limits: tuple[Limit, ...]
    latency_s: float
    log: list[tuple[float, str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._refusals = Refusals(self.limits)

    def handle(self, request: HttpRequest) -> HttpResponse:
        rubric = request.query.get("rubric", "")
        refusal = self._refusals.answer("list" if rubric else "other", rubric, request.client, b"")
        answer = refusal or self._page(request, rubric)
        if rubric:
            self.log.append((monotonic(), rubric, answer.status))
        return HttpResponse(
            answer.body, answer.status, answer.content_type, answer.headers, delay=self.latency_s
        )

    def _page(self, request: HttpRequest, rubric: str) -> HttpResponse:
        if request.path == "/rubrics":
            return _json({"rubrics": [{"id": name, "count": n * PAGE} for name, n in self.pages.items()]})
        if request.path == "/list" and not rubric:
            return _json({"found": sum(self.pages.values()) * PAGE, "items": [{"id": "r1-1-1"}], "pages": 1})
        if request.path == "/list" and rubric in self.pages:
            page, last = int(request.query["page"]), self.pages[rubric]
            items = [{"id": f"{rubric}-{page}-{n}"} for n in range(PAGE if page <= last else 0)]
            return _json({"found": last * PAGE, "items": items, "page": page, "pages": last})
        return HttpResponse(b"", 404)


def _json(value: object) -> HttpResponse:
    return HttpResponse(json.dumps(value).encode(), content_type="application/json")


@dataclass
class Outcome:
    """What the listings of a crawl came to. Times are of the listing requests, from the first to the last."""

    name: str
    seconds: float
    others_s: float
    requests: int
    refused: int
    reached: float
    served_of_tolerance: float
    limited_refused: float
    most_in_ten: int
    mean: float

    def __str__(self) -> str:
        return (
            f"| {self.name} | {self.seconds:.1f} | {self.others_s:.1f} | {self.requests} | {self.refused}"
            f" | {self.limited_refused:.1%} | {self.served_of_tolerance:.2f} | {self.reached:.1%}"
            f" | {self.mean:.2f} | {self.most_in_ten} |"
        )


def outcome(name: str, site: FlatSite, tolerance: float) -> Outcome:
    log = site.log
    began, ended = log[0][0], log[-1][0]
    limited = [(at, status) for at, rubric, status in log if rubric == LIMITED]
    served = [at for at, status in limited if status == 200]
    pages = Counter(rubric for _, rubric, status in log if status == 200)
    reached = sum(min(pages[rubric], n) for rubric, n in site.pages.items()) / sum(site.pages.values())
    moments = [at for at, *_ in log]
    busy = [at for at in moments if at < began + 0.8 * (max(at for at, r, _ in log if r != LIMITED) - began)]
    return Outcome(
        name,
        ended - began,
        max(at for at, rubric, _ in log if rubric != LIMITED) - began,
        len(log),
        sum(status != 200 for *_, status in log),
        reached,
        len(served) / (served[-1] - served[0]) / tolerance if len(served) > 1 else 0.0,
        1 - len(served) / max(len(limited), 1),
        max(sum(first <= at < first + 10 for at in moments) for first in moments[::20]),
        len(busy) / (busy[-1] - busy[0]),
    )


async def run(command: list[str], environment: dict[str, str]) -> None:
    process = await asyncio.create_subprocess_exec(
        *command, cwd=BENCH.parent, env=environment, stderr=asyncio.subprocess.PIPE
    )
    _, errors = await process.communicate()
    if process.returncode not in (0, 3):
        sys.exit(errors.decode()[-3000:])


async def crawl(
    name: str, options: argparse.Namespace, folder: Path, limits: tuple[Limit, ...], database: str
) -> Outcome:
    """One crawl of a fresh site by one of the three."""
    pages = {f"r{n}": options.pages for n in range(options.rubrics)}
    pages[LIMITED] = options.limited
    site = FlatSite(pages, limits, options.latency)
    async with serving(site.handle) as base_url:
        if name.startswith("this project"):
            profile = folder / "flat.toml"
            profile.write_text(FLAT)
            more = [
                "-s",
                f"BASE_URL={base_url}",
                "-s",
                "LIVENESS_SHARE=0",
                "-s",
                "WALKS_IN_FLIGHT=12",
                "-L",
                "ERROR",
            ]
            command = ["crawl", "jobs", "-a", f"site={profile}", "-a", "run=new", *more]
            await run([sys.executable, "-m", "scrapy", *command], {**environ, "DATABASE_URL": database})
        else:
            throttled = ["-s", f"AUTOTHROTTLE_ENABLED={name == 'AutoThrottle'}"]
            delay = ["-s", f"DOWNLOAD_DELAY={0 if name == 'AutoThrottle' else 1 / 30}"]
            arguments = ["-a", f"base={base_url}", *throttled, *delay, "-L", "ERROR"]
            await run(
                [sys.executable, "-m", "scrapy", "runspider", str(BENCH / "paged.py"), *arguments],
                {**environ, "SCRAPY_SETTINGS_MODULE": "scrapy.settings.default_settings"},
            )
    return outcome(name, site, options.tolerance)


async def compare(options: argparse.Namespace) -> None:
    with TemporaryDirectory(prefix="directory-crawler-bench-") as name:
        folder = Path(name)
        database = start_embedded(folder / "data")
        head = "| crawl | s | others s | requests | refused | of the limited | served / tolerance"
        head += " | reached | mean/s | most in 10 s |"
        print(head + "\n|" + "---|" * 10)
        kinds = {
            "gaps": Limit("list", rubric=LIMITED, rate=options.tolerance),
            "a window of 10 s": Limit(
                "list", rubric=LIMITED, rate=options.tolerance, window=10.0, status=503
            ),
        }
        print(await crawl("this project, nothing refused", options, folder, (), database), flush=True)
        for kind, limit in kinds.items():
            for crawler in ("this project", *(() if options.alone else ("AutoThrottle", "a fixed delay"))):
                done = await crawl(crawler, options, folder, (limit,), database)
                done.name = f"{done.name}, {kind}"
                print(done, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rubrics", type=int, default=200)
    parser.add_argument("--pages", type=int, default=10, help="of each rubric")
    parser.add_argument("--limited", type=int, default=50, help="pages of the rubric that refuses")
    parser.add_argument("--tolerance", type=float, default=1.5, help="requests a second that it serves")
    parser.add_argument("--latency", type=float, default=0.1, help="seconds to each answer")
    parser.add_argument("--alone", action="store_true", help="without the two peers")
    asyncio.run(compare(parser.parse_args()))


if __name__ == "__main__":
    main()
