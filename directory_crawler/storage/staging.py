"""Records on their way into the database: staged by COPY, merged in one statement, counted where refused."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from psycopg.types.json import Jsonb

from directory_crawler.items import RECORD_FIELDS
from directory_crawler.storage.archive import keep_pages
from directory_crawler.storage.patience import patient
from directory_crawler.storage.refusals import set_aside
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from psycopg import AsyncConnection

    from directory_crawler.items import Card, Posting
    from directory_crawler.leases import SetAside
    from directory_crawler.storage.frontier import Frontier


async def stage_cards(frontier: Frontier, cards: Sequence[Card]) -> list[tuple[Card, str]]:
    """Stage a batch of cards and end their fetches in one transaction; return those that the database refuses."""
    return await set_aside(cards, lambda part: _stage(frontier, part))


@patient
async def _stage(frontier: Frontier, cards: Sequence[Card]) -> None:
    run_id = frontier.run.run_id
    async with frontier.pool.connection() as connection, connection.transaction():
        await connection.execute(sql("crawl/fetches.new_cards"))
        async with connection.cursor() as cursor, cursor.copy("copy new_cards from stdin") as copy:
            for card in cards:
                await copy.write_row(
                    (
                        card.org_id,
                        card.fetch.fence,
                        card.verdict,
                        card.http_status,
                        card.digest,
                        Jsonb(record(card)) if card.raw else None,
                    )
                )
        ended = await connection.execute(
            sql("crawl/fetches.finish_batch"), {"run_id": run_id, "worker": frontier.worker}
        )
        mine = {row["org_id"] for row in await ended.fetchall()}
        pages = [page for card in cards if card.org_id in mine for page in card.pages]
        await keep_pages(connection, frontier.run.identity.site, run_id, pages)
        await count_readings(connection, run_id, cards)


async def count_readings(
    connection: AsyncConnection[dict[str, Any]], run_id: int, records: Iterable[Card | Posting]
) -> None:
    """Add up which links answered the fields of some records, and what could not be taken as it was."""
    records = list(records)
    sources = Counter(pair for record in records for pair in record.sources.items())
    faults = Counter((fault.field, fault.reason) for record in records for fault in record.faults)
    examples = {(f.field, f.reason): f.example for record in records for f in record.faults}
    async with connection.cursor() as cursor:
        await cursor.executemany(
            sql("crawl/fetches.count_sources"),
            [
                {"run_id": run_id, "field": field, "source": source, "n": n}
                for (field, source), n in sorted(sources.items())
            ],
        )
        await cursor.executemany(
            sql("crawl/fetches.count_faults"),
            [
                {
                    "run_id": run_id,
                    "field": field,
                    "reason": reason,
                    "n": n,
                    "example": examples[field, reason],
                }
                for (field, reason), n in sorted(faults.items())
            ],
        )


async def keep_set_aside(
    connection: AsyncConnection[dict[str, Any]], run_id: int, slice_id: int, lines: Iterable[SetAside]
) -> None:
    """Count the records of a slice whose ids are none, each once however many slices and visits show it."""
    told = {line.key: line for line in lines}
    if not told:
        return
    one = {"run_id": run_id, "slice_id": slice_id, "record_keys": list(told)}
    new = await (await connection.execute(sql("crawl/slices.set_aside"), one)).fetchall()
    faults = Counter(told[row["record_key"]].reason for row in new)
    examples = {line.reason: line.example for line in told.values()}
    for reason, n in sorted(faults.items()):
        await connection.execute(
            sql("crawl/fetches.count_faults"),
            {"run_id": run_id, "field": "id", "reason": reason, "n": n, "example": examples[reason]},
        )


def record(card: Card) -> dict[str, Any]:
    """The stored part of a card, as one JSON object."""
    return {name: getattr(card, name) for name in RECORD_FIELDS} | {"line_digest": card.fetch.line_digest}
