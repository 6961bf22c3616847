"""What a shell sees: the exit status that the run deserves, and a message that helps."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import serve
from directory_crawler.demo.options import Fault, SiteOptions

ROOT = Path(__file__).parents[2]
CITY = City(size=100, seed=2)


def scrapy(
    *arguments: str, database: str | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **environment} | ({"DATABASE_URL": database} if database else {})
    return subprocess.run(
        [sys.executable, "-m", "scrapy", *arguments],
        check=False,
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
    )


async def crawl(database: str, options: SiteOptions, *more: str) -> subprocess.CompletedProcess[str]:
    import asyncio

    async with serve(CITY, options) as base_url:
        arguments = ["crawl", "directory", "-a", "site=demo-directory", "-s", f"BASE_URL={base_url}", *more]
        return await asyncio.to_thread(scrapy, *arguments, database=database)


async def test_an_accepted_run_exits_with_0_and_warns_of_nothing(database: str) -> None:
    """Not one deprecation warning on the way."""
    done = await crawl(database, SiteOptions(sitemap=True))

    assert done.returncode == 0, done.stderr[-2000:]
    assert "Deprecat" not in done.stderr
    assert "WARNING" not in done.stderr, done.stderr


async def test_a_rejected_run_exits_with_3_and_names_the_checks(database: str) -> None:
    """A rubric that answers 500 is a failed slice; nothing is promoted."""
    rubric = max(CITY.tree.rows, key=CITY.tree.rows.__getitem__)
    done = await crawl(
        database, SiteOptions(fail=(Fault(rubric=rubric, status=500),)), "-s", "RETRY_ENABLED=False"
    )

    assert done.returncode == 3, done.stderr[-2000:]
    assert "named_holes" in done.stderr
    with psycopg.connect(database) as connection:
        assert connection.execute("select count(*) from crawl.cards").fetchone() == (0,)
        assert connection.execute("select status from crawl.runs").fetchone() == ("rejected",)


async def test_an_unreadable_rubric_tree_exits_with_1(database: str) -> None:
    """Without its tree a run cannot be proven: it fails with the reason in the log and in the table."""
    options = SiteOptions(fail=(Fault(surface="rubrics", status=404),))
    done = await crawl(database, options)

    assert done.returncode == 1, done.stderr[-2000:]
    with psycopg.connect(database) as connection:
        row = connection.execute("select status, reason from crawl.runs").fetchone()
    assert row is not None
    assert row[0] == "failed"
    assert "rubric tree" in row[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["crawl", "directory"], "which site?"),
        (["crawl", "directory", "-a", "site=no-such-profile"], "no-such-profile"),
        (["crawl"], "name one spider"),
        (["crawl", "directory", "-a", "site=demo-directory", "-a", "only=street:Main"], "no axis 'street'"),
        (["crawl", "jobs", "-a", "site=demo-directory"], "its kind is directory: scrapy crawl directory"),
        (["crawl", "jobs", "-a", "site=demo-board", "-a", "moed=full"], "which takes mode, only, run, since"),
        (["crawl", "jobs", "-a", "site=demo-board", "-a", "mode=weekly"], "mode=weekly: expected"),
        (
            ["crawl", "jobs", "-a", "site=demo-board", "-a", "since=2026-02-01", "-a", "until=2026-01-01"],
            "range",
        ),
        (["crawl", "directory", "-a", "site=demo-directory", "-a", "since=2026-02-01"], "no argument of"),
        (["export", "x"], "name a site and a file"),
        (["demo"], "which demo?"),
    ],
)
def test_wrong_usage_exits_with_2_and_says_what_is_missing(arguments: list[str], message: str) -> None:
    """Before anything is started."""
    done = scrapy(*arguments)

    assert done.returncode == 2
    assert message in done.stderr + done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("crawl", "directory", "-a", "site=demo-directory"),
        ("crawl", "jobs", "-a", "site=demo-board"),
        ("budget", "demo-directory", "--cards", "10"),
        ("runs", "x"),
        ("fold", "x"),
    ],
)
def test_settings_that_say_nothing_exit_with_2_before_anything_is_opened(arguments: tuple[str, ...]) -> None:
    """All of them at once, each with its value, where it comes from, and what is expected."""
    done = scrapy(
        *arguments,
        *("-s", "LEASE_SECONDS=soon", "-s", "KEEP_RUNS=0"),
        database="postgresql://127.0.0.1:1/none",
        DIRECTORY_CRAWLER_THROTTLE_CEILING="-3",
    )

    assert done.returncode == 2, done.stderr[-2000:]
    assert "LEASE_SECONDS is 'soon' on the command line: it takes a number above 0" in done.stderr
    assert "KEEP_RUNS is '0' on the command line: it takes a whole number from 1" in done.stderr
    assert "THROTTLE_CEILING is '-3' in the environment, as DIRECTORY_CRAWLER_THROTTLE_CEILING" in done.stderr
    assert "Traceback" not in done.stderr


def test_settings_of_a_profile_are_looked_at_as_well(tmp_path: Path) -> None:
    """The file's own place is named."""
    template = ROOT / "directory_crawler" / "sites" / "bundled" / "demo-directory.toml"
    profile = tmp_path / "city.toml"
    text = template.read_text()
    assert "\n[settings]\n" in text
    profile.write_text(
        text.replace("\n[settings]\n", '\n[settings]\nSTORE_BATCH = "many"\nLEASE_SECONDS = true\n')
    )
    done = scrapy("crawl", "directory", "-a", f"site={profile}")

    assert done.returncode == 2, done.stderr[-2000:]
    assert "STORE_BATCH is 'many' in the profile's [settings]" in done.stderr
    assert "LEASE_SECONDS is True in the profile's [settings]" in done.stderr


