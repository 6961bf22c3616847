"""``scrapy demo directory|jobs``: crawl the bundled site, run after run, and hold the table against its truth."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from directory_crawler.storage.database import Connection

PAST = ("clamp", "first", "empty", "error", "wall", "notfound", "early")


@dataclass(frozen=True)
class Demo:
    """A bundled site: its profile, its server, its default size, and how much time passes between two runs."""

    site: str
    module: str
    size: int
    step: timedelta
    what: str


JOBS = {
    "directory": Demo(
        "demo-directory", "directory_crawler.demo.directory_site", 2000, timedelta(weeks=1), "cards"
    ),
    "jobs": Demo("demo-board", "directory_crawler.demo.board", 3000, timedelta(days=1), "postings"),
}


DELIVERED = {
    "directory": (
        ("to-read", "to-read.csv"),
        ("limits", "limits.csv"),
        ("changes", "changes.csv"),
        ("organisations", "directory.csv"),
        ("organisations", "directory.xlsx"),
    ),
    "jobs": (
        ("postings-to-read", "postings-to-read.csv"),
        ("days-open", "days-open.csv"),
        ("clusters", "clusters.csv"),
        ("posting-changes", "posting-changes.csv"),
        ("postings", "postings.csv"),
        ("postings", "postings.xlsx"),
    ),
}
"""By job, what the demo exports: a table and its file."""


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False

    def syntax(self) -> str:
        return "directory|jobs [options]"

    def short_desc(self) -> str:
        return "Crawl the bundled site and compare the table with the truth"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "--size", type=int, help="records of the site (default 2000 cards, 3000 postings)"
        )
        parser.add_argument("--runs", type=int, default=1, help="weeks, or days, to live through (default 1)")
        parser.add_argument("--seed", type=int, default=1, help="another seed is another site (default 1)")
        parser.add_argument(
            "--ceiling", choices=PAST, default="clamp", help="what lies past the site's ceiling"
        )
        parser.add_argument("--one-order", action="store_true", help="the site offers one sort order only")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != 1 or args[0] not in JOBS:
            raise UsageError(f"which demo? scrapy demo {' or '.join(JOBS)}")
        from directory_crawler.storage.database import connect, database_url, forget_site  # noqa: PLC0415  heavy

        assert self.settings is not None
        folder = Path(self.settings.get("DATA_DIR")) / "demo"
        url = database_url(self.settings)
        demo = JOBS[args[0]]
        site = demo.site
        opts.size = opts.size or demo.size
        with connect(url) as connection:
            forget_site(connection, site)
        with serving(opts, demo) as base_url:
            print(f"the bundled site ({opts.size} {demo.what}) is served at {base_url}")
            first = present_of(base_url) if args[0] == "jobs" else datetime.now(timezone.utc)
            for number in range(opts.runs):
                if number:
                    urllib.request.urlopen(  # noqa: S310  our own server on loopback
                        urllib.request.Request(f"{base_url}/admin/advance", method="POST")  # noqa: S310
                    ).close()
                self.exitcode = self.crawl(url, base_url, args[0], first + number * demo.step)
                with connect(url) as connection:
                    (report_day if args[0] == "jobs" else report_week)(connection, site, opts, number)
                    self.tell_report(connection, site)
                if self.exitcode:
                    return
        with connect(url) as connection:
            deliver(connection, site, folder, args[0])

    def crawl(self, url: str, base_url: str, job: str, as_of: datetime) -> int:
        """Run one crawl as a person would, in a process of its own, and return its exit status."""
        assert self.settings is not None
        arguments = ["crawl", job, "-a", f"site={JOBS[job].site}", "-s", f"BASE_URL={base_url}"]
        arguments += ["-s", f"DATA_DIR={self.settings.get('DATA_DIR')}"]
        arguments += [
            "-s",
            f"RUN_AS_OF={as_of.isoformat()}",
            "-s",
            f"LOG_LEVEL={self.settings.get('LOG_LEVEL')}",
        ]
        done = subprocess.run(  # noqa: S603  our own command line
            [sys.executable, "-m", "scrapy", *arguments], env={**os.environ, "DATABASE_URL": url}, check=False
        )
        return done.returncode

    def tell_report(self, connection: Connection, site: str) -> None:
        """Print where the newest run of a site is told of, rejected or not."""
        from directory_crawler.reporting.report.files import report_path  # noqa: PLC0415  heavy

        assert self.settings is not None
        newest = connection.execute("select max(run_id) from crawl.runs where site = %s", (site,)).fetchone()
        path = report_path(self.settings.get("DATA_DIR"), site, newest[0]) if newest is not None else None
        if path is not None and path.exists():
            print(f"report: {path}")


@contextmanager
def serving(opts: argparse.Namespace, demo: Demo) -> Iterator[str]:
    """Start the bundled site in a process of its own and yield its address."""
    command = [sys.executable, "-m", demo.module, "--port", "0"]
    command += ["--size", str(opts.size), "--seed", str(opts.seed), "--past", opts.ceiling]
    if demo is JOBS["directory"]:
        command += ["--sitemap", *(["--one-order"] if opts.one_order else [])]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line.startswith("listening on "):
            raise UsageError(
                f"the bundled site did not start: {line.strip() or 'see its message above'}", print_help=False
            )
        yield line.split()[-1]
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=10)
        process.stdout.close() if process.stdout else None


def present_of(base_url: str) -> datetime:
    """The present of the bundled board, which has its own clock."""
    with urllib.request.urlopen(f"{base_url}/robots.txt") as answer:  # noqa: S310  our own server on loopback
        return parsedate_to_datetime(answer.headers["Date"])


def report_day(connection: Connection, site: str, opts: argparse.Namespace, day: int) -> None:
    """Print how the run of a day was judged and how its postings compare with the board."""
    from directory_crawler.demo.board.board import Board  # noqa: PLC0415  heavy
    from directory_crawler.demo.board.compare import compare_board  # noqa: PLC0415  heavy

    print_run(connection, site, f"day {day}")
    for line in compare_board(connection, site, Board.at(opts.size, opts.seed, day)).lines():
        print(line)


def report_week(connection: Connection, site: str, opts: argparse.Namespace, week: int) -> None:
    """Print how the run of a week was judged and how its table compares with the city."""
    from directory_crawler.demo.city import City  # noqa: PLC0415  heavy
    from directory_crawler.demo.compare import compare  # noqa: PLC0415  heavy

    run_id = print_run(connection, site, f"week {week}")
    city = City.at(opts.size, opts.seed, week)
    for line in compare(connection, site, city, run_id if week else None).lines():
        print(line)


def print_run(connection: Connection, site: str, moment: str) -> int | None:
    """Print how the newest run was judged and what it cost; return its number."""
    row = connection.execute(
        "select run_id, status, reason from crawl.runs where site = %s order by run_id desc limit 1", (site,)
    ).fetchone()
    if row is None:
        return None
    run_id, status, reason = row
    spent = connection.execute(
        "select stage, requests from crawl.request_account where run_id = %s and requests > 0"
        " order by requests desc",
        (run_id,),
    ).fetchall()
    print(f"\n{moment}, run {run_id}: {status} ({reason})")
    print("requests: " + ", ".join(f"{stage} {n}" for stage, n in spent))
    return int(run_id)


def deliver(connection: Connection, site: str, folder: Path, job: str) -> None:
    """Export the tables in the formats that a person opens, and say where they are."""
    from directory_crawler.reporting.tables import open_table  # noqa: PLC0415  heavy
    from directory_crawler.reporting.writers import write  # noqa: PLC0415  heavy

    print()
    for what, name in DELIVERED[job]:
        with open_table(connection, what, site=site) as table:
            n = write(table, folder / name, force=True)
        print(f"{'table' if what in ('organisations', 'postings') else what}: {folder / name} ({n} rows)")
