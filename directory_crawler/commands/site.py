"""``scrapy site list|new|check``: the profiles there are, a new one from the template, and whether one is right."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from directory_crawler.commands import KINDS, check_agent, check_settings

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from scrapy.settings import BaseSettings, Settings

TEMPLATES = {"directory": "template.toml", "jobs": "template-jobs.toml"}
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
"""What the grammar takes for the name of a site."""


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False

    def syntax(self) -> str:
        return "list | new NAME [--kind directory|jobs] | check PROFILE [--write]"

    def short_desc(self) -> str:
        return "List, begin or check site profiles"

    def long_desc(self) -> str:
        return (
            "List the bundled profiles; write a new one, NAME.toml, from the commented template of its kind; or check"
            " one (a name or a path): load it as a crawl would, read one page of each kind, print what each link gives"
            " and what a crawl makes of it, and measure page size, totals, order and ceiling. --write puts what was"
            " measured into the file."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "--kind",
            choices=tuple(TEMPLATES),
            default="directory",
            help="new: the kind of site (default directory)",
        )
        parser.add_argument(
            "--write", action="store_true", help="check: put the measured figures into the profile's file"
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        match args:
            case ["list"]:
                self.show_bundled()
            case ["new", name]:
                self.begin(name, opts.kind)
            case ["check", name]:
                self.check(name, write=opts.write)
            case _:
                raise UsageError("scrapy site list, scrapy site new NAME, or scrapy site check NAME|PATH")

    def show_bundled(self) -> None:
        """Print the bundled profiles."""
        from directory_crawler.sites.profile import bundled_profiles, load_profile  # noqa: PLC0415  heavy

        for name in bundled_profiles():
            profile = load_profile(name)
            print(f"{name:24} {profile.kind:10} {profile.base_url}")

    def begin(self, name: str, kind: str) -> None:
        """Write the commented template of a kind under a new name, into the folder where one is."""
        name = name.removesuffix(".toml")
        if not NAME.fullmatch(name):
            raise UsageError(
                f"{name!r} is no name of a site: up to 63 lower case letters, digits and dashes, such as my-city; the"
                " file is begun in this folder",
                print_help=False,
            )
        path = Path(f"{name}.toml")
        template = files("directory_crawler.sites").joinpath(TEMPLATES[kind]).read_text("utf-8")
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(template.replace('"NAME"', f'"{name}"', 1))
        except FileExistsError as error:
            raise UsageError(f"{path} exists: choose another name", print_help=False) from error
        except OSError as error:
            raise UsageError(
                f"{path} cannot be written: {error.strerror or error}", print_help=False
            ) from error
        print(f"{path} is begun: fill it in, then scrapy site check {path}")

    def check(self, name: str, *, write: bool) -> None:
        """Load a profile as a crawl would, then try it on the site."""
        from directory_crawler.sites.profile import ProfileError, check_secrets, load_profile  # noqa: PLC0415  heavy
        from directory_crawler.sites.site import open_site  # noqa: PLC0415  heavy
        from directory_crawler.sites.writing import own_file  # noqa: PLC0415  heavy
        from directory_crawler.trying.asking import MOST_REQUESTS  # noqa: PLC0415  heavy
        from directory_crawler.trying.figures import by_key, said, show_figures  # noqa: PLC0415  heavy
        from directory_crawler.trying.shown import Shown  # noqa: PLC0415  heavy
        from directory_crawler.trying.spider import try_profile  # noqa: PLC0415  heavy

        assert self.settings is not None
        try:
            profile = load_profile(name)
            site = open_site(profile, self.settings.get("BASE_URL"))
            check_secrets(profile)
            file = own_file(name) if write else None
        except ProfileError as error:
            raise UsageError(str(error), print_help=False) from error
        settings = self.settings_for(profile.settings)
        check_agent(settings.get("USER_AGENT"), site.base_url)
        through = self.way_out(settings)
        shown = Shown()
        shown.line(f"{profile.name}: {KINDS[profile.kind]} at {site.base_url}")
        pace = profile.pace.requests_per_second or settings.getfloat("THROTTLE_CEILING")
        robots = "obeyed" if settings.getbool("ROBOTSTXT_OBEY") and profile.pace.obey_robots else "NOT obeyed"
        shown.line(
            f"asks for at most {MOST_REQUESTS} pages, at most {pace:g} a second, {through}; robots.txt is {robots}"
        )
        spider = try_profile(settings, site, shown)
        if spider is None or not spider.is_done or shown.unread:
            self.exitcode = 1
        if spider is None:
            return
        if spider.figures:
            show_figures(shown, profile, spider.figures)
        shown.line(f"{spider.crawler.stats.get_value('downloader/request_count', 0)} requests were made")
        figures = by_key(spider.figures)
        news = {key: value for key, value in figures.items() if said(profile, key) != value}
        if file is not None:
            write_into(file, news)
        elif news:
            told = ", ".join(f"{key} = {str(value).lower()}" for key, value in news.items())
            shown.line(f"the profile says otherwise; --write puts into it: {told}")

    def settings_for(self, profile_settings: Mapping[str, Any]) -> Settings:
        """The settings with those of a profile; the log is quiet unless somebody asked for it."""
        from scrapy.settings import SETTINGS_PRIORITIES  # noqa: PLC0415  heavy

        assert self.settings is not None
        settings = self.settings.copy()
        settings.setdict(dict(profile_settings), priority="spider")
        check_settings(settings)
        if (settings.getpriority("LOG_LEVEL") or 0) < SETTINGS_PRIORITIES["cmdline"]:
            settings.set("LOG_LEVEL", "WARNING", priority="cmdline")
        return settings

    def way_out(self, settings: BaseSettings) -> str:
        """Say how the site will be asked: directly, or through the pool that a crawl would use."""
        from directory_crawler.handlers.pool_options import PoolOptions, ProxyPoolError, sources  # noqa: PLC0415  heavy

        if not sources(settings):
            return "directly"
        try:
            PoolOptions.from_settings(settings)
        except ProxyPoolError as error:
            raise UsageError(str(error), print_help=False) from error
        return "through the proxy pool"


def write_into(file: Path, figures: Mapping[str, int | bool]) -> None:
    """Put figures into a profile's file, and show what has changed in it."""
    from directory_crawler.sites.profile import ProfileError  # noqa: PLC0415  heavy
    from directory_crawler.sites.writing import difference, replace_file, with_figures  # noqa: PLC0415  heavy

    try:
        old = file.read_bytes().decode("utf-8")
        new = with_figures(old, figures, str(file))
        changes = difference(old, new, str(file))
        if changes:
            replace_file(file, new)
    except (OSError, ProfileError) as error:
        raise UsageError(f"{file} is as it was: {error}", print_help=False) from error
    print(f"\n{changes}" if changes else f"{file}: nothing to change, it says what was measured")
