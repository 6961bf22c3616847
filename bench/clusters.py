"""Copies of one vacancy at the size of a national board: this project, from PostgreSQL to PostgreSQL, beside
datasketch, rensa and the plain method in Python, on the same texts; then the daily increment, and growth.

    python -m bench.clusters [--sizes 50000 412000] [--peers 20000] [--daily 26000] [--only ours datasketch rensa plain]

The peers read the texts from Parquet, drop the opening, shingle, sign with 96 permutations, look up candidates in 24
bands of 4 rows and verify each exactly at a Jaccard similarity of 0.82. The plain method runs on a tenth and is
extrapolated linearly, which favours it. Every contender is a process of its own, whose peak is measured without the
server's.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from scrapy.utils.project import get_project_settings

from bench.clusters_corpus import Corpus, Row
from directory_crawler.core.normal.vacancy_digest import text_digest
from directory_crawler.storage.database import Connection, connect, forget_site
from directory_crawler.storage.embedded import start_embedded, stop_embedded

PERMUTATIONS, BANDS, SIMILARITY = 96, 24, 0.82
SITE = "bench"
DAY = datetime(2026, 3, 2, tzinfo=timezone.utc)


# --- this project ---------------------------------------------------------------------------------------------------


def put(connection: Connection, rows: Iterable[Row], day: int) -> int:
    """Store postings as a promoted run would leave them, and return the number of the run."""
    stamp = DAY + timedelta(days=day)
    found = connection.execute(
        "insert into crawl.runs (site, kind, mode, status, profile_digest, as_of)"
        " values (%s, 'jobs', 'daily', 'accepted', '', %s) returning run_id",
        (SITE, stamp),
    ).fetchone()
    assert found is not None
    columns = (
        "site, posting_id, cluster_id, is_representative, company_id, title, region, digest, posted_at,"
        " first_posted_at, first_seen, last_seen, first_run, payload"
    )
    with connection.cursor() as cursor, cursor.copy(f"copy crawl.postings ({columns}) from stdin") as copy:  # type: ignore[arg-type]
        for row in rows:
            name = str(row.number)
            copy.write_row(
                (
                    SITE, name, name, True, row.company, row.title, row.region, "0" * 32 + text_digest(row.text),
                    *[stamp] * 4, found[0], json.dumps({"title": row.title, "description": row.text}),
                )
            )  # fmt: skip
    return int(found[0])


def edit(connection: Connection, corpus: Corpus, count: int, run_id: int) -> None:
    """Give some postings other texts."""
    rows = connection.execute(
        "select posting_id from crawl.postings where site = %s and first_run < %s order by md5(posting_id) limit %s",
        (SITE, run_id, count),
    ).fetchall()
    with connection.cursor() as cursor:
        cursor.executemany(
            "update crawl.postings set digest = %s, payload = %s where site = %s and posting_id = %s",
            [
                ("0" * 32 + text_digest(row.text), json.dumps({"description": row.text}), SITE, name)
                for (name,), row in zip(rows, corpus.rows(count, 100_000_000), strict=True)
            ],
        )


def fill(url: str, size: int, daily: int, seed: int) -> None:
    """The first day, or with ``daily`` the next: nine tenths new, one tenth edited."""
    with connect(url) as connection:
        if daily:
            run_id = put(connection, Corpus(seed + 1).rows(daily * 9 // 10, size), 1)
            edit(connection, Corpus(seed + 2), daily - daily * 9 // 10, run_id)
        else:
            forget_site(connection, SITE)
            put(connection, Corpus(seed).rows(size), 0)
    with connect(url) as connection:
        connection.autocommit = True
        connection.execute("vacuum analyze crawl.postings")


def ours(url: str) -> dict[str, Any]:
    """Cluster from a cold start of the process, its libraries included; ``apply`` is the step as a crawl has it."""
    began = time.perf_counter()
    from directory_crawler.postcrawl import cluster  # noqa: PLC0415  its import counts

    with connect(url) as connection:
        row = connection.execute("select max(run_id) from crawl.runs where site = %s", (SITE,)).fetchone()
        assert row is not None
        ready = time.perf_counter()
        done = cluster.apply(connection, row[0], get_project_settings())
        applied = time.perf_counter()
        server = cpu_of(connection.info.backend_pid)
    ended = time.perf_counter()
    return {"seconds": ended - began, "apply": applied - ready, "server": server, "told": str(done)}


def cpu_of(pid: int) -> float:
    """The CPU seconds of a process of this machine, a server's for one connection."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def again(url: str) -> dict[str, Any]:
    """Forget what was computed, cluster from scratch, and say whether the clusters are the same."""
    clusters = (
        "select cluster_id, array_agg(posting_id order by posting_id)"
        " from crawl.postings where site = %s group by 1"
    )
    with connect(url) as connection:
        before = {tuple(members) for _, members in connection.execute(clusters, (SITE,))}
        for table in ("text_batches", "text_pairs", "clusters", "cluster_links"):
            connection.execute(f"delete from crawl.{table} where site = %s", (SITE,))  # type: ignore[arg-type]
        connection.execute(
            "update crawl.postings set cluster_id = posting_id, is_representative = true where site = %s",
            (SITE,),
        )
    told = ours(url)
    with connect(url) as connection:
        after = {tuple(members) for _, members in connection.execute(clusters, (SITE,))}
    return {**told, "same": before == after}


