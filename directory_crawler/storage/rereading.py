"""The units of a run that reads the archived pages of another one anew: leased like those of a crawl, with pages."""

from __future__ import annotations

import logging
import time
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from psycopg.types.json import Jsonb

from directory_crawler.leases import ArchivedFetch, Frame
from directory_crawler.storage.archive import Reader
from directory_crawler.storage.finding import finished
from directory_crawler.storage.frontier import Frontier
from directory_crawler.storage.patience import patient
from directory_crawler.storage.postings import copy_postings
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Sequence

    from directory_crawler.items import Reread
    from directory_crawler.leases import LeasedFetch

logger = logging.getLogger(__name__)

LISTING = "listing"
"""The unit of a slice whose archived listing pages are read anew."""

TOLD_EVERY_S = 30.0


class RereadFrontier(Frontier):
    """The work of a run that reads anew what the run ``rereads`` archived."""

    def __init__(self, frontier: Frontier, rereads: int) -> None:
        super().__init__(frontier.pool, frontier.run, frontier.worker, frontier.axes_of, frontier.options)
        self.rereads = rereads
        self.reader = Reader()
        self._both = {"run_id": self.run.run_id, "rereads": rereads}
        self._told = time.monotonic()

    @patient
    async def enqueue_listings(self) -> int:
        """Queue the slices whose listing pages are archived; return how many were not queued before."""
        async with self.pool.connection() as connection:
            return (await connection.execute(sql("crawl/reread.enqueue_listings"), self._both)).rowcount

    @patient
    async def enqueue_records(self) -> int:
        """Queue the records whose pages are archived; return how many were not queued before."""
        async with self.pool.connection() as connection:
            return (await connection.execute(sql("crawl/reread.enqueue_records"), self._both)).rowcount

    async def claim_fetches(self, n: int) -> list[LeasedFetch]:
        """Lease up to ``n`` units, with their pages and, as it reads now, the line that showed a record."""
        leased = await super().claim_fetches(n)
        await self._tell()
        return list(await self._with_pages(leased)) if leased else leased

    @patient
    async def _with_pages(self, leased: Sequence[LeasedFetch]) -> Sequence[ArchivedFetch]:
        asked = {
            "rereads": self.rereads,
            "listings": [fetch.record_id for fetch in leased if fetch.kind == LISTING],
            "records": [fetch.record_id for fetch in leased if fetch.kind != LISTING],
        }
        of: dict[tuple[bool, str], list[Frame]] = {}
        async with self.pool.connection() as connection:
            for row in await (await connection.execute(sql("crawl/reread.frames"), asked)).fetchall():
                content = row.pop("frame")
                frame = Frame(**row, content=content)
                of.setdefault((frame.surface == LISTING, frame.unit), []).append(frame)
            lacking = self.reader.lacks(frame for frames in of.values() for frame in frames)
            if lacking:
                known = {"site": self.run.identity.site, "dictionaries": lacking}
                cursor = await connection.execute(sql("crawl/reread.dictionaries"), known)
                for row in await cursor.fetchall():
                    self.reader.learn(row["dictionary"], row["content"])
            read_anew = {"run_id": self.run.run_id, "records": asked["records"]}
            cursor = await connection.execute(sql("crawl/reread.lines"), read_anew)
            lines = {row["record_id"]: row for row in await cursor.fetchall()}
        return [
            self._archived(
                fetch, of.get((fetch.kind == LISTING, fetch.record_id), []), lines.get(fetch.record_id)
            )
            for fetch in leased
        ]

    def _archived(
        self, fetch: LeasedFetch, frames: Sequence[Frame], line: dict[str, Any] | None
    ) -> ArchivedFetch:
        archived = ArchivedFetch(**asdict(fetch), frames=frames)
        if fetch.kind == LISTING:
            return archived
        if line is not None:
            return replace(archived, line=line["line"], line_digest=line["digest"])
        _, kept = next(
            (self.reader.open(frame) for frame in frames if frame.surface == fetch.kind), (None, None)
        )
        return archived if kept is None else replace(archived, line=kept.fields, line_digest=kept.digest)

    async def _tell(self) -> None:
        """Say now and then how far the run is: nothing else does, where no site is asked."""
        if time.monotonic() - self._told < TOLD_EVERY_S:
            return
        self._told = time.monotonic()
        row = await self._one("crawl/reread.progress", {"run_id": self.run.run_id})
        if row is not None:
            logger.info("read anew: %d of %d units", row["ended"], row["units"])


@patient
async def keep_reread(frontier: RereadFrontier, reread: Reread) -> None:
    """Keep the lines of a slice as they are read now, of a board its postings, and end the unit, in one transaction."""
    run_id = frontier.run.run_id
    place = {"run_id": run_id, "rereads": frontier.rereads, "slice_id": int(reread.fetch.record_id)}
    roles = {posting.posting_id: posting.role_digest for posting in reread.postings}
    async with frontier.pool.connection() as connection, connection.transaction():
        if not await finished(connection, frontier, reread.fetch):
            return
        await connection.execute(sql("crawl/reread.new_lines"))
        async with connection.cursor() as cursor, cursor.copy("copy new_lines from stdin") as copy:
            for line in reread.sightings.values():
                digest = roles.get(line.record_id, line.digest)
                await copy.write_row((line.record_id, digest, Jsonb(dict(line.line))))
        await connection.execute(sql("crawl/reread.keep_lines"), place)
        if reread.postings:
            await connection.execute(sql("jobs/crawl.one_at_a_time"), {"run_id": run_id})
            await copy_postings(connection, run_id, reread.postings)
