"""Rows that the database refuses: one does not cost the others of its batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import psycopg

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

_T = TypeVar("_T")

REFUSALS = (psycopg.DataError, psycopg.IntegrityError, psycopg.errors.ProgramLimitExceeded, UnicodeError)
"""Errors that lie in a row, and not in the server or the statement."""


async def set_aside(
    records: Sequence[_T], write: Callable[[Sequence[_T]], Awaitable[None]]
) -> list[tuple[_T, str]]:
    """Write records in one go, or in halves until a refused one stands alone; return those, each with its reason."""
    if not records:
        return []
    try:
        await write(records)
    except REFUSALS as error:
        if len(records) == 1:
            return [(records[0], str(error).splitlines()[0])]
        middle = len(records) // 2
        return [*await set_aside(records[:middle], write), *await set_aside(records[middle:], write)]
    return []
