"""Measures processes, and checks what they print."""

import math
import statistics
import subprocess
from dataclasses import dataclass


@dataclass
class Run:
    """What one process took."""

    seconds: float
    cpu_seconds: float
    megabytes: float


class Disagreement(Exception):
    """The error of a process that exits with an error, or whose sums differ from the reference."""


def run(measure, command, reference, required=()):
    """Runs a command with the program `measure`. The command must print the required sums, and only sums of the
    reference."""
    done = subprocess.run([measure, *command], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise Disagreement(f"status {done.returncode}: {done.stderr.strip()[-300:]}")
    try:
        printed, taken = map(numbers, done.stdout.splitlines())
        agrees = all(agree(value, reference[name]) for name, value in printed.items())
    except (ValueError, KeyError):
        raise Disagreement(f"printed {done.stdout[-300:]!r}") from None
    if not agrees or not printed.keys() >= set(required):
        raise Disagreement(f"found {printed}, the reference is {reference}")
    return Run(**taken)


def numbers(line):
    """Returns the numbers of a line such as `records=2 reals=0.5`."""
    pairs = (pair.split("=") for pair in line.split())
    return {name: int(value) if value.lstrip("-").isdigit() else float(value) for name, value in pairs}


def agree(value, reference):
    """Returns whether both are equal. The last digits of a sum of floating-point numbers depend on their order."""
    return math.isclose(value, reference, rel_tol=1e-12) if isinstance(reference, float) else value == reference


@dataclass
class Measurement:
    """The runs of one contender with one dump."""

    runs: list

    @property
    def seconds(self):
        """The time of the fastest run, which other processes have disturbed the least."""
        return min(run.seconds for run in self.runs)

    @property
    def cpu_seconds(self):
        return min(run.cpu_seconds for run in self.runs)

    @property
    def megabytes(self):
        return statistics.median(run.megabytes for run in self.runs)

    @property
    def cores(self):
        """The number of cores that the fastest run has used on average."""
        fastest = min(self.runs, key=lambda run: run.seconds)
        return fastest.cpu_seconds / fastest.seconds
