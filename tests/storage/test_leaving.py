"""A worker that stops holds nothing, whatever it was about to claim."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import psycopg
import pytest
from psycopg.rows import dict_row

from directory_crawler.storage.database import pool
from directory_crawler.storage.frontier import Frontier, FrontierOptions
from directory_crawler.storage.runs import Identity, open_run

WAITING = """
    insert into crawl.slices (run_id, root_id, path, filters)
    select 1, 'r' || n, '[]', '{}' from generate_series(1, 9) n;
    insert into crawl.fetches (run_id, kind, record_id, reason)
    select 1, 'card', 'c' || n, 'new' from generate_series(1, 9) n
"""
HELD = """
    select (select count(*) from crawl.slices where status = 'running')
         + (select count(*) from crawl.fetches where status = 'leased')
"""


@pytest.mark.parametrize("claimed_first", [True, False])
async def test_what_is_claimed_while_a_worker_leaves_is_given_back(
    database: str, claimed_first: bool
) -> None:
    """The pump and the end of a crawl run beside each other; others would wait for a lease that nobody keeps."""
    async with await psycopg.AsyncConnection.connect(database, row_factory=dict_row) as connection:
        identity = Identity("my-city", "directory", "full", "", "")
        run = await open_run(connection, identity, profile_digest="d", max_age=timedelta(days=1))
        for statement in WAITING.split(";"):
            await connection.execute(statement)  # type: ignore[call-overload]
    async with pool(database, lease_s=900, patience_s=60) as connections:
        leaving = Frontier(connections, run, "here:1:b", lambda _: (), FrontierOptions())
        steps = [leaving.claim_slices(4), leaving.claim_fetches(4), leaving.leave()]

        await asyncio.gather(*(steps if claimed_first else reversed(steps)))

        assert await leaving.claim_slices(4) == []
        async with connections.connection() as connection:
            row = await (await connection.execute(HELD)).fetchone()
        assert row is not None
        assert list(row.values()) == [0]
        staying = Frontier(connections, run, "here:1:c", lambda _: (), FrontierOptions())
        assert len(await staying.claim_slices(20)) == len(await staying.claim_fetches(20)) == 9
