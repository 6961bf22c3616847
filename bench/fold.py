"""The fold beside the plain rule (keys with caps, transitive, nothing checked) in dictionaries and a disjoint set, in
polars, and in splink's deterministic rules on DuckDB: seconds on the wall and of CPU, peak memory, pairwise precision
and recall, on the bundled city and on many such towns.

    python bench/fold.py [--cards 80118 1000000] [--only ours plain polars splink]

Every contender is a process of its own that reads the same Parquet file of normalised columns; its peak holds the
interpreter, the libraries and the columns, too. "fold" is the time from columns in its own form to clusters.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from directory_crawler.core.identity.ages import age_ranks
from directory_crawler.core.identity.columns import columns
from directory_crawler.core.identity.fold import fold
from directory_crawler.core.identity.points import vague_points
from directory_crawler.core.normal.addresses import normalise_address
from directory_crawler.core.normal.names import name_tokens
from directory_crawler.demo.card_pages import address_line
from directory_crawler.demo.city import City
from directory_crawler.demo.word_tables import NAME_ABBREVIATIONS
from directory_crawler.postcrawl import arrow_columns as arrow

TOWN = 80_118
CAPS = {"phone": 4, "web": 3, "place": 4}


def town_table() -> pa.Table:
    """The bundled city, normalised as the pipelines do."""

    rows = []
    for card in City(TOWN, 1).cards.values():
        if not card.listed:
            continue
        address = normalise_address(None, address_line(card), ["en"], "GB")
        rows.append(
            {
                "id": card.id,
                "organisation": card.org_id,
                "name": " ".join(name_tokens(card.name)),
                "phones": " ".join(phone.partition(";")[0] for phone in card.phones[card.tracked :]),
                "web": card.domain,
                "address": address.key,
                "house": address.house,
                "unit": address.unit,
                "postcode": address.postcode,
                "city": address.city,
                "latitude": card.latitude,
                "longitude": card.longitude,
                "exact": card.precision == "exact",
            }
        )
    return pa.Table.from_pylist(rows)


def towns_table(town: pa.Table, cards: int) -> pa.Table:
    """As many towns as it takes, each with its own numbers, domains, streets, family names and place on the map; the
    words of trades are the same everywhere."""
    parts = []
    words = Counter(word for name in town["name"].to_pylist() for word in name.split())
    written = {word.lower() for pair in NAME_ABBREVIATIONS.items() for word in pair}
    common = {word for word, n in words.items() if n >= 2000 or word in written or not word.isascii()}
    for number in range(math.ceil(cards / len(town))):
        columns = town.to_pydict()
        if number:
            mark = "abcdefghijklmnopqrstuvwxyz"[number // 26] + "abcdefghijklmnopqrstuvwxyz"[number % 26]
            own = {word: word if word in common else mark + word for word in words}
            columns["id"] = [f"{number}{card}" for card in columns["id"]]
            columns["organisation"] = [f"{number}{own_id}" for own_id in columns["organisation"]]
            columns["name"] = [" ".join(sorted(map(own.__getitem__, n.split()))) for n in columns["name"]]
            columns["phones"] = [
                " ".join(f"{p}{number}" for p in phones.split()) for phones in columns["phones"]
            ]
            columns["web"] = [web and f"{mark}.{web}" for web in columns["web"]]
            columns["address"] = [key and f"{mark}{key}" for key in columns["address"]]
            columns["city"] = [city and f"{city} {mark}" for city in columns["city"]]
            columns["postcode"] = [code and f"{code}{mark}" for code in columns["postcode"]]
            columns["longitude"] = [degrees + 3 * number for degrees in columns["longitude"]]
        parts.append(pa.table(columns, schema=town.schema))
    return pa.concat_tables(parts).slice(0, cards)


# --- the contenders: columns to a cluster number for each card ------------------------------------------------------


def ours(path: str) -> Callable[[], list[int]]:
    held = pq.read_table(path)

    def run() -> list[int]:
        cards = columns(
            names=arrow.words(held["name"]),
            phones=arrow.lists(held["phones"]),
            rank=age_ranks(held["id"].to_pylist(), ()),
            latitude=held["latitude"].to_numpy(),
            longitude=held["longitude"].to_numpy(),
            exact=held["exact"].to_numpy(),
            **{name: arrow.texts(held[column]) for name, column in TEXTS.items()},
        )
        cards.exact[vague_points(cards)] = False
        return fold(cards).cluster.tolist()

    return run


TEXTS = {
    "webs": "web",
    "addresses": "address",
    "houses": "house",
    "units": "unit",
    "postcodes": "postcode",
    "cities": "city",
}


def cell(latitude: float, longitude: float) -> tuple[int, int]:
    return math.floor(latitude * 1113.2), math.floor(longitude * math.cos(math.radians(latitude)) * 1113.2)


def plain(path: str) -> Callable[[], list[int]]:
    rows = pq.read_table(path).to_pylist()

    def run() -> list[int]:
        holders: dict[tuple[str, object], list[int]] = defaultdict(list)
        for number, row in enumerate(rows):
            for phone in row["phones"].split():
                holders["phone", phone].append(number)
            if row["web"]:
                holders["web", row["web"]].append(number)
            if row["exact"]:
                holders["place", (cell(row["latitude"], row["longitude"]), row["name"])].append(number)
        leader = list(range(len(rows)))
        for (kind, _), cards in holders.items():
            if 1 < len(cards) <= CAPS[kind]:
                for card in cards[1:]:
                    join(leader, card, cards[0])
        return [find(leader, number) for number in range(len(rows))]

    return run


def find(leader: list[int], card: int) -> int:
    while leader[card] != card:
        leader[card] = leader[leader[card]]
        card = leader[card]
    return card


def join(leader: list[int], one: int, other: int) -> None:
    leader[find(leader, one)] = find(leader, other)


def with_polars(path: str) -> Callable[[], list[int]]:
    import polars as pl  # noqa: PLC0415  of the extra "bench"

    frame = pl.read_parquet(path).with_row_index("card")

    def run() -> list[int]:
        north = (pl.col("latitude") * 1113.2).floor().cast(pl.Int64)
        east = (pl.col("longitude") * pl.col("latitude").radians().cos() * 1113.2).floor().cast(pl.Int64)
        keys = {
            "phone": frame.select("card", key=pl.col("phones").str.split(" "))
            .explode("key")
            .filter(pl.col("key") != ""),
            "web": frame.select("card", key="web").drop_nulls(),
            "place": frame.filter("exact").select("card", key=pl.struct(north, east.alias("east"), "name")),
        }
        leader = list(range(len(frame)))
        for kind, table in keys.items():
            shared = (
                table.group_by("key")
                .agg("card")
                .filter(pl.col("card").list.len().is_between(2, CAPS[kind]))["card"]
            )
            for cards in shared.to_list():
                for card in cards[1:]:
                    join(leader, card, cards[0])
        return [find(leader, number) for number in range(len(frame))]

    return run


def with_splink(path: str) -> Callable[[], list[int]]:
    import duckdb  # noqa: PLC0415  of the extra "bench"
    from splink import DuckDBAPI, Linker, SettingsCreator  # noqa: PLC0415

    connection = duckdb.connect()
    connection.execute(
        "create table keyed as select row_number() over () - 1 as unique_id, *,"
        " floor(latitude * 1113.2)::bigint as north,"
        " floor(longitude * cos(radians(latitude)) * 1113.2)::bigint as east"
        f" from read_parquet('{path}')"
    )

    def run() -> list[int]:
        connection.execute(
            "create table cards as"
            " with numbers as (select unique_id, unnest(string_split(phones, ' ')) as phone from keyed),"
            " few as (select phone from numbers where phone <> '' group by phone having count(*) between 2 and 4),"
            " firsts as (select unique_id, min(phone) as a, max(phone) as b"
            " from numbers join few using (phone) group by 1)"
            " select k.unique_id, f.a as phone, f.b as phone_2,"
            " case when count(*) over (partition by web) <= 3 then web end as web,"
            " case when exact and count(*) over (partition by exact, north, east, name) <= 4"
            " then concat(north, ' ', east, ' ', name) end as place"
            " from keyed k left join firsts f using (unique_id)"
        )
        rules = ["l.phone = r.phone", "l.phone_2 = r.phone_2", "l.web = r.web", "l.place = r.place"]
        settings = SettingsCreator(link_type="dedupe_only", blocking_rules_to_generate_predictions=rules)
        api = DuckDBAPI(connection=connection)
        linker = Linker(api.register("cards"), settings)
        pairs = linker.inference.deterministic_link()
        clusters = linker.clustering.cluster_pairwise_predictions_at_threshold(pairs)
        found = clusters.as_duckdbpyrelation().project("unique_id, cluster_id").fetchall()
        labels = [0] * len(found)
        for card, label in found:
            labels[card] = label
        return labels

    return run


CONTENDERS = {"ours": ours, "plain": plain, "polars": with_polars, "splink": with_splink}


# --- measuring ------------------------------------------------------------------------------------------------------


def pairwise(labels: list[int], truth: list[str]) -> tuple[float, float]:
    def pairs(groups: Counter[Any]) -> int:
        return sum(n * (n - 1) // 2 for n in groups.values())

    both = pairs(Counter(zip(labels, truth, strict=True)))
    return both / max(pairs(Counter(labels)), 1), both / max(pairs(Counter(truth)), 1)


def contend(name: str, path: str, labels_path: str) -> None:
    began = time.perf_counter()
    run = CONTENDERS[name](path)
    loaded = time.perf_counter()
    cpu = time.process_time()
    labels = run()
    folded = time.perf_counter()
    np.save(labels_path, np.array(labels))
    print(json.dumps({"load": loaded - began, "fold": folded - loaded, "cpu": time.process_time() - cpu}))


def measure(name: str, path: Path, truth: list[str]) -> None:
    labels_path = path.with_suffix(f".{name}.npy")
    command = [sys.executable, __file__, "--contend", name, str(path), str(labels_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ)
    assert process.stdout is not None
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        print(f"{name:>8}  ended with {process.returncode}")
        return
    spent = json.loads(said.splitlines()[-1])
    precision, recall = pairwise(np.load(labels_path).tolist(), truth)
    print(
        f"{name:>8}  fold {spent['fold']:6.2f} s ({spent['cpu']:6.2f} s CPU)  load {spent['load']:5.2f} s"
        f"  peak {usage.ru_maxrss / 1024:6.0f} MiB  precision {precision:.4f}  recall {recall:.4f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, nargs="+", default=[TOWN, 1_000_000])
    parser.add_argument("--only", nargs="+", choices=CONTENDERS, default=list(CONTENDERS))
    parser.add_argument("--contend", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.contend:
        contend(*options.contend)
        return
    with tempfile.TemporaryDirectory(prefix="directory-crawler-bench-") as folder:
        town = town_table()
        for cards in options.cards:
            path = Path(folder) / f"{cards}.parquet"
            table = towns_table(town, cards)
            pq.write_table(table, path)
            truth = table["organisation"].to_pylist()
            print(f"{cards} cards, {len(set(truth))} organisations")
            for name in options.only:
                measure(name, path, truth)


if __name__ == "__main__":
    main()
