"""Reads a dump with orjson into one list of dictionaries."""

import orjson

from program import main


def read(_workload, path):
    with open(path, "rb") as file:
        return orjson.loads(file.read())


main(read)
