"""``scrapy prune SITE``: drop the facts and the pages of old runs that retention no longer keeps; history stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from directory_crawler.commands import database, known_site, whole

if TYPE_CHECKING:
    import argparse


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False

    def syntax(self) -> str:
        return "SITE [--keep N]"

    def short_desc(self) -> str:
        return "Drop sightings, staged records and archived pages of old runs; history stays"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--keep", type=whole, help="accepted runs whose facts stay (default: KEEP_RUNS)")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        from directory_crawler.storage.upkeep import prune, prune_archive  # noqa: PLC0415  heavy

        if len(args) != 1:
            raise UsageError("name one site: scrapy prune SITE")
        assert self.settings is not None
        keep = self.settings.getint("KEEP_RUNS") if opts.keep is None else opts.keep
        if keep < 1:
            raise UsageError(
                f"--keep {keep}: the last accepted run is what the next one is compared with; keep 1 or more",
                print_help=False,
            )
        with database(self.settings) as connection:
            known_site(connection, args[0])
            runs, dropped = prune(connection, args[0], keep)
            days, whole = self.settings.getfloat("ARCHIVE_DAYS"), self.settings.getint("ARCHIVE_RUNS")
            pages = prune_archive(connection, args[0], days, whole)
        rows = ", ".join(f"{n} {what.replace('_', ' ')}" for what, n in dropped.items() if n)
        print(
            f"{args[0]}: {runs} runs older than the last {keep} accepted ones; dropped: {rows or 'nothing'}"
        )
        print(
            f"archive: {pages} pages dropped: those of runs older than {days:g} days, and before the newest {whole}"
            " accepted runs the listing pages and those of records that are closed or that a later run has read"
        )
