"""``scrapy reparse SITE --run R``: read the archived pages of a run anew, by today's profile; ask the site nothing."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from directory_crawler.commands import check_settings, database, known_site, whole
from directory_crawler.commands.crawl import concluded, leave_report

if TYPE_CHECKING:
    import argparse

    from directory_crawler.sites.grammar import Profile
    from directory_crawler.storage.database import Connection

logger = logging.getLogger(__name__)


class Command(ScrapyCommand):
    requires_project = True

    def syntax(self) -> str:
        return "SITE --run R"

    def short_desc(self) -> str:
        return "Read the archived pages of a run anew, by today's profile, without asking the site"

    def long_desc(self) -> str:
        return (
            "Read the archived pages of a run anew, by today's profile. SITE is a bundled profile or the path of one."
            " A rejected run is judged again by what its pages say now; the records of an accepted one are corrected"
            " where no later run has fetched them. The same command goes on where it was stopped; the exit status is"
            " that of a crawl."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "--run", type=whole, metavar="R", help="the run whose pages are read: see scrapy runs SITE"
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        from directory_crawler.sites.profile import ProfileError, check_secrets, load_profile  # noqa: PLC0415  heavy
        from directory_crawler.spiders.rereading import RereadDirectory, RereadJobs  # noqa: PLC0415  heavy

        if len(args) != 1 or opts.run is None:
            raise UsageError("name a profile and a run: scrapy reparse SITE --run R")
        assert self.settings is not None
        assert self.crawler_process is not None
        try:
            profile = load_profile(args[0])
            check_secrets(profile)
        except ProfileError as error:
            raise UsageError(str(error), print_help=False) from error
        settings = self.settings.copy()
        settings.setdict(profile.settings, priority="spider")
        check_settings(settings)
        with database(self.settings) as connection:
            check_subject(connection, profile, opts.run)
        self.settings.set("JOBDIR", None, priority="cmdline")
        crawler = self.crawler_process.create_crawler(
            RereadDirectory if profile.kind == "directory" else RereadJobs
        )
        self.crawler_process.crawl(crawler, site=args[0], rereads=opts.run)
        self.crawler_process.start()
        if self.crawler_process.bootstrap_failed:
            self.exitcode = 1
            return
        leave_report(crawler, about=opts.run)
        self.exitcode = concluded(crawler)


def check_subject(connection: Connection, profile: Profile, run_id: int) -> None:
    """Refuse a run that cannot be read anew, with what to do; say what its archive holds."""
    from directory_crawler.postcrawl.reread import archive_of, take_back  # noqa: PLC0415  heavy

    kind = known_site(connection, profile.name)
    if kind != profile.kind:
        raise UsageError(
            f"{profile.name} was crawled as {kind}, its profile says {profile.kind}", print_help=False
        )
    take_back(connection, profile.name, run_id)
    try:
        logger.info("%s", archive_of(connection, profile.name, run_id))
    except LookupError as error:
        raise UsageError(str(error), print_help=False) from error