# --- the peers ------------------------------------------------------------------------------------------------------


def shingles(text: str) -> list[str]:
    words = text.lower().split()
    words = words[60:] if len(words) > 180 else words
    return [" ".join(words[at : at + 5]) for at in range(max(len(words) - 4, 1))]


def verified(candidates: set[tuple[int, int]], sets: list[set[int]]) -> int:
    """How many of the candidate pairs are alike."""
    return sum(len(sets[a] & sets[b]) >= SIMILARITY * len(sets[a] | sets[b]) for a, b in candidates)


def hashed(texts: list[str]) -> list[set[int]]:
    return [set(map(hash, shingles(text))) for text in texts]


def with_datasketch(texts: list[str]) -> int:
    from datasketch import MinHash, MinHashLSH  # noqa: PLC0415  of the extra "bench"

    sets = hashed(texts)
    encoded = [[shingle.encode() for shingle in set(shingles(text))] for text in texts]
    lsh = MinHashLSH(num_perm=PERMUTATIONS, params=(BANDS, PERMUTATIONS // BANDS))
    found: set[tuple[int, int]] = set()
    for number, signature in enumerate(MinHash.generator(encoded, num_perm=PERMUTATIONS)):
        found.update((other, number) for other in lsh.query(signature))
        lsh.insert(number, signature)
    return verified(found, sets)


def with_rensa(texts: list[str]) -> int:
    from rensa import RMinHash, RMinHashLSH  # noqa: PLC0415  of the extra "bench"

    sets = hashed(texts)
    lsh = RMinHashLSH(threshold=SIMILARITY, num_perm=PERMUTATIONS, num_bands=BANDS)
    found: set[tuple[int, int]] = set()
    for number, text in enumerate(texts):
        signature = RMinHash(num_perm=PERMUTATIONS, seed=1)
        signature.update(shingles(text))
        found.update((other, number) for other in lsh.query(signature))
        lsh.insert(number, signature)
    return verified(found, sets)


def plain(texts: list[str]) -> int:
    prime = (1 << 61) - 1
    factors = [(2 * i + 3) * 1_000_003 % prime for i in range(PERMUTATIONS)]
    sets = [
        {int.from_bytes(hashlib.blake2b(s.encode(), digest_size=7).digest(), "big") for s in shingles(text)}
        for text in texts
    ]
    buckets: dict[tuple[int, ...], list[int]] = defaultdict(list)
    rows = PERMUTATIONS // BANDS
    for number, held in enumerate(sets):
        signature = [min(value * factor % prime for value in held) for factor in factors]
        for band in range(BANDS):
            buckets[(band, *signature[band * rows : (band + 1) * rows])].append(number)
    found = {
        (members[i], members[j])
        for members in buckets.values()
        for j in range(len(members))
        for i in range(j)
    }
    return verified(found, sets)


PEERS: dict[str, Callable[[list[str]], int]] = {
    "datasketch": with_datasketch,
    "rensa": with_rensa,
    "plain": plain,
}
SAMPLED = {"plain": 10}


def peer(name: str, path: str) -> dict[str, Any]:
    began = time.perf_counter()
    texts = pq.read_table(path)["text"].to_pylist()
    share = SAMPLED.get(name, 1)
    pairs = PEERS[name](texts[: len(texts) // share])
    spent = time.perf_counter() - began
    return {
        "seconds": spent * share,
        "told": f"{pairs} pairs" + (f" of 1/{share}, extrapolated" if share > 1 else ""),
    }


# --- measuring ------------------------------------------------------------------------------------------------------


def measure(*command: str) -> dict[str, Any]:
    """Run a part of this file in a process of its own, and say what it said, with its peak."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.clusters", "--part", *command],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
    assert process.stdout is not None
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    spent = {"cpu": usage.ru_utime + usage.ru_stime, "peak": usage.ru_maxrss / 1024}
    if process.returncode:
        return {"seconds": float("nan"), "told": f"ended with {process.returncode}", **spent}
    return {**json.loads(said.splitlines()[-1]), **spent}


def show(name: str, size: int, told: dict[str, Any]) -> None:
    more = "" if "same" not in told else f"; the same clusters: {told['same']}"
    step = f"apply {told['apply']:.1f} s, " if "apply" in told else ""
    server = f" + {told['server']:.1f} of the server" if "server" in told else ""
    spent = f"{told['seconds']:8.1f} s ({step}{told['cpu']:6.1f} s CPU{server})  peak {told['peak']:6.0f} MiB"
    print(f"{size:>9} {name:>12} {spent}  {told['told']}{more}", flush=True)


def part(command: list[str]) -> None:
    name, *rest = command
    if name == "fill":
        fill(rest[0], int(rest[1]), int(rest[2]), int(rest[3]))
        told: dict[str, Any] = {}
    elif name == "texts":  # not by the process that starts the others: its peak would be theirs
        rows = Corpus(int(rest[2])).rows(int(rest[1]))
        pq.write_table(pa.table({"text": [row.text for row in rows]}), rest[0])
        told = {}
    elif name in ("ours", "again"):
        told = (ours if name == "ours" else again)(rest[0])
    else:
        told = peer(name, rest[0])
    print(json.dumps(told))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--sizes", type=int, nargs="*", default=[50_000, 100_000, 200_000, 412_000, 1_000_000]
    )
    parser.add_argument("--peers", type=int, default=20_000)
    parser.add_argument("--daily", type=int, default=26_000)
    parser.add_argument("--only", nargs="+", choices=["ours", *PEERS], default=["ours", *PEERS])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part:
        part(options.part)
        return
    with tempfile.TemporaryDirectory(prefix="directory-crawler-bench-") as folder:
        url = start_embedded(Path(folder) / "data")
        try:
            if options.only != ["ours"]:
                path = str(Path(folder) / "texts.parquet")
                measure("texts", path, str(options.peers), str(options.seed))
                for name in options.only:
                    if name != "ours":
                        show(name, options.peers, measure(name, path))
                options.sizes.insert(0, options.peers)
            for size in options.sizes if "ours" in options.only else ():
                measure("fill", url, str(size), "0", str(options.seed))
                show("ours", size, measure("ours", url))
                if size == 412_000:
                    measure("fill", url, str(size), str(options.daily), str(options.seed))
                    show("the next day", options.daily, measure("ours", url))
                    show("from scratch", size, measure("again", url))
        finally:
            stop_embedded(Path(folder) / "data")


if __name__ == "__main__":
    main()
