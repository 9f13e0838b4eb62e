"""Runs the engines twice, without and with a killed worker, and compares the results with one pass."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import parts
from testing import engines
from testing.damage import check_comparison
from testing.digest import Digest, digest_batches, digest_parquet, digest_sqlite
from testing.postgres import Server
from testing.processes import ProcessGroup, kill
from testing.shapes import Shapes
from testing.slurm import Slurm, SlurmIntoPostgres

ALL = (
    engines.Spark,
    engines.SparkPipe,
    engines.SparkIntoPostgres,
    engines.Ray,
    engines.Dask,
    Slurm,
    SlurmIntoPostgres,
    engines.Parallel,
    engines.ParallelIntoPostgres,
    engines.Kubernetes,
)
WORK = Path(__file__).resolve().parent.parent / ".build"
TABLE = "people"
# The wrapper records each start of the program. A part that starts twice has been run again.
WRAPPER = '#!/bin/sh\necho $$ >>"{starts}"\nexec "{program}" "$@"\n'


@dataclass
class Outcome:
    seconds: float
    starts: int
    bytes: int
    digest: Digest


class Test:
    def __init__(self, size: str, part_count: int) -> None:
        self.program = find_program("STREAM_IMPORT", "stream-import")
        self.part_count = part_count
        self.dump = WORK / f"{TABLE}-{size}.json"
        self.manifest = WORK / f"{TABLE}-{size}-{part_count}.ndjson"
        WORK.mkdir(exist_ok=True)
        if not self.dump.exists():
            part = self.dump.with_suffix(".part")
            subprocess.check_call([find_program("MAKE_FIXTURE", "make-fixture"), TABLE, "--size", size, "--output", part])
            part.rename(self.dump)
        self.expected: dict[str, Digest] = {}
        self.import_seconds: float | None = None

    def split(self) -> float:
        begin = time.monotonic()
        options = ["--parts", str(self.part_count), "--schema", "--table", TABLE, "--flatten"]
        with open(self.manifest, "wb") as file:
            subprocess.check_call([self.program, "split", self.dump, *options], stdout=file)
        return time.monotonic() - begin

    def one_pass(self, output: str) -> Digest:
        """Computes the digest of an import without parts."""
        if output not in self.expected:
            if output == "parquet":
                command = [self.program, "records", self.dump]
                self.expected[output] = digest_batches(parts.read_batches(command))
            elif output == "postgres":
                with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
                    # Tables with a schema store arrays as text.
                    options = ["--table", TABLE, "--flatten", "--type", "tags=text", "--quiet"]
                    subprocess.check_call([self.program, "import", self.dump, "--into", server.address, *options])
                    self.expected[output] = server.digest(TABLE)
            else:
                database = WORK / "one-pass.sqlite"
                database.unlink(missing_ok=True)
                command = [self.program, "import", self.dump, "--into", database, "--table", TABLE, "--flatten"]
                begin = time.monotonic()
                subprocess.check_call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                self.import_seconds = time.monotonic() - begin
                self.expected[output] = digest_sqlite([database], TABLE)
                database.unlink()
        return self.expected[output]

    def run(self, engine_type: type[engines.Engine], is_killing: bool) -> tuple[str, Outcome]:
        # The folder has a short name because paths of sockets have at most 107 bytes.
        folder = Path(tempfile.mkdtemp(prefix="parts-"))
        processes = ProcessGroup(folder)
        try:
            starts = folder / "starts"
            starts.touch()
            (folder / "bin").mkdir()
            wrapper = folder / "bin/stream-import"
            wrapper.write_text(WRAPPER.format(starts=starts, program=self.program))
            wrapper.chmod(0o755)
            processes.environment["PATH"] = f"{folder}/bin:{os.environ['PATH']}"

            engine = engine_type(processes, self.manifest, self.part_count)
            engine.start()
            begin = time.monotonic()
            program = engine.run()
            if is_killing:
                if isinstance(engine, engines.IntoPostgres):
                    self.find_worker(engine, program, starts, after=self.part_count // 4)
                    engine.server.restart()
                for pid in self.find_worker(engine, program, starts, after=self.part_count // 2):
                    kill(pid, signal.SIGKILL)
            status = program.wait(timeout=3600)
            seconds = time.monotonic() - begin
            if status != 0:
                raise RuntimeError(f"{engine.name} ended with status {status}")
            count = len(starts.read_text().split())
            if is_killing and count <= self.part_count:
                raise RuntimeError("no part was run again, so the worker was killed between two parts; use larger parts")
            outcome = Outcome(seconds, count, *self.read(engine))
            version = engine.version()
        except BaseException:
            processes.stop()
            print_log(folder / "run.log")
            print(f"The logs are in {folder}.", file=sys.stderr)
            raise
        processes.stop()
        shutil.rmtree(folder)
        return version, outcome

    def find_worker(
        self, engine: engines.Engine, program: subprocess.Popen[bytes], starts: Path, after: int
    ) -> list[int]:
        """Returns the processes of the worker of a part that is being read, after a number of starts."""
        while program.poll() is None:
            lines = starts.read_text().split()
            if len(lines) > after:
                after = len(lines)
                # The worker may have ended between the calls. The next start is then another chance.
                if worker := engine.worker(int(lines[-1])):
                    return worker
            time.sleep(0.005)
        raise RuntimeError(f"{engine.name} ended before a worker was killed; use larger parts")

    def read(self, engine: engines.Engine) -> tuple[int, Digest]:
        if isinstance(engine, engines.IntoPostgres):
            return int(engine.server.query(f"SELECT pg_table_size('{TABLE}')")), engine.server.digest(TABLE)
        suffix = engine.output
        files = sorted(engine.result.glob(f"*.{suffix}"))
        size = sum(file.stat().st_size for file in files)
        if suffix == "parquet":
            return size, digest_parquet(engine.result)
        joined = engine.result / "joined.db"
        subprocess.check_call([engines.EXAMPLES / "join-parts", TABLE, joined, *files])
        return size, digest_sqlite([joined], TABLE)


def find_program(variable: str, name: str) -> str:
    program = shutil.which(os.environ.get(variable, name))
    if program is None:
        sys.exit(f"{variable}: expected the path of the program {name}, found none")
    return str(Path(program).resolve())


def print_log(file: Path) -> None:
    if file.exists():
        print("".join(file.read_text(errors="replace").splitlines(keepends=True)[-30:]), file=sys.stderr)


def main() -> None:
    names = {engine.name: engine for engine in ALL}
    parser = argparse.ArgumentParser(prog="Examples/cluster/test", description=__doc__)
    choices = ["shapes", *names]
    parser.add_argument("engines", nargs="*", metavar="ENGINE", help=f"all, or some of {', '.join(choices)} (default: all)")
    parser.add_argument("--size", default="1GB", help="the size of the dump (default: %(default)s)")
    parser.add_argument("--parts", type=int, default=16, help="the number of parts (default: %(default)s)")
    arguments = parser.parse_args()
    chosen = choices if arguments.engines in ([], ["all"]) else arguments.engines
    if unknown := [name for name in chosen if name not in choices]:
        parser.error(f"expected an engine of {', '.join(choices)}, found {unknown[0]}")

    # Ends the servers also after a signal: the exception runs the handlers.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))
    check_comparison()
    test = Test(arguments.size, arguments.parts)
    if "shapes" in chosen:
        Shapes(test.program, test.dump, WORK / "shapes").check()
    if engine_types := [names[name] for name in chosen if name in names]:
        compare_engines(test, engine_types)


def compare_engines(test: Test, chosen: list[type[engines.Engine]]) -> None:
    """Runs engines, and prints their results."""
    print(f"{test.dump.name}: {test.dump.stat().st_size:,} bytes split into {test.part_count} parts in {test.split():.2f} s\n")
    row = "| {:17} | {:12} | {:>7} | {:>11} | {:16} | {:>6} | {:>11} | {:>10} | {:5} |"
    heads = "engine", "version", "seconds", "with a kill", "killed", "starts", "output", "records", "equal"
    print(row.format(*heads), row.format(*("-" * 3 for _ in heads)).replace(" ", "-"), sep="\n", flush=True)
    is_equal = True
    for engine in chosen:
        expected = test.one_pass(engine.output)
        version, plain = test.run(engine, is_killing=False)
        killed = test.run(engine, is_killing=True)[1] if engine.victim else None
        same = all(outcome.digest == expected for outcome in (plain, killed) if outcome)
        is_equal = is_equal and same
        print(
            row.format(
                engine.name,
                version,
                f"{plain.seconds:.1f}",
                f"{killed.seconds:.1f}" if killed else "",
                engine.victim,
                killed.starts if killed else plain.starts,
                f"{(killed or plain).bytes / 1e6:,.0f} MB",
                f"{(killed or plain).digest.records:,}",
                "yes" if same else "NO",
            ),
            flush=True,
        )
    if test.import_seconds:
        print(f"\nstream-import import of the whole dump: {test.import_seconds:.1f} s")
    if not is_equal:
        sys.exit("A result is not equal to one pass.")


main()
