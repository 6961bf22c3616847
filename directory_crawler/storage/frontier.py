"""What is planned, walked and still to fetch: the work of a run, leased from PostgreSQL and given back to it.

The state of a crawl lives here and not in the process, so that any number of workers may share it and any of
them may die.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from psycopg.types.json import Jsonb

from directory_crawler.core.planning.slices import Slice
from directory_crawler.leases import LeasedFetch, LeasedSlice
from directory_crawler.storage.database import WORKER_SESSION
from directory_crawler.storage.patience import patient
from directory_crawler.storage.sql import sql
from directory_crawler.storage.workers import is_dead

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from directory_crawler.core.planning.cutting import Limits
    from directory_crawler.core.planning.slices import Axis
    from directory_crawler.leases import Postponed, Root
    from directory_crawler.storage.database import Pool
    from directory_crawler.storage.runs import Run


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
        pool: Pool,
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
        self._claiming = asyncio.Lock()
        self._left = False

    @patient
    async def plan(self) -> dict[str, Any] | None:
        """Return what the run was planned with (axis values), or ``None`` while nobody has planned it."""
        row = await self._one("crawl/slices.plan_of", {"run_id": self.run.run_id})
        return None if row is None else row["plan"]

    @patient
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

    @patient
    async def return_expired(self) -> None:
        """Take back what workers hold that have not been heard of for a lease, or that have ended on this machine."""
        run_id = {"run_id": self.run.run_id}
        async with self.pool.connection() as connection:
            await connection.execute(
                sql("crawl/runs.end_stopped"), {"sessions": WORKER_SESSION, "lease_s": self.options.lease_s}
            )
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

    @patient
    async def holders(self) -> list[dict[str, Any]]:
        """Who holds units of this run, how many, and until when."""
        async with self.pool.connection() as connection:
            cursor = await connection.execute(sql("crawl/runs.holders"), {"run_id": self.run.run_id})
            return await cursor.fetchall()

    @patient
    async def claim_slices(self, n: int) -> list[LeasedSlice]:
        """Lease up to ``n`` slices that wait."""
        async with self._claiming, self.pool.connection() as connection:
            if self._left:
                return []
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

    @patient
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

    @patient
    async def release_rests(self) -> None:
        """Let those go on whose siblings have told or ended without a word."""
        async with self.pool.connection() as connection:
            await connection.execute(
                sql("crawl/slices.release_rests"), {"run_id": self.run.run_id, "parent_id": None}
            )

    @patient
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
            "filters": Jsonb(place_of(root.slice)),
            "expected": root.expected,
        }

    @patient
    async def claim_fetches(self, n: int) -> list[LeasedFetch]:
        """Lease up to ``n`` records to fetch."""
        async with self._claiming, self.pool.connection() as connection:
            if self._left:
                return []
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

    @patient
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

    @patient
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

    @patient
    async def postpone_slice(self, leased: LeasedSlice, postponed: Postponed) -> None:
        """Give a slice back that may not be begun again before its time."""
        async with self.pool.connection() as connection:
            await connection.execute(
                sql("crawl/pace.postpone_slice"),
                {
                    "slice_id": leased.slice_id,
                    "worker": self.worker,
                    "fence": leased.fence,
                    "reason": postponed.reason,
                    "seconds": postponed.after_s,
                    "tried": postponed.tried,
                    "max_attempts": self.options.slice_attempts,
                },
            )

    @patient
    async def postpone_fetch(self, fetch: LeasedFetch, postponed: Postponed) -> None:
        """Give a fetch back, untried; it and those of its kind may not be begun before its time."""
        async with self.pool.connection() as connection:
            await connection.execute(
                sql("crawl/pace.postpone_fetches"),
                {
                    **self._mine,
                    "kind": fetch.kind,
                    "record_id": fetch.record_id,
                    "fence": fetch.fence,
                    "reason": postponed.reason,
                    "seconds": postponed.after_s,
                },
            )

    @patient
    async def postponed(self) -> tuple[int, int, float]:
        """Count the units that may be begun, those that may not yet, and the seconds until the first of them may."""
        row = await self._one("crawl/pace.postponed", {"run_id": self.run.run_id})
        assert row is not None
        return row["ready"], row["later"], row["seconds"] or 0.0

    @patient
    async def enqueue(self, kind: str, record_ids: Iterable[str], reason: str) -> None:
        """Queue single records."""
        rows = [
            {"run_id": self.run.run_id, "kind": kind, "record_id": record_id, "reason": reason}
            for record_id in record_ids
        ]
        async with self.pool.connection() as connection, connection.cursor() as cursor:
            await cursor.executemany(sql("crawl/fetches.enqueue"), rows)

    @patient
    async def judgement(self) -> tuple[str, str | None] | None:
        """Return the status and the reason of a run that was judged, or failed for another one; ``None`` till then."""
        row = await self._one("crawl/runs.status", {"run_id": self.run.run_id})
        if row is not None and row["status"] in ("running", "interrupted"):
            return None
        return ("failed", "the run was deleted") if row is None else (row["status"], row["reason"])

    @patient
    async def renew(self) -> None:
        """Prolong the leases that this worker holds."""
        mine = {**self._mine, "lease_s": self.options.lease_s}
        async with self.pool.connection() as connection:
            await connection.execute(sql("crawl/slices.renew"), mine)
            await connection.execute(sql("crawl/fetches.renew"), mine)

    async def leave(self) -> None:
        """Claim nothing more and give back, untried, what this worker still holds: it stops, maybe before the end."""
        self._left = True
        async with self._claiming:  # a claim that is under way is given back as well
            await self.release()

    @patient
    async def release(self) -> None:
        """Give back, untried, what this worker still holds."""
        async with self.pool.connection() as connection:
            await connection.execute(sql("crawl/slices.release_all"), self._mine)
            await connection.execute(sql("crawl/fetches.release_all"), self._mine)

    @patient
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

    async def _one(self, name: str, parameters: Mapping[str, Any]) -> dict[str, Any] | None:
        async with self.pool.connection() as connection:
            return await (await connection.execute(sql(name), parameters)).fetchone()


def place_of(slice_: Slice) -> dict[str, str]:
    """The filters below the root, as the place of what the slice shows."""
    return dict(slice_.filters[1:])
