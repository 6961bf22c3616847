"""What is kept of descriptions between runs, some thousand in a row of the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from directory_crawler.core.similarity.marks import RULE, Marks
from directory_crawler.core.similarity.texts import Texts
from directory_crawler.postcrawl import binary_copy
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from directory_crawler.core.similarity.texts import Places, Prints
    from directory_crawler.storage.database import Connection

TEXTS_OF_A_BATCH = 4096
_FIELDS = 8
_COLUMNS = (
    ("keys", "u8"),
    ("prints", "u8"),
    ("references", "u8"),
    ("sizes", "f8"),
    ("counts", "i4"),
    ("marks", "u4"),
)
_TYPES = ("text", "int2", "int4", *("bytea" for _ in _COLUMNS))


@dataclass(frozen=True)
class Kept:
    """What is kept of each text, by the key of its digest: its marks in a row, ``counts`` of them; ``batches`` are
    the rows in which they are stored."""

    keys: Prints
    prints: Prints
    references: Prints
    sizes: NDArray[np.float64]
    counts: Places
    marks: NDArray[np.uint32]
    batches: Places

    def marks_of(self, chosen: Places) -> Marks:
        """The marks of some of the texts."""
        ends = np.cumsum(self.counts)
        texts = Texts(self.marks, np.append(0, ends), np.zeros(len(ends), np.uint64)).chosen(chosen)
        return Marks(texts.words, np.zeros(0, np.uint32), texts.starts)

    def some(self, chosen: Places) -> Kept:
        return Kept(
            self.keys[chosen],
            self.prints[chosen],
            self.references[chosen],
            self.sizes[chosen],
            self.counts[chosen],
            self.marks_of(chosen).hashes,
            self.batches[chosen],
        )


def joined(parts: list[Kept]) -> Kept:
    """All that is kept in some parts, in their order."""
    kinds = {"sizes": np.float64, "counts": np.int64, "marks": np.uint32, "batches": np.int64}
    columns: dict[str, Any] = {
        name: np.concatenate(
            [np.zeros(0, kinds.get(name, np.uint64)), *(getattr(part, name) for part in parts)]
        )
        for name in Kept.__dataclass_fields__
    }
    return Kept(**columns)


def stored(connection: Connection, site: str) -> Kept:
    """What is kept of a site. Batches of another rule are dropped."""
    parts: list[Kept] = []
    void: list[int] = []
    for rows in binary_copy.read(connection, sql("jobs/clusters.batches"), {"site": site}, _FIELDS):
        batches, rules = rows.numbers(0, "i8"), rows.numbers(1, "i2")
        for row in range(len(rows)):
            if rules[row] != RULE:
                void.append(int(batches[row]))
                continue
            packed: dict[str, Any] = {
                name: rows.packed(row, 2 + number, kind) for number, (name, kind) in enumerate(_COLUMNS)
            }
            parts.append(Kept(**packed, batches=np.full(len(packed["keys"]), batches[row])))
    _drop(connection, site, void)
    return joined(parts)


def keep(connection: Connection, site: str, kept: Kept, used: Places, fresh: Kept) -> None:
    """Keep what is fresh, and put together anew batches of which less than half is of use; ``used`` are places in
    ``kept``."""
    known, of = np.unique(kept.batches, return_inverse=True)
    in_use = np.bincount(of[used], minlength=len(known))
    thin = 2 * in_use < np.bincount(of, minlength=len(known))
    _drop(connection, site, known[thin].tolist())
    moved = kept.some(used[thin[of[used]]]) if thin.any() else joined([])
    with connection.cursor() as cursor, cursor.copy(sql("jobs/clusters.keep_batches")) as copy:
        copy.set_types(_TYPES)
        for texts, fields in (batch for part in (moved, fresh) for batch in _packed(part)):
            copy.write_row((site, RULE, texts, *fields))


def _packed(part: Kept) -> Iterator[tuple[int, list[bytes]]]:
    starts = np.append(0, np.cumsum(part.counts))
    for first in range(0, len(part.keys), TEXTS_OF_A_BATCH):
        last = min(first + TEXTS_OF_A_BATCH, len(part.keys))
        fields = []
        for name, kind in _COLUMNS:
            held = getattr(part, name)
            span = slice(starts[first], starts[last]) if name == "marks" else slice(first, last)
            fields.append(held[span].astype(f"<{kind}").tobytes())
        yield last - first, fields


def _drop(connection: Connection, site: str, batches: list[int]) -> None:
    if batches:
        connection.execute(sql("jobs/clusters.drop_batches"), {"site": site, "batches": batches})
