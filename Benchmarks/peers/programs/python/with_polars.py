"""Reads a dump of lines with Polars into a table in memory."""

import polars
from polars import Boolean, Float64, Int64, List, String, Struct

from program import main

schemas = {
    "people": {
        "id": Int64, "name": String, "email": String, "age": Int64, "balance": Float64, "active": Boolean,
        "joined_at": String, "referred_by": Int64,
        "address": Struct({"street": String, "city": String, "region": String, "zip": String, "country": String}),
        "tags": List(String),
    },
    "tweets": {
        "id": Int64, "text": String, "created_at": String, "lang": String, "retweet_count": Int64,
        "user": Struct({"screen_name": String}),
    },
}


def read(workload, path):
    return polars.read_ndjson(path, schema=schemas[workload])


main(read, dictionaries=lambda table: table.iter_rows(named=True))
