"""Imports the parts of a manifest into Parquet files, one task for each part.

    RAY_ADDRESS=HOST:PORT python import.py MANIFEST OUTPUT
"""

import sys
from collections.abc import Iterator

import pyarrow as pa
import ray

import parts


def records(batch: pa.Table) -> Iterator[pa.Table]:
    for part in batch["lines"].to_pylist():
        for record_batch in parts.read_records(part):
            yield pa.Table.from_batches([record_batch])


def main(manifest: str, output: str) -> None:
    ray.init(runtime_env={"py_modules": [parts]})
    lines = [{"lines": part} for part in parts.read_parts(manifest)]
    dataset = ray.data.from_items(lines, override_num_blocks=len(lines))
    dataset.map_batches(records, batch_size=1, batch_format="pyarrow").write_parquet(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
