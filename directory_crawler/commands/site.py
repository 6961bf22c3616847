"""``scrapy site list|new|check``: the profiles there are, a new one from the template, and whether one is right."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from directory_crawler.commands import check_agent, check_settings

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from directory_crawler.core.proxies.entries import ProxyEntry


class Command(ScrapyCommand):
    requires_project = True
    requires_crawler_process = False

    def syntax(self) -> str:
        return "list | new NAME | check PROFILE"

    def short_desc(self) -> str:
        return "List, begin or check site profiles"

    def long_desc(self) -> str:
        return (
            "List the bundled profiles; write a new one, NAME.toml, from the commented template; or check one (a name"
            " or a path): load it as a crawl would, read one page of each kind, print what each line gives."
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        match args:
            case ["list"]:
                self.show_bundled()
            case ["new", name]:
                self.begin(name)
            case ["check", name]:
                self.check(name)
            case _:
                raise UsageError("scrapy site list, scrapy site new NAME, or scrapy site check NAME|PATH")

    def show_bundled(self) -> None:
        """Print the bundled profiles."""
        from directory_crawler.sites.profile import bundled_profiles, load_profile  # noqa: PLC0415  heavy

        for name in bundled_profiles():
            profile = load_profile(name)
            print(f"{name:24} {profile.kind:10} {profile.base_url}")

    def begin(self, name: str) -> None:
        """Write the commented template under a new name."""
        path = Path(name if name.endswith(".toml") else f"{name}.toml")
        if path.exists():
            raise UsageError(f"{path} exists: choose another name", print_help=False)
        template = files("directory_crawler.sites").joinpath("template.toml").read_text("utf-8")
        path.write_text(template.replace('"NAME"', f'"{path.stem}"', 1), "utf-8")
        print(f"{path} is begun: fill it in, then scrapy site check {path}")

    def check(self, name: str) -> None:
        """Load a profile as a crawl would, then try it on the site."""
        from directory_crawler.sites.profile import ProfileError, check_secrets, load_profile  # noqa: PLC0415  heavy
        from directory_crawler.sites.site import open_site  # noqa: PLC0415  heavy
        from directory_crawler.sites.trying import Trial  # noqa: PLC0415  heavy

        assert self.settings is not None
        try:
            profile = load_profile(name)
            site = open_site(profile, self.settings.get("BASE_URL"))
            check_secrets(profile)
        except ProfileError as error:
            raise UsageError(str(error), print_help=False) from error
        agent = profile.settings.get("USER_AGENT", self.settings.get("USER_AGENT"))
        check_agent(agent, site.base_url)
        print(f"{profile.name}: a {profile.kind} at {site.base_url}")
        proxy = self.first_proxy(profile.settings)
        if proxy is not None:
            print(f"asked through the first proxy of the pool, {proxy}")
        for line in Trial(site, agent, proxy=proxy.url if proxy is not None else None).report():
            print(line, flush=True)
            if "NOT READ" in line:
                self.exitcode = 1

    def first_proxy(self, profile_settings: Mapping[str, Any]) -> ProxyEntry | None:
        """Return an entry of the pool that a crawl would use, ``None`` where it would ask directly."""
        from directory_crawler.handlers.pool_options import PoolOptions, ProxyPoolError, sources  # noqa: PLC0415  heavy
        from directory_crawler.handlers.pool_source import read_pool  # noqa: PLC0415  heavy

        assert self.settings is not None
        settings = self.settings.copy()
        settings.setdict(dict(profile_settings), priority="spider")
        check_settings(settings)
        if not sources(settings):
            return None
        try:
            return read_pool(PoolOptions.from_settings(settings))[0]
        except ProxyPoolError as error:
            raise UsageError(str(error), print_help=False) from error
