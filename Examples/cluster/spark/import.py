"""Imports the parts of a manifest into Parquet files, one task for each part.

    spark-submit --py-files parts.py spark/import.py MANIFEST OUTPUT
"""

import sys
from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql import SparkSession

from parts import SCHEMA, read_parts, read_records


def records(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        for part in batch["lines"].to_pylist():
            yield from read_records(part)


def main(manifest: str, output: str) -> None:
    spark = SparkSession.builder.appName("stream-import").getOrCreate()
    parts = read_parts(manifest)
    lines = spark.sparkContext.parallelize([(part,) for part in parts], len(parts)).toDF("lines string")
    schema = spark.createDataFrame(SCHEMA.empty_table()).schema
    lines.mapInArrow(records, schema).write.parquet(output)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
