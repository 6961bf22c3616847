"""What a run looks for beside its listings: missing records, drafts, spot-checks by search, sitemaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from directory_crawler.storage.patience import patient
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from psycopg import AsyncConnection

    from directory_crawler.leases import LeasedFetch
    from directory_crawler.storage.frontier import Frontier

SEARCH = "search"
SITEMAP = "sitemap"


@dataclass(frozen=True)
class Budget:
    """Most missing records, unknown records and searches of one run."""

    missing: int
    drafts: int
    searches: int


@patient
async def queue_last(frontier: Frontier, budget: Budget, sitemaps: Iterable[str], *, searches: bool) -> int:
    """Queue what only the end of all walks can tell, within the budget; return how many fetches were queued."""
    run = {"run_id": frontier.run.run_id, "site": frontier.run.identity.site}
    steps = [("enqueue_missing", {"budget": budget.missing}), ("enqueue_drafts", {"budget": budget.drafts})]
    if searches:
        steps.append(("enqueue_spot_checks", {"n": budget.searches}))
    queued = 0
    async with frontier.pool.connection() as connection, connection.transaction():
        for name, parameters in steps:
            cursor = await connection.execute(sql(f"crawl/finding.{name}"), {**run, **parameters})
            queued += cursor.rowcount
        for url in sitemaps if budget.drafts else ():
            one = {**run, "kind": SITEMAP, "record_id": url, "reason": SITEMAP}
            queued += (await connection.execute(sql("crawl/fetches.enqueue"), one)).rowcount
    return queued


async def finished(
    connection: AsyncConnection[dict[str, Any]], frontier: Frontier, fetch: LeasedFetch
) -> bool:
    """End a fetch; false where its lease was taken over, and what it brought is not to be written."""
    ended = await connection.execute(
        sql("crawl/finding.finish"),
        {
            "run_id": frontier.run.run_id,
            "kind": fetch.kind,
            "record_id": fetch.record_id,
            "worker": frontier.worker,
            "fence": fetch.fence,
        },
    )
    return ended.rowcount == 1


@patient
async def end_finding(
    frontier: Frontier, fetch: LeasedFetch, ids: Sequence[str], further: Iterable[str], budget: Budget
) -> None:
    """End a search or a sitemap with the ids that it named; queue those that no listing shows.

    ``further`` are the addresses of the sitemaps that an index names. A fetch whose lease was taken over writes
    nothing.
    """
    run = {"run_id": frontier.run.run_id, "site": frontier.run.identity.site}
    async with frontier.pool.connection() as connection, connection.transaction():
        if not await finished(connection, frontier, fetch):
            return
        if fetch.kind == SEARCH:
            await connection.execute(
                sql("crawl/finding.keep_spot_check"),
                {**run, "query": fetch.record_id, "rubric_id": fetch.reason, "hits": list(ids)},
            )
        await connection.execute(
            sql("crawl/finding.enqueue_found"),
            {**run, "ids": list(ids), "reason": fetch.kind, "budget": budget.drafts},
        )
        for url in further:
            await connection.execute(
                sql("crawl/fetches.enqueue"), {**run, "kind": SITEMAP, "record_id": url, "reason": SITEMAP}
            )
