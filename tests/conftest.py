"""A real PostgreSQL for every test that asks for one: the embedded server, or the one that ``DATABASE_URL`` names."""

from __future__ import annotations

import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from directory_crawler.storage.database import connect
from directory_crawler.storage.embedded import start_embedded, stop_embedded
from tests.faults.crawls import STARTED


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """The URL of a server on which databases may be made."""
    if configured := os.environ.get("DATABASE_URL"):
        yield configured
        return
    # Not under pytest's own folder, of which another session running beside this one removes the oldest.
    folder = Path(tempfile.mkdtemp(prefix="directory-crawler-test-"))
    url = start_embedded(folder)
    yield url
    stop_embedded(folder)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def reports_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The processes that tests start leave their reports in a folder of the session, unless they name another one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATA_DIR", str(tmp_path_factory.mktemp("data")))
        yield


def _of(url: str, database: str) -> str:
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=f"/{database}"))


@pytest.fixture(scope="session")
def template(server_url: str) -> Iterator[str]:
    """A database with the schema in place, from which others are copied."""
    name = f"template_{uuid.uuid4().hex}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f'create database "{name}"')  # type: ignore[call-overload]
        connect(_of(server_url, name)).close()
        yield name
        connection.execute(f'drop database if exists "{name}" with (force)')  # type: ignore[call-overload]


@pytest.fixture(autouse=True)
def ends_its_crawls() -> Iterator[None]:
    """A test that fails leaves no crawl behind to trouble those after it."""
    yield
    while STARTED:
        with STARTED.pop() as crawl:
            crawl.kill()


@pytest.fixture
def empty_database(server_url: str) -> Iterator[str]:
    """The URL of a database of this test's own with nothing in it."""
    yield from _database(server_url, "template1")


@pytest.fixture
def database(server_url: str, template: str) -> Iterator[str]:
    """The URL of a database of this test's own, with the schema in place."""
    yield from _database(server_url, template)


def _database(server_url: str, source: str) -> Iterator[str]:
    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f'create database "{name}" template "{source}"')  # type: ignore[call-overload]
        yield _of(server_url, name)
        connection.execute(f'drop database if exists "{name}" with (force)')  # type: ignore[call-overload]


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """A folder for exports and reports."""
    return tmp_path / "data"
