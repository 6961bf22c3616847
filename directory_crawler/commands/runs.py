"""``scrapy runs SITE``: the runs of a site, who holds what since when, and a way to release it."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, Any

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from directory_crawler.commands import database, known_site, positive, whole
from directory_crawler.core.planning.progress import in_words

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Mapping, Sequence

    from directory_crawler.storage.database import Connection


OVERDUE = "overdue"


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False

    def syntax(self) -> str:
        return "SITE [--release WORKER] [--fail RUN]"

    def short_desc(self) -> str:
        return "Show the runs of a site, what is stuck and who holds it; release it"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("-n", type=positive, default=10, help="so many of the newest runs (default 10)")
        parser.add_argument(
            "--release",
            metavar="WORKER",
            help=f"take back what this worker holds, or '{OVERDUE}': all that are",
        )
        parser.add_argument("--fail", metavar="RUN", type=whole, help="give up this unfinished run")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        from directory_crawler.storage import upkeep  # noqa: PLC0415  heavy

        if len(args) != 1:
            raise UsageError("name one site: scrapy runs SITE")
        (site,) = args
        with database(self.settings) as connection:
            known_site(connection, site)
            if opts.fail is not None:
                if not upkeep.give_up(connection, site, opts.fail):
                    raise UsageError(f"{site} has no unfinished run {opts.fail}", print_help=False)
                print(f"run {opts.fail} is failed; its workers can write no more")
            if opts.release is not None:
                self.release(connection, site, opts.release)
            show(upkeep.told(connection, "runs", site=site, n=opts.n))
            for last in upkeep.told(connection, "last_accepted", site=site):
                print(last_accepted(last))
            for what, name in (("held by", "held"), ("used up their attempts", "failed_units")):
                rows = upkeep.told(connection, name, site=site)
                if rows:
                    print(f"\n{what}:")
                    show(rows)

    def release(self, connection: Connection, site: str, worker: str) -> None:
        from directory_crawler.storage import upkeep  # noqa: PLC0415  heavy

        held = upkeep.told(connection, "held", site=site)
        wanted = [
            row["leased_by"]
            for row in held
            if worker == row["leased_by"] or (worker == OVERDUE and row["is_overdue"])
        ]
        if not wanted:
            names = ", ".join(row["leased_by"] for row in held) or "nobody"
            raise UsageError(f"{worker} holds nothing of {site}: units are held by {names}", print_help=False)
        for name in wanted:
            print(f"{name}: {upkeep.release(connection, site, name)} units released")


def show(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print rows as a table without its empty columns; why something is as it is stands on a line below its row.

    A table that does not fit a terminal is told line by line: broken cells cannot be read. A pipe has no width.
    """
    names = [
        name for name in (rows[0] if rows else ()) if any(row[name] not in (None, "", 0) for row in rows)
    ]
    columns = [name for name in names if name != "reason"]
    cells = [[written(row[name]) for name in columns] for row in rows]
    heads = [name.replace("_", " ") for name in columns]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() or "COLUMNS" in os.environ else None
    fits = width is None or sum(widths) + 2 * len(widths) <= width
    if fits and rows:
        print(aligned(heads, widths))
    for row, line in zip(rows, cells, strict=True):
        if fits:
            print(aligned(line, widths))
        else:
            told = ", ".join(f"{head} {cell}" for head, cell in zip(heads, line, strict=True) if cell)
            print(textwrap.fill(told, width or 0, subsequent_indent="  "))
        if reason := written(row.get("reason")):
            indent = "    "
            print(
                textwrap.fill(reason, width, initial_indent=indent, subsequent_indent=indent)
                if width
                else indent + reason
            )


def last_accepted(row: Mapping[str, Any]) -> str:
    """Say when the last run of a mode was accepted, and how long such runs take."""
    when = f"{written(row['finished_at'])}, {in_words(row['ago_s'])} ago"
    return f"last accepted ({row['mode']}): run {row['run_id']}, {when}; such runs take {in_words(row['usual_s'])}"


def aligned(cells: Iterable[str], widths: Iterable[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def written(value: Any) -> str:
    """A value on one line, with no characters that a terminal acts on: reasons quote what sites send."""
    if value is None:
        return ""
    text = f"{value:%Y-%m-%d %H:%M:%S}" if hasattr(value, "strftime") else str(value)
    return "".join(character if character.isprintable() else " " for character in text)
