"""Connections, migrations, and messages that help."""

from __future__ import annotations

import threading

import psycopg
import pytest

from directory_crawler.storage.database import (
    connect,
    forget_site,
    pool,
    without_password,
)
from directory_crawler.storage.embedded import DatabaseUnavailableError, start_embedded


def test_processes_that_start_together_migrate_once(empty_database: str) -> None:
    """The lock lets one apply the migrations and the others find them applied."""
    failures: list[psycopg.Error] = []

    def open_it() -> None:
        try:
            connect(empty_database).close()
        except psycopg.Error as error:
            failures.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failures == []
    with psycopg.connect(empty_database) as connection:
        numbers = [
            row[0] for row in connection.execute("select number from crawl.migrations order by number")
        ]
    assert numbers == sorted(set(numbers))
    assert numbers[0] == 1


def test_an_unreachable_server_is_named_without_its_password() -> None:
    """What to do is said; the password is not."""
    with pytest.raises(DatabaseUnavailableError) as error:
        connect("postgresql://someone:s3cret@127.0.0.1:1/nowhere")
    assert "127.0.0.1:1/nowhere" in str(error.value)
    assert "DATABASE_URL" in str(error.value)
    assert "s3cret" not in str(error.value)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://a:b@host:5/db", "postgresql://host:5/db"),
        ("host=h password=p dbname=d", "host=h dbname=d"),
    ],
)
def test_a_url_is_shown_without_its_password(url: str, shown: str) -> None:
    """Both forms of a connection string are known."""
    assert without_password(url) == shown


def test_an_embedded_server_that_cannot_start_says_where_it_looked(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """A data folder that is a file is found out before any query."""
    (tmp_path / "data").write_text("in the way")

    with pytest.raises(DatabaseUnavailableError, match="DATA_DIR"):
        start_embedded(tmp_path / "data")


def test_a_forgotten_site_leaves_nothing_and_others_stay(database: str) -> None:
    """Runs, cards and all that hangs on them go; another site's do not."""
    with connect(database) as connection:
        for site in ("one", "two"):
            connection.execute("insert into crawl.sites (site, kind) values (%s, 'directory')", (site,))
            connection.execute(
                "insert into crawl.runs (site, kind, profile_digest) values (%s, 'directory', 'x')", (site,)
            )
        forget_site(connection, "one")
        left = connection.execute(
            "select site from crawl.runs union all select site from crawl.sites"
        ).fetchall()

    assert left == [("two",), ("two",)]


async def test_no_idle_transaction_outlives_the_lease_of_its_worker(database: str) -> None:
    """The server ends it by itself, with whatever it had locked."""
    async with pool(database, lease_s=0.3) as connections, connections.connection() as connection:
        await connection.execute("select 1")
        with pytest.raises(psycopg.OperationalError):
            async for _ in connection.notifies(timeout=30):
                pass


async def test_nobody_waits_for_a_lock_for_longer_than_a_lease(database: str) -> None:
    """A connection comes free again to end the one that holds the lock."""
    with psycopg.connect(database) as holder:
        holder.execute("lock table crawl.sites")
        async with pool(database, lease_s=0.3) as connections, connections.connection() as connection:
            with pytest.raises(psycopg.errors.LockNotAvailable):
                await connection.execute("select from crawl.sites")


def test_only_the_payload_of_a_posting_stands_apart_from_its_row(database: str) -> None:
    """What is read of every posting every day is read from the row itself, however long a title is."""
    with connect(database) as connection:
        connection.execute(
            "insert into crawl.postings (site, posting_id, company_id, company, title, region, cluster_id, digest,"
            " first_seen, last_seen, payload)"
            " select 'board', repeat('p', 70), repeat('i', 70), repeat('Company ', 9), repeat('Title ', 20),"
            " repeat('Region ', 9), repeat('p', 70), repeat('0123456789abcdef', 4), now(), now(),"
            " jsonb_build_object('description', string_agg(md5(n::text), ' ')) from generate_series(1, 60) n"
        )
        row = connection.execute(
            "select reltoastrelid::regclass::text from pg_class where oid = 'crawl.postings'::regclass"
        ).fetchone()
        assert row is not None
        apart = connection.execute(f"select distinct chunk_id from {row[0]}").fetchall()  # type: ignore[call-overload]

    assert len(apart) == 1
