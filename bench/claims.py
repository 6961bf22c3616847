"""How long claiming a batch of fetches takes while ten million wait, and when many of them are done.

    python bench/claims.py [--waiting 10000000] [--claims 2000]

Batches of 50 are claimed and ended as a crawl does; medians and the slowest of each thousand claims, and the peak
memory of this process.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import statistics
import tempfile
import time
from datetime import datetime, timezone
from pathlib import Path

from directory_crawler.storage.database import connect, pool
from directory_crawler.storage.embedded import start_embedded
from directory_crawler.storage.frontier import Frontier, FrontierOptions
from directory_crawler.storage.runs import Identity, Run

BATCH = 50
FILL = """
insert into crawl.fetches (run_id, kind, record_id, reason)
select 1, 'card', n::text, 'new' from generate_series(1, %s) n
"""
RUN = "insert into crawl.runs (site, kind, profile_digest, plan) values ('bench', 'directory', '', '{}')"
DONE = """
update crawl.fetches set status = 'done', leased_by = null, leased_until = null
where run_id = 1 and kind = 'card' and record_id = any (%s)
"""


async def claim_all(url: str, claims: int) -> None:
    connections = pool(url)
    await connections.open(wait=True)
    run = Run(1, Identity("bench", "directory"), "running", datetime.now(timezone.utc), None)
    frontier = Frontier(connections, run, "bench:1:a", lambda _: (), FrontierOptions())
    taken: list[float] = []
    for number in range(1, claims + 1):
        began = time.perf_counter()
        batch = await frontier.claim_fetches(BATCH)
        taken.append(time.perf_counter() - began)
        async with connections.connection() as connection:
            await connection.execute(DONE, ([fetch.record_id for fetch in batch],))
        if number % 1000 == 0 or number == claims:
            told = taken[-1000:]
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(
                f"{number * BATCH:>9} done: median {statistics.median(told) * 1000:.1f} ms,"
                f" slowest {max(told) * 1000:.0f} ms, peak {peak:.0f} MiB",
                flush=True,
            )
    await connections.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--waiting", type=int, default=10_000_000)
    parser.add_argument("--claims", type=int, default=4000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="directory-crawler-bench-") as folder:
        url = start_embedded(Path(folder))
        with connect(url) as connection:
            connection.execute(RUN)
            connection.execute(FILL, (options.waiting,))
        print(f"{options.waiting} fetches wait", flush=True)
        asyncio.run(claim_all(url, options.claims))


if __name__ == "__main__":
    main()
