"""Draws the measurements as bar charts in SVG."""

import os

import system
from bars import Chart, Panel, Row
from contenders import contenders

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "charts")
keys = {"people": "all 10 keys", "tweets": "6 of more than 100 keys"}


def write(measurements, rounds):
    """Writes both charts. The order of the bars is that of the first dump."""
    os.makedirs(folder, exist_ok=True)
    title = f"Reading {next(iter(measurements)).megabytes:.0f} MB of JSON"
    draw(
        "throughput.svg", f"{title}: throughput", "MB/s, more is better",
        f"Each process from its start to its end, the fastest of {rounds} runs.", measurements,
        lambda dump, measurement: dump.megabytes / measurement.seconds, largest_first=True)
    draw(
        "memory.svg", f"{title}: peak memory", "MB, less is better",
        f"Resident memory of each process, the median of {rounds} runs.", measurements,
        lambda _, measurement: measurement.megabytes, largest_first=False)


def draw(name, title, unit, method, measurements, value, largest_first):
    caption = [f"{method} “lines”: the same records as NDJSON.", f"{system.description()}."]
    panels = [
        Panel(
            f"{dump.workload}, {keys[dump.workload]}",
            {name: value(dump, measurement) for name, measurement in measured.items()})
        for dump, measured in measurements.items()
    ]
    rows = [Row(contender.name, note(contender), contender.is_ours) for contender in contenders]
    rows = [row for row in rows if all(row.name in panel.values for panel in panels)]
    rows.sort(key=lambda row: panels[0].values[row.name], reverse=largest_first)
    with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
        file.write(Chart(title, unit, caption, rows, panels).svg())


def note(contender):
    return contender.result + (", all cores" if contender.uses_all_cores else "")
