"""Rows of the database as the columns that the fold takes: read and numbered by Arrow, in C++. A distinct value becomes
a Python object when somebody looks at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from directory_crawler.core.identity.columns import MISSING, Listed, Numbered, once

if TYPE_CHECKING:
    from directory_crawler.core.identity.columns import Indices
    from directory_crawler.storage.database import Connection

TYPES = {
    **dict.fromkeys(("first_seen", "latitude", "longitude"), pa.float64()),
    **dict.fromkeys(("exact", "closed", "has_legal_name"), pa.bool_()),
    "filled": pa.int64(),
}
"""The types of columns that are no texts."""


def read(connection: Connection, statement: bytes, parameters: dict[str, Any]) -> pa.Table:
    """Return what a COPY … TO STDOUT (FORMAT CSV, HEADER) gives; columns that `TYPES` does not name are texts."""
    text = BytesIO()
    with connection.cursor() as cursor, cursor.copy(statement, parameters) as copy:
        for block in copy:
            text.write(block)
    text.seek(0)
    header = text.readline().decode().rstrip("\n").split(",")
    text.seek(0)
    types = {name: TYPES.get(name, pa.string()) for name in header}
    options = pa.csv.ConvertOptions(
        column_types=types, null_values=[""], true_values=["t"], false_values=["f"], strings_can_be_null=True
    )
    return pa.csv.read_csv(
        text, convert_options=options, parse_options=pa.csv.ParseOptions(newlines_in_values=True)
    )


def texts(column: pa.ChunkedArray) -> Numbered:
    """A column of texts; empty ones are missing."""
    return _numbered(pc.if_else(pc.equal(column, ""), None, column).combine_chunks())


def lists(column: pa.ChunkedArray) -> Listed:
    """A column of texts as lists of their words, parted by blanks."""
    cards, parts = _words(column)
    return once(cards, _numbered(parts))


def words(column: pa.ChunkedArray) -> Numbered:
    """A column of texts as tuples of their words, parted by blanks."""
    names = texts(column)
    cards, parts = _words(pa.chunked_array([names.values.array]))  # type: ignore[attr-defined]
    flat = _numbered(parts)
    each = np.array(list(flat.values), object)[flat.codes].tolist()
    lengths = np.bincount(cards, minlength=len(names.values))
    ends = np.cumsum(lengths)
    spans = zip((ends - lengths).tolist(), ends.tolist(), strict=True)
    return Numbered(names.codes, [tuple(each[start:end]) for start, end in spans])


@dataclass(frozen=True)
class _Values(Sequence[str]):
    array: pa.Array

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        found: str | Sequence[str] = (
            self.array[place].as_py() if not isinstance(place, slice) else _Values(self.array[place])
        )
        return found

    def __iter__(self) -> Any:
        return iter(self.array.to_pylist())


def _words(column: pa.ChunkedArray) -> tuple[Indices, pa.Array]:
    """The words of each text, and of which text each is."""
    parts = pc.split_pattern(column.combine_chunks(), " ")
    cards: Indices = pc.list_parent_indices(parts).to_numpy().astype(np.int64)
    return cards, pc.list_flatten(parts)


def _numbered(column: pa.Array) -> Numbered:
    held = column.dictionary_encode()
    codes = pc.fill_null(held.indices, MISSING).to_numpy(zero_copy_only=False).astype(np.int64)
    return Numbered(codes, _Values(held.dictionary))
