"""What passes by itself is waited for; what lies in a statement or a row is not; and patience has an end."""

from __future__ import annotations

import psycopg
import pytest
from psycopg_pool import PoolClosed, PoolTimeout

from directory_crawler.storage import patience
from directory_crawler.storage.database import Pool, pool
from directory_crawler.storage.embedded import DatabaseUnavailableError
from directory_crawler.storage.patience import DatabaseLostError, is_passing, outlast, patient


@pytest.mark.parametrize(
    ("error", "passing"),
    [
        (psycopg.OperationalError("connection refused"), True),
        (psycopg.InterfaceError("the connection is closed"), True),
        (PoolTimeout("couldn't get a connection after 10.00 sec"), True),
        (DatabaseUnavailableError("no connection"), True),
        (psycopg.errors.AdminShutdown(), True),
        (psycopg.errors.CannotConnectNow(), True),
        (psycopg.errors.DiskFull(), True),
        (psycopg.errors.TooManyConnections(), True),
        (psycopg.errors.DeadlockDetected(), True),
        (psycopg.errors.SerializationFailure(), True),
        (psycopg.errors.IdleInTransactionSessionTimeout(), True),
        (psycopg.errors.TransactionTimeout(), True),
        (psycopg.errors.QueryCanceled(), True),
        (psycopg.errors.ProgramLimitExceeded(), False),
        (psycopg.errors.UndefinedTable(), False),
        (psycopg.errors.InsufficientPrivilege(), False),
        (psycopg.errors.UniqueViolation(), False),
        (psycopg.DataError("invalid input"), False),
        (PoolClosed("the pool is closed"), False),
        (ValueError("no"), False),
    ],
)
def test_errors_of_the_server_pass_and_errors_of_what_was_asked_do_not(
    error: Exception, passing: bool
) -> None:
    assert is_passing(error) is passing


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> Pool:
    """A pool that is never opened: only its patience counts."""
    monkeypatch.setattr(patience, "FIRST_WAIT_S", 0.001)
    monkeypatch.setattr(patience, "LONGEST_WAIT_S", 0.004)
    return pool("postgresql:///nowhere", patience_s=20.0)


async def test_an_operation_is_repeated_until_the_database_is_back(waiting: Pool) -> None:
    tries = 0

    @patient
    async def write(pool: Pool, value: int) -> int:
        nonlocal tries
        tries += 1
        if tries < 4:
            raise psycopg.OperationalError("the server closed the connection unexpectedly")
        return value

    assert await write(waiting, 7) == 7
    assert tries == 4


async def test_patience_ends_and_from_then_on_nobody_waits(waiting: Pool) -> None:
    waiting.patience_s = 0.01
    tries = 0

    async def write() -> None:
        nonlocal tries
        tries += 1
        raise psycopg.OperationalError("connection refused")

    with pytest.raises(DatabaseLostError, match=r"connection refused.*same command"):
        await outlast(waiting, write)
    before = tries
    assert before > 1
    with pytest.raises(DatabaseLostError):
        await outlast(waiting, write)
    assert tries == before + 1


async def test_an_error_of_the_statement_is_raised_at_once(waiting: Pool) -> None:
    tries = 0

    async def write() -> None:
        nonlocal tries
        tries += 1
        raise psycopg.errors.UndefinedTable("no such table")

    with pytest.raises(psycopg.errors.UndefinedTable):
        await outlast(waiting, write)
    assert tries == 1
