"""How far a run is, read from the database: what all its workers have done together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.core.planning.progress import Snapshot, Stage
from directory_crawler.storage.finding import SEARCH, SITEMAP
from directory_crawler.storage.postings import WITNESS
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from directory_crawler.storage.frontier import Frontier

_BY_REASON = {"missing": "verdicts", "liveness": "liveness"}
_BY_KIND = {"card": "cards", SEARCH: "searches", SITEMAP: "sitemaps", WITNESS: "witness"}


async def snapshot(frontier: Frontier, page_size: int) -> Snapshot:
    """Count a run's units. A scan of them, at half a million some tenths of a second: look seldom then."""
    run = {"run_id": frontier.run.run_id}
    async with frontier.pool.connection() as connection:
        cursor = await connection.execute(sql("crawl/progress.slices"), {**run, "page_size": page_size})
        slices = await cursor.fetchone()
        fetches = await (await connection.execute(sql("crawl/progress.fetches"), run)).fetchall()
        requests = await (await connection.execute(sql("crawl/progress.requests"), run)).fetchone()
    assert slices is not None
    assert requests is not None
    stages: dict[str, Stage] = {}
    for row in fetches:
        name = _BY_REASON.get(row["reason"]) or _BY_KIND.get(row["kind"], "details")
        known = stages.get(name, Stage(name, 0, 0))
        stages[name] = Stage(
            name, known.done + row["done"], known.left + row["left"], known.failed + row["failed"]
        )
    return Snapshot(
        walk=Stage("slices", slices["done"], slices["left"], slices["failed"]),
        fetches=tuple(stages.values()),
        found=slices["found"],
        promised=slices["promised"],
        pages_left=slices["pages_left"],
        records_left=slices["records_left"],
        **requests,
    )
