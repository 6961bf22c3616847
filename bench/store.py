"""How fast records go into PostgreSQL: batches by COPY and one merge, beside one INSERT a record, of the same cards.

    python bench/store.py [cards]

Each card is about 3 KB of JSON; both ways write a card and end its fetch in the same transaction.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

from normalise import PIPELINES, PROFILE, draw_card, through
from psycopg.types.json import Jsonb

from directory_crawler.items import Card
from directory_crawler.storage.database import connect, pool
from directory_crawler.storage.embedded import start_embedded
from directory_crawler.storage.frontier import Frontier, FrontierOptions
from directory_crawler.storage.runs import Identity, open_run
from directory_crawler.storage.staging import record, stage_cards

BATCH = 1000


async def measure(url: str, cards: list[Card]) -> None:
    connections = pool(url)
    await connections.open(wait=True)
    async with connections.connection() as connection:
        run = await open_run(
            connection,
            Identity("bench", "directory"),
            profile_digest="x",
            max_age=timedelta(days=1),
            anew=True,
        )
    frontier = Frontier(connections, run, "bench", lambda _: (), FrontierOptions())
    await frontier.enqueue("card", (card.fetch.record_id for card in cards), "new")
    while leased := await frontier.claim_fetches(5000):
        fences = {fetch.record_id: fetch for fetch in leased}
        for card in cards:
            card.fetch = fences.get(card.fetch.record_id, card.fetch)
    began = time.perf_counter()
    for start in range(0, len(cards), BATCH):
        await stage_cards(frontier, cards[start : start + BATCH])
    copied = time.perf_counter() - began
    began = time.perf_counter()
    for card in cards[: len(cards) // 10]:
        async with connections.connection() as connection:
            await connection.execute(
                "insert into crawl.staged_cards (run_id, org_id, verdict, http_status, digest, card)"
                " values (%s, %s, 'live', 200, %s, %s)",
                (run.run_id, f"single-{card.fetch.record_id}", card.digest, Jsonb(record(card))),
            )
    single = (time.perf_counter() - began) * 10
    n = len(cards)
    print(f"COPY + merge, {BATCH} a batch: {n / copied:7.0f} cards/s")
    print(f"one INSERT a card:          {n / single:7.0f} cards/s ({single / copied:.1f} x slower)")
    await connections.close()


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rng = random.Random(1)
    pipelines = [
        pipeline(SimpleNamespace(spider=SimpleNamespace(site=SimpleNamespace(profile=PROFILE))))  # type: ignore[arg-type]
        for pipeline in PIPELINES
    ]
    cards = [draw_card(rng, number) for number in range(n)]
    for card in cards:
        card.fetch = SimpleNamespace(record_id=card.fetch.record_id, fence=0, line_digest="d")  # type: ignore[assignment]
        card.raw["description"] = ["x" * 2000]
    asyncio.run(through(pipelines, cards))
    with tempfile.TemporaryDirectory(prefix="directory-crawler-bench-") as folder:
        url = start_embedded(Path(folder))
        connect(url).close()
        asyncio.run(measure(url, cards))


if __name__ == "__main__":
    main()
