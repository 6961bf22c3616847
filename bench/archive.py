"""The archive of pages: bytes and CPU of each way to compress a card, and what it costs a crawl and a database.

    python bench/archive.py [--size 5000]

The bundled city's cards have 1.6 KB. Those of a real directory have 25: here a template that all share, and reviews of
each one's own, stand around the bundled ones.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib
from collections.abc import Callable
from pathlib import Path

import psycopg
import zstandard
from crawl import LIFTED, measure

from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import serve
from directory_crawler.demo.options import SiteOptions
from directory_crawler.sites.pages import Page
from directory_crawler.sites.profile import load_profile
from directory_crawler.sites.site import open_site
from directory_crawler.storage.archive import LEVEL, SAMPLES, Archive
from directory_crawler.storage.database import connect, forget_site
from directory_crawler.storage.embedded import start_embedded

BENCH = Path(__file__).parent
TEMPLATE_BYTES, REVIEWS_BYTES = 16_000, 7_500


def padded(cards: list[bytes]) -> list[bytes]:
    """Cards of 25 KB: the same template around all of them, and texts of each one's own."""
    drawn = random.Random(1)
    letters = "etaoinshrdlcumwfgypbvk"
    words = ["".join(drawn.choices(letters, k=drawn.randint(2, 9))) for _ in range(6_000)]
    weights = [1 / (rank + 3) for rank in range(len(words))]

    def prose(n: int) -> bytes:
        return " ".join(drawn.choices(words, weights, k=n)).encode()

    template = b"".join(
        b'<div class="%s"><a href="/%s">%s</a></div>' % (prose(1), prose(1), prose(3)) for _ in range(400)
    )
    return [template[:TEMPLATE_BYTES] + card + prose(1_500)[:REVIEWS_BYTES] for card in cards]


def compare(cards: list[bytes]) -> None:
    learnt, rest = cards[:SAMPLES], cards[SAMPLES:]
    window = b"".join(learnt)[-32_768:]

    def with_window(body: bytes) -> bytes:
        press = zlib.compressobj(6, zlib.DEFLATED, 15, 9, 0, window)
        return press.compress(body) + press.flush()

    trained = zstandard.train_dictionary(112_640, list(learnt), level=LEVEL)
    raw = zstandard.ZstdCompressionDict(b"".join(learnt)[-112_640:], dict_type=zstandard.DICT_TYPE_RAWCONTENT)
    archive = Archive(8_000_000)
    for number, body in enumerate(learnt):
        archive.keep("card", str(number), Page("https://directory.example/card/1", body=body))

    def kept(body: bytes) -> bytes:
        page = archive.keep("card", "1", Page("https://directory.example/card/1", body=body))
        assert page is not None
        return page.frame

    ways: dict[str, Callable[[bytes], bytes]] = {
        "zlib 6": lambda body: zlib.compress(body, 6),
        "zlib 6, the last 32 KB": with_window,
        "zstd 3": zstandard.ZstdCompressor(level=3).compress,
        **{
            f"zstd {level}, pages before": zstandard.ZstdCompressor(level=level, dict_data=raw).compress
            for level in (1, 3, 6, 9)
        },
        "zstd 3, trained": zstandard.ZstdCompressor(level=3, dict_data=trained).compress,
        "the archive": kept,
    }
    for name, way in ways.items():
        began = time.process_time()
        total = sum(len(way(body)) for body in rest)
        spent = time.process_time() - began
        print(f"  {name:24} {total / len(rest):8.0f} bytes  {1e6 * spent / len(rest):7.1f} us", flush=True)


async def cards_of(city: City) -> list[bytes]:
    async with serve(city, SiteOptions()) as base:
        site = open_site(load_profile("demo-directory"), base)
        urls = [site.card_request(card_id).url for card_id in list(city.listed_ids())[:600]]
        return [await asyncio.to_thread(read, url) for url in urls]


def read(url: str) -> bytes:
    with urllib.request.urlopen(url) as answer:
        body: bytes = answer.read()
    return body


def crawls(size: int) -> None:
    """The same crawl with and without an archive, in turn; and what the archive takes in the database."""
    with tempfile.TemporaryDirectory(prefix="directory-crawler-bench-") as folder:
        url = start_embedded(Path(folder))
        environment = {**os.environ, "DATABASE_URL": url, "PYTHONPATH": str(BENCH)}
        serving = [sys.executable, "-m", "directory_crawler.demo.directory_site", "--port", "0", "--steady"]
        site = subprocess.Popen([*serving, "--size", str(size)], stdout=subprocess.PIPE, text=True)
        try:
            assert site.stdout is not None
            base = site.stdout.readline().split()[-1]
            command = [sys.executable, "-m", "scrapy", "crawl", "directory", "-a", "site=demo-directory"]
            command += ["-s", f"BASE_URL={base}", *LIFTED]
            for days in (0, 90, 0, 90):
                print(
                    f"  {days:>2} days  {measure([*command, '-s', f'ARCHIVE_DAYS={days}'], environment)}",
                    flush=True,
                )
                with psycopg.connect(url) as connection:
                    print_sizes(connection)
                with connect(url) as connection:
                    forget_site(connection, "demo-directory")
        finally:
            site.terminate()
            site.wait()


def print_sizes(connection: psycopg.Connection[tuple[str, int, int, int]]) -> None:
    for surface, n, plain, kept in connection.execute(
        "select surface, count(*), sum(size), sum(length(frame)) from crawl.archived_pages group by 1 order by 1"
    ):
        print(f"      {surface:15} {n:>7} pages  {plain / n:7.0f} bytes, archived {kept / n:6.0f}")
    row = connection.execute(
        "select pg_total_relation_size('crawl.archived_pages'), pg_total_relation_size('crawl.staged_cards'), 0, ''"
    ).fetchone()
    assert row is not None
    print(
        f"      in the database {int(row[0]) / 1e6:.1f} MB, beside {int(row[1]) / 1e6:.1f} MB of staged records"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=5_000)
    size = parser.parse_args().size
    cards = asyncio.run(cards_of(City(700, 1)))
    for kind, bodies in (("cards of the bundled city", cards), ("cards of 25 KB", padded(cards))):
        print(f"{kind}: {sum(map(len, bodies)) / len(bodies):.0f} bytes")
        compare(bodies)
    print(f"a crawl of {size} cards, archived for")
    crawls(size)


if __name__ == "__main__":
    main()
