"""Imports the parts of a manifest into Parquet files, one task for each part.

    python import.py SCHEDULER MANIFEST OUTPUT
"""

import json
import os
import sys
import tempfile

import pyarrow.parquet as pq
from distributed import Client, as_completed

import parts


def write_part(part: str, folder: str) -> int:
    """Writes the records of a part, and returns their number."""
    number = json.loads(part.partition("\n")[0])["part"]
    count = 0
    # Dask may run a part twice, also at the same time, so each run has a file of its own. Readers of Parquet skip names that
    # begin with a period. The name without it appears when the part is complete.
    file, temporary = tempfile.mkstemp(prefix=f".part-{number}.", dir=folder)
    try:
        with open(file, "wb") as output, pq.ParquetWriter(output, parts.SCHEMA) as writer:
            for batch in parts.read_records(part):
                writer.write_batch(batch)
                count += batch.num_rows
        os.replace(temporary, f"{folder}/part-{number:05}.parquet")
    except BaseException:
        os.remove(temporary)
        raise
    return count


def main(scheduler: str, manifest: str, output: str) -> None:
    os.makedirs(output, exist_ok=True)
    with Client(scheduler) as client:
        client.upload_file(parts.__file__)
        tasks = client.map(write_part, parts.read_parts(manifest), folder=output, pure=False, retries=2)
        completed = as_completed(tasks, with_results=True)
        # Dask computes a result again if its worker is killed and the client still refers to the result.
        del tasks
        print(sum(count for _, count in completed), "records")


if __name__ == "__main__":
    main(*sys.argv[1:])
