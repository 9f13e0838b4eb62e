"""The part that all programs in Python have in common: `PROGRAM WORKLOAD FILE [--sums]`.

Each program reads the file once, and prints the number of records. With `--sums` it also prints sums over their values.
Only the run that is checked has `--sums`, because Python takes as long to add up the values as some libraries take to
read them.
"""

import gc
import sys

from sums import Sums


def main(read, count=len, dictionaries=iter):
    """Runs the program.

    `read` takes a workload and a path. `count` and `dictionaries` take what `read` has returned, and return the number of
    records, and the records as dictionaries.
    """
    # No record is part of a cycle. Searching for cycles would take longer than everything else in msgspec and orjson.
    gc.disable()
    workload, path, *options = sys.argv[1:]
    records = read(workload, path)
    if options != ["--sums"]:
        print(f"records={count(records)}")
        return
    sums = Sums()
    for record in dictionaries(records):
        sums.add(workload, record)
    print(*(f"{name}={value!r}" for name, value in vars(sums).items()))
