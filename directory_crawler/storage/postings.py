"""Postings on their way into the database: staged by COPY, merged in one statement, evidence beside them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from psycopg.types.json import Jsonb

from directory_crawler.core.normal.vacancy_digest import text_digest
from directory_crawler.items import PAYLOAD_FIELDS
from directory_crawler.leases import Sighting
from directory_crawler.storage.archive import keep_pages
from directory_crawler.storage.finding import finished
from directory_crawler.storage.patience import patient
from directory_crawler.storage.refusals import set_aside
from directory_crawler.storage.sql import sql
from directory_crawler.storage.staging import count_readings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from psycopg import AsyncConnection

    from directory_crawler.items import Posting, WitnessReading
    from directory_crawler.storage.frontier import Frontier

WITNESS = "witness"
_WORD = re.compile(r"\w+")


def sightings_of(postings: Iterable[Posting], *, everything: bool) -> list[Sighting]:
    """The sightings of postings read from listing lines.

    Only a posting whose detail is to be read keeps its line, without the description, and the digest of its role;
    with ``everything`` each one does, else those that lack the description.
    """
    found = []
    for posting in postings:
        if everything or posting.description is None:
            line = {name: values for name, values in posting.raw.items() if name != "description"}
            found.append(Sighting(posting.posting_id, posting.role_digest, line))
        else:
            found.append(Sighting(posting.posting_id, "", {}))
    return found


async def stage_sighted(
    connection: AsyncConnection[dict[str, Any]],
    run_id: int,
    slice_id: int,
    postings: Sequence[Posting],
    *,
    everything: bool,
) -> None:
    """Stage the postings of a slice and queue the details that are due, within the transaction that ends the slice."""
    await connection.execute(sql("jobs/crawl.one_at_a_time"), {"run_id": run_id})
    await copy_postings(connection, run_id, postings)
    if not everything:
        carried = await connection.execute(sql("jobs/crawl.carry_details"), {"slice_id": slice_id})
        if carried.rowcount:
            await connection.execute(sql("crawl/archive.carry_details"), {"slice_id": slice_id})
    await connection.execute(
        sql("jobs/crawl.enqueue_lacking"),
        {"slice_id": slice_id, "everything": everything},
    )


async def refused_among(frontier: Frontier, postings: Sequence[Posting]) -> list[tuple[Posting, str]]:
    """Find the postings that the database refuses, with its reasons; nothing is kept."""
    return await set_aside(postings, lambda part: _try(frontier, part))


@patient
async def _try(frontier: Frontier, postings: Sequence[Posting]) -> None:
    async with frontier.pool.connection() as connection, connection.transaction(force_rollback=True):
        await copy_postings(connection, frontier.run.run_id, postings)


@patient
async def count_faults(frontier: Frontier, postings: Sequence[Posting]) -> None:
    """Count what could not be taken of postings that are not kept themselves."""
    async with frontier.pool.connection() as connection:
        await count_readings(connection, frontier.run.run_id, postings)


async def stage_details(frontier: Frontier, postings: Sequence[Posting]) -> list[tuple[Posting, str]]:
    """Keep what details said and end their fetches in one transaction; return those that the database refuses."""
    return await set_aside(postings, lambda part: _stage_details(frontier, part))


@patient
async def _stage_details(frontier: Frontier, postings: Sequence[Posting]) -> None:
    run_id = frontier.run.run_id
    async with frontier.pool.connection() as connection, connection.transaction():
        await connection.execute(sql("jobs/crawl.one_at_a_time"), {"run_id": run_id})
        await connection.execute(sql("jobs/crawl.new_verdicts"))
        async with connection.cursor() as cursor, cursor.copy("copy new_verdicts from stdin") as copy:
            for posting in postings:
                assert posting.fetch is not None
                await copy.write_row(
                    (posting.posting_id, posting.fetch.fence, posting.verdict, posting.http_status)
                )
        ended = await connection.execute(
            sql("jobs/crawl.finish_fetches"), {"run_id": run_id, "worker": frontier.worker}
        )
        mine = {row["posting_id"] for row in await ended.fetchall()}
        kept = [posting for posting in postings if posting.posting_id in mine]
        await copy_postings(connection, run_id, [posting for posting in kept if posting.raw])
        pages = [page for posting in kept for page in posting.pages]
        await keep_pages(connection, frontier.run.identity.site, run_id, pages)


async def copy_postings(
    connection: AsyncConnection[dict[str, Any]], run_id: int, postings: Sequence[Posting]
) -> None:
    """Stage postings within the caller's transaction, and count what was read."""
    await connection.execute(sql("jobs/crawl.new_postings"))
    async with connection.cursor() as cursor, cursor.copy("copy new_postings from stdin") as copy:
        for posting in postings:
            lacks = posting.description is None and posting.fetch is None
            await copy.write_row(
                (
                    posting.posting_id,
                    posting.role_digest,
                    None if lacks else text_digest(posting.description),
                    posting.posted_at,
                    posting.expires_at,
                    Jsonb({name: getattr(posting, name) for name in PAYLOAD_FIELDS}),
                )
            )
    await connection.execute(sql("jobs/crawl.merge_postings"), {"run_id": run_id})
    await count_readings(connection, run_id, postings)


@patient
async def keep_witness(frontier: Frontier, reading: WitnessReading) -> None:
    """Hold what a page shows against what the search gave, field by field, and end the fetch."""
    run = {"run_id": frontier.run.run_id}
    one = {**run, "posting_id": reading.fetch.record_id}
    async with frontier.pool.connection() as connection, connection.transaction():
        if not await finished(connection, frontier, reading.fetch):
            return
        row = await (await connection.execute(sql("jobs/crawl.witnessed"), one)).fetchone()
        if row is None or row["payload"] is None:
            return
        for name in reading.fields:
            listed, shown = comparable(row["payload"].get(name)), comparable(getattr(reading.shown, name))
            await connection.execute(
                sql("jobs/crawl.keep_witness"),
                {**one, "field": name, "listed": listed, "shown": shown, "agrees": listed == shown},
            )


def comparable(value: Any) -> str | None:
    """A value as it is compared: its words, whatever stands between them."""
    texts = value if isinstance(value, list) else [value]
    written = sorted(" ".join(_WORD.findall(str(text).casefold())) for text in texts if text is not None)
    return ", ".join(written)[:5_000] or None
