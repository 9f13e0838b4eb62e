"""The dumps that the contenders read, and the sums that each contender must print."""

import json
import os
import sys

from system import output

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs", "python"))
from sums import Sums  # noqa: E402


class Dump:
    """The records of a workload in two files: one array, and lines."""

    def __init__(self, workload, megabytes, folder, make_fixture):
        self.workload = workload
        self.lines = f"{folder}/{workload}-{megabytes}MB.ndjson"
        self.array = f"{folder}/{workload}-{megabytes}MB.json"
        output(
            make_fixture, workload, "--size", f"{megabytes}MB", "--shape", "lines", "--output", self.lines)
        self.reference = reference(workload, self.lines)
        output(
            make_fixture, workload, "--count", str(self.reference["records"]), "--output", self.array)
        self.megabytes = os.path.getsize(self.array) / 1e6


def reference(workload, lines):
    """Returns the sums over the records and the number of keys, computed with Python's own parser."""
    sums = Sums()
    keys = 0
    with open(lines, "rb") as file:
        for line in file:
            record = json.loads(line)
            sums.add(workload, record)
            keys += count_keys(record)
    return vars(sums) | {"keys": keys}


def count_keys(value):
    if isinstance(value, dict):
        return len(value) + sum(map(count_keys, value.values()))
    if isinstance(value, list):
        return sum(map(count_keys, value))
    return 0
