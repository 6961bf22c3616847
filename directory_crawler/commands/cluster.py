"""``scrapy cluster SITE``: find the copies of one vacancy on a board anew, from what is stored."""

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
        return "SITE"

    def short_desc(self) -> str:
        return "Find the copies of one vacancy on a board anew, from what is stored"

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        from directory_crawler.postcrawl.cluster import recluster  # noqa: PLC0415  heavy

        if len(args) != 1:
            raise UsageError("name one site: scrapy cluster SITE")
        assert self.settings is not None
        with database(self.settings) as connection:
            site_of_kind(
                connection,
                args[0],
                "jobs",
                "scrapy cluster finds the copies of one vacancy on a board; the cards of one organisation are joined"
                f" by scrapy fold {args[0]}",
            )
            try:
                clustered = recluster(connection, args[0], self.settings)
            except LookupError as error:
                raise UsageError(str(error), print_help=False) from error
        print(f"{args[0]}: {clustered}")
