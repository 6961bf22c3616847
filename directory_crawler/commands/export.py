"""``scrapy export SITE -o FILE``: the table of a site, in the format of the file's suffix."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from directory_crawler.commands import database, known_site

if TYPE_CHECKING:
    import argparse

    from directory_crawler.storage.database import Connection


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False

    def syntax(self) -> str:
        return "SITE -o FILE [options]"

    def short_desc(self) -> str:
        return "Export the table of a site: .csv .xlsx .parquet .geojson .jsonl"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("-o", "--output", metavar="FILE", help="the file; its suffix is the format")
        parser.add_argument(
            "--what",
            default="organisations",
            help="organisations (default), changes, cards, parts (the coverage certificate), limits (what the table"
            " cannot know), to-read (forty rows to read); of a board postings, clusters, cluster-links,"
            " posting-changes, windows, days-open, title-edits, bumps-before-closure, closing-by-bumps,"
            " agencies-per-vacancy, repost-rate, postings-to-read; of both checks, sources, faults, requests",
        )
        parser.add_argument("--rubric", help="only this rubric, by id or label")
        parser.add_argument("--district", help="only this district")
        parser.add_argument(
            "--run", type=int, help="of this run (default the newest); rows and cards: last seen in this run"
        )
        parser.add_argument("--force", action="store_true", help="replace the file if it exists")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        from directory_crawler.reporting.tables import UnknownTableError, open_table  # noqa: PLC0415  heavy
        from directory_crawler.reporting.writers import ExportError, write  # noqa: PLC0415  heavy

        if len(args) != 1 or not opts.output:
            raise UsageError("name a site and a file: scrapy export SITE -o FILE.csv")
        with database(self.settings) as connection:
            known_site(connection, args[0])
            try:
                filters = {"rubric": opts.rubric, "district": opts.district, "run_id": opts.run}
                with open_table(connection, opts.what, site=args[0], **filters) as table:
                    n = write(table, Path(opts.output), force=opts.force)
            except (UnknownTableError, ExportError) as error:
                raise UsageError(str(error), print_help=False) from error
            why = "" if n else nothing_found(connection, args[0], opts)
        print(f"{n} rows of {opts.what} in {opts.output}{why}")


def nothing_found(connection: Connection, site: str, opts: argparse.Namespace) -> str:
    """Say why a table has no rows, where that is known."""
    runs = connection.execute(
        "select run_id, scope, status from crawl.runs where site = %s", (site,)
    ).fetchall()
    if opts.run is not None and opts.run not in [run_id for run_id, _, _ in runs]:
        return f": no run {opts.run} of {site}; there are {', '.join(str(run_id) for run_id, _, _ in sorted(runs))}"
    if not any(scope == "" and status == "accepted" for _, scope, status in runs):
        return f": no whole run of {site} is accepted yet; --what parts and --what checks show the newest run"
    if opts.rubric is not None or opts.district is not None or opts.run is not None:
        return (
            ": no row passes the filters; the table without them shows which rubrics and districts there are"
        )
    if opts.what == "changes":
        return ": the first accepted run is compared with nothing"
    return ""
