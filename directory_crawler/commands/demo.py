"""``scrapy demo directory``: crawl the bundled site, week after week, and hold the table against its truth."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from directory_crawler.storage.database import Connection

JOBS = ("directory",)
PAST = ("clamp", "first", "empty", "error", "wall", "notfound", "early")


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False

    def syntax(self) -> str:
        return "directory [options]"

    def short_desc(self) -> str:
        return "Crawl the bundled site and compare the table with the truth"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--size", type=int, default=2000, help="cards that the site lists (default 2000)")
        parser.add_argument("--runs", type=int, default=1, help="weeks to live through (default 1)")
        parser.add_argument("--seed", type=int, default=1, help="another seed is another city (default 1)")
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
        site = "demo-directory"
        with connect(url) as connection:
            forget_site(connection, site)
        with serving(opts) as base_url:
            print(f"the bundled city of {opts.size} cards is served at {base_url}")
            first = datetime.now(timezone.utc)
            for week in range(opts.runs):
                if week:
                    urllib.request.urlopen(  # noqa: S310  our own server on loopback
                        urllib.request.Request(f"{base_url}/admin/advance", method="POST")  # noqa: S310
                    ).close()
                self.exitcode = self.crawl(url, base_url, site, first + timedelta(weeks=week))
                with connect(url) as connection:
                    report_week(connection, site, opts, week)
                if self.exitcode:
                    return
        with connect(url) as connection:
            deliver(connection, site, folder)

    def crawl(self, url: str, base_url: str, site: str, as_of: datetime) -> int:
        """Run one crawl as a person would, in a process of its own, and return its exit status."""
        assert self.settings is not None
        arguments = ["crawl", "directory", "-a", f"site={site}", "-s", f"BASE_URL={base_url}"]
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


@contextmanager
def serving(opts: argparse.Namespace) -> Iterator[str]:
    """Start the bundled site in a process of its own and yield its address."""
    command = [sys.executable, "-m", "directory_crawler.demo.directory_site", "--port", "0"]
    command += ["--size", str(opts.size), "--seed", str(opts.seed), "--past", opts.ceiling]
    command += ["--sitemap"]
    command += ["--one-order"] if opts.one_order else []
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


def report_week(connection: Connection, site: str, opts: argparse.Namespace, week: int) -> None:
    """Print how the run of a week was judged and how its table compares with the city."""
    from directory_crawler.demo.city import City  # noqa: PLC0415  heavy
    from directory_crawler.demo.compare import compare  # noqa: PLC0415  heavy

    row = connection.execute(
        "select run_id, status, reason from crawl.runs where site = %s order by run_id desc limit 1", (site,)
    ).fetchone()
    if row is None:
        return
    run_id, status, reason = row
    spent = connection.execute(
        "select stage, requests from crawl.request_account where run_id = %s order by requests desc",
        (run_id,),
    ).fetchall()
    print(f"\nweek {week}, run {run_id}: {status} ({reason})")
    print("requests: " + ", ".join(f"{stage} {n}" for stage, n in spent))
    city = City.at(opts.size, opts.seed, week)
    for line in compare(connection, site, city, run_id if week else None).lines():
        print(line)


def deliver(connection: Connection, site: str, folder: Path) -> None:
    """Export the table in the formats that a person opens, and say where it is."""
    from directory_crawler.reporting.tables import open_table  # noqa: PLC0415  heavy
    from directory_crawler.reporting.writers import write  # noqa: PLC0415  heavy

    print()
    for what, name in (("to-read", "to-read.csv"), ("limits", "limits.csv"), ("changes", "changes.csv")):
        with open_table(connection, what, site=site) as table:
            n = write(table, folder / name, force=True)
        print(f"{what}: {folder / name} ({n} rows)")
    for name in ("directory.csv", "directory.xlsx"):
        with open_table(connection, "organisations", site=site) as table:
            n = write(table, folder / name, force=True)
        print(f"table: {folder / name} ({n} organisations)")
