"""Rows in PostgreSQL's binary format, there and back."""

from __future__ import annotations

import numpy as np
import psycopg
import pyarrow as pa
import pytest

from directory_crawler.postcrawl import binary_copy
from directory_crawler.storage.database import connect

NAMES = ["", "a", "Ünïcödé 看护", "x" * 70_000]


def test_what_is_written_is_read_again(database: str) -> None:
    """Texts of any length, numbers of either sign, nulls; in one piece or in many."""
    numbers = np.array([0, -1, 2**62, -(2**62)], np.int64)
    shares = np.array([0.0, -1.5, 1e300, 0.1])
    with connect(database) as connection:
        connection.execute(
            "create temporary table t (site text, name text, n bigint, share double precision)"
        )
        columns = [
            binary_copy.strings(pa.array(["site"] * 4)),
            binary_copy.strings(pa.array(NAMES)),
            binary_copy.fixed(numbers),
            binary_copy.fixed(shares),
        ]
        binary_copy.write_rows(connection, b"copy t from stdin (format binary)", columns, at_once=3)
        connection.execute("insert into t (n, share) values (7, 7)")
        statement = (
            b"copy (select name, n, share from t where n <> %(not)s order by ctid) to stdout (format binary)"
        )
        for at_once in (1, 100_000, 1 << 30):
            parts = list(binary_copy.read(connection, statement, {"not": 99}, 3, at_once))
            assert [name for rows in parts for name in rows.texts(0).to_pylist()] == [*NAMES, ""]
            assert [given for rows in parts for given in rows.given(0).tolist()] == [
                False,
                True,
                True,
                True,
                False,
            ]
            assert [n for rows in parts for n in rows.numbers(1, "i8").tolist()] == [*numbers.tolist(), 7]
            assert [share for rows in parts for share in rows.numbers(2, "f8").tolist()] == [
                *shares.tolist(),
                7.0,
            ]

        kind = np.dtype([("n", "i8"), ("share", "f8")])
        table = binary_copy.read_table(
            connection, b"copy (select n, share from t) to stdout (format binary)", {}, kind
        )
        binary_copy.write_table(connection, b"copy t (n, share) from stdin (format binary)", table)
        assert connection.execute("select count(*), sum(n) from t").fetchone() == (10, 2 * 6)


def test_nothing_is_nothing(database: str) -> None:
    """No row, both ways."""
    with connect(database) as connection:
        connection.execute("create temporary table t (n bigint)")
        binary_copy.write_rows(
            connection, b"copy t from stdin (format binary)", [binary_copy.fixed(np.zeros(0, np.int64))]
        )
        rows = binary_copy.read_all(connection, b"copy t to stdout (format binary)", {}, 1)

    assert len(rows) == 0


def test_who_stops_half_way_can_ask_again(database: str) -> None:
    """And an error of the server is raised as what it is."""
    statement = b"copy (select n from generate_series(1, 100000) n) to stdout (format binary)"
    with connect(database) as connection:
        next(binary_copy.read(connection, statement, {}, 1, at_once=1))
        assert connection.execute("select 1").fetchone() == (1,)
        with pytest.raises(psycopg.errors.DivisionByZero):
            binary_copy.read_all(
                connection,
                b"copy (select 1 / n from generate_series(0, 0) n) to stdout (format binary)",
                {},
                1,
            )
