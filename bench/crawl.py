"""The whole directory job beside a bare Scrapy spider that fetches the same URLs and stores nothing, and beside the
naive crawl: CPU seconds per 1 000 requests of each process, requests/s, peak memory, coverage. One site, one run.

    python bench/crawl.py [--size 80118]
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psycopg

from directory_crawler import settings
from directory_crawler.demo.city import City
from directory_crawler.storage.database import connect, forget_site
from directory_crawler.storage.embedded import start_embedded

BENCH = Path(__file__).parent
LIFTED = ["-s", "ROBOTSTXT_OBEY=True", "-s", "LOG_LEVEL=INFO", "-s", "PROGRESS_INTERVAL=0"]


@dataclass
class Measured:
    """One process from outside: seconds on the wall and of CPU, mebibytes at the peak, requests it says it sent."""

    wall_s: float
    cpu_s: float
    peak_mib: float
    requests: int

    def __str__(self) -> str:
        per_thousand = 1000 * self.cpu_s / max(self.requests, 1)
        return (
            f"{self.requests:>8} requests  {self.wall_s:8.1f} s  {self.requests / self.wall_s:7.0f}/s"
            f"  {per_thousand:6.3f} CPU s per 1 000  {self.peak_mib:6.0f} MiB"
        )


def measure(command: list[str], environment: dict[str, str]) -> Measured:
    with tempfile.TemporaryFile("w+") as log:
        began = time.monotonic()
        process = subprocess.Popen(command, stderr=log, stdout=log, env=environment, cwd=BENCH.parent)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        log.seek(0)
        text = log.read()
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}:\n{text[-3000:]}")
    count = re.search(r"'downloader/request_count': (\d+)", text)
    return Measured(
        wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, int(count[1]) if count else 0
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=80_118)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="directory-crawler-bench-") as folder:
        url = start_embedded(Path(folder))
        environment = {**os.environ, "DATABASE_URL": url, "PYTHONPATH": str(BENCH)}
        command = [sys.executable, "-m", "directory_crawler.demo.directory_site", "--port", "0"]
        site = subprocess.Popen(
            [*command, "--size", str(options.size), "--seed", str(options.seed)],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert site.stdout is not None
            base = site.stdout.readline().split()[-1]
            compare(base, url, environment, Path(folder), City(options.size, options.seed))
        finally:
            site.terminate()
            site.wait()


def compare(base: str, url: str, environment: dict[str, str], folder: Path, city: City) -> None:
    scrapy = [sys.executable, "-m", "scrapy"]
    crawl = [*scrapy, "crawl", "directory", "-a", "site=demo-directory", "-s", f"BASE_URL={base}", *LIFTED]
    job = measure(crawl, environment)
    print(f"the job    {job}", flush=True)
    with psycopg.connect(url) as connection:
        print_requests(connection, city)
    with connect(url) as connection:
        forget_site(connection, "demo-directory")
    recorded = folder / "requests.jsonl"
    middlewares = json.dumps(settings.DOWNLOADER_MIDDLEWARES | {"recorder.Recorder": 990})
    measure(
        [*crawl, "-s", f"DOWNLOADER_MIDDLEWARES={middlewares}"],
        {**environment, "RECORD_REQUESTS": str(recorded)},
    )
    concurrency = ["-s", "CONCURRENT_REQUESTS=120", "-s", "CONCURRENT_REQUESTS_PER_DOMAIN=120"]
    concurrency += ["-s", "TELNETCONSOLE_ENABLED=False", "-s", "REMOTE_CONTROL_ENABLED=False"]
    bare = measure(
        [*scrapy, "runspider", str(BENCH / "bare.py"), *LIFTED, *concurrency, "-a", f"requests={recorded}"],
        {**environment, "SCRAPY_SETTINGS_MODULE": "scrapy.settings.default_settings"},
    )
    print(f"bare       {bare}")
    print(f"CPU per request, job / bare: {(job.cpu_s / job.requests) / (bare.cpu_s / bare.requests):.2f}")
    reached = folder / "naive.json"
    naive = measure(
        [
            *scrapy,
            "runspider",
            str(BENCH / "naive.py"),
            *LIFTED,
            *concurrency,
            "-a",
            f"base={base}",
            "-a",
            f"out={reached}",
        ],
        {**environment, "SCRAPY_SETTINGS_MODULE": "scrapy.settings.default_settings"},
    )
    listed = set(city.listed_ids())
    found = set(json.loads(reached.read_text())) & listed
    print(f"naive      {naive}")
    print(
        f"naive      reaches {len(found)} of {len(listed)} cards ({len(found) / len(listed):.1%}), and no contacts"
    )


def print_requests(connection: psycopg.Connection[tuple[int | str, ...]], city: City) -> None:
    """Say what the listings cost against the pages that they have, and how much of the city is there."""
    stages = dict(connection.execute("select stage, requests from crawl.request_account").fetchall())
    asked = sum(int(stages.get(stage, 0)) for stage in ("probes", "listings", "depth"))
    row = connection.execute("select sum(ceil(count / 20.0)) from crawl.rubrics where level = 2").fetchone()
    stored = connection.execute("select count(*) from crawl.cards").fetchone()
    assert row is not None
    assert stored is not None
    print(f"listing requests {asked}, {asked / float(row[0]):.4f} of the pages of all rubrics ({row[0]})")
    print(f"cards {stored[0]} of {len(list(city.listed_ids()))}", flush=True)


if __name__ == "__main__":
    main()
