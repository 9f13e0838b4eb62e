"""Imports the parts of a manifest into Parquet files, with Spark's own parser for JSON.

    spark-submit --py-files parts.py spark/pipe.py MANIFEST OUTPUT
"""

import os
import sys

from pyspark.sql import SparkSession

from parts import SCHEMA, read_parts


def main(manifest: str, output: str) -> None:
    spark = SparkSession.builder.appName("stream-import").getOrCreate()
    parts = read_parts(manifest)
    schema = spark.createDataFrame(SCHEMA.empty_table()).schema
    lines = spark.sparkContext.parallelize(parts, len(parts))
    # Without env, the command has no PATH. Without checkCode, Spark accepts the output of a command that ends with an error.
    environment = {"PATH": os.environ["PATH"]}
    records = lines.pipe("stream-import records --parts -", environment, checkCode=True)
    spark.read.schema(schema).option("mode", "FAILFAST").json(records).write.parquet(output)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
