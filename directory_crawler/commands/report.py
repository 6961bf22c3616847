"""``scrapy report SITE -o FILE.html``: one page on a run, to be read without asking anybody."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from directory_crawler.commands import database, known_site, whole, writing

if TYPE_CHECKING:
    import argparse


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False

    def syntax(self) -> str:
        return "SITE -o FILE.html [options]"

    def short_desc(self) -> str:
        return "Write the report of a run: one HTML file for people to read"

    def long_desc(self) -> str:
        return (
            "Write the report of a run as one self-contained HTML file: the verdict, coverage, the sign-off with the"
            " rows behind it, changes, sources, cost, pace, and the rows that a person should read. By default of the"
            " newest run that was judged; of any other, unfinished ones included, with --run."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("-o", "--output", metavar="FILE", help="the file, which ends in .html")
        parser.add_argument("--run", type=whole, help="of this run (default the newest that was judged)")
        parser.add_argument("--force", action="store_true", help="replace the file if it exists")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        from directory_crawler.reporting.report.facts import NoSuchRunError, find_run  # noqa: PLC0415  heavy
        from directory_crawler.reporting.report.files import write_report  # noqa: PLC0415  heavy

        if len(args) != 1 or not opts.output:
            raise UsageError("name a site and a file: scrapy report SITE -o report.html")
        path = Path(opts.output)
        if path.suffix.lower() not in (".html", ".htm"):
            raise UsageError(
                f"{path.name}: a report is an HTML file: let its name end in .html", print_help=False
            )
        if path.exists() and not opts.force:
            raise UsageError(
                f"{path} exists: add --force to replace it, or choose another name", print_help=False
            )
        (site,) = args
        with database(self.settings) as connection:
            known_site(connection, site)
            try:
                run = find_run(connection, site, opts.run)
            except NoSuchRunError as error:
                raise UsageError(str(error), print_help=False) from error
            with writing(path):
                write_report(connection, run, path)
        print(f"run {run.run_id} of {site} ({run.status}) in {path}")
