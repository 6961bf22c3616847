"""The whole board job beside a bare Scrapy spider that fetches the same URLs and stores nothing: requests/s, CPU
seconds per 1 000 requests, peak memory, rows/s. One board, one run; the pace is lifted.

    python bench/board.py [--size 100000]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from crawl import BENCH, LIFTED, measure

from directory_crawler import settings
from directory_crawler.demo.board.board import Board
from directory_crawler.storage.database import connect, forget_site
from directory_crawler.storage.embedded import start_embedded

SITE = "demo-board"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="directory-crawler-bench-") as folder:
        url = start_embedded(Path(folder))
        environment = {**os.environ, "DATABASE_URL": url, "PYTHONPATH": str(BENCH)}
        command = [sys.executable, "-m", "directory_crawler.demo.board", "--port", "0"]
        site = subprocess.Popen(
            [*command, "--size", str(options.size), "--seed", str(options.seed)],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert site.stdout is not None
            base = site.stdout.readline().split()[-1]
            compare(base, url, environment, Path(folder), Board(options.size, options.seed))
        finally:
            site.terminate()
            site.wait()


def compare(base: str, url: str, environment: dict[str, str], folder: Path, board: Board) -> None:
    scrapy = [sys.executable, "-m", "scrapy"]
    crawl = [*scrapy, "crawl", "jobs", "-a", f"site={SITE}", "-s", f"BASE_URL={base}", *LIFTED]
    crawl += ["-s", f"RUN_AS_OF={board.now.isoformat()}"]
    job = measure(crawl, environment)
    print(f"the job    {job}", flush=True)
    with connect(url) as connection:
        stages = dict(connection.execute("select stage, requests from crawl.request_account").fetchall())
        row = connection.execute("select count(*) from crawl.postings").fetchone()
        assert row is not None
        dated = sum(p.posted is not None for p in board.postings.values() if not p.ending)
        calls = sum(stages.get(stage, 0) for stage in ("probes", "listings", "depth"))
        print(f"postings   {row[0]} of {dated} with a date, {row[0] / job.wall_s:.0f} rows/s; {stages}")
        print(
            f"enumeration {calls} calls, {calls / -(-board.size // 50):.3f} of ceil(total / 50)", flush=True
        )
        forget_site(connection, SITE)
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


if __name__ == "__main__":
    main()
