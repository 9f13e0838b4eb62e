"""The parts of a manifest, and the records of a part as Arrow batches.

Copy this module beside the program of an engine, and replace SCHEMA.
"""

import json
import subprocess
import tempfile
from collections.abc import Iterator
from typing import IO

import pyarrow as pa
from pyarrow import json as arrow_json

SCHEMA = pa.schema(
    {
        "id": pa.int64(),
        "name": pa.string(),
        "email": pa.string(),
        "age": pa.int64(),
        "balance": pa.float64(),
        "active": pa.bool_(),
        "joined_at": pa.timestamp("us", tz="UTC"),
        "referred_by": pa.int64(),
        "address": pa.struct({key: pa.string() for key in ("street", "city", "region", "zip", "country")}),
        "tags": pa.list_(pa.string()),
    }
)


def read_parts(manifest: str) -> list[str]:
    """Returns the lines of each part. Several small inputs may share a part."""
    parts: dict[int, str] = {}
    with open(manifest, encoding="utf-8") as file:
        for line in file:
            number = json.loads(line)["part"]
            parts[number] = parts.get(number, "") + line
    return list(parts.values())


def read_records(part: str) -> Iterator[pa.RecordBatch]:
    """Reads the records of the inputs in the lines of a part."""
    # The program and this function would wait for each other if both wrote to full pipes, so the lines are a file.
    with tempfile.TemporaryFile() as lines:
        lines.write(part.encode())
        lines.seek(0)
        yield from read_batches(["stream-import", "records", "--parts", "-"], lines)


def read_batches(command: list[str], standard_input: IO[bytes] | None = None) -> Iterator[pa.RecordBatch]:
    """Reads the records that a command writes. Raises an error at the end if the command ends with an error."""
    with subprocess.Popen(command, stdin=standard_input, stdout=subprocess.PIPE) as process:
        # Arrow reports an empty text as an error, but a part may have no records.
        if process.stdout.peek(1):
            yield from arrow_json.open_json(
                process.stdout,
                # A record must fit in a block. The engine runs a task on each core, so a task needs one thread.
                read_options=arrow_json.ReadOptions(block_size=8 << 20, use_threads=False),
                parse_options=arrow_json.ParseOptions(explicit_schema=SCHEMA, unexpected_field_behavior="error"),
            )
    # The status is 2 if the command has --on-error collect or --rejects, and records were rejected.
    if process.returncode not in (0, 2):
        raise RuntimeError(f"stream-import ended with status {process.returncode}")
