"""``scrapy crawl``, with the exit status that the run deserves: Scrapy's own is 0 whatever a run came to."""

from __future__ import annotations

import inspect
import logging
from typing import TYPE_CHECKING, cast

from scrapy.commands import crawl
from scrapy.exceptions import UsageError

from directory_crawler.commands import check_agent, check_hook, check_package, check_settings
from directory_crawler.handlers.pool_options import PoolOptions, ProxyPoolError, sources
from directory_crawler.sites.profile import ProfileError, check_secrets, load_profile
from directory_crawler.sites.site import open_site
from directory_crawler.spiders.worker import WorkerSpider

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

EXIT_STATUS = {"accepted": 0, "failed": 1, "rejected": 3, "interrupted": 4}
"""Status of a run -> exit status; 2 is wrong usage or a wrong profile."""


logger = logging.getLogger(__name__)


class Command(crawl.Command):
    def long_desc(self) -> str:
        return (
            "Crawl a site, directory or jobs: -a site=NAME|PATH, and -a run=new|LABEL, -a trial=1; of a directory also"
            " -a only=AXIS:VALUE, of a board -a mode=daily|full|intraday, -a since=STAMP, -a until=STAMP. The same"
            " command continues a run that was stopped."
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.crawler_process is not None
        try:
            self.check(args, opts.spargs)
        except UsageError as error:
            if self.settings is not None and self.settings.get(
                "LOG_FILE"
            ):  # a Scrapyd node shows its jobs' logs, and nobody their stderr
                logger.error("wrong usage: %s", error)
            raise
        assert self.settings is not None
        # A Scrapyd node may give each job a folder. The state of a crawl is in the database: no second one.
        self.settings.set("JOBDIR", None, priority="cmdline")
        crawler = self._create_crawler(args[0])
        self.crawler_process.crawl(crawler, **opts.spargs)
        self.crawler_process.start()
        if self.crawler_process.bootstrap_failed:
            self.exitcode = 1
            return
        leave_report(crawler)
        self.exitcode = concluded(crawler)

    def check(self, args: list[str], arguments: dict[str, str]) -> None:
        """Refuse wrong usage before anything is opened."""
        assert self.crawler_process is not None
        if len(args) != 1:
            raise UsageError("name one spider: scrapy crawl directory -a site=NAME|PATH")
        spiders = self.crawler_process.spider_loader.list()
        if args[0] not in spiders:
            raise UsageError(f"no spider {args[0]!r}: there are {', '.join(spiders)}", print_help=False)
        spider = cast("type[WorkerSpider]", self.crawler_process.spider_loader.load(args[0]))
        self.check_arguments(spider, arguments)
        settings = self.check_site(arguments, spider.kind)
        check_settings(settings)
        check_pool(settings)
        check_package(settings)
        check_hook(settings)

    def check_arguments(self, spider: type[WorkerSpider], arguments: dict[str, str]) -> None:
        """Refuse what the spider does not take: a slip would be a whole run of another kind than was asked for."""
        known = list(dict.fromkeys(name for base in spider.__mro__ for name in named_parameters(base)))
        # Scrapyd hands over a job's id as `_job`.
        wrong = [name for name in arguments if name not in known and not name.startswith("_")]
        if wrong:
            raise UsageError(
                f"{wrong[0]}={arguments[wrong[0]]}: no argument of {spider.name}, which takes"
                f" {', '.join(sorted(known))}",
                print_help=False,
            )
        try:
            spider(**arguments)
        except ValueError as error:
            raise UsageError(str(error), print_help=False) from error

    def check_site(self, arguments: dict[str, str], kind: str) -> BaseSettings:
        """Refuse a missing or wrong profile before anything is opened; return the settings that it makes."""
        if "site" not in arguments:
            raise UsageError(
                "which site? -a site=NAME (a bundled profile) or -a site=PATH.toml", print_help=False
            )
        try:
            profile = load_profile(arguments["site"])
            open_site(profile)
            check_secrets(profile)
        except ProfileError as error:
            raise UsageError(str(error), print_help=False) from error
        if profile.kind != kind:
            raise UsageError(
                f"site={arguments['site']}: its kind is {profile.kind}: scrapy crawl {profile.kind}",
                print_help=False,
            )
        axis = arguments.get("only", "").partition(":")[0]
        if axis and axis not in profile.listing.axes:
            raise UsageError(
                f"only={arguments['only']}: no axis {axis!r}: the profile has"
                f" {', '.join(profile.listing.axes) or 'none'}; write only=AXIS:VALUE",
                print_help=False,
            )
        assert self.settings is not None
        address = self.settings.get("BASE_URL") or profile.base_url
        agent = profile.settings.get("USER_AGENT", self.settings.get("USER_AGENT"))
        check_agent(agent, address)
        settings = self.settings.copy()
        settings.setdict(profile.settings, priority="spider")
        return settings


def leave_report(crawler: Crawler, about: int | None = None) -> None:
    """Write the report of a run that was judged under DATA_DIR, where a person finds it without asking; or of the run
    ``about`` whose pages it has read anew.

    Here, and not among the steps after the crawl: everything is written down by now, the account of this worker, too,
    and a report that cannot be written changes nothing of what the run came to. Each worker of a run leaves one; on one
    machine it is the same file, made last by the last to end.
    """
    run = getattr(crawler.spider, "run", None)
    if run is None or run.is_judged:  # judged before this worker came: its report is there
        return
    if crawler.stats.get_value("run/status") in (None, "interrupted"):
        return
    from directory_crawler.reporting.report.facts import find_run  # noqa: PLC0415  heavy
    from directory_crawler.reporting.report.files import report_path, write_report  # noqa: PLC0415  heavy
    from directory_crawler.storage.database import connect, database_url  # noqa: PLC0415  heavy

    settings, site, run_id = crawler.settings, run.identity.site, about or run.run_id
    path = report_path(settings.get("DATA_DIR"), site, run_id)
    try:
        with connect(database_url(settings)) as connection:
            write_report(connection, find_run(connection, site, run_id), path)
    except Exception as error:  # noqa: BLE001  the run is judged, whatever becomes of the page about it
        logger.warning(
            "no report of run %s at %s: %s: %s. scrapy report %s --run %s -o report.html makes it from the database",
            run_id,
            path,
            type(error).__name__,
            error,
            site,
            run_id,
        )
    else:
        logger.info("report: %s", path)


def concluded(crawler: Crawler) -> int:
    """Say what a run came to; return the exit status for it."""
    run, status = (crawler.stats.get_value(f"run/{what}") for what in ("id", "status"))
    # Nothing was concluded: a second signal ended the process while it was giving back what it held.
    status = status or "interrupted"
    exit_status = EXIT_STATUS.get(status, 1)
    logger.log(logging.ERROR if exit_status else logging.INFO, "run %s: %s", run, status)
    return exit_status


def check_pool(settings: BaseSettings) -> None:
    """Refuse settings of the proxy pool that contradict each other; whether its list can be read, the run tells."""
    try:
        if sources(settings):
            PoolOptions.from_settings(settings)
    except ProxyPoolError as error:
        raise UsageError(str(error), print_help=False) from error


def named_parameters(spider: type) -> Iterator[str]:
    """The arguments that a class of spider names itself, and does not only hand on to the one above it."""
    if issubclass(spider, WorkerSpider) and "__init__" in vars(spider):
        for parameter in inspect.signature(spider).parameters.values():
            if parameter.kind is not parameter.VAR_KEYWORD and parameter.kind is not parameter.VAR_POSITIONAL:
                yield parameter.name
