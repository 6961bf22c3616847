"""``scrapy site``: a profile is begun, listed and tried on its site."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from scrapy.exceptions import UsageError

from directory_crawler.commands import site
from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import serve
from directory_crawler.demo.options import Fault, SiteOptions
from directory_crawler.demo.proxy import DemoExit, serve_proxies
from directory_crawler.sites.profile import load_profile
from tests.commands.test_exit_status import ROOT, scrapy

CITY = City(size=300, seed=2)
BUNDLED = ROOT / "directory_crawler" / "sites" / "bundled" / "demo-directory.toml"


async def check(
    options: SiteOptions, *more: str, profile: str = "demo-directory"
) -> subprocess.CompletedProcess[str]:
    async with serve(CITY, options) as base_url:
        return await asyncio.to_thread(scrapy, "site", "check", profile, "-s", f"BASE_URL={base_url}", *more)


async def test_a_check_ends_with_0_and_prints_plain_lines_into_a_pipe() -> None:
    """What it asks for is said before; nothing of Scrapy's own stands in between."""
    done = await check(SiteOptions(ceiling_rows=33, past="first", sitemap=True))

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    first, second, *_ = done.stdout.splitlines()
    assert first.startswith("demo-directory: a directory at http://127.0.0.1:")
    assert second == "asks for at most 60 pages, at most 30 a second, directly; robots.txt is obeyed"
    assert "\x1b" not in done.stdout
    assert "--write puts into it: listing.ceiling = 33" in done.stdout


async def test_a_surface_that_cannot_be_read_ends_with_1_and_its_reason() -> None:
    """What answered in its place is said."""
    done = await check(SiteOptions(fail=(Fault(surface="list", status=403),)))

    assert done.returncode == 1
    assert "NOT READ  status 403" in done.stdout


async def test_figures_are_written_into_a_file_of_ones_own(tmp_path: Path) -> None:
    """The difference is shown, and the file loads; a second check has nothing to change."""
    path = tmp_path / "city.toml"
    old = BUNDLED.read_text("utf-8")
    path.write_text(old, "utf-8")
    options = SiteOptions(ceiling_rows=33, page_cap=7, sitemap=True)
    done = await check(options, "--write", profile=str(path))

    assert done.returncode == 0, done.stdout + done.stderr
    assert "-page_size = 20\n+page_size = 7\n" in done.stdout
    assert "+ceiling = 33\n" in done.stdout
    listing = load_profile(path).listing
    assert (listing.page_size, listing.ceiling) == (7, 33)
    assert (
        path.read_text("utf-8").replace("page_size = 7", "page_size = 20").replace("ceiling = 33\n", "")
        == old
    )

    again = await check(options, "--write", profile=str(path))
    assert "nothing to change" in again.stdout


async def test_a_bundled_profile_is_not_written_into() -> None:
    """It is refused before anything is asked of the site."""
    done = await asyncio.to_thread(
        scrapy, "site", "check", "demo-directory", "--write", "-s", "BASE_URL=http://127.0.0.1:1"
    )

    assert done.returncode == 2
    assert "scrapy site new NAME" in done.stderr


async def test_a_profile_is_tried_through_the_pool_that_a_crawl_would_use(tmp_path: Path) -> None:
    """Not one request goes out directly, and nothing shows the login."""
    async with serve_proxies([DemoExit("kim", "hush/hush")]) as proxies:
        (tmp_path / "list").write_text(proxies.lines[0], "utf-8")
        done = await check(
            SiteOptions(sitemap=True),
            *("-s", f"PROXY_POOL_FILE={tmp_path / 'list'}", "-s", "PROXY_POOL_PER_MINUTE=6000"),
        )

    shown = done.stdout + done.stderr
    assert done.returncode == 0, shown
    assert "through the proxy pool" in done.stdout
    assert {line.status for line in proxies.log} <= {200, 400, 404}
    assert f"{len(proxies.log)} requests were made" in done.stdout
    assert "hush" not in shown


@pytest.mark.parametrize("kind", ["directory", "jobs"])
def test_a_new_profile_carries_its_name_and_is_not_written_over(tmp_path: Path, kind: str) -> None:
    """The template of its kind, named, and a profile as it stands."""
    assert begun(tmp_path, "my-town", "--kind", kind).returncode == 0
    assert load_profile(tmp_path / "my-town.toml").kind == kind

    again = begun(tmp_path, "my-town.toml", "--kind", kind)
    assert again.returncode == 2
    assert "exists" in again.stderr


@pytest.mark.parametrize(
    "name",
    [
        "../up",
        "/tmp/abs",
        "a/b",
        "a\\b",
        'my"town',
        "my town",
        "",
        ".toml",
        "Über",
        "a" * 64,
        "x\ny",
        "con:1",
    ],
)
def test_names_that_are_none_are_refused(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file is made, here or elsewhere."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="no name of a site"):
        site.Command().begin(name, "directory")

    assert list(tmp_path.iterdir()) == []


def begun(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Begin a profile in a folder that is not the project's."""
    env = {**os.environ, "SCRAPY_SETTINGS_MODULE": "directory_crawler.settings", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "scrapy", "site", "new", *arguments]
    return subprocess.run(
        command, check=False, cwd=folder, env=env, capture_output=True, text=True, timeout=60
    )


def test_bundled_profiles_are_listed() -> None:
    """By name, job and address."""
    assert "demo-directory " in scrapy("site", "list").stdout
