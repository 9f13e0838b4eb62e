"""Runs each contender several times, in turns, and prints the medians and their ratios as a table in Markdown.

    compare.py FOLDER_OF_PROGRAMS WORKING_FOLDER
"""

import os
import sqlite3
import statistics
import subprocess
import sys
import time

programs, work = sys.argv[1:]
megabytes = int(os.environ.get("BENCH_MEGABYTES", "100"))
rounds = int(os.environ.get("BENCH_ROUNDS", "5"))
# What stream-import writes in one transaction, so that the loop in C waits for the disk as often.
batch = 20_000

dump = f"{work}/people-{megabytes}MB.json"
database = f"{work}/people.sqlite"
python = f"{work}/venv/bin/python"
duckdb = "import duckdb, sys; duckdb.connect(sys.argv[2]).execute('CREATE TABLE people AS SELECT * FROM read_json(?)', [sys.argv[1]])"
count_in_duckdb = "import duckdb, sys; print(duckdb.connect(sys.argv[1]).execute('SELECT count(*) FROM people').fetchone()[0])"


class Run:
    """What one process took: seconds by the clock, and megabytes of memory at most."""

    def __init__(self, *command):
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        self.output = process.stdout.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        self.seconds = time.monotonic() - start
        self.megabytes = usage.ru_maxrss / (1000 if sys.platform == "linux" else 1000 * 1000)
        if status:
            sys.exit(f"{command[0]} failed with status {os.waitstatus_to_exitcode(status)}")


def remove(*paths):
    for path in paths:
        for suffix in ("", "-journal", "-wal", "-shm", ".wal"):
            if os.path.exists(path + suffix):
                os.remove(path + suffix)


def rows(path):
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT count(*) FROM people").fetchone()[0]


def check(name, found):
    """A contender that does not do all of the work is not measured."""
    if found != expected:
        sys.exit(f"{name} made {found} rows of {expected} records")


def import_people():
    remove(database)
    run = Run(f"{programs}/stream-import", "import", dump, "--into", database, "--table", "people",
              "--quiet")
    check("stream-import", rows(database))
    return run


def read_people():
    return Run(f"{programs}/stream-import", "import", dump, "--into", database + ".none", "--table", "people",
               "--quiet", "--dry-run")


def insert_in_c():
    other = f"{work}/loop.sqlite"
    remove(other)
    run = Run(f"{work}/insert", database, "people", other, str(batch))
    check("the loop in C", rows(other))
    run.seconds = float(run.output)
    return run


def import_with_duckdb():
    other = f"{work}/people.duckdb"
    remove(other)
    run = Run(python, "-c", duckdb, dump, other)
    check("DuckDB", int(Run(python, "-c", count_in_duckdb, other).output))
    return run


def import_with_sqlite_utils():
    other = f"{work}/utils.sqlite"
    remove(other)
    run = Run(f"{work}/venv/bin/sqlite-utils", "insert", other, "people", dump)
    check("sqlite-utils", rows(other))
    return run


if not os.path.exists(dump):
    Run(f"{programs}/make-fixture", "people", "--size", f"{megabytes}MB", "--output", dump)
counted = Run(f"{programs}/stream-import", "check", dump).output
expected = int(counted.rsplit(":", 1)[1].split()[0])

contenders = {
    "stream-import import": import_people,
    "stream-import import --dry-run": read_people,
    "the same rows, loop in C": insert_in_c,
    "DuckDB, read_json into a table": import_with_duckdb,
    "sqlite-utils insert": import_with_sqlite_utils,
}
runs = {name: [] for name in contenders}
for turn in range(rounds):
    for name, contender in contenders.items():
        # sqlite-utils takes longer than all the others together, and does not vary much.
        if name.startswith("sqlite-utils") and turn > 0:
            continue
        runs[name].append(contender())
        print(f"{name}: {runs[name][-1].seconds:.2f} s", file=sys.stderr)

seconds = {name: statistics.median(run.seconds for run in done) for name, done in runs.items()}
ours = seconds["stream-import import"]
size = os.path.getsize(dump) / 1e6
print(f"\n{expected:,} people, {size:.0f} MB of JSON; medians of {rounds} rounds, of sqlite-utils one run\n")
print("| | s | MB/s | peak MB | × the time of stream-import |")
print("| --- | ---: | ---: | ---: | ---: |")
for name, done in runs.items():
    peak = max(run.megabytes for run in done)
    print(f"| {name} | {seconds[name]:.2f} | {size / seconds[name]:.0f} | {peak:.0f} | {seconds[name] / ours:.2f} |")
