"""Files that people open: CSV, XLSX, Parquet, GeoJSON, JSON Lines, each written aside and renamed when whole."""

from __future__ import annotations

import csv
import json
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, TextIO

import pyarrow as pa
import pyarrow.parquet as pq
import xlsxwriter

from directory_crawler.core.normal.cells import safe_cell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime
    from pathlib import Path

    from directory_crawler.reporting.tables import Column, Table

XLSX_MAX_ROWS = 1_048_576
XLSX_MAX_TEXT = 32_767
PARQUET_BATCH = 10_000


class ExportError(RuntimeError):
    """A table that cannot be written as asked; the message says what to do instead."""


def write(table: Table, path: Path, *, force: bool = False) -> int:
    """Write a table in the format of the path's suffix and return the number of rows.

    An existing file is only replaced with ``force``; a file that could not be finished is not left behind.
    """
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise ExportError(f"{path.name}: no format {path.suffix!r}: choose one of {', '.join(WRITERS)}")
    if path.exists() and not force:
        raise ExportError(f"{path} exists: add --force to replace it, or choose another name")
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.part")
    try:
        written = writer(table, aside)
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
    return written


@contextmanager
def _text(path: Path, encoding: str = "utf-8") -> Iterator[TextIO]:
    with path.open("w", encoding=encoding, newline="") as file:
        yield file


def _stamp(value: datetime) -> str:
    return value.isoformat(timespec="seconds")


def _flat(value: Any, column: Column) -> Any:
    """A cell of a flat file: lists and objects as text, stamps in ISO form."""
    if value is None:
        return None
    if column.kind == "list":
        return "; ".join(str(part) for part in value)
    if column.kind == "json":
        return json.dumps(value, ensure_ascii=False)
    if column.kind == "stamp":
        return _stamp(value)
    return value


def write_csv(table: Table, path: Path) -> int:
    n = 0
    with _text(path, "utf-8-sig") as file:  # spreadsheets take UTF-8 for what it is only with the mark
        out = csv.writer(file)
        out.writerow(column.name for column in table.columns)
        for row in table.rows:
            out.writerow(
                safe_cell(_flat(value, column)) for value, column in zip(row, table.columns, strict=True)
            )
            n += 1
    return n


def write_xlsx(table: Table, path: Path) -> int:
    book = xlsxwriter.Workbook(
        str(path),
        {
            "constant_memory": True,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "strings_to_numbers": False,
        },
    )
    sheet = book.add_worksheet(table.name[:31])
    head = book.add_format({"bold": True, "bottom": 1})
    stamp = book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
    for index, column in enumerate(table.columns):
        sheet.write_string(0, index, column.name, head)
        sheet.set_column(index, index, 30 if column.name in ("name", "address", "hours_text") else 14)
    n = 0
    for n, row in enumerate(table.rows, 1):
        if n >= XLSX_MAX_ROWS:
            raise ExportError(
                f"{table.name} has more rows than a sheet holds ({XLSX_MAX_ROWS}): export .csv or .parquet"
            )
        for index, (value, column) in enumerate(zip(row, table.columns, strict=True)):
            if value is None:
                continue
            if column.kind == "stamp":
                sheet.write_datetime(n, index, value.replace(tzinfo=None), stamp)
            elif column.kind == "boolean":
                sheet.write_boolean(n, index, value)
            elif column.kind in ("integer", "number"):
                sheet.write_number(n, index, value)
            else:
                # A cell of type text never runs as a formula, so it stays as it is.
                sheet.write_string(n, index, str(_flat(value, column))[:XLSX_MAX_TEXT])
    sheet.freeze_panes(1, 1)
    sheet.autofilter(0, 0, max(n, 1), len(table.columns) - 1)
    book.close()
    return n


def write_parquet(table: Table, path: Path) -> int:
    types = {
        "integer": pa.int64(),
        "number": pa.float64(),
        "boolean": pa.bool_(),
        "stamp": pa.timestamp("us", tz="UTC"),
        "list": pa.list_(pa.string()),
    }
    schema = pa.schema([(column.name, types.get(column.kind, pa.string())) for column in table.columns])
    n = 0
    with pq.ParquetWriter(path, schema, compression="zstd") as out:
        while batch := list(islice(table.rows, PARQUET_BATCH)):
            arrays = [
                pa.array(
                    [_dumped(v) for v in values] if column.kind == "json" else values, schema.field(i).type
                )
                for i, (column, values) in enumerate(
                    zip(table.columns, zip(*batch, strict=True), strict=True)
                )
            ]
            out.write_table(pa.Table.from_arrays(arrays, schema=schema))
            n += len(batch)
    return n


def _dumped(value: Any) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False)


def write_jsonl(table: Table, path: Path) -> int:
    n = 0
    with _text(path) as file:
        for row in table.rows:
            file.write(json.dumps(_object(row, table), ensure_ascii=False) + "\n")
            n += 1
    return n


def write_geojson(table: Table, path: Path) -> int:
    names = [column.name for column in table.columns]
    if "longitude" not in names:
        raise ExportError(f"{table.name} has no coordinates: .geojson is for organisations and cards")
    n = 0
    with _text(path) as file:
        file.write('{"type": "FeatureCollection", "features": [')
        for row in table.rows:
            properties = _object(row, table)
            longitude, latitude = properties.pop("longitude"), properties.pop("latitude")
            point = None if longitude is None else {"type": "Point", "coordinates": [longitude, latitude]}
            feature = {"type": "Feature", "geometry": point, "properties": properties}
            file.write(("," if n else "") + "\n" + json.dumps(feature, ensure_ascii=False))
            n += 1
        file.write("\n]}\n")
    return n


def _object(row: tuple[Any, ...], table: Table) -> dict[str, Any]:
    return {
        column.name: _stamp(value) if column.kind == "stamp" and value is not None else value
        for value, column in zip(row, table.columns, strict=True)
    }


WRITERS: dict[str, Callable[[Table, Path], int]] = {
    ".csv": write_csv,
    ".xlsx": write_xlsx,
    ".parquet": write_parquet,
    ".geojson": write_geojson,
    ".jsonl": write_jsonl,
}
"""File suffix -> writer."""
