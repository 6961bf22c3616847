"""Operations that outlive a database which is away for a while: restarted, unreachable, out of space.

Each is a transaction of its own, and one whose connection broke is begun anew, until the pool's patience is spent.
Whether the broken one was committed cannot be known; fences make its repetition harmless.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import psycopg
from psycopg_pool import PoolClosed

from directory_crawler.storage.embedded import DatabaseUnavailableError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from directory_crawler.storage.database import Pool

logger = logging.getLogger(__name__)

_P = ParamSpec("_P")
_T = TypeVar("_T")

FIRST_WAIT_S, LONGEST_WAIT_S = 0.2, 10.0
_PASSING = ("08", "40", "53", "57", "55P03", "25P03", "25P04")
"""SQLSTATEs that pass by themselves: connection, deadlock, resources (a full disk), operator, a lock, a timeout."""


class DatabaseLostError(RuntimeError):
    """The database stayed away for longer than the crawl would wait. What was not written is still leased."""


def is_passing(error: Exception) -> bool:
    """Whether an error says something of the server or the connection, and nothing of what was asked."""
    if isinstance(error, DatabaseUnavailableError):
        return True
    if not isinstance(error, psycopg.Error) or isinstance(error, PoolClosed):
        return False
    if error.sqlstate is None:
        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return error.sqlstate.startswith(_PASSING)


def patient(operation: Callable[_P, Awaitable[_T]]) -> Callable[_P, Coroutine[Any, Any, _T]]:
    """Repeat a transaction of a pool (its first argument, or that one's ``pool``) while its errors are passing ones."""

    @functools.wraps(operation)
    async def repeated(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        pool: Any = getattr(args[0], "pool", args[0])
        return await outlast(pool, lambda: operation(*args, **kwargs))

    return repeated


async def outlast(pool: Pool, operation: Callable[[], Awaitable[_T]]) -> _T:
    """Await an operation, again and again while the database is away; raise `DatabaseLostError` in the end."""
    began, wait = time.monotonic(), FIRST_WAIT_S
    while True:
        try:
            return await operation()
        except Exception as error:
            if not is_passing(error):
                raise
            away = time.monotonic() - began
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            if pool.is_lost or away > pool.patience_s:
                pool.is_lost = True
                raise DatabaseLostError(
                    f"no database for {away:.0f} s: {reason}. The run is kept: the same command goes on with it."
                ) from error
            logger.warning("the database is away (%s): trying again in %.1f s", reason, wait)
        await asyncio.sleep(wait)
        wait = min(wait * 2, LONGEST_WAIT_S)
