"""A worker that stands still in the middle of a statement keeps nothing from the others."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta

import psycopg
import pytest
from psycopg.rows import dict_row

from directory_crawler.storage.database import WORKER_SESSION, pool
from directory_crawler.storage.frontier import Frontier, FrontierOptions
from directory_crawler.storage.runs import Identity, open_run

LEASE_S = 0.5
HELD = """
    insert into crawl.slices (run_id, root_id, path, filters, status, leased_by, leased_until, attempts)
    values (1, 'r', '[]', '{}', 'running', 'elsewhere:1:a', now() - interval '1 second', 1)
"""
LOCK = "update crawl.slices set pages = 1 returning slice_id"


@asynccontextmanager
async def frontier(database: str) -> AsyncIterator[Frontier]:
    """The frontier of a run of which a worker elsewhere holds a slice beyond its lease."""
    async with await psycopg.AsyncConnection.connect(database, row_factory=dict_row) as connection:
        identity = Identity("my-city", "directory", "full", "", "")
        run = await open_run(connection, identity, profile_digest="d", max_age=timedelta(days=1))
        await connection.execute(HELD)
    async with pool(database, lease_s=LEASE_S, patience_s=60) as connections:
        yield Frontier(connections, run, "here:1:b", lambda _: (), FrontierOptions(lease_s=LEASE_S))


async def stop_within_a_copy(database: str, meanwhile: Callable[[], Awaitable[None]]) -> None:
    async with (
        await psycopg.AsyncConnection.connect(database, application_name=WORKER_SESSION) as stopped,
        stopped.cursor() as cursor,
    ):
        await cursor.execute(LOCK)
        await cursor.execute("create temporary table seen (id text)")
        async with cursor.copy("copy seen from stdin") as copy:
            await meanwhile()
            await copy.write_row(("late",))


async def stop_within_a_batch(database: str, meanwhile: Callable[[], Awaitable[None]]) -> None:
    async with (
        await psycopg.AsyncConnection.connect(database, application_name=WORKER_SESSION) as stopped,
        stopped.cursor() as cursor,
        stopped.pipeline(),
    ):
        await cursor.execute(LOCK)
        await cursor.fetchone()
        await meanwhile()
        await cursor.execute(LOCK)


@pytest.mark.parametrize("stop", [stop_within_a_copy, stop_within_a_batch])
async def test_the_slice_of_a_worker_that_stands_still_goes_to_another(
    database: str, stop: Callable[[str, Callable[[], Awaitable[None]]], Awaitable[None]]
) -> None:
    """It had locked the slice when it stopped, and the server takes it to be at work."""
    async with frontier(database) as mine:
        with pytest.raises(psycopg.OperationalError):
            await stop(database, mine.return_expired)

        assert [leased.slice_id for leased in await mine.claim_slices(1)] == [1]


async def test_a_command_that_takes_its_time_is_left_alone(database: str) -> None:
    """Only the sessions of crawls have leases to keep."""
    async with (
        frontier(database) as mine,
        await psycopg.AsyncConnection.connect(database, application_name="directory_crawler") as command,
        command.cursor() as cursor,
    ):
        await cursor.execute("create temporary table kept (id text)")
        async with cursor.copy("copy kept from stdin") as copy:
            await mine.return_expired()
            await copy.write_row(("kept",))
        await cursor.execute("select id from kept")
        assert await cursor.fetchall() == [("kept",)]
