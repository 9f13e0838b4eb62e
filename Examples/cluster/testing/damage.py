"""Checks that the comparison finds damaged results."""

import sqlite3
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from parts import SCHEMA
from testing.digest import digest_parquet, digest_sqlite
from testing.postgres import Server

DAMAGES = {
    "INSERT INTO people SELECT * FROM people WHERE id = 7": "a doubled record",
    "DELETE FROM people WHERE id = 7": "a lost record",
    "UPDATE people SET age = age + 1 WHERE id = 7": "a changed record",
}


def check_comparison() -> None:
    """Raises an error if a result with a lost, doubled or changed record has the digest of the undamaged result."""
    people = [
        {"id": id, "name": "A", "age": id % 50, "address": {"city": "B"}, "tags": ["c", "d"]} for id in range(100)
    ]
    damaged = {
        "a lost record": people[:7] + people[8:],
        "a doubled record": people + people[7:8],
        "a lost and a doubled record": people[:7] + people[8:] + people[8:9],
        "a changed record": [*people[:7], people[7] | {"age": 0}, *people[8:]],
        "an exchanged value": [*people[:7], people[7] | {"address": {"zip": "B"}}, *people[8:]],
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parquet, database = folder / "part.parquet", folder / "part.sqlite"
        pq.write_table(pa.Table.from_pylist(people, SCHEMA), parquet)
        expected = digest_parquet(parquet)
        for damage, records in damaged.items():
            pq.write_table(pa.Table.from_pylist(records, SCHEMA), parquet)
            if digest_parquet(parquet) == expected:
                raise AssertionError(f"the comparison of Parquet files does not find {damage}")

        for statement, damage in DAMAGES.items():
            database.unlink(missing_ok=True)
            with sqlite3.connect(database) as connection:
                connection.execute("CREATE TABLE people (id INTEGER, age INTEGER)")
                connection.executemany("INSERT INTO people VALUES (:id, :age)", people)
            expected = digest_sqlite([database], "people")
            with sqlite3.connect(database) as connection:
                connection.execute(statement)
            if digest_sqlite([database], "people") == expected:
                raise AssertionError(f"the comparison of SQLite files does not find {damage}")

    with tempfile.TemporaryDirectory() as name, Server(Path(name)) as server:
        server.query("CREATE TABLE people AS SELECT id, id % 50 AS age FROM generate_series(0, 99) AS id")
        expected = server.digest("people")
        for statement, damage in DAMAGES.items():
            if server.digest("people", statement) == expected:
                raise AssertionError(f"the comparison of PostgreSQL tables does not find {damage}")
