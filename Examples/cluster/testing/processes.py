"""The processes of a test run: starts them, finds them, and ends them."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path


def command_line(pid: int) -> str:
    """Returns the arguments of a process, or an empty string if it has ended."""
    return _read(pid, "cmdline").replace(b"\0", b" ").decode(errors="replace")


def ancestors(pid: int) -> list[int]:
    """Returns a process and its ancestors, the nearest first. An ended process has none."""
    found = []
    while pid > 1:
        status = _read(pid, "stat")
        if not status:
            break
        found.append(pid)
        # The name of the program is in parentheses, and may have spaces.
        pid = int(status.rpartition(b")")[2].split()[1])
    return found


def _read(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


class ProcessGroup:
    """Processes with an environment variable of their own, by which their descendants are found in any session."""

    MARK = "STREAM_IMPORT_CLUSTER_TEST"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = os.environ | {self.MARK: str(folder)}
        self.servers: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, command: list[str], **changes: str) -> subprocess.Popen[bytes]:
        """Starts a process in the folder, whose output is appended to NAME.log."""
        with open(self.folder / f"{name}.log", "ab") as log:
            return subprocess.Popen(
                command,
                cwd=self.folder,
                env=self.environment | changes,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def start_server(self, name: str, command: list[str], **changes: str) -> subprocess.Popen[bytes]:
        """Starts a process that ends with the test."""
        self.servers[name] = self.start(name, command, **changes)
        return self.servers[name]

    def wait(self, condition: Callable[[], bool], seconds: float = 120) -> None:
        """Waits until a condition is true. Raises an error if a server ends before, or if the time is over."""
        end = time.monotonic() + seconds
        while not condition():
            for name, server in self.servers.items():
                if server.poll() is not None:
                    raise RuntimeError(f"{self.folder}/{name}.log: the server ended with status {server.returncode}")
            if time.monotonic() > end:
                raise TimeoutError(f"the servers {', '.join(self.servers)} did not start in {seconds} s")
            time.sleep(0.2)

    def members(self) -> list[int]:
        mark = f"{self.MARK}={self.folder}".encode()
        numbers = (int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())
        return [pid for pid in numbers if pid != os.getpid() and mark in _read(pid, "environ").split(b"\0")]

    def stop(self) -> None:
        for number, seconds in ((signal.SIGTERM, 10), (signal.SIGKILL, 10)):
            for pid in self.members():
                kill(pid, number)
            end = time.monotonic() + seconds
            while self.members() and time.monotonic() < end:
                time.sleep(0.1)


def kill(pid: int, number: int = signal.SIGKILL) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass
