"""The SQL of ``pipelines_sql``, by name; read as package data, so that an egg or a wheel holds it too."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import aiosql

if TYPE_CHECKING:
    from collections.abc import Iterator


@cache
def _statements(file: str) -> dict[str, str]:
    text = files("pipelines_sql").joinpath(f"{file}.sql").read_text("utf-8")
    queries = aiosql.from_str(text, "psycopg")
    return {
        name: getattr(queries, name).sql for name in queries.available_queries if not name.endswith("_cursor")
    }


def sql(name: str) -> bytes:
    """Return the statement ``FOLDER/FILE.STATEMENT``, its parameters in psycopg's ``%(name)s`` form.

    Bytes, because psycopg takes them as a query that was not put together from strings.
    """
    file, _, statement = name.partition(".")
    try:
        return _statements(file)[statement].encode()
    except KeyError:
        known = ", ".join(sorted(_statements(file)))
        raise KeyError(f"no statement {statement!r} in pipelines_sql/{file}.sql: it has {known}") from None


def migrations() -> Iterator[tuple[int, str, bytes]]:
    """Yield number, name and text of each migration, in order."""
    for entry in sorted(
        files("pipelines_sql").joinpath("migrations").iterdir(), key=lambda entry: entry.name
    ):
        if entry.name.endswith(".sql"):
            number, _, _ = entry.name.partition("_")
            yield int(number), entry.name, entry.read_bytes()
