"""What is kept of descriptions between runs, some thousand in a row of the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from directory_crawler.core.similarity.marks import RULE
from directory_crawler.core.similarity.texts import Texts, in_parts
from directory_crawler.postcrawl import binary_copy
from directory_crawler.storage.sql import sql

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
    """What is kept of each text, by the key of its digest: its marks in a row, ``counts`` of them."""

    keys: Prints
    prints: Prints
    references: Prints
    sizes: NDArray[np.float64]
    counts: Places
    marks: NDArray[np.uint32]

    def some(self, chosen: Places) -> Kept:
        """What is kept of some of the texts; ``chosen`` are in order."""
        if len(chosen) == len(self.keys):
            return self
        starts = np.append(0, np.cumsum(self.counts))
        marks = Texts(self.marks, starts, self.prints).chosen(chosen)
        return Kept(
            self.keys[chosen],
            marks.prints,
            self.references[chosen],
            self.sizes[chosen],
            self.counts[chosen],
            marks.words,
        )


def joined(parts: Sequence[Kept]) -> Kept:
    """All that is kept in some parts, in their order."""
    if len(parts) == 1:
        return parts[0]
    kinds = {"sizes": np.float64, "counts": np.int64, "marks": np.uint32}
    columns: dict[str, Any] = {
        name: np.concatenate(
            [np.zeros(0, kinds.get(name, np.uint64)), *(getattr(part, name) for part in parts)]
        )
        for name in Kept.__dataclass_fields__
    }
    return Kept(**columns)


def some(parts: Sequence[Kept], chosen: Places) -> Kept:
    """What is kept of some texts of all parts; ``chosen`` are places in the parts, one after the other, in order."""
    places = in_parts(chosen, [len(part.keys) for part in parts])
    return joined([part.some(at) for part, at in zip(parts, places, strict=True)])


def stored(connection: Connection, site: str) -> dict[int, Kept]:
    """What is kept of a site, by the number of its batch. Batches of another rule are dropped."""
    parts: dict[int, Kept] = {}
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
            parts[int(batches[row])] = Kept(**packed)
    _drop(connection, site, void)
    return parts


def keep(
    connection: Connection, site: str, kept: Mapping[int, Kept], used: NDArray[np.bool_], fresh: Kept
) -> None:
    """Keep what is fresh, and put together anew batches of which less than half is of use; ``used`` says it of each
    text that is kept, one batch after the other."""
    ends = np.cumsum([len(part.keys) for part in kept.values()], dtype=np.int64)
    thin: list[int] = []
    moved: list[Kept] = []
    for (batch, part), is_used in zip(kept.items(), np.split(used, ends)[:-1], strict=True):
        if 2 * is_used.sum() < len(is_used):
            thin.append(batch)
            moved.append(part.some(np.flatnonzero(is_used)))
    _drop(connection, site, thin)
    with connection.cursor() as cursor, cursor.copy(sql("jobs/clusters.keep_batches")) as copy:
        copy.set_types(_TYPES)
        for texts, fields in (batch for part in (joined(moved), fresh) for batch in _packed(part)):
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
