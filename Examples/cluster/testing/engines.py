"""The engines: how each is started, which command imports the parts, and which processes are its worker."""

import importlib.metadata
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

from testing.postgres import Server
from testing.processes import ProcessGroup, ancestors, command_line

EXAMPLES = Path(__file__).resolve().parent.parent
PYTHON = sys.executable


class Engine:
    """An engine with two workers on this machine."""

    name = ""
    output = "parquet"
    # What the test kills, for the table.
    victim = ""

    def __init__(self, processes: ProcessGroup, manifest: Path, parts: int) -> None:
        self.processes = processes
        self.folder = processes.folder
        self.manifest = manifest
        self.parts = parts
        self.result = self.folder / "result"
        self.destination = str(self.result)

    def version(self) -> str:
        return importlib.metadata.version("pyspark" if isinstance(self, Spark) else self.name)

    def start(self) -> None:
        """Starts the servers of the engine. An engine without servers has nothing to start."""

    def run(self) -> subprocess.Popen[bytes]:
        """Starts the import of all parts."""
        raise NotImplementedError

    def worker(self, program: int) -> list[int]:
        """Returns the processes of the worker that runs a process of stream-import; none if the process has ended."""
        raise NotImplementedError


class IntoPostgres(Engine):
    """An engine that imports all parts into one table of a PostgreSQL server, which the test restarts."""

    output = "postgres"

    def start(self) -> None:
        super().start()
        self.server = Server(self.folder, self.processes.environment)
        self.destination = self.processes.environment["INTO"] = self.server.address

    def worker(self, program: int) -> list[int]:
        # Both workers have written some rows of their parts, but not all.
        while worker := super().worker(program):
            if self.server.query("SELECT count(*) FROM stream_import WHERE NOT finished") == "2":
                break
            time.sleep(0.02)
        return worker


class Spark(Engine):
    name = "spark"
    victim = "an executor"
    program = "import.py"

    def run(self) -> subprocess.Popen[bytes]:
        import pyspark

        home = os.path.dirname(pyspark.__file__)
        submit = [f"{home}/bin/spark-submit", "--master", "local-cluster[2,1,1024]", "--py-files", f"{EXAMPLES}/parts.py"]
        return self.processes.start(
            "run",
            [*submit, f"{EXAMPLES}/spark/{self.program}", str(self.manifest), self.destination],
            SPARK_HOME=home,
            SPARK_LOCAL_IP="127.0.0.1",
            SPARK_LOCAL_DIRS=str(self.folder),
            SPARK_WORKER_DIR=str(self.folder / "workers"),
            PYSPARK_PYTHON=PYTHON,
        )

    def worker(self, program: int) -> list[int]:
        return [pid for pid in ancestors(program) if "CoarseGrainedExecutorBackend" in command_line(pid)]


class SparkPipe(Spark):
    name = "spark-pipe"
    program = "pipe.py"


class SparkIntoPostgres(IntoPostgres, Spark):
    name = "spark-postgres"
    victim = "server, executor"
    program = "postgres.py"


class Ray(Engine):
    name = "ray"
    victim = "a node"

    def start(self) -> None:
        command = [PYTHON, "-m", "testing.ray_cluster", str(self.folder)]
        self.processes.environment |= {
            "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
            "RAY_TMPDIR": str(self.folder),
            "RAY_USAGE_STATS_ENABLED": "0",
        }
        self.processes.start_server("cluster", command, PYTHONPATH=str(EXAMPLES))
        self.processes.wait((self.folder / "address").exists)
        self.address = (self.folder / "address").read_text()

    def run(self) -> subprocess.Popen[bytes]:
        command = [PYTHON, f"{EXAMPLES}/ray/import.py", str(self.manifest), str(self.result)]
        return self.processes.start("run", command, RAY_ADDRESS=self.address, PYTHONPATH=str(EXAMPLES))

    def worker(self, program: int) -> list[int]:
        return [pid for pid in ancestors(program) if "/raylet/raylet " in command_line(pid)]


class Dask(Engine):
    name = "dask"
    victim = "a worker process"

    def start(self) -> None:
        self.address = f"127.0.0.1:{free_port()}"
        dask = [f"{os.path.dirname(PYTHON)}/dask"]
        host, port = self.address.split(":")
        self.processes.start_server("scheduler", [*dask, "scheduler", "--host", host, "--port", port, "--no-dashboard"])
        self.processes.wait(lambda: is_open(self.address))
        for number in (1, 2):
            options = ["--host", host, "--nthreads", "1", "--no-dashboard", "--local-directory", str(self.folder)]
            self.processes.start_server(f"worker-{number}", [*dask, "worker", self.address, *options])
        code = f"from distributed import Client; Client('{self.address}').wait_for_workers(2, timeout=60)"
        self.processes.wait(lambda: self.processes.start("wait", [PYTHON, "-c", code]).wait() == 0)

    def run(self) -> subprocess.Popen[bytes]:
        command = [PYTHON, f"{EXAMPLES}/dask/import.py", self.address, str(self.manifest), str(self.result)]
        return self.processes.start("run", command, PYTHONPATH=str(EXAMPLES))

    def worker(self, program: int) -> list[int]:
        # The parent of this process is the nanny, which starts another worker.
        return [pid for pid in ancestors(program)[1:2] if "multiprocessing" in command_line(pid)]


class Parallel(Engine):
    name = "parallel"
    output = "sqlite"
    victim = "a job"

    def version(self) -> str:
        return subprocess.check_output(["parallel", "--version"], text=True).split()[2]

    def run(self) -> subprocess.Popen[bytes]:
        command = [f"{EXAMPLES}/parallel/import", str(self.manifest), str(self.parts), str(self.result)]
        return self.processes.start("run", command)

    def worker(self, program: int) -> list[int]:
        job = [pid for pid in ancestors(program) if "import-part" in command_line(pid)]
        return [*job[:1], program] if job else []


class ParallelIntoPostgres(IntoPostgres, Parallel):
    name = "parallel-postgres"
    victim = "server, job"


class Kubernetes(Engine):
    """The command of the pods, run once for each index by a shell. The Job itself does not run."""

    name = "kubernetes"
    output = "sqlite"

    def version(self) -> str:
        return "command only"

    def run(self) -> subprocess.Popen[bytes]:
        import yaml

        job = yaml.safe_load((EXAMPLES / "kubernetes/job.yaml").read_text())
        container = job["spec"]["template"]["spec"]["containers"][0]
        self.result.mkdir()
        paths = {
            "/job/import-part": str(EXAMPLES / "import-part"),
            "/job/manifest.ndjson": str(self.manifest),
            "/data/parts": str(self.result),
        }
        script = re.sub("|".join(paths), lambda match: paths[match[0]], container["args"][0])
        loop = f"for JOB_COMPLETION_INDEX in $(seq 0 {self.parts - 1}); do {script} || exit; done"
        return self.processes.start("run", [*container["command"], loop])


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def is_open(address: str) -> bool:
    host, port = address.split(":")
    with socket.socket() as client:
        return client.connect_ex((host, int(port))) == 0
