"""What was learned of a site and outlives its runs: its ceiling, the behaviour past it, how deep it ever served."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from directory_crawler.storage.patience import patient
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from directory_crawler.core.planning.depth import Depth
    from directory_crawler.storage.database import Pool
    from directory_crawler.storage.runs import Run


@patient
async def learned(pool: Pool, site: str) -> dict[str, Any]:
    """Return the row of a site: its ceiling, the behaviour past it, when it was measured, how deep it served."""
    async with pool.connection() as connection:
        row = await (await connection.execute(sql("crawl/runs.site"), {"site": site})).fetchone()
    assert row is not None
    return row


@patient
async def last_look(pool: Pool, run: Run) -> dict[str, Any]:
    """Return when an accepted run last saw the site (``present``, an ISO stamp), and what its ``feeds`` were then."""
    async with pool.connection() as connection:
        row = await (await connection.execute(sql("crawl/runs.last_look"), {"run_id": run.run_id})).fetchone()
    assert row is not None
    return row


@patient
async def base_plan(pool: Pool, run: Run) -> dict[str, Any] | None:
    """Return what the last accepted run was planned with; ``None`` where there is none."""
    if run.base_run is None:
        return None
    async with pool.connection() as connection:
        cursor = await connection.execute(sql("crawl/slices.plan_of"), {"run_id": run.base_run})
        row = await cursor.fetchone()
    return None if row is None else row["plan"]


@patient
async def remember_ceiling(pool: Pool, run: Run, depth: Depth) -> None:
    """Keep a measured ceiling for later runs."""
    async with pool.connection() as connection:
        await connection.execute(
            sql("crawl/runs.remember_ceiling"),
            {"run_id": run.run_id, "ceiling": depth.rows, "behaviour": depth.behaviour},
        )


@patient
async def forget_ceiling(pool: Pool, run: Run) -> None:
    """A walk contradicts the measured ceiling: the next run measures it again."""
    async with pool.connection() as connection:
        await connection.execute(sql("crawl/runs.forget_ceiling"), {"site": run.identity.site})
