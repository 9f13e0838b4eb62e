"""Reads a dump with ijson into dictionaries, one by one."""

import ijson

from program import main


def read(_workload, path):
    with open(path, "rb") as file:
        yield from ijson.items(file, "item", use_float=True)


main(read, count=lambda records: sum(1 for _ in records))
