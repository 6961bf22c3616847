"""How the visit to a slice ends in the database: its rows and its end in one transaction, its children, its judgement.

An end whose lease was taken over writes nothing.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from psycopg.types.json import Jsonb

from directory_crawler.core.lifecycle.disbelief import is_doubtful
from directory_crawler.core.planning.cutting import Cut, Limits, SliceFacts
from directory_crawler.core.planning.residual import OWN_PAGES, Again, Recovered, settle
from directory_crawler.core.planning.slices import Slice
from directory_crawler.core.walking.verdict import Complete, Failed, Short
from directory_crawler.leases import LeaseLostError
from directory_crawler.storage.frontier import place_of
from directory_crawler.storage.patience import patient
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from psycopg import AsyncConnection

    from directory_crawler.core.walking.visit import Visit
    from directory_crawler.leases import LeasedSlice, Sighting
    from directory_crawler.storage.frontier import Frontier


class Doubt(Enum):
    """How often a slice came back too thin to be believed."""

    FIRST = 1
    AGAIN = 2


@patient
async def end_slice(
    frontier: Frontier,
    leased: LeasedSlice,
    visit: Visit,
    sightings: Iterable[Sighting],
    *,
    due: bool,
    also: Callable[[AsyncConnection[dict[str, Any]]], Awaitable[None]] | None = None,
) -> None:
    """Write how a visit ended, its sightings, the children that replace it, and the cards that became due.

    ``due`` is whether sighted cards are fetched; ``also`` writes what else the visit brought, in the same
    transaction. A failed visit is given back until its attempts are used up. Raises `LeaseLostError`, having
    written nothing.
    """
    ending = visit.ending
    assert ending is not None
    if isinstance(ending, Failed):
        await frontier.fail_slice(leased, ending.reason, visit.pages)
        return
    status = "cut" if isinstance(ending, Cut) else "complete" if isinstance(ending, Complete) else "truncated"
    async with frontier.pool.connection() as connection, connection.transaction():
        reason = visit.reason
        if status == "complete" and not leased.own_pages:
            doubt = await _doubt(connection, leased, len(visit.ids))
            if doubt is Doubt.FIRST:
                await _probe_again(frontier, connection, leased, visit.pages)
                return
            if doubt is Doubt.AGAIN:
                status, reason = "failed", f"not believed, twice: {reason}"
        cursor = await connection.execute(
            sql("crawl/slices.finish"),
            {
                "slice_id": leased.slice_id,
                "worker": frontier.worker,
                "fence": leased.fence,
                "status": status,
                "proven": None if status == "cut" else status == "complete",
                "reason": reason,
                "expected": visit.facts.count,
                "facets": Jsonb({axis: dict(counts) for axis, counts in visit.facts.facets.items()}),
                "collected": len(visit.ids),
                "pages": visit.pages,
                "ends_at": ending.ends_at if isinstance(ending, Short) else None,
            },
        )
        if cursor.rowcount != 1:
            raise LeaseLostError(f"slice {leased.slice} was taken over by another worker")
        await _write_sightings(frontier.run.run_id, connection, leased.slice_id, sightings)
        if also is not None:
            await also(connection)
        if isinstance(ending, Cut):
            known = visit.limits.known(visit.facts.count) is not None
            await _add_children(
                frontier.run.run_id, connection, leased.slice_id, leased.slice, 0, ending, waits=known
            )
        if due:
            await connection.execute(
                sql("crawl/fetches.enqueue_sighted"),
                {
                    "slice_id": leased.slice_id,
                    "site": frontier.run.identity.site,
                    "refresh_share": frontier.options.refresh_share,
                    "refresh_age_s": frontier.options.refresh_age_s,
                },
            )
        await connection.execute(
            sql("crawl/runs.served_depth"), {"site": frontier.run.identity.site, "depth": visit.depth}
        )


@patient
async def settle_cuts(frontier: Frontier, limits: Limits) -> int:
    """Judge the cut slices whose children have all ended; return how many were judged or cut anew.

    Before that, lists whose end was in doubt are complete if the site has served deeper ones since.
    """
    async with frontier.pool.connection() as connection:
        await connection.execute(sql("crawl/slices.prove_ends"), {"run_id": frontier.run.run_id})
    settled = 0
    while True:
        async with frontier.pool.connection() as connection:
            cursor = await connection.execute(sql("crawl/slices.to_settle"), {"run_id": frontier.run.run_id})
            waiting = [row["slice_id"] for row in await cursor.fetchall()]
        if not waiting:
            return settled
        for slice_id in waiting:
            settled += await _settle_one(frontier, slice_id, limits)


async def _doubt(
    connection: AsyncConnection[dict[str, Any]], leased: LeasedSlice, found: int
) -> Doubt | None:
    """Hold a complete visit against what the same slice held in the last accepted run."""
    row = await (await connection.execute(sql("crawl/slices.twin"), {"slice_id": leased.slice_id})).fetchone()
    if row is None or not is_doubtful(row["before"], found):
        return None
    return Doubt.AGAIN if row["doubts"] else Doubt.FIRST


async def _probe_again(
    frontier: Frontier, connection: AsyncConnection[dict[str, Any]], leased: LeasedSlice, pages: int
) -> None:
    await connection.execute(
        sql("crawl/slices.probe_again"),
        {
            "slice_id": leased.slice_id,
            "worker": frontier.worker,
            "fence": leased.fence,
            "pages": pages,
            "reason": "came back thinner than last time: probed again",
        },
    )


async def _write_sightings(
    run_id: int, connection: AsyncConnection[dict[str, Any]], slice_id: int, sightings: Iterable[Sighting]
) -> None:
    await connection.execute(sql("crawl/slices.add_sightings"))
    async with connection.cursor() as cursor, cursor.copy("copy new_sightings from stdin") as copy:
        for position, sighting in enumerate(sightings):
            await copy.write_row((sighting.record_id, position, sighting.digest, Jsonb(dict(sighting.line))))
    await connection.execute(sql("crawl/slices.merge_sightings"), {"run_id": run_id, "slice_id": slice_id})


async def _add_children(
    run_id: int,
    connection: AsyncConnection[dict[str, Any]],
    parent_id: int,
    parent: Slice,
    way: int,
    cut: Cut | None,
    *,
    waits: bool = False,
) -> None:
    """Add the children of a cut, or the visit to the slice's own pages.

    ``waits`` is whether the parent's count is known, so that the rest's follows from its siblings'.
    """
    children: list[tuple[Slice, bool, str, int | None]]
    if cut is None:
        children = [(parent, True, OWN_PAGES, None)]
    else:
        children = [
            (parent.narrowed(cut.axis, value), False, cut.axis, count)
            for value, count in cut.children.items()
        ]
    rest = parent.narrowed(cut.axis, cut.rest) if waits and cut is not None and cut.rest is not None else None
    async with connection.cursor() as cursor:
        await cursor.executemany(
            sql("crawl/slices.add_child"),
            [
                {
                    "run_id": run_id,
                    "parent_id": parent_id,
                    "way": way,
                    "way_name": way_name,
                    "root_id": child.filters[0][1],
                    "path": Jsonb([list(pair) for pair in child]),
                    "filters": Jsonb(place_of(child)),
                    "own_pages": own_pages,
                    "expected": count,
                    "status": "waiting" if child == rest else "pending",
                }
                for child, own_pages, way_name, count in children
            ],
        )


async def _settle_one(frontier: Frontier, slice_id: int, limits: Limits) -> int:
    one = {"slice_id": slice_id}
    async with frontier.pool.connection() as connection, connection.transaction():
        row = await (await connection.execute(sql("crawl/slices.lock_unsettled"), one)).fetchone()
        ways = await (await connection.execute(sql("crawl/slices.ways"), one)).fetchall()
        if row is None or not ways or not all(way["ended"] for way in ways):
            return 0  # another worker settled it, or cut it anew, meanwhile
        counted = await (await connection.execute(sql("crawl/slices.distinct_under"), one)).fetchone()
        asked = await (await connection.execute(sql("crawl/slices.children_values"), one)).fetchall()
        assert counted is not None
        cut = Slice(tuple((axis, value) for axis, value in row["path"]))
        outcome = settle(
            Recovered(
                SliceFacts(row["expected"], row["facets"] or {}),
                distinct=counted["n"],
                ways=tuple(way["way_name"] for way in ways),
                proven=tuple(way["proven"] for way in ways),
                fresh=counted["fresh"],
                asked=frozenset(a["value"] for a in asked if a["way_name"] == ways[0]["way_name"]),
                guessed=row["guess"] == "cut",
            ),
            limits,
            frontier.axes_of(cut),
        )
        if isinstance(outcome, Again):
            await _add_children(frontier.run.run_id, connection, slice_id, cut, len(ways), outcome.cut)
        else:
            await connection.execute(
                sql("crawl/slices.judge_cut"),
                {
                    **one,
                    "proven": outcome.proven,
                    "residual": outcome.residual,
                    "reason": outcome.reason,
                    "expected": limits.promised(row["expected"], counted["n"])
                    if outcome.proven
                    else row["expected"],
                    "collected": counted["n"],
                },
            )
        return 1
