"""``scrapy export SITE -o FILE``: the table of a site, in the format of the file's suffix."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from directory_crawler.commands import KINDS, database, known_site, whole, writing

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from directory_crawler.storage.database import Connection


OF_ONE_RUN = ("parts", "windows", "checks", "sources", "faults", "requests")
"""Tables of the newest run, whatever came of it."""


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
            help="organisations (default), changes, cards, parts (the coverage certificate), limits (what the table"
            " cannot know), to-read (forty rows to read); of a board postings (default), clusters, cluster-links,"
            " posting-changes, windows, days-open, title-edits, bumps-before-closure, closing-by-bumps,"
            " agencies-per-vacancy, repost-rate, postings-to-read; of both checks, sources, faults, requests",
        )
        parser.add_argument("--rubric", help="only this rubric, by id or label")
        parser.add_argument("--district", help="only this district")
        parser.add_argument(
            "--run",
            type=whole,
            help="of this run (default the newest); rows and cards: last seen in this run",
        )
        parser.add_argument("--force", action="store_true", help="replace the file if it exists")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        from directory_crawler.reporting.tables import TABLES, open_table  # noqa: PLC0415  heavy
        from directory_crawler.reporting.writers import ExportError, write  # noqa: PLC0415  heavy

        if len(args) != 1 or not opts.output:
            raise UsageError("name a site and a file: scrapy export SITE -o FILE.csv")
        (site,) = args
        with database(self.settings) as connection:
            kind = known_site(connection, site)
            what = opts.what or next(iter(TABLES[kind]))
            if what not in TABLES[kind]:
                raise UsageError(
                    f"{site} is {KINDS[kind]}, of which there is no table {what!r} to export: choose one of"
                    f" {', '.join(TABLES[kind])}",
                    print_help=False,
                )
            filters = {"rubric": opts.rubric, "district": opts.district, "run_id": opts.run}
            try:
                with open_table(connection, what, site=site, **filters) as table, writing(Path(opts.output)):
                    n = write(table, Path(opts.output), force=opts.force)
            except ExportError as error:
                raise UsageError(str(error), print_help=False) from error
            why = "" if n else nothing_found(connection, site, what, filters)
        print(f"{n} rows of {what} in {opts.output}{why}")


def nothing_found(connection: Connection, site: str, what: str, filters: Mapping[str, Any]) -> str:
    """Say why a table has no rows, where that is known."""
    runs = connection.execute(
        "select run_id, scope, status, reason from crawl.runs where site = %s order by run_id desc", (site,)
    ).fetchall()
    if not runs:
        return f": no run of {site} yet"
    wanted = filters["run_id"]
    told = {run_id: f"run {run_id} is {status}: {reason}" for run_id, _, status, reason in runs}
    if wanted is not None and wanted not in told:
        return f": no run {wanted} of {site}; there are {', '.join(map(str, sorted(told)))}"
    newest, _, status, _ = runs[0]
    if what in OF_ONE_RUN:
        shown = wanted if wanted is not None else newest
        return f": {told[shown]}"
    if not any(scope == "" and status == "accepted" for _, scope, status, _ in runs):
        hint = "; --what checks has the rows behind it" if status == "rejected" else ""
        return f": no whole run of {site} is accepted yet; {told[newest]}{hint}"
    if any(value is not None for value in filters.values()):
        return (
            ": no row passes the filters; the table without them shows which rubrics and districts there are"
        )
    if what in ("changes", "posting-changes"):
        return ": the first accepted run is compared with nothing"
    return ""
