"""``scrapy unfold SITE A B``: two cards that were joined by mistake stay apart from now on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from directory_crawler.commands import database, site_of_kind

if TYPE_CHECKING:
    import argparse


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False

    def syntax(self) -> str:
        return "SITE A B"

    def short_desc(self) -> str:
        return "Undo a join: the cards A and B stay apart, in every later run, too"

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        from directory_crawler.postcrawl.fold import keep_apart, refold  # noqa: PLC0415  heavy

        if len(args) != 3 or args[1] == args[2]:
            raise UsageError("name a site and two cards of it: scrapy unfold SITE A B")
        site, one, other = args
        assert self.settings is not None
        with database(self.settings) as connection:
            site_of_kind(connection, site, "directory", "scrapy unfold keeps two cards of a directory apart")
            try:
                were_one = keep_apart(connection, site, one, other)
                folded = refold(connection, site, self.settings)
            except LookupError as error:
                raise UsageError(str(error), print_help=False) from error
        before = "" if were_one else " (they were not one organisation before, either)"
        print(f"{one} and {other} stay apart{before}\n{site}: {folded}")
