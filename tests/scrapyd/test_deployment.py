"""On Scrapyd: an egg or a wheel on a node, jobs by its API, several of them on one run, and what their logs say."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import psycopg
import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.options import Fault, SiteOptions
from tests.integration.crawling import column, rows
from tests.integration.proxying import origin
from tests.scrapyd.nodes import ROOT, checkout, deploy, node_python, running_node

pytestmark = [pytest.mark.scrapyd, pytest.mark.slow]

CITY = City(size=100, seed=3)
ROLE, PASSWORD = "crawler_with_a_password", "hush-of-the-database"


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return node_python(tmp_path_factory.mktemp("node") / "env")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkout(tmp_path_factory.mktemp("source"))


def with_password(database: str) -> str:
    """The same database for a role with that password, which a server that trusts its machine does not ask for."""
    with psycopg.connect(database) as connection:
        if connection.execute("select 1 from pg_roles where rolname = %s", (ROLE,)).fetchone() is None:
            connection.execute(f"create role {ROLE} superuser login password '{PASSWORD}'")
    scheme, _, rest = database.partition("://")
    return f"{scheme}://{ROLE}:{PASSWORD}@{rest.partition('@')[2]}"


def last_line(log: str) -> str:
    return log.strip().splitlines()[-1]


async def test_two_nodes_work_on_one_run_and_judge_it_once(
    database: str, tmp_path: Path, python: Path, source: Path
) -> None:
    """Two jobs on one node and one on another, one database: all end with the run's status, one post-crawl."""
    url = with_password(database)
    options = SiteOptions(stall=(Fault(surface="card", seconds=0.2),))
    async with (
        origin(CITY, options=options) as site,
        running_node(tmp_path / "a", python, DATABASE_URL=url) as first,
        running_node(tmp_path / "b", python, DATABASE_URL=url) as second,
    ):
        for node in (first, second):
            assert '"spiders": 2' in await asyncio.to_thread(deploy, node, source)
            listed = await asyncio.to_thread(node.call, "listspiders.json?project=directory_crawler")
            assert listed.get("spiders") == ["directory", "jobs"], listed
        given = {
            "spider": "directory",
            "site": "demo-directory",
            "run": "night",
            "setting": [f"BASE_URL={site.url}", "FETCHES_IN_FLIGHT=4"],
        }
        jobs = [(node, await node.schedule(**given)) for node in (first, second, first)]
        for node, job in jobs:
            await node.finished(job)
        logs = [node.logs[job] for node, job in jobs]

    assert rows(database, "select status, label from crawl.runs") == [("accepted", "night")], logs[0][-3000:]
    assert set(column(database, "select org_id from crawl.cards")) == set(CITY.listed_ids())
    ended = [last_line(log).rpartition("] ")[2] for log in logs]
    assert ended == ["INFO: run 1: accepted"] * 3, min(zip(ended, logs, strict=True))[1][-5000:]
    assert sum("judge] INFO: coverage:" in log for log in logs) == 1
    assert (
        sum("post_crawl] INFO: run 1: accepted: " in log and "judged before" not in log for log in logs) >= 1
    )
    assert all(PASSWORD not in text for text in (*logs, first.own_log, second.own_log))
    assert all("Traceback" not in log for log in logs)


async def test_a_rejected_run_and_a_wrong_argument_are_seen_in_the_log_of_the_job(
    database: str, tmp_path: Path, python: Path, source: Path
) -> None:
    rubric = max(CITY.tree.rows, key=CITY.tree.rows.__getitem__)
    options = SiteOptions(fail=(Fault(rubric=rubric, status=500),))
    async with (
        origin(CITY, options=options) as site,
        running_node(tmp_path / "a", python, DATABASE_URL=database, DATA_DIR=str(tmp_path / "data")) as node,
    ):
        await asyncio.to_thread(deploy, node, source)
        setting = [f"BASE_URL={site.url}", "RETRY_ENABLED=False"]
        rejected = await node.schedule(spider="directory", site="demo-directory", setting=setting)
        wrong = await node.schedule(spider="directory", site="demo-directori")
        await node.finished(rejected, wrong)

    assert last_line(node.logs[rejected]).endswith("ERROR: run 1: rejected")
    assert "named_holes" in node.logs[rejected]
    report = tmp_path / "data" / "reports" / "demo-directory" / "run-1.html"  # made from what the egg holds
    assert "<title>Rejected: demo-directory" in report.read_text("utf-8")
    assert column(database, "select status from crawl.runs") == ["rejected"]
    assert "no bundled profile of that name" in last_line(node.logs[wrong])
    ended = {
        line.partition("job='")[2].partition("'")[0]: line
        for line in node.own_log.splitlines()
        if "exitstatus" in line
    }
    assert "exitstatus=3" in ended[rejected]
    assert "exitstatus=2" in ended[wrong]


