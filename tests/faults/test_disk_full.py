"""A disk that is full for a while: the run waits until there is space again, and nothing is lost or half there."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from directory_crawler.demo.city import City
from tests.faults.chaos import Server
from tests.faults.crawls import SEED, SIZE, STORED, start_crawl, wait_for_words, wait_until
from tests.integration.crawling import column

pytestmark = pytest.mark.faults

FULL = "No space left on device"


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A file system of its own with little room, which takes the right to mount one."""
    folder = Path(tempfile.mkdtemp(prefix="directory-crawler-disk-"))
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=160m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.decode()}")
    folder.chmod(0o755)
    yield folder
    subprocess.run(["umount", str(folder)], check=True)
    folder.rmdir()


def fill(disk: Path) -> Path:
    """Write a file until the disk is full."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            return filler
    raise AssertionError("unreachable: a disk ends")


def test_a_disk_that_is_full_for_a_while_is_waited_for(small_disk: Path, site: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.touch()
    server = Server(small_disk)
    try:
        database = server.database("crawl")
        crawl = start_crawl(database, site, LOG_LEVEL="WARNING", LOG_FILE=log, STORE_BATCH=20)
        wait_until(database, STORED, 40, crawl)
        filler = fill(small_disk)
        wait_for_words(log, FULL, 2, crawl)
        filler.unlink()

        assert crawl.wait(timeout=120) == 0, log.read_text("utf-8")[-3000:]
        listed = City(SIZE, SEED).listed_ids()
        assert sorted(column(database, "select org_id from crawl.cards")) == sorted(listed)
        assert column(database, "select status from crawl.runs") == ["accepted"]
        assert column(
            database, "select count(*) from crawl.fetches where status <> 'done' and kind = 'card'"
        ) == [0]
    finally:
        server.stop()
