"""Compares the parts of an array, of lines and of an envelope with one pass, without an engine."""

import hashlib
import random
import shutil
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path

COUNTS = 1, 2, 7, 64
TABLE = "people"


class Shapes:
    """The same records in three shapes, and the programs that read them whole and in parts."""

    def __init__(self, program: str, dump: Path, folder: Path) -> None:
        self.program = program
        self.folder = folder
        self.random = random.Random(1)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        lines, envelope = folder / "lines.ndjson", folder / "envelope.json"
        with open(lines, "wb") as output:
            subprocess.check_call([program, "records", dump], stdout=output)
        with open(envelope, "wb") as output, open(dump, "rb") as array:
            output.write(b'{"total": 1, "data": {"items": ')
            shutil.copyfileobj(array, output, 1 << 20)
            output.write(b'}, "next": null}')
        self.inputs = {"array": [dump], "lines": [lines], "envelope": [envelope, "--path", "data.items"]}

    def check(self) -> None:
        """Raises an error if the parts of a shape have other records or rows than the whole."""
        for shape, arguments in self.inputs.items():
            records = self.folder / "whole.ndjson"
            self.run(["records", *arguments], records)
            rows = self.folder / "whole.sqlite"
            self.run(["import", *arguments, "--into", rows, "--table", TABLE, "--flatten"])
            expected = digest_files([records]), digest_rows([rows])
            rows.unlink()
            for count in COUNTS:
                begin = time.monotonic()
                numbers = self.split(arguments, count)
                found = self.read(numbers)
                if found != expected:
                    raise AssertionError(f"{shape}: {count} parts have other records or rows than one pass")
                seconds = time.monotonic() - begin
                print(f"{shape}: {len(numbers)} parts have the records and the rows of one pass; {seconds:.0f} s", flush=True)
        shutil.rmtree(self.folder)

    def split(self, arguments: list[object], count: int) -> range:
        """Splits an input, and returns the numbers of the parts."""
        manifest = self.folder / "manifest.ndjson"
        self.run(["split", *arguments, "--parts", count, "--schema", "--table", TABLE, "--flatten"], manifest)
        return range(1, len(manifest.read_bytes().splitlines()) + 1)

    def read(self, numbers: range) -> tuple[str, str]:
        """Reads parts in any order, kills and repeats some of them, and returns the digests of the records and the rows."""
        records = {number: self.folder / f"part-{number}.ndjson" for number in numbers}
        rows = {number: self.folder / f"part-{number}.sqlite" for number in numbers}
        for number in self.random.sample(numbers, len(numbers)):
            part = ["--parts", self.folder / "manifest.ndjson", "--part", number]
            commands = (["records", *part], records[number]), (["import", *part, "--into", rows[number]], None)
            for command, output in commands:
                if self.random.random() < 0.5:
                    self.kill(command, output)
                self.run(command, output)
                if self.random.random() < 0.25:
                    self.run(command, output)
        digests = digest_files(records.values()), digest_rows(rows.values())
        for file in [*records.values(), *rows.values()]:
            file.unlink()
        return digests

    def run(self, arguments: list[object], output: Path | None = None) -> None:
        with open(output or "/dev/null", "wb") as file:
            subprocess.check_call([self.program, *map(str, arguments)], stdout=file, stderr=subprocess.DEVNULL)

    def kill(self, arguments: list[object], output: Path | None) -> None:
        """Starts a command, and kills it after at most a tenth of a second."""
        with open(output or "/dev/null", "wb") as file:
            process = subprocess.Popen([self.program, *map(str, arguments)], stdout=file, stderr=subprocess.DEVNULL)
        time.sleep(self.random.random() / 10)
        process.kill()
        process.wait()


def digest_files(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        with open(file, "rb") as stream:
            while chunk := stream.read(1 << 20):
                digest.update(chunk)
    return digest.hexdigest()


def digest_rows(files: Iterable[Path]) -> str:
    """Computes the digest of the rows in the order in which they were imported, with the types of the values."""
    digest = hashlib.sha256()
    for file in files:
        command = ["sqlite3", "-readonly", file, ".mode quote", f"SELECT * FROM {TABLE} ORDER BY rowid"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as rows:
            while chunk := rows.stdout.read(1 << 20):
                digest.update(chunk)
        if rows.returncode != 0:
            raise RuntimeError(f"{file}: sqlite3 ended with status {rows.returncode}")
    return digest.hexdigest()
