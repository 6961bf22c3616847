"""Both jobs live for a while, once for all tests of the report."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import psycopg
import pytest
from lxml import html

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.city import City
from directory_crawler.demo.options import Fault, SiteOptions
from directory_crawler.reporting.report.facts import find_run
from directory_crawler.reporting.report.page import render
from tests.integration.boards import crawl_board
from tests.integration.judging import a_database, url_of
from tests.integration.weeks import live
from tests.reporting.report.reports import REPORTS, Pages


@pytest.fixture(scope="session")
def lived(server_url: str) -> Iterator[str]:
    """The name of a database with runs of both kinds, one of them rejected for a rubric that answers 500."""
    with a_database(server_url) as name:
        url = url_of(server_url, name)

        async def crawl() -> None:
            city = City(150, 5)
            for week in (0, 1):
                assert (await live(url, city, week)).crawled.status == "accepted"
                city = city.advance()
            rubric = max(city.tree.rows, key=city.tree.rows.__getitem__)
            broken = SiteOptions(fail=(Fault(rubric=rubric, status=500),))
            rejected = await live(url, city, 2, broken, settings={"RETRY_ENABLED": False})
            assert rejected.crawled.status == "rejected"
            board = Board(200, 3)
            for _ in range(2):
                crawled, _ = await crawl_board(url, board)
                assert crawled.status == "accepted", crawled.reason
                board = board.advance()

        asyncio.run(crawl())
        yield name


@pytest.fixture(scope="session")
def pages(server_url: str, lived: str) -> Pages:
    """The reports of all its runs."""
    with psycopg.connect(url_of(server_url, lived)) as connection:
        return {of: html.fromstring(render(connection, find_run(connection, *of))) for of in REPORTS}


@pytest.fixture(scope="session")
def url(server_url: str, lived: str) -> str:
    """Where the runs lie, for who only reads them."""
    return url_of(server_url, lived)


@pytest.fixture
def copy(server_url: str, lived: str) -> Iterator[str]:
    """A copy of the runs, to be changed."""
    with a_database(server_url, lived) as name:
        yield url_of(server_url, name)
