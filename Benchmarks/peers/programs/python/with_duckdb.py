"""Reads a dump with DuckDB, an array or lines, into a table in memory."""

import duckdb

from program import main

columns = {
    "people": {
        "id": "BIGINT", "name": "VARCHAR", "email": "VARCHAR", "age": "BIGINT", "balance": "DOUBLE", "active": "BOOLEAN",
        "joined_at": "VARCHAR", "referred_by": "BIGINT",
        "address": "STRUCT(street VARCHAR, city VARCHAR, region VARCHAR, zip VARCHAR, country VARCHAR)",
        "tags": "VARCHAR[]",
    },
    "tweets": {
        "id": "BIGINT", "text": "VARCHAR", "created_at": "VARCHAR", "lang": "VARCHAR", "retweet_count": "BIGINT",
        "user": "STRUCT(screen_name VARCHAR)",
    },
}


def read(workload, path):
    layout = "newline_delimited" if path.endswith(".ndjson") else "array"
    database = duckdb.connect()
    database.execute(
        "CREATE TABLE records AS SELECT * FROM read_json($path, format = $layout, columns = $columns)",
        {"path": path, "layout": layout, "columns": columns[workload]})
    return database


def count(database):
    return database.execute("SELECT count(*) FROM records").fetchone()[0]


def dictionaries(database):
    result = database.execute("SELECT * FROM records")
    names = [column[0] for column in result.description]
    while row := result.fetchone():
        yield dict(zip(names, row))


main(read, count, dictionaries)
