"""Writes the measurements as tables in Markdown."""

import os

import system
from contenders import contenders

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "RESULTS.md")
header = ["contender", "result", "text in memory", "cores", "MB/s", "× libyajl alone", "s", "CPU s", "peak MB"]


def write(measurements, programs, errors, rounds):
    """Writes a table for each dump to standard output and to RESULTS.md."""
    versions = sorted({program.version for program in programs.values()}, key=str.lower)
    paragraphs = ["# Results of `Benchmarks/peers/run`"]
    for dump, measured in measurements.items():
        paragraphs.append(f"{dump.reference['records']:,} {dump.workload}, {dump.megabytes:.0f} MB of JSON:")
        paragraphs.append(table(dump, measured))
    paragraphs.append(f"Measured on {system.description()}.")
    paragraphs.append(f"Times are minimums of {rounds} runs, memory is the median.")
    paragraphs.append(f"Versions: {', '.join(versions)}.")
    paragraphs += [f"Not measured: {name}: {error}" for name, error in errors.items()]
    text = "\n\n".join(paragraphs)
    print(text)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text + "\n")


def table(dump, measured):
    """Returns the table of a dump, with the fastest contender first."""
    present = [contender for contender in contenders if contender.name in measured]
    present.sort(key=lambda contender: measured[contender.name].seconds)
    lines = [line(header), line(["---"] * 4 + ["---:"] * (len(header) - 4))]
    return "\n".join(lines + [line(cells(contender, dump, measured)) for contender in present])


def cells(contender, dump, measured):
    measurement = measured[contender.name]
    libyajl = measured.get("libyajl alone")
    return [
        f"**{contender.name}**" if contender.is_ours else contender.name,
        contender.result,
        contender.text,
        "all" if contender.uses_all_cores else "1",
        f"{dump.megabytes / measurement.seconds:.0f}",
        f"{libyajl.seconds / measurement.seconds:.2f}" if libyajl else "",
        f"{measurement.seconds:.3f}",
        f"{measurement.cpu_seconds:.3f}",
        f"{measurement.megabytes:.0f}",
    ]


def line(cells):
    return f"| {' | '.join(cells)} |"
