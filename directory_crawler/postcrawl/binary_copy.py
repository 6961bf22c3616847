"""Rows in PostgreSQL's binary COPY format, taken apart and put together without a Python object for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import psycopg
import pyarrow as pa
from numpy.typing import NDArray
from psycopg.pq import ExecStatus

from directory_crawler.core.similarity.compiled import compiled

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from directory_crawler.core.similarity.texts import Places
    from directory_crawler.storage.database import Connection

Octets = NDArray[np.uint8]

_HEADER = b"PGCOPY\n\xff\r\n\x00" + bytes(8)
_TRAILER = b"\xff\xff"
_AT_ONCE = 1 << 23


@dataclass(frozen=True)
class Rows:
    """Some rows: where each field of each row begins and ends in the buffer; a null has no length and begins at 0."""

    buffer: Octets
    starts: Places
    ends: Places

    def __len__(self) -> int:
        return len(self.starts)

    def texts(self, field: int) -> pa.Array:
        """A field as strings."""
        starts, ends = self.starts[:, field], self.ends[:, field]
        offsets = np.zeros(len(starts) + 1, np.int64)
        np.cumsum(ends - starts, out=offsets[1:])
        content = np.empty(int(offsets[-1]), np.uint8)
        _gather(self.buffer, starts, offsets, content)
        return pa.LargeStringArray.from_buffers(len(starts), pa.py_buffer(offsets), pa.py_buffer(content))

    def numbers(self, field: int, kind: str) -> NDArray[Any]:
        """A field of fixed size as numbers; ``kind`` is numpy's, such as ``i8``."""
        if not len(self):
            return np.zeros(0, kind)
        every = np.lib.stride_tricks.sliding_window_view(self.buffer, np.dtype(kind).itemsize)
        found: NDArray[Any] = every[self.starts[:, field]].reshape(-1).view(f">{kind}").astype(kind)
        return found

    def given(self, field: int) -> NDArray[np.bool_]:
        """Where a field is not null, nor empty."""
        found: NDArray[np.bool_] = self.ends[:, field] > self.starts[:, field]
        return found

    def hashes(self, field: int) -> NDArray[np.uint64]:
        """A hash of the bytes of a field."""
        found = np.empty(len(self), np.uint64)
        _hash(self.buffer, self.starts[:, field], self.ends[:, field], found)
        return found

    def packed(self, row: int, field: int, kind: str) -> NDArray[Any]:
        """The numbers that one field holds, the lowest byte first; ``kind`` is numpy's."""
        held = self.buffer[self.starts[row, field] : self.ends[row, field]]
        return held.copy().view(f"<{kind}")


def read(
    connection: Connection,
    statement: bytes,
    parameters: Mapping[str, Any],
    fields: int,
    at_once: int = _AT_ONCE,
) -> Iterator[Rows]:
    """Yield what a COPY … TO STDOUT (FORMAT BINARY) gives, about ``at_once`` bytes at a time."""
    held = bytearray()
    skipped = len(_HEADER)
    for row in _copied(connection, statement, parameters):
        held += row
        if len(held) >= at_once:
            yield _rows(held, fields, skipped)
            held, skipped = bytearray(), 0
    if held:
        yield _rows(held, fields, skipped)


def read_all(connection: Connection, statement: bytes, parameters: Mapping[str, Any], fields: int) -> Rows:
    """All rows of a COPY … TO STDOUT (FORMAT BINARY) at once."""
    return _rows(_held(connection, statement, parameters), fields, len(_HEADER))


