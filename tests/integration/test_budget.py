"""What a run was expected to ask for, beside what it asked for, on sites that live on."""

from __future__ import annotations

import asyncio

import pytest

from directory_crawler.demo.board.board import Board
from directory_crawler.demo.city import City
from tests.commands.test_exit_status import scrapy
from tests.integration.boards import crawl_board
from tests.integration.crawling import rows
from tests.integration.weeks import live

PLANNED = """select stage, planned, requests - retries from crawl.request_account
where run_id = (select max(run_id) from crawl.runs)"""


def off_plan(database: str) -> list[tuple[str, int | None, int]]:
    """Stages of the newest run that differ from their plan by more than a tenth and by more than twenty requests."""
    return [
        (stage, planned, asked)
        for stage, planned, asked in rows(database, PLANNED)
        if abs((planned or 0) - asked) > max(0.1 * (planned or 0), 20)
    ]


@pytest.mark.slow
async def test_weeks_of_a_city_keep_to_their_plan(database: str) -> None:
    """The second week by usual shares, the third by the second."""
    city = City(1500, 7)
    await live(database, city, 0)
    for week in (1, 2):
        city = city.advance()
        done = await live(database, city, week)
        assert done.crawled.status == "accepted"
        assert off_plan(database) == []


@pytest.mark.slow
async def test_days_of_a_board_keep_to_their_plan(database: str) -> None:
    board = Board(1500, 7)
    await crawl_board(database, board)
    for _ in range(2):
        board = board.advance()
        crawled, _ = await crawl_board(database, board)
        assert crawled.status == "accepted"
        assert off_plan(database) == []


async def test_a_first_run_is_planned_by_the_counts_of_its_tree(database: str) -> None:
    """Page ones and further pages; of what only the listings show there is no plan yet."""
    await live(database, City(300, 7), 0)

    planned = {stage: (planned, asked) for stage, planned, asked in rows(database, PLANNED)}
    assert planned["cards"][0] is None
    for stage in ("probes", "listings"):
        expected, asked = planned[stage]
        assert abs(expected - asked) <= max(0.1 * expected, 20)


async def test_the_command_sizes_the_next_run_and_tells_how_the_last_one_went(database: str) -> None:
    """From what is stored; a site that has no run yet is sized with given counts."""
    nothing = await asyncio.to_thread(scrapy, "budget", "demo-directory", database=database)
    assert nothing.returncode == 2
    assert "--cards N" in nothing.stderr + nothing.stdout
    await live(database, City(300, 7), 0)
    done = await asyncio.to_thread(scrapy, "budget", "demo-directory", database=database)

    assert done.returncode == 0, done.stderr
    for part in ("cards", "contacts", "listings", "megabytes", "under way", "the last run:"):
        assert part in done.stdout


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["demo-directory", "--cards", "80118"], ["cards            80118   75.0%", "60", "120"]),
        (["demo-board", "--postings", "412118"], ["details", "listings"]),
        (["demo-board", "--postings", "412000", "--new", "26000"], ["liveness         58857"]),
    ],
)
def test_a_site_is_sized_by_given_counts_without_a_database(arguments: list[str], parts: list[str]) -> None:
    done = scrapy("budget", *arguments, DATABASE_URL="postgresql://127.0.0.1:1/none")

    assert done.returncode == 0, done.stderr
    for part in parts:
        assert part in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["budget"], "name one site"),
        (["budget", "no-such"], "no-such"),
        (["budget", "demo-board", "--cards", "5"], "size it with --postings"),
        (["budget", "demo-directory", "--cards", "5", "-s", "PACKAGES=premium"], "no package 'premium'"),
        (["budget", "demo-directory", "--cards", "5", "-s", "PACKAGES=100"], "lower it to 100"),
        (
            [
                "crawl",
                "directory",
                "-a",
                "site=demo-directory",
                "-s",
                "PACKAGES=regular,corporate",
                "-s",
                "PACKAGE_HELD_BY_OTHERS=2950",
            ],
            "CONCURRENT_REQUESTS is 120, and of regular and corporate this run may hold 50",
        ),
    ],
)
def test_what_is_wrong_or_too_much_is_refused_before_anything_is_asked(
    arguments: list[str], message: str
) -> None:
    """With status 2 and what to do."""
    done = scrapy(*arguments)

    assert done.returncode == 2
    assert message in done.stderr + done.stdout
