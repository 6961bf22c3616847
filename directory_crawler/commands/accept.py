"""``scrapy accept SITE``: judge or promote the newest run later, from what is stored."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from directory_crawler.commands import check_hook, database, known_site, whole
from directory_crawler.commands.crawl import EXIT_STATUS

if TYPE_CHECKING:
    import argparse

    from directory_crawler.storage.database import Connection


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False

    def syntax(self) -> str:
        return "SITE [options]"

    def short_desc(self) -> str:
        return "Judge the newest run of a site, or accept a rejected one for a reason"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "--run", type=whole, metavar="R", help="the run that is meant: it must be the newest"
        )
        parser.add_argument(
            "--override", metavar="REASON", help="accept it though checks fail; the reason is kept"
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        from directory_crawler.postcrawl.hook import RunHook, tell  # noqa: PLC0415  heavy
        from directory_crawler.postcrawl.judge import judge_run  # noqa: PLC0415  heavy
        from directory_crawler.postcrawl.signoff import one_screen  # noqa: PLC0415  heavy
        from directory_crawler.storage.database import database_url  # noqa: PLC0415  heavy

        if len(args) != 1:
            raise UsageError("name a site: scrapy accept SITE")
        if opts.override is not None and not opts.override.strip():
            raise UsageError("--override wants the reason, which is kept with the run", print_help=False)
        assert self.settings is not None
        check_hook(self.settings)
        logging.getLogger("directory_crawler.postcrawl.judge").addHandler(
            logging.NullHandler()
        )  # printed below
        with database(self.settings) as connection:
            run_id = newest_run(connection, args[0], opts.run)
        outcome = judge_run(
            database_url(self.settings), run_id, self.settings, again=True, override=opts.override
        )
        failures = one_screen(outcome.results)
        summary = outcome.summary
        if failures:
            print(failures)
            accepted = f"all the same: {opts.override}"
            summary = accepted if outcome.status == "accepted" else "see above; --override REASON accepts it"
        print(f"run {run_id} of {args[0]}: {outcome.status}: {summary}")
        if (hook := RunHook.from_settings(self.settings)) is not None:
            tell(hook, database_url(self.settings), run_id, outcome.status, {"run_id": run_id})
        self.exitcode = EXIT_STATUS.get(outcome.status, 1)


def newest_run(connection: Connection, site: str, wanted: int | None) -> int:
    """Return the newest whole run of a site, which must be the wanted one and have no work left.

    An older run describes a world that a newer one has seen already: it is never promoted.
    """
    from directory_crawler.storage.runs import REPARSE  # noqa: PLC0415  heavy
    from directory_crawler.storage.sql import sql  # noqa: PLC0415  heavy

    kind = known_site(connection, site)
    scoped = connection.execute(sql("crawl/runs.newest_scoped"), {"site": site, "run_id": wanted}).fetchone()
    row = connection.execute(sql("crawl/runs.newest"), {"site": site}).fetchone()
    if scoped is not None and (row is None or wanted is not None):
        run_id, scope, status, mode = scoped
        if mode == REPARSE and status == "rejected":
            return int(run_id)  # what it read anew is held against the run that it is of
        raise UsageError(
            f"run {run_id} covers {scope} alone and is {status}: it is judged within that, and never becomes what a"
            f" table is made of or the next run is compared with. scrapy crawl {kind} -a site=PROFILE covers the whole",
            print_help=False,
        )
    if row is None:
        raise UsageError(
            f"no run of {site} to judge; scrapy runs {site} says what became of those there were. scrapy crawl {kind}"
            " -a site=PROFILE begins the next",
            print_help=False,
        )
    run_id, _, status = row
    if wanted is not None and wanted != run_id:
        raise UsageError(
            f"run {wanted} is not the newest whole run of {site}: that is run {run_id} ({status}), and only"
            " the newest is judged or promoted later",
            print_help=False,
        )
    if status in ("running", "interrupted"):
        left = connection.execute(sql("crawl/runs.work_left"), {"run_id": run_id}).fetchone()
        assert left is not None
        if any(left):
            raise UsageError(
                f"run {run_id} of {site} is {status}, with {left[0]} slices and {left[1]} fetches left: go on"
                f" with the command that began it, scrapy crawl {kind} -a site=PROFILE",
                print_help=False,
            )
    return int(run_id)