def test_an_egg_holds_the_statements_and_profiles_and_is_read_zipped(
    tmp_path: Path, python: Path, source: Path, database: str
) -> None:
    """Nothing is opened beside the code: the egg is a file, and the folder has nothing else."""
    egg = tmp_path / "project.egg"
    built = subprocess.run(
        [Path(sys.executable).parent / "scrapyd-deploy", "--build-egg", egg],
        cwd=source,
        check=False,
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    held = set(zipfile.ZipFile(egg).namelist())
    due = {
        str(path.relative_to(ROOT))
        for folder, kinds in (
            ("pipelines_sql", {".sql"}),
            ("directory_crawler", {".toml", ".json", ".html", ".css"}),
        )
        for path in (ROOT / folder).rglob("*")
        if path.suffix in kinds
    }
    assert due - held == set()
    assert not any(name.startswith(("tests/", "bench/")) for name in held)

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    statement = "from directory_crawler.storage.database import connect; import directory_crawler as d, sys; "
    statement += f"print(d.__file__); connect({database!r}).close()"
    for command in (["-c", statement], ["-m", "scrapy", "check"], ["-m", "scrapy", "site", "list"]):
        done = subprocess.run(
            [python, *command],
            cwd=elsewhere,
            check=False,
            capture_output=True,
            text=True,
            env={
                **os.environ,
                "PYTHONPATH": str(egg),
                "SCRAPY_SETTINGS_MODULE": "directory_crawler.settings",
            },
        )
        assert done.returncode == 0, done.stdout + done.stderr
        if command[0] == "-c":
            assert done.stdout.startswith(f"{egg}/")


async def test_a_wheel_beside_scrapyd_needs_no_egg(database: str, tmp_path: Path, source: Path) -> None:
    """The project is installed on the node, and a ``scrapy.cfg`` there names its settings."""
    python = node_python(tmp_path / "env")
    packages = next((tmp_path / "env" / "lib").glob("python*/site-packages"))
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--target", packages, source]
    alone = ["--no-deps", "--no-build-isolation", "--no-index"]
    await asyncio.to_thread(subprocess.run, [*install, *alone], check=True)
    named = "[settings]\ndirectory_crawler = directory_crawler.settings\n"
    async with (
        origin(CITY) as site,
        running_node(tmp_path / "a", python, project=named, DATABASE_URL=database) as node,
    ):
        job = await node.schedule(spider="directory", site="demo-directory", setting=f"BASE_URL={site.url}")
        await node.finished(job)

    assert last_line(node.logs[job]).endswith("INFO: run 1: accepted")


async def test_what_a_node_keeps_for_each_job_is_not_used(
    database: str, tmp_path: Path, python: Path, source: Path
) -> None:
    """``jobs_dir`` would be a second state of the crawl, ``items_dir`` would get units of work as if they were rows."""
    kept = "jobs_dir = kept\nitems_dir = items\n"
    async with (
        origin(CITY) as site,
        running_node(tmp_path / "a", python, configuration=kept, DATABASE_URL=database) as node,
    ):
        await asyncio.to_thread(deploy, node, source)
        job = await node.schedule(spider="directory", site="demo-directory", setting=f"BASE_URL={site.url}")
        await node.finished(job)

    assert last_line(node.logs[job]).endswith("INFO: run 1: accepted")
    assert "Traceback" not in node.logs[job]
    assert not list((tmp_path / "a" / "kept").rglob("requests.seen"))
    assert [file for file in (tmp_path / "a" / "items").rglob("*.jl") if file.stat().st_size] == []
