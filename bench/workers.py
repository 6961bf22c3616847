"""One run of the directory job by 1, 2 and 4 workers: where the site's pace is the limit, and where CPU is.

    python bench/workers.py [--size 3000] [--ceiling 60]

Prints seconds on the wall from the first start to the last end, CPU seconds of all workers, what the site was asked
for, and whether the tables are those of a single worker.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from tests.faults.chaos import JOBS, MONDAY, ROOT, Server, contents, difference, serving

JOB = JOBS["directory"]


@dataclass(frozen=True)
class Shared:
    """A run that so many workers shared."""

    wall_s: float
    cpu_s: float
    asked: dict[str, int]
    tables: dict[str, list[str]]


def share(workers: int, server: Server, size: int, settings: dict[str, object]) -> Shared:
    """Let so many workers do a run together on a database of its own."""
    database = server.database(f"w{time.time_ns()}")
    command = [sys.executable, "-m", "scrapy", "crawl", JOB.spider, "-a", f"site={JOB.site}", "-a", "run=one"]
    with serving(JOB, size, seed=1) as base_url:
        told = {"BASE_URL": base_url, "RUN_AS_OF": MONDAY.isoformat(), "LOG_LEVEL": "ERROR", **settings}
        for name, value in told.items():
            command += ["-s", f"{name}={value}"]
        environment = {**os.environ, "DATABASE_URL": database}
        before, began = os.times(), time.monotonic()
        crawls = [subprocess.Popen(command, cwd=ROOT, env=environment) for _ in range(workers)]
        ended = [crawl.wait() for crawl in crawls]
        if any(ended):
            sys.exit(f"not every one of {workers} workers ended well")
        wall_s, after = time.monotonic() - began, os.times()
        with urllib.request.urlopen(f"{base_url}/admin/stats") as answer:
            asked = json.load(answer)["ids"]["card"]
    cpu_s = after.children_user + after.children_system - before.children_user - before.children_system
    return Shared(wall_s, cpu_s, asked, {table: contents(database, table) for table in JOB.tables})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=3000)
    parser.add_argument("--ceiling", type=int, default=60, help="requests/s where the pace is the limit")
    options = parser.parse_args()
    pace = {
        "THROTTLE_LIFTED": False,
        "THROTTLE_CEILING": options.ceiling,
        "THROTTLE_CONTACTS": options.ceiling,
    }
    server = Server(Path(tempfile.mkdtemp(prefix="directory-crawler-workers-")))
    try:
        for limit, size, settings in (("pace", options.size // 3, pace), ("CPU", options.size, {})):
            alone: Shared | None = None
            for workers in (1, 2, 4):
                run = share(workers, server, size, settings)
                alone = alone or run
                twice = sum(n > 1 for n in run.asked.values())
                print(
                    f"{limit:4} {size} cards, {workers} workers: {run.wall_s:6.1f} s, CPU {run.cpu_s:6.1f} s, "
                    f"{twice} cards asked for twice",
                    flush=True,
                )
                for table in JOB.tables:
                    if run.tables[table] != alone.tables[table]:
                        sys.exit(difference(table, alone.tables[table], run.tables[table]))
    finally:
        server.stop()


if __name__ == "__main__":
    main()
