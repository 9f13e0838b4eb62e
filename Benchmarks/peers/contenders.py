"""The programs that are compared."""

from collections.abc import Callable
from dataclasses import dataclass

from installation import Installer, Program


@dataclass
class Contender:
    """A way to read a dump."""

    name: str
    # What it makes of the records.
    result: str
    # How much of the text it has in memory.
    text: str
    install: Callable[[Installer], Program]
    uses_all_cores: bool = False
    reads_lines: bool = False
    is_ours: bool = False


contenders = [
    Contender(
        "StreamImport forEach", "structs", "chunks", lambda installer: installer.swift("for-each"), is_ours=True),
    Contender(
        "StreamImport forEach, parallel", "structs", "chunks",
        lambda installer: installer.swift("parallel-for-each"), uses_all_cores=True, is_ours=True),
    Contender(
        "StreamImport concurrentForEach", "structs", "chunks",
        lambda installer: installer.swift("concurrent-for-each"), uses_all_cores=True, is_ours=True),
    Contender("libyajl alone", "only counts", "chunks", Installer.libyajl),
    Contender("JSONDecoder", "array of structs", "file", lambda installer: installer.swift("json-decoder")),
    Contender("simdjson On-Demand", "structs", "file", Installer.simdjson),
    Contender("serde_json", "structs", "file", Installer.serde_json),
    Contender("Jackson", "objects", "chunks", Installer.jackson),
    Contender("msgspec", "list of structs", "file", lambda installer: installer.python("msgspec")),
    Contender("orjson", "list of dictionaries", "file", lambda installer: installer.python("orjson")),
    Contender("ijson", "dictionaries", "chunks", Installer.ijson),
    Contender(
        "DuckDB", "table", "chunks", lambda installer: installer.python("duckdb"), uses_all_cores=True),
    Contender(
        "DuckDB, lines", "table", "chunks", lambda installer: installer.python("duckdb"), uses_all_cores=True,
        reads_lines=True),
    Contender(
        "Polars, lines", "table", "file", lambda installer: installer.python("polars"), uses_all_cores=True,
        reads_lines=True),
]
