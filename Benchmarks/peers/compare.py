"""Installs the contenders, checks what they print, measures them in turns, and writes tables and charts.

    compare.py FOLDER PATH_OF_READ_DUMP PATH_OF_MAKE_FIXTURE

The folder contains the program `measure`. Everything that is installed goes there.
"""

import os
import sys

import charts
import tables
from contenders import contenders
from dump import Dump
from installation import Installer
from measurement import Disagreement, Measurement, run
from system import Unavailable

folder, read_dump, make_fixture = sys.argv[1:]
megabytes = int(os.environ.get("BENCH_MEGABYTES", "100"))
rounds = int(os.environ.get("BENCH_ROUNDS", "5"))
measure = f"{folder}/measure"


def log(text):
    print(text, file=sys.stderr)


def install():
    """Returns the programs of the contenders, and the errors of those that cannot be installed, both by name."""
    installer = Installer(folder, read_dump)
    programs, errors = {}, {}
    for contender in contenders:
        log(f"Installing {contender.name}")
        try:
            programs[contender.name] = contender.install(installer)
        except Unavailable as error:
            errors[contender.name] = error
    return programs, errors


def command(contender, program, dump):
    return [*program.command, dump.workload, dump.lines if contender.reads_lines else dump.array]


def check(programs, dumps):
    """Runs each program once. Returns the errors of those whose sums differ from the reference, by name."""
    errors = {}
    for contender in contenders:
        if program := programs.get(contender.name):
            log(f"Checking {contender.name}")
            try:
                for dump in dumps:
                    checking = [*command(contender, program, dump), *program.checking_options]
                    run(measure, checking, dump.reference, required=program.sums)
            except Disagreement as error:
                errors[contender.name] = error
    return errors


def measure_in_turns(programs, dump, errors):
    """Returns the measurements by name. A round runs every program once, except those with errors. Adds further errors."""
    runs = {name: [] for name in programs}
    for turn in range(rounds):
        for contender in contenders:
            if contender.name not in programs or contender.name in errors:
                continue
            try:
                done = run(measure, command(contender, programs[contender.name], dump), dump.reference)
            except Disagreement as error:
                errors[contender.name] = error
                continue
            runs[contender.name].append(done)
            log(f"{dump.workload}, round {turn + 1}, {contender.name}: {done.seconds:.3f} s")
    return {name: Measurement(done) for name, done in runs.items() if name not in errors}


def warn_if_busy(measurements):
    """Warns if no contender has used more than one core, because other processes have used the others."""
    parallel = [contender.name for contender in contenders if contender.uses_all_cores]
    for dump, measured in measurements.items():
        if not any(measured[name].cores > 1.2 for name in parallel if name in measured):
            log(f"Warning: {dump.workload}: no contender had more than one core, measure again on an idle machine")


programs, missing = install()
dumps = [Dump(workload, megabytes, folder, make_fixture) for workload in ("people", "tweets")]
wrong = check(programs, dumps)
programs = {name: program for name, program in programs.items() if name not in wrong}
measurements = {dump: measure_in_turns(programs, dump, wrong) for dump in dumps}
tables.write(measurements, programs, missing | wrong, rounds)
charts.write(measurements, rounds)
warn_if_busy(measurements)
if wrong:
    sys.exit("Some contenders disagree with the reference, see above.")
