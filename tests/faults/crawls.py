"""Crawls of the bundled city in processes of their own, which can be struck."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import psycopg

ROOT = Path(__file__).parents[2]
SIZE, SEED = 300, 4
STARTED: list[subprocess.Popen[bytes]] = []
"""The crawls of the test at hand, which may end without having waited for them."""


def start_crawl(database: str, site: str, **settings: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "scrapy", "crawl", "directory", "-a", "site=demo-directory"]
    for name, value in {"BASE_URL": site, "LOG_LEVEL": "ERROR", **settings}.items():
        command += ["-s", f"{name}={value}"]
    STARTED.append(subprocess.Popen(command, cwd=ROOT, env={**os.environ, "DATABASE_URL": database}))
    return STARTED[-1]


STORED = "select count(*) from crawl.staged_cards"
HELD = "select count(*) from crawl.fetches where status = 'leased'"


def wait_until(database: str, count: str, n: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until a query counts so many, or the crawl has ended."""
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        with psycopg.connect(database) as connection:
            row = connection.execute(count).fetchone()  # type: ignore[call-overload]
        if row is not None and row[0] >= n:
            return
        time.sleep(0.05)


def wait_for_words(log: Path, words: str, times: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until a log has said something so many times."""
    deadline = time.monotonic() + 60
    while log.read_text("utf-8").count(words) < times:
        assert process.poll() is None, log.read_text("utf-8")[-2000:]
        assert time.monotonic() < deadline, log.read_text("utf-8")[-2000:]
        time.sleep(0.05)


def fetched(site: str) -> dict[str, int]:
    """How often the site was asked for each card."""
    with urllib.request.urlopen(f"{site}/admin/stats") as answer:
        stats = json.load(answer)
    return dict(stats["ids"]["card"])
