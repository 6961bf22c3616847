"""A site that never answers: said at once, with the reason, and the run ends soon, to be continued."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import serve
from directory_crawler.demo.options import SiteOptions
from tests.commands.test_exit_status import scrapy
from tests.integration.crawling import column, crawl

pytestmark = pytest.mark.faults
CITY = City(60, 4)
SHORT = {"FIRST_ANSWER_PATIENCE": 1.5, "DOWNLOAD_TIMEOUT": 1.0}


@asynccontextmanager
async def answering(talk: Callable[[asyncio.StreamWriter], None]) -> AsyncIterator[int]:
    """A port where every caller is treated like this, and which keeps open what ``talk`` does not close."""

    async def meet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        callers.append(writer)
        talk(writer)

    callers: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(meet, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    for writer in callers:
        writer.close()
    server.close()
    await server.wait_closed()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()


def say_nothing(_: asyncio.StreamWriter) -> None:
    """Neither an answer nor an end."""


def greet(writer: asyncio.StreamWriter) -> None:
    writer.write(b"SSH-2.0-OpenSSH_9.2\r\n")
    writer.close()


@pytest.mark.parametrize("obey", [True, False])
@pytest.mark.parametrize(
    ("talk", "scheme", "reason"),
    [
        (hang_up, "http", "connection broken"),
        (say_nothing, "http", "no answer in time"),
        (greet, "http", "connection broken"),
        (greet, "https", "TLS failure"),
    ],
)
async def test_what_never_answers_ends_the_run_soon(
    database: str,
    caplog: pytest.LogCaptureFixture,
    talk: Callable[[asyncio.StreamWriter], None],
    scheme: str,
    reason: str,
    *,
    obey: bool,
) -> None:
    """Whatever is asked first, robots.txt or the plan's first page; what was planned before is kept."""
    async with answering(talk) as port:
        crawled = await crawl(
            database, f"{scheme}://127.0.0.1:{port}", settings={**SHORT, "ROBOTSTXT_OBEY": obey}
        )

    said = [record.getMessage() for record in caplog.records if record.name.endswith("middlewares.outage")]
    assert re.match(
        rf"nothing answers at {scheme}://127\.0\.0\.1:{port}/\w.*{reason}.*; trying again until \d\d:",
        said[0],
    )
    assert crawled.status == "interrupted"
    assert crawled.reason.startswith(f"nothing answers at {scheme}://127.0.0.1:{port}/")
    assert reason in crawled.reason
    assert column(database, "select status from crawl.runs") == ["interrupted"]


@pytest.mark.parametrize(
    ("address", "reason"),
    [("http://127.0.0.1:{port}", "connection refused"), ("http://no-such-host.invalid", "name not found")],
)
def test_a_shell_sees_it_and_the_same_command_continues(database: str, address: str, reason: str) -> None:
    """A warning with the reason on the terminal, status 4, and no traceback."""
    arguments = ["-s", "FIRST_ANSWER_PATIENCE=1", "-s", "USER_AGENT=test (+mailto:a@b.example)"]
    done = scrapy(
        *(
            "crawl",
            "directory",
            "-a",
            "site=demo-directory",
            "-s",
            f"BASE_URL={address.format(port=free_port())}",
        ),
        *arguments,
        database=database,
    )

    assert done.returncode == 4, done.stderr[-2000:]
    assert re.search(rf"WARNING: nothing answers at http://.*/robots\.txt: {reason}", done.stderr)
    assert "the same command continues it" in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_site_that_comes_within_the_patience_is_crawled(database: str) -> None:
    """On the port where until then each caller was hung up on."""
    called = asyncio.Event()

    def hang_up_at_first(writer: asyncio.StreamWriter) -> None:
        called.set()
        writer.close()

    async with answering(hang_up_at_first) as port:
        base_url = f"http://127.0.0.1:{port}"
        crawling = asyncio.ensure_future(crawl(database, base_url, settings={"LOG_ENABLED": False}))
        await called.wait()
    async with serve(CITY, SiteOptions(), port=port):
        crawled = await crawling

    assert crawled.status == "accepted", crawled.reason
