"""Which database, and a connection to it with the schema up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import psycopg
import psycopg.sql
from psycopg.rows import TupleRow, dict_row
from psycopg_pool import AsyncConnectionPool

from directory_crawler.storage.embedded import DatabaseUnavailableError, start_embedded
from directory_crawler.storage.sql import migrations

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

OLDEST_SERVER = 150000
WORKER_SESSION = "directory_crawler worker"
"""How the sessions of crawls, which alone may be ended when they stand still, are told from those of commands."""
_MIGRATION_LOCK = 0x6469_7263  # one number for every process of the product: "dirc"

Connection = psycopg.Connection[TupleRow]


class Pool(AsyncConnectionPool[psycopg.AsyncConnection[dict[str, Any]]]):
    """Connections for the reactor's loop, and how long their users wait for a database that is away."""

    patience_s: float = 0.0
    is_lost: bool = False
    """Whether that patience was spent once: from then on nobody waits."""


def database_url(settings: BaseSettings) -> str:
    """Return the URL of the server in use: ``DATABASE_URL``, or the embedded one under ``DATA_DIR``."""
    configured: str | None = settings.get("DATABASE_URL")
    return configured or start_embedded(Path(settings.get("DATA_DIR")))


def without_password(url: str) -> str:
    """Return a connection URL or string fit for a message."""
    if "://" in url:
        parts = urlsplit(url)
        return f"{parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}{parts.path}"
    return " ".join(word for word in url.split() if not word.startswith("password="))


def connect(url: str) -> Connection:
    """Connect, with the schema brought up to date; raise `DatabaseUnavailableError` with what to do."""
    try:
        connection = psycopg.connect(url, application_name="directory_crawler")
    except psycopg.OperationalError as error:
        reason = str(error).splitlines()[0].replace(url, without_password(url))
        raise DatabaseUnavailableError(
            f"no connection to {without_password(url)}: {reason}. Check DATABASE_URL and that the server runs, "
            "or unset it to use the embedded server."
        ) from error
    if connection.info.server_version < OLDEST_SERVER:
        version = connection.info.server_version // 10_000
        connection.close()
        raise DatabaseUnavailableError(
            f"{without_password(url)} is PostgreSQL {version}: 15 or later is needed (or unset DATABASE_URL)"
        )
    migrate(connection)
    return connection


def migrate(connection: Connection) -> None:
    """Apply the migrations that this database lacks, in order, each once, under a lock."""
    with connection.transaction():
        connection.execute("select pg_advisory_xact_lock(%s)", (_MIGRATION_LOCK,))
        connection.execute("create schema if not exists crawl")
        connection.execute(
            "create table if not exists crawl.migrations"
            " (number integer primary key, name text not null, applied_at timestamptz not null default now())"
        )
        done = {number for (number,) in connection.execute("select number from crawl.migrations")}
        for number, name, text in migrations():
            if number not in done:
                connection.execute(text)
                connection.execute(
                    "insert into crawl.migrations (number, name) values (%s, %s)", (number, name)
                )


def pool(url: str, size: int = 4, lease_s: float = 900.0, patience_s: float = 0.0) -> Pool:
    """Return a pool (not yet open) for the reactor's loop. Its connections give rows as dictionaries.

    A process that is stopped in the middle of a transaction holds locks that others wait for. The server ends one
    that has been idle for a lease, as the leases of its worker end. One that stopped within a COPY or a batch of
    statements is not idle in the server's eyes: `Frontier.return_expired` ends that one, and nobody waits for a
    lock for longer than a lease, so that a connection is left to do it with.
    """
    lease_ms = max(int(lease_s * 1000), 1)
    bounds = f"-c idle_in_transaction_session_timeout={lease_ms} -c lock_timeout={lease_ms}"
    made = Pool(
        url,
        min_size=1,
        max_size=size,
        open=False,
        kwargs={"row_factory": dict_row, "application_name": WORKER_SESSION, "options": bounds},
        name="directory_crawler",
        timeout=10.0,
    )
    made.patience_s = patience_s
    return made


def forget_site(connection: Connection, site: str) -> None:
    """Delete everything that is kept of a site: its runs with their facts, its cards, organisations, history."""
    tables = connection.execute(
        "select table_name from information_schema.columns"
        " join information_schema.tables using (table_schema, table_name)"
        " where table_schema = 'crawl' and column_name = 'site' and table_type = 'BASE TABLE'"
    ).fetchall()
    with connection.transaction():
        for (table,) in tables:
            statement = psycopg.sql.SQL("delete from crawl.{} where site = %s")
            connection.execute(statement.format(psycopg.sql.Identifier(table)), (site,))
