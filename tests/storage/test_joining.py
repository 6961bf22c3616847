"""A worker joins a run while others write to it."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import psycopg
from psycopg.rows import dict_row

from directory_crawler.storage.runs import Identity, Run, open_run

IDENTITY = Identity("my-city", "directory", "full", "", "night")


async def open_it(database: str) -> Run:
    async with await psycopg.AsyncConnection.connect(database, row_factory=dict_row) as connection:
        return await open_run(connection, IDENTITY, profile_digest="d", max_age=timedelta(days=1))


async def test_a_worker_that_joins_and_one_that_ends_a_slice_do_not_wait_for_each_other(
    database: str,
) -> None:
    """The end of a slice writes rows of the run and then what was learned of its site; joining locks both."""
    run = await open_it(database)
    async with await psycopg.AsyncConnection.connect(database) as ending:
        await ending.execute(
            "insert into crawl.slices (run_id, root_id, path, filters) values (%s, 'r', '[]', '{}')",
            (run.run_id,),
        )
        joined = await asyncio.wait_for(open_it(database), 10)
        await ending.execute("update crawl.sites set served_depth = 7 where site = 'my-city'")

    assert joined.run_id == run.run_id
