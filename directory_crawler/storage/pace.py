"""The pace of a run in the database: what its workers agree on, and what each slot was served and refused."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from directory_crawler.core.pace.agreement import Shared, agree
from directory_crawler.core.pace.shares import fair_shares, grant
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.core.pace.ceiling import Ceiling
    from directory_crawler.storage.frontier import Frontier

SILENT_S = 15.0
"""The share of a worker that has not looked for so long returns to the others."""


@dataclass(frozen=True)
class Part:
    """The rate of the run, this worker's share of it, and for how many seconds everything is held."""

    rate: float
    share: float
    held_s: float


@dataclass(frozen=True)
class SlotTally:
    """What a slot was served and refused since the last time, from ``began_s`` seconds ago to ``ended_s`` ago."""

    slot: str
    slice_id: int | None
    served: int
    refused: int
    rate: float | None
    began_s: float
    ended_s: float


async def take_part(
    frontier: Frontier, ceiling: Ceiling, *, need: float, refused: bool, held_s: float
) -> Part:
    """Look at what the workers of the run agree on, add what this one knows, and take its share.

    One transaction behind one row, so that the shares never add up to more than the whole.
    """
    run_id = {"run_id": frontier.run.run_id}
    me = {**run_id, "worker": frontier.worker}
    async with frontier.pool.connection() as connection, connection.transaction():
        await connection.execute(sql("crawl/pace.begin_pace"), {**run_id, "rate": ceiling.top})
        row = await (await connection.execute(sql("crawl/pace.lock_pace"), run_id)).fetchone()
        assert row is not None
        agreed = agree(Shared(row["rate"], row["quiet_s"], row["halved_s"]), ceiling, refused=refused)
        if agreed.changed or held_s > 0:
            change = {
                "rate": agreed.rate,
                "changed": agreed.changed,
                "halved": agreed.halved,
                "held_s": held_s,
            }
            await connection.execute(sql("crawl/pace.set_pace"), {**run_id, **change})
        await connection.execute(sql("crawl/pace.drop_shares"), {**run_id, "silent_s": SILENT_S})
        rows = await (await connection.execute(sql("crawl/pace.shares"), run_id)).fetchall()
        held = {other["worker"]: other["share"] for other in rows}
        needs = {other["worker"]: other["need"] for other in rows} | {frontier.worker: need}
        share = grant(frontier.worker, held, fair_shares(needs, agreed.rate))
        await connection.execute(sql("crawl/pace.set_share"), {**me, "need": need, "share": share})
    return Part(agreed.rate, share, max(row["held_s"] or 0.0, held_s))


async def leave(frontier: Frontier) -> None:
    """Give this worker's share back."""
    me = {"run_id": frontier.run.run_id, "worker": frontier.worker}
    async with frontier.pool.connection() as connection:
        await connection.execute(sql("crawl/pace.leave"), me)


async def keep_tallies(frontier: Frontier, tallies: Sequence[SlotTally], rate: float) -> None:
    """Add what was served and refused since the last time, by slot and by minute."""
    if not tallies:
        return
    run_id = {"run_id": frontier.run.run_id}
    minute = {
        "served": sum(tally.served for tally in tallies),
        "refused": sum(tally.refused for tally in tallies),
        "rate": rate if math.isfinite(rate) else None,
    }
    async with frontier.pool.connection() as connection, connection.transaction():
        async with connection.cursor() as cursor:
            await cursor.executemany(
                sql("crawl/pace.add_slot"), [{**run_id, **vars(tally)} for tally in tallies]
            )
        await connection.execute(sql("crawl/pace.add_minute"), {**run_id, **minute})