def test_a_wrong_profile_exits_with_2_and_names_the_key(tmp_path: Path) -> None:
    """File, key, value, and what is allowed."""
    profile = tmp_path / "city.toml"
    profile.write_text(
        'name = "city"\nkind = "directory"\nbase_url = "https://x.example"\ncountry = "United Kingdom"\n'
    )
    done = scrapy("crawl", "directory", "-a", f"site={profile}")

    assert done.returncode == 2
    assert "country" in done.stderr + done.stdout


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ('headers = { Authorization = "env:NO_SUCH_SECRET" }', "card.headers.Authorization"),
        ('headers = { X-Key = "env:NO_SUCH_SECRET" }', "card.headers.X-Key"),
        ("[settings]\n", ""),
    ],
)
def test_a_secret_that_is_not_set_exits_with_2_before_anything_is_asked(
    tmp_path: Path, line: str, key: str
) -> None:
    """Not after the listings, when the first card needs it; a class that cannot be imported no later either."""
    profile = tmp_path / "city.toml"
    wrong_class = "" if key else 'class = "no.such:Class"\n'
    profile.write_text(
        f'{wrong_class}name = "city"\nkind = "directory"\nbase_url = "http://127.0.0.1:1"\ncountry = "DE"\n'
        'languages = ["de"]\n[listing]\nurl = "/l?p={page}"\npage_size = 20\nids = "jmespath: items[].id"\n'
        f'[card]\nurl = "/c/{{id}}"\nfields = {{ name = "css: h1" }}\n{line}\n'
    )
    done = scrapy("crawl", "directory", "-a", f"site={profile}")

    assert done.returncode == 2, done.stderr[-500:]
    assert (key or "class") in done.stderr
    assert "Traceback" not in done.stderr


def test_the_example_user_agent_is_refused_on_a_site_of_others(tmp_path: Path) -> None:
    """A site should know who crawls it."""
    template = ROOT / "directory_crawler" / "sites" / "bundled" / "demo-directory.toml"
    profile = tmp_path / "city.toml"
    profile.write_text(template.read_text().replace("http://127.0.0.1:8000", "https://directory.example"))
    for command in (["crawl", "directory", "-a", f"site={profile}"], ["site", "check", str(profile)]):
        done = scrapy(*command)

        assert done.returncode == 2
        assert "USER_AGENT is still the example" in done.stderr + done.stdout


def test_an_unreachable_database_exits_with_1_and_says_what_to_do() -> None:
    """No traceback stands where a sentence would do."""
    done = scrapy(
        "crawl", "directory", "-a", "site=demo-directory", database="postgresql://u:s3cret@127.0.0.1:1/none"
    )

    assert done.returncode == 1
    assert "DATABASE_URL" in done.stderr
    assert "s3cret" not in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


def test_contracts_pass_offline() -> None:
    """On every callback, with no site and no database."""
    done = scrapy("check", DATABASE_URL="postgresql://127.0.0.1:1/none")

    assert done.returncode == 0, done.stderr
    assert "OK" in done.stderr
