"""What a person types."""

from __future__ import annotations

from argparse import ArgumentTypeError
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scrapy.exceptions import UsageError

from directory_crawler.core.ranges import expected, is_taken
from directory_crawler.sites.urls import is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scrapy.settings import BaseSettings

    from directory_crawler.storage.database import Connection


_NOT_COUNTED = 1 << 63
WHERE = {"cmdline": "on the command line", "spider": "in the profile's [settings]"}


def check_settings(settings: BaseSettings) -> None:
    """Refuse values that nothing could be done with, all at once, with where they come from and what is expected."""
    from scrapy.settings import SETTINGS_PRIORITIES  # noqa: PLC0415  heavy

    from directory_crawler.settings import defaults  # noqa: PLC0415  not what the environment made of them

    places = {SETTINGS_PRIORITIES[priority]: place for priority, place in WHERE.items()}
    wrong = []
    for name, default in defaults.items():
        value = settings.get(name)
        if name in settings and not is_taken(name, value, default):
            place = places.get(
                settings.getpriority(name) or 0, f"in the environment, as DIRECTORY_CRAWLER_{name}"
            )
            shown = repr(value)[:80]
            wrong.append(
                f"{name} is {shown} {place}: it takes {expected(name, default)}; its default is {default!r}"
            )
    if wrong:
        raise UsageError("\n".join(wrong), print_help=False)


def check_hook(settings: BaseSettings) -> None:
    """Refuse a hook that is no command, before a run has gone on for hours."""
    from directory_crawler.postcrawl.hook import RunHook  # noqa: PLC0415  heavy

    try:
        RunHook.from_settings(settings)
    except ValueError as error:
        raise UsageError(str(error), print_help=False) from error


def check_package(settings: BaseSettings) -> None:
    """Refuse settings that want more connections than the proxy packages leave to this run."""
    from directory_crawler.core.planning.packages import Package, over_the_share  # noqa: PLC0415  needed by two commands

    package = Package(
        tuple(str(name) for name in settings.getlist("PACKAGES")),
        settings.getint("PACKAGE_SOURCE_ADDRESSES"),
        settings.getint("PACKAGE_HELD_BY_OTHERS"),
    )
    wanted = {"CONCURRENT_REQUESTS": settings.getint("CONCURRENT_REQUESTS")}
    if settings.get("PROXY_POOL_KIND") == "gateway":
        wanted["PROXY_POOL_TUNNELS"] = settings.getint("PROXY_POOL_TUNNELS")
    try:
        wrong = over_the_share(package, wanted)
    except ValueError as error:
        raise UsageError(f"PACKAGES: {error}", print_help=False) from error
    if wrong is not None:
        raise UsageError(wrong, print_help=False)


@contextmanager
def database(settings: BaseSettings | None) -> Iterator[Connection]:
    """Connect to the database in use; without one, exit with what to do and no traceback. Raises `UsageError`."""
    from directory_crawler.storage.database import connect, database_url  # noqa: PLC0415  heavy
    from directory_crawler.storage.embedded import DatabaseUnavailableError  # noqa: PLC0415  heavy

    assert settings is not None
    check_settings(settings)
    try:
        connection = connect(database_url(settings))
    except DatabaseUnavailableError as error:
        raise SystemExit(f"scrapy: error: {error}") from None
    with connection:
        yield connection


def whole(text: str) -> int:
    """A whole number on the command line, of the size that the database counts with."""
    try:
        value = int(text)
    except ValueError:
        raise ArgumentTypeError(f"invalid int value: {text!r}") from None
    if abs(value) >= _NOT_COUNTED:
        raise ArgumentTypeError(f"{text[:40]}: there are no such numbers of runs; expected one below 2^63")
    return value


def positive(text: str) -> int:
    """The same from 1 on."""
    value = whole(text)
    if value < 1:
        raise ArgumentTypeError(f"{value}: expected 1 or more")
    return value


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Exit with what is in the way, and no traceback, where a file cannot be written."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise SystemExit(f"scrapy: error: {path} cannot be written: {reason}; choose another place") from None


KINDS = {"directory": "a directory", "jobs": "a job board"}


def known_site(connection: Connection, site: str) -> str:
    """Return the kind of a site. Raise `UsageError` for one that nobody crawled, with those that there are."""
    known: dict[str, str] = dict(
        connection.execute("select site, kind from crawl.sites order by site").fetchall()
    )
    if site not in known:
        names = f"there are {', '.join(known)}" if known else "crawl one first"
        raise UsageError(f"no site {site!r} in the database: {names}", print_help=False)
    return known[site]


def site_of_kind(connection: Connection, site: str, kind: str, purpose: str) -> None:
    """Raise `UsageError` for a site of the other kind, with what the command is for, and for an unknown one."""
    found = known_site(connection, site)
    if found != kind:
        raise UsageError(f"{site} is {KINDS[found]}: {purpose}", print_help=False)


def check_agent(agent: str, address: str) -> None:
    """Refuse the example user agent for a site of others."""
    if "example.org" in agent and not is_loopback(address):
        raise UsageError(
            f"USER_AGENT is still the example {agent!r}: {address} should know who crawls it and how to reach"
            " you. Set it in the profile's [settings] or with -s USER_AGENT=...",
            print_help=False,
        )
