"""What is planned, walked and still to fetch: the work of a run, leased from PostgreSQL and given back to it.

The state of a crawl lives here and not in the process, so that any number of workers may share it and any of
them may die. A unit's end and its rows are one transaction; an end whose lease was taken over writes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from psycopg.types.json import Jsonb

from directory_crawler.core.lifecycle.disbelief import is_doubtful
from directory_crawler.core.planning.cutting import Cut, Limits, SliceFacts
from directory_crawler.core.planning.residual import OWN_PAGES, Again, Recovered, settle
from directory_crawler.core.planning.slices import Axis, Slice
from directory_crawler.core.walking.verdict import Complete, Failed
from directory_crawler.storage.sql import sql
from directory_crawler.storage.workers import is_dead

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

    from psycopg import AsyncConnection

    from directory_crawler.core.planning.depth import Depth
    from directory_crawler.core.walking.visit import Visit
    from directory_crawler.storage.database import AsyncPool
    from directory_crawler.storage.runs import Run


class LeaseLostError(Exception):
    """Another worker has taken the unit over; what this one gathered since is not written."""


class Doubt(Enum):
    """How often a slice came back too thin to be believed."""

    FIRST = 1
    AGAIN = 2


@dataclass(frozen=True)
class LeasedSlice:
    """A slice that this worker holds.

    ``expected`` is a guess until page one has told, unless it was ``counted``: what its siblings leave of its parent's.
    """

    slice_id: int
    slice: Slice
    own_pages: bool
    expected: int | None
    fence: int
    attempts: int
    counted: bool = False


@dataclass(frozen=True)
class LeasedFetch:
    """A record to fetch: why it is due, and the listing line (with its digest) that showed it, if any did.

    ``known_phones`` are the numbers that a known card showed last, as it wrote them.
    """

    kind: str
    record_id: str
    reason: str
    fence: int
    attempts: int
    line: Mapping[str, Any] | None
    line_digest: str | None
    known_phones: Sequence[Any] | None = None


@dataclass(frozen=True)
class Sighting:
    """An id seen on a listing page, with the digest of its line and what the line gave."""

    record_id: str
    digest: str
    line: Mapping[str, Any]


@dataclass(frozen=True)
class Root:
    """A slice to begin with: a rubric, with its count where the tree shows one."""

    root_id: str
    slice: Slice
    expected: int | None


@dataclass(frozen=True)
class FrontierOptions:
    """Leases in seconds, attempts before a unit has failed, and what makes a known card due again.

    One in ``refresh_share`` of the known cards is fetched again in each run, and each that is older than
    ``refresh_age_s``.
    """

    lease_s: float = 900.0
    slice_attempts: int = 3
    fetch_attempts: int = 3
    refresh_share: int = 12
    refresh_age_s: float = 12 * 7 * 86_400.0


class Frontier:
    """The units of work of one run, as one worker sees them."""

    def __init__(
        self,
        pool: AsyncPool,
        run: Run,
        worker: str,
        axes_of: Callable[[Slice], tuple[Axis, ...]],
        options: FrontierOptions,
    ) -> None:
        self.pool = pool
        self.run = run
        self.worker = worker
        self.axes_of = axes_of
        self.options = options
        self._mine: dict[str, Any] = {"run_id": run.run_id, "worker": worker}

    async def plan(self) -> dict[str, Any] | None:
        """Return what the run was planned with (axis values), or ``None`` while nobody has planned it."""
        row = await self._one("crawl/slices.plan_of", {"run_id": self.run.run_id})
        return None if row is None else row["plan"]

    async def begin(
        self,
        rubrics: Iterable[Mapping[str, Any]],
        roots: Sequence[Root],
        plan: Mapping[str, Any],
        limits: Limits,
    ) -> bool:
        """Write the rubrics and the first slices, guessed from the base run; false where another worker was first."""
        run_id = {"run_id": self.run.run_id}
        async with self.pool.connection() as connection, connection.transaction():
            await connection.execute(sql("crawl/slices.lock_run"), run_id)
            row = await (await connection.execute(sql("crawl/slices.plan_of"), run_id)).fetchone()
            if row is not None and row["plan"] is not None:
                return False
            async with connection.cursor() as cursor:
                await cursor.executemany(
                    sql("crawl/slices.add_rubric"), [{**rubric, **run_id} for rubric in rubrics]
                )
                await cursor.executemany(
                    sql("crawl/slices.add_root"), [self._root_row(root) for root in roots]
                )
            if self.run.base_run is not None and limits.reach != float("inf"):
                base = {**run_id, "base_run": self.run.base_run}
                await connection.execute(
                    sql("crawl/slices.guess_roots"), {**base, "reach": int(limits.reach)}
                )
                while (await connection.execute(sql("crawl/slices.guess_children"), base)).rowcount:
                    pass
            await connection.execute(sql("crawl/slices.set_plan"), {**run_id, "plan": Jsonb(dict(plan))})
        return True

    async def return_expired(self) -> None:
        """Take back what workers hold that have not been heard of for a lease, or that have ended on this machine."""
        run_id = {"run_id": self.run.run_id}
        async with self.pool.connection() as connection:
            holders = await connection.execute(sql("crawl/runs.holders"), run_id)
            for row in await holders.fetchall():
                if is_dead(row["leased_by"], self.worker):
                    dead = {**run_id, "worker": row["leased_by"]}
                    await connection.execute(sql("crawl/slices.expire"), dead)
                    await connection.execute(sql("crawl/fetches.expire"), dead)
            await connection.execute(
                sql("crawl/slices.return_expired"), {**run_id, "max_attempts": self.options.slice_attempts}
            )
            await connection.execute(
                sql("crawl/fetches.return_expired"), {**run_id, "max_attempts": self.options.fetch_attempts}
            )

    async def holders(self) -> list[dict[str, Any]]:
        """Who holds units of this run, how many, and until when."""
        async with self.pool.connection() as connection:
            cursor = await connection.execute(sql("crawl/runs.holders"), {"run_id": self.run.run_id})
            return await cursor.fetchall()

    async def claim_slices(self, n: int) -> list[LeasedSlice]:
        """Lease up to ``n`` slices that wait."""
        async with self.pool.connection() as connection:
            cursor = await connection.execute(
                sql("crawl/slices.claim"), {**self._mine, "lease_s": self.options.lease_s, "n": n}
            )
            return [
                LeasedSlice(
                    row["slice_id"],
                    Slice(tuple((axis, value) for axis, value in row["path"])),
                    row["own_pages"],
                    row["expected"],
                    row["fence"],
                    row["attempts"],
                    row["counted"],
                )
                for row in await cursor.fetchall()
            ]

    async def tell_count(self, leased: LeasedSlice, count: int | None) -> None:
        """Say what page one of a slice names as its count, so that a sibling that waits for it can go on."""
        mine = {"slice_id": leased.slice_id, "worker": self.worker, "fence": leased.fence, "count": count}
        async with self.pool.connection() as connection, connection.transaction():
            row = await (await connection.execute(sql("crawl/slices.tell_count"), mine)).fetchone()
            if row is not None:
                await connection.execute(
                    sql("crawl/slices.release_rests"),
                    {"run_id": self.run.run_id, "parent_id": row["parent_id"]},
                )

    async def release_rests(self) -> None:
        """Let those go on whose siblings have told or ended without a word."""
        async with self.pool.connection() as connection:
            await connection.execute(
                sql("crawl/slices.release_rests"), {"run_id": self.run.run_id, "parent_id": None}
            )

    async def add_root(self, choose: Callable[[Sequence[Slice]], Root | None]) -> bool:
        """Add the root that ``choose`` makes of those there are, if any; one worker at a time chooses."""
        run_id = {"run_id": self.run.run_id}
        async with self.pool.connection() as connection, connection.transaction():
            await connection.execute(sql("crawl/slices.lock_run"), run_id)
            cursor = await connection.execute(sql("crawl/slices.root_paths"), run_id)
            root = choose(
                [Slice(tuple((axis, value) for axis, value in r["path"])) for r in await cursor.fetchall()]
            )
            if root is not None:
                await connection.execute(sql("crawl/slices.add_root"), self._root_row(root))
        return root is not None

    def _root_row(self, root: Root) -> dict[str, Any]:
        return {
            "run_id": self.run.run_id,
            "root_id": root.root_id,
            "path": Jsonb([list(pair) for pair in root.slice]),
            "filters": Jsonb(_place(root.slice)),
            "expected": root.expected,
        }

    async def claim_fetches(self, n: int) -> list[LeasedFetch]:
        """Lease up to ``n`` records to fetch."""
        async with self.pool.connection() as connection:
            cursor = await connection.execute(
                sql("crawl/fetches.claim"), {**self._mine, "lease_s": self.options.lease_s, "n": n}
            )
            return [
                LeasedFetch(
                    row["kind"],
                    row["record_id"],
                    row["reason"],
                    row["fence"],
                    row["attempts"],
                    row["line"],
                    row["digest"],
                    row["known_phones"],
                )
                for row in await cursor.fetchall()
            ]

    async def end_slice(
        self,
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
            await self.fail_slice(leased, ending.reason, visit.pages)
            return
        status = (
            "cut" if isinstance(ending, Cut) else "complete" if isinstance(ending, Complete) else "truncated"
        )
        async with self.pool.connection() as connection, connection.transaction():
            reason = visit.reason
            if status == "complete" and not leased.own_pages:
                doubt = await self._doubt(connection, leased, len(visit.ids))
                if doubt is Doubt.FIRST:
                    await self._probe_again(connection, leased, visit.pages)
                    return
                if doubt is Doubt.AGAIN:
                    status, reason = "failed", f"not believed, twice: {reason}"
            cursor = await connection.execute(
                sql("crawl/slices.finish"),
                {
                    "slice_id": leased.slice_id,
                    "worker": self.worker,
                    "fence": leased.fence,
                    "status": status,
                    "proven": None if status == "cut" else status == "complete",
                    "reason": reason,
                    "expected": visit.facts.count,
                    "facets": Jsonb({axis: dict(counts) for axis, counts in visit.facts.facets.items()}),
                    "collected": len(visit.ids),
                    "pages": visit.pages,
                },
            )
            if cursor.rowcount != 1:
                raise LeaseLostError(f"slice {leased.slice} was taken over by another worker")
            await self._write_sightings(connection, leased.slice_id, sightings)
            if also is not None:
                await also(connection)
            if isinstance(ending, Cut):
                known = visit.limits.known(visit.facts.count) is not None
                await self._add_children(connection, leased.slice_id, leased.slice, 0, ending, waits=known)
            if due:
                await connection.execute(
                    sql("crawl/fetches.enqueue_sighted"),
                    {
                        "slice_id": leased.slice_id,
                        "site": self.run.identity.site,
                        "refresh_share": self.options.refresh_share,
                        "refresh_age_s": self.options.refresh_age_s,
                    },
                )
            await connection.execute(
                sql("crawl/runs.served_depth"), {"site": self.run.identity.site, "depth": visit.depth}
            )

    async def settle(self, limits: Limits) -> int:
        """Judge the cut slices whose children have all ended; return how many were judged or cut anew."""
        settled = 0
        while True:
            async with self.pool.connection() as connection:
                cursor = await connection.execute(sql("crawl/slices.to_settle"), {"run_id": self.run.run_id})
                waiting = [row["slice_id"] for row in await cursor.fetchall()]
            if not waiting:
                return settled
            for slice_id in waiting:
                settled += await self._settle_one(slice_id, limits)

    async def fail_slice(self, leased: LeasedSlice, reason: str, pages: int = 0) -> None:
        """Give a slice back with the reason why it did not work out."""
        async with self.pool.connection() as connection:
            await connection.execute(
                sql("crawl/slices.give_back"),
                {
                    "slice_id": leased.slice_id,
                    "worker": self.worker,
                    "fence": leased.fence,
                    "reason": reason,
                    "pages": pages,
                    "max_attempts": self.options.slice_attempts,
                },
            )

    async def fail_fetch(self, fetch: LeasedFetch, error: str) -> None:
        """Give a fetch back with the reason why it did not work out."""
        async with self.pool.connection() as connection:
            await connection.execute(
                sql("crawl/fetches.fail"),
                {
                    **self._mine,
                    "kind": fetch.kind,
                    "record_id": fetch.record_id,
                    "fence": fetch.fence,
                    "error": error,
                    "max_attempts": self.options.fetch_attempts,
                },
            )

    async def enqueue(self, kind: str, record_ids: Iterable[str], reason: str) -> None:
        """Queue single records."""
        rows = [
            {"run_id": self.run.run_id, "kind": kind, "record_id": record_id, "reason": reason}
            for record_id in record_ids
        ]
        async with self.pool.connection() as connection, connection.cursor() as cursor:
            await cursor.executemany(sql("crawl/fetches.enqueue"), rows)

    async def renew(self) -> None:
        """Prolong the leases that this worker holds."""
        mine = {**self._mine, "lease_s": self.options.lease_s}
        async with self.pool.connection() as connection:
            await connection.execute(sql("crawl/slices.renew"), mine)
            await connection.execute(sql("crawl/fetches.renew"), mine)

    async def release(self) -> None:
        """Give back, untried, what this worker still holds: it stops before the end."""
        async with self.pool.connection() as connection:
            await connection.execute(sql("crawl/slices.release_all"), self._mine)
            await connection.execute(sql("crawl/fetches.release_all"), self._mine)

    async def waiting(self) -> dict[str, int]:
        """Count the units that are not ended: free ones, and those held by any worker."""
        run_id = {"run_id": self.run.run_id}
        slices = await self._one("crawl/slices.progress", run_id)
        fetches = await self._one("crawl/fetches.progress", run_id)
        assert slices is not None
        assert fetches is not None
        return {
            "slices": slices["pending"] + slices["unsettled"],
            "slices_held": slices["held"],
            "fetches": fetches["pending"],
            "fetches_held": fetches["held"],
        }

    async def site(self) -> dict[str, Any]:
        """Return what was learned of the site: its ceiling, the behaviour past it, when it was measured."""
        row = await self._one("crawl/runs.site", {"site": self.run.identity.site})
        assert row is not None
        return row

    async def remember_ceiling(self, depth: Depth) -> None:
        """Keep a measured ceiling for later runs."""
        async with self.pool.connection() as connection:
            await connection.execute(
                sql("crawl/runs.remember_ceiling"),
                {"run_id": self.run.run_id, "ceiling": depth.rows, "behaviour": depth.behaviour},
            )

    async def forget_ceiling(self) -> None:
        """A walk contradicts the measured ceiling: the next run measures it again."""
        async with self.pool.connection() as connection:
            await connection.execute(sql("crawl/runs.forget_ceiling"), {"site": self.run.identity.site})

    async def _doubt(
        self, connection: AsyncConnection[dict[str, Any]], leased: LeasedSlice, found: int
    ) -> Doubt | None:
        """Hold a complete visit against what the same slice held in the last accepted run."""
        row = await (
            await connection.execute(sql("crawl/slices.twin"), {"slice_id": leased.slice_id})
        ).fetchone()
        if row is None or not is_doubtful(row["before"], found):
            return None
        return Doubt.AGAIN if row["doubts"] else Doubt.FIRST

    async def _probe_again(
        self, connection: AsyncConnection[dict[str, Any]], leased: LeasedSlice, pages: int
    ) -> None:
        await connection.execute(
            sql("crawl/slices.probe_again"),
            {
                "slice_id": leased.slice_id,
                "worker": self.worker,
                "fence": leased.fence,
                "pages": pages,
                "reason": "came back thinner than last time: probed again",
            },
        )

    async def _write_sightings(
        self, connection: AsyncConnection[dict[str, Any]], slice_id: int, sightings: Iterable[Sighting]
    ) -> None:
        await connection.execute(sql("crawl/slices.add_sightings"))
        async with connection.cursor() as cursor, cursor.copy("copy new_sightings from stdin") as copy:
            for position, sighting in enumerate(sightings):
                await copy.write_row(
                    (sighting.record_id, position, sighting.digest, Jsonb(dict(sighting.line)))
                )
        await connection.execute(
            sql("crawl/slices.merge_sightings"), {"run_id": self.run.run_id, "slice_id": slice_id}
        )

    async def _add_children(
        self,
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
        rest = (
            parent.narrowed(cut.axis, cut.rest)
            if waits and cut is not None and cut.rest is not None
            else None
        )
        async with connection.cursor() as cursor:
            await cursor.executemany(
                sql("crawl/slices.add_child"),
                [
                    {
                        "run_id": self.run.run_id,
                        "parent_id": parent_id,
                        "way": way,
                        "way_name": way_name,
                        "root_id": child.filters[0][1],
                        "path": Jsonb([list(pair) for pair in child]),
                        "filters": Jsonb(_place(child)),
                        "own_pages": own_pages,
                        "expected": count,
                        "status": "waiting" if child == rest else "pending",
                    }
                    for child, own_pages, way_name, count in children
                ],
            )

    async def _settle_one(self, slice_id: int, limits: Limits) -> int:
        one = {"slice_id": slice_id}
        async with self.pool.connection() as connection, connection.transaction():
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
                self.axes_of(cut),
            )
            if isinstance(outcome, Again):
                await self._add_children(connection, slice_id, cut, len(ways), outcome.cut)
            else:
                await connection.execute(
                    sql("crawl/slices.judge_cut"),
                    {
                        **one,
                        "proven": outcome.proven,
                        "residual": outcome.residual,
                        "reason": outcome.reason,
                        "collected": counted["n"],
                    },
                )
            return 1

    async def _one(self, name: str, parameters: Mapping[str, Any]) -> dict[str, Any] | None:
        async with self.pool.connection() as connection:
            return await (await connection.execute(sql(name), parameters)).fetchone()


def _place(slice_: Slice) -> dict[str, str]:
    """The filters below the root, as the place of what the slice shows."""
    return dict(slice_.filters[1:])