def read_table(
    connection: Connection, statement: bytes, parameters: Mapping[str, Any], kind: np.dtype[Any]
) -> Any:
    """What a COPY of columns that are all of fixed size and never null gives, as a structured array."""
    row = np.dtype([("fields", ">i2"), *_sized(kind)])
    held = _held(connection, statement, parameters)
    rows = np.frombuffer(held, row, offset=len(_HEADER), count=(len(held) - len(_HEADER)) // row.itemsize)
    table = np.empty(len(rows), kind)
    for name in kind.names or ():
        table[name] = rows[name]
    return table


def _held(connection: Connection, statement: bytes, parameters: Mapping[str, Any]) -> bytearray:
    """All rows in one piece. Joining them would need each as an object beside all others."""
    held = bytearray()
    for row in _copied(connection, statement, parameters):
        held += row
    return held


def _copied(connection: Connection, statement: bytes, parameters: Mapping[str, Any]) -> Iterator[memoryview]:
    """The rows of a COPY, as the server sends them: psycopg's own loop costs some microseconds for each, and there are
    half a million."""
    written = psycopg.ClientCursor(connection).mogrify(statement, parameters)
    connection.execute("select 1")  # begins the transaction, if none is under way
    server = connection.pgconn
    begun = server.exec_(written.encode())
    if begun.status != ExecStatus.COPY_OUT:
        raise psycopg.errors.error_from_result(begun)
    size = 0
    try:
        while True:
            size, row = server.get_copy_data(0)
            if size < 0:
                break
            yield row
    finally:  # whoever stops reading in between leaves the connection fit for the next statement
        while size >= 0:
            size, _ = server.get_copy_data(0)
        ended = server.get_result()
        while server.get_result() is not None:
            pass
    if ended is None or ended.status != ExecStatus.COMMAND_OK:
        raise psycopg.errors.error_from_result(ended or begun)


def write_table(connection: Connection, statement: bytes, table: Any) -> None:
    """Send a structured array to a COPY … FROM STDIN (FORMAT BINARY)."""
    kind = table.dtype
    rows = np.empty(len(table), np.dtype([("fields", ">i2"), *_sized(kind)]))
    rows["fields"] = len(kind.names)
    for name in kind.names:
        rows[name] = table[name]
        rows[f"{name} size"] = kind[name].itemsize
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.write(_HEADER)
        copy.write(rows.tobytes())
        copy.write(_TRAILER)


def write_rows(
    connection: Connection, statement: bytes, columns: Sequence[tuple[Octets, Places]], at_once: int = 20_000
) -> None:
    """Send rows to a COPY … FROM STDIN (FORMAT BINARY). A column is its content in PostgreSQL's own format, and where
    each row's begins, with the end of the last one."""
    rows = len(columns[0][1]) - 1
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.write(_HEADER)
        for first in range(0, rows, at_once):
            last = min(first + at_once, rows)
            sizes = np.stack([np.diff(starts[first : last + 1]) for _, starts in columns], axis=1)
            ends = np.cumsum(2 + 4 * len(columns) + sizes.sum(axis=1))
            out = np.empty(int(ends[-1]), np.uint8)
            at = ends - (2 + 4 * len(columns) + sizes.sum(axis=1))
            _put(out, at, np.array([len(columns)]), 2)
            at += 2
            for (content, starts), size in zip(columns, sizes.T, strict=True):
                _put(out, at, size, 4)
                _scatter(content, starts[first : last + 1], at + 4, out)
                at += 4 + size
            copy.write(out.tobytes())
        copy.write(_TRAILER)


def fixed(values: NDArray[Any]) -> tuple[Octets, Places]:
    """A column of numbers, for `write_rows`."""
    swapped = values.astype(values.dtype.newbyteorder(">"))
    return swapped.view(np.uint8), np.arange(len(values) + 1) * values.dtype.itemsize


def strings(column: pa.Array) -> tuple[Octets, Places]:
    """A column of texts, for `write_rows`."""
    held = column.cast(pa.large_string())
    _, offsets, content = held.buffers()
    starts = np.frombuffer(offsets, np.int64)[held.offset : held.offset + len(held) + 1]
    return np.frombuffer(content or b"", np.uint8), starts


def _sized(kind: np.dtype[Any]) -> Iterator[tuple[str, str]]:
    for name in kind.names or ():
        yield f"{name} size", ">i4"
        yield name, kind[name].newbyteorder(">").str


def _rows(held: bytearray, fields: int, skipped: int) -> Rows:
    buffer = np.frombuffer(held, np.uint8)
    room = (len(buffer) - skipped) // (2 + 4 * fields) + 1
    starts, ends = np.zeros((room, fields), np.int64), np.zeros((room, fields), np.int64)
    rows = _find(buffer, fields, skipped, starts, ends)
    return Rows(buffer, starts[:rows], ends[:rows])


@compiled
def _number(buffer: Octets, at: int, size: int) -> int:
    number = 0
    for place in range(at, at + size):
        number = (number << 8) | int(buffer[place])
    return number - (1 << (8 * size)) if buffer[at] & 0x80 else number


@compiled
def _find(buffer: Octets, fields: int, at: int, starts: Any, ends: Any) -> int:
    row = 0
    while at + 2 <= len(buffer) and _number(buffer, at, 2) == fields:
        at += 2
        for field in range(fields):
            size = _number(buffer, at, 4)
            at += 4
            if size > 0:
                starts[row, field] = at
                ends[row, field] = at + size
                at += size
        row += 1
    return row


@compiled
def _hash(buffer: Octets, starts: Places, ends: Places, found: NDArray[np.uint64]) -> None:
    for row in range(len(starts)):
        number = np.uint64(0xCBF29CE484222325)
        for place in range(starts[row], ends[row]):
            number = (number ^ np.uint64(buffer[place])) * np.uint64(0x100000001B3)
            number ^= number >> np.uint64(29)
        found[row] = number * np.uint64(0x9E3779B97F4A7C15)


@compiled
def _gather(buffer: Octets, starts: Places, offsets: Places, content: Octets) -> None:
    for row in range(len(starts)):
        for place in range(offsets[row + 1] - offsets[row]):
            content[offsets[row] + place] = buffer[starts[row] + place]


@compiled
def _scatter(content: Octets, starts: Places, at: Places, out: Octets) -> None:
    for row in range(len(at)):
        for place in range(starts[row + 1] - starts[row]):
            out[at[row] + place] = content[starts[row] + place]


@compiled
def _put(out: Octets, at: Places, values: Places, size: int) -> None:
    for row in range(len(at)):
        value = values[row % len(values)]
        for place in range(size):
            out[at[row] + place] = np.uint8((value >> (8 * (size - 1 - place))) & 0xFF)
