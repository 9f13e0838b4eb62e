"""A digest of records that does not depend on their order, and that a lost, doubled or changed record changes."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset

from parts import SCHEMA


@dataclass
class Digest:
    """The number of records, and the sum of their hashes, of 128 bits each. The sum of two equal records is not zero."""

    records: int = 0
    total: int = 0

    def add(self, record: bytes) -> None:
        self.records += 1
        self.total = (self.total + int.from_bytes(blake2b(record, digest_size=16).digest())) % (1 << 128)


def digest_batches(batches: Iterable[pa.RecordBatch]) -> Digest:
    """Computes the digest of all columns of batches with the columns of SCHEMA, in any order."""
    digest = Digest()
    for batch in batches:
        table = pa.Table.from_batches([batch]).select(SCHEMA.names).cast(SCHEMA)
        while any(pa.types.is_struct(field.type) for field in table.schema):
            table = table.flatten()
        # Texts of columns are joined by Arrow, in a twentieth of the time that Python takes for objects.
        columns = [_text(column) for column in table.columns]
        for record in pc.binary_join_element_wise(*columns, "\x1e").to_pylist():
            digest.add(record.encode())
    return digest


def _text(column: pa.ChunkedArray) -> pa.ChunkedArray:
    if pa.types.is_list(column.type):
        column = pc.binary_join(column, "\x1f")
    return pc.fill_null(pc.cast(column, pa.string()), "\0")


def digest_parquet(folder: Path) -> Digest:
    return digest_batches(pyarrow.dataset.dataset(folder, format="parquet").to_batches(batch_size=16384))


def digest_sqlite(files: Iterable[Path], table: str) -> Digest:
    digest = Digest()
    for file in files:
        # An immutable database is opened without its journal: the file has to be complete by itself.
        database = sqlite3.connect(f"file:{file}?immutable=1", uri=True)
        names = sorted(row[1] for row in database.execute(f'PRAGMA table_info("{table}")'))
        columns = ", ".join(f'"{name}"' for name in names)
        for row in database.execute(f'SELECT {columns} FROM "{table}"'):
            digest.add(repr(row).encode())
        database.close()
    return digest
