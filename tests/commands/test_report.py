"""``scrapy report`` writes the report of a run; a crawl leaves one where a person finds it, and fails for none."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path

import psycopg
import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import serve
from directory_crawler.demo.options import Fault, SiteOptions
from tests.commands.test_exit_status import scrapy

CITY = City(size=100, seed=2)
SITE = "demo-directory"
RUBRIC = max(CITY.tree.rows, key=CITY.tree.rows.__getitem__)
BROKEN = SiteOptions(sitemap=True, fail=(Fault(rubric=RUBRIC, status=500),))


async def crawl(database: str, options: SiteOptions, folder: Path) -> subprocess.CompletedProcess[str]:
    async with serve(CITY, options) as base_url:
        return await asyncio.to_thread(
            scrapy,
            *("crawl", "directory", "-a", f"site={SITE}"),
            *("-s", f"BASE_URL={base_url}", "-s", f"DATA_DIR={folder}", "-s", "RETRY_ENABLED=False"),
            database=database,
        )


async def test_a_crawl_leaves_its_report_and_the_command_makes_it_again(
    database: str, tmp_path: Path
) -> None:
    """Of an accepted run and of a rejected one; the newest that was judged, or the one that is named."""
    accepted = await crawl(database, SiteOptions(sitemap=True), tmp_path)
    rejected = await crawl(database, BROKEN, tmp_path)

    assert (accepted.returncode, rejected.returncode) == (0, 3), rejected.stderr[-2000:]
    left = {n: tmp_path / "reports" / SITE / f"run-{n}.html" for n in (1, 2)}
    assert sorted(left[1].parent.iterdir()) == sorted(left.values())
    for done, n, status in ((accepted, 1, "accepted"), (rejected, 2, "rejected")):
        assert f"report: {left[n]}" in done.stderr
        assert f"run {n}: {status}" in done.stderr.splitlines()[-1]
        assert f"<title>{status.capitalize()}: {SITE}, run {n} of" in left[n].read_text("utf-8")

    path = tmp_path / "mine" / "report.html"
    made = scrapy("report", SITE, "-o", str(path), database=database)
    assert made.returncode == 0, made.stderr
    assert made.stdout.strip() == f"run 2 of {SITE} (rejected) in {path}"
    again = scrapy("report", SITE, "-o", str(path), "--run", "1", database=database)
    assert again.returncode == 2
    assert "--force" in again.stderr + again.stdout
    assert "Rejected" in path.read_text("utf-8")
    forced = scrapy("report", SITE, "-o", str(path), "--run", "1", "--force", database=database)
    assert forced.returncode == 0, forced.stderr
    assert "Accepted" in path.read_text("utf-8")
    assert list(path.parent.iterdir()) == [path]


async def test_a_run_is_accepted_though_its_report_cannot_be_written(database: str, tmp_path: Path) -> None:
    """Where the folder should be there is a file: the log says what is lacking and how to have it all the same."""
    folder = tmp_path / "data"
    folder.write_text("in the way")
    done = await crawl(database, SiteOptions(sitemap=True), folder)

    assert done.returncode == 0, done.stderr[-2000:]
    assert f"no report of run 1 at {folder}" in done.stderr
    assert f"scrapy report {SITE} --run 1 -o report.html" in done.stderr
    assert "run 1: accepted" in done.stderr.splitlines()[-1]
    with psycopg.connect(database) as connection:
        assert connection.execute("select status from crawl.runs").fetchall() == [("accepted",)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "name a site and a file"),
        ([SITE], "name a site and a file"),
        ([SITE, "-o", "report.pdf"], "let its name end in .html"),
        (["elsewhere", "-o", "report.html"], "no site 'elsewhere' in the database"),
        ([SITE, "-o", "report.html"], "no run of demo-directory yet: crawl it first"),
        ([SITE, "-o", "report.html", "--run", "7"], "no run 7 of demo-directory"),
        ([SITE, "-o", "report.html", "--run", "first"], "invalid int value"),
    ],
)
def test_wrong_usage_exits_with_2_and_says_what_to_do(
    database: str, arguments: list[str], message: str
) -> None:
    """And writes nothing."""
    with psycopg.connect(database) as connection:
        connection.execute("insert into crawl.sites (site, kind) values (%s, 'directory')", (SITE,))
    done = scrapy("report", *arguments, database=database)

    assert done.returncode == 2
    assert message in done.stderr + done.stdout
    assert "Traceback" not in done.stderr
    assert not Path("report.html").exists()


@pytest.mark.slow
@pytest.mark.parametrize(("job", "size"), [("directory", "100"), ("jobs", "200")])
def test_a_demo_says_where_its_report_is(database: str, tmp_path: Path, job: str, size: str) -> None:
    """In the folder that the demo was told."""
    done = scrapy("demo", job, "--size", size, "-s", f"DATA_DIR={tmp_path}", database=database)

    assert done.returncode == 0, done.stderr[-2000:]
    (told,) = [line for line in done.stdout.splitlines() if line.startswith("report: ")]
    path = Path(told.removeprefix("report: "))
    assert path.is_relative_to(tmp_path)
    assert "<title>Accepted" in path.read_text("utf-8")
