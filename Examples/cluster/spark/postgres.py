"""Imports the parts of a manifest into one PostgreSQL table, one task for each part.

    spark-submit --py-files parts.py spark/postgres.py MANIFEST postgresql://…
"""

import subprocess
import sys
import time

from pyspark.sql import SparkSession

from parts import read_parts


def main(manifest: str, address: str) -> None:
    command = ["stream-import", "import", "--parts", "-", "--into", address, "--quiet"]

    def import_part(lines: str) -> None:
        process = subprocess.run(command, input=lines.encode())
        if process.returncode != 0:
            # Spark runs the task again at once, but a server that is starting needs some time.
            time.sleep(5)
            process.check_returncode()

    spark = SparkSession.builder.appName("stream-import").getOrCreate()
    parts = read_parts(manifest)
    spark.sparkContext.parallelize(parts, len(parts)).foreach(import_part)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
