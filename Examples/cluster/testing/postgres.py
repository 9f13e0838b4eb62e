"""A PostgreSQL server in a folder, and the digest of a table."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from testing.digest import Digest

SCRIPT = Path(__file__).with_name("postgres-server")


class Server:
    """A server that runs in a `with` statement, or until its process is killed."""

    def __init__(self, folder: Path, environment: Mapping[str, str] = os.environ) -> None:
        # The user postgres needs to enter the folder.
        folder.chmod(0o711)
        self.folder = folder / "server"
        self.environment = environment
        self.address = self._run("start").strip()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self._run("stop")

    def restart(self) -> None:
        """Ends all processes of the server at once, as a crash does, and starts it again."""
        self._run("stop")
        self._run("start")

    def _run(self, command: str) -> str:
        return subprocess.check_output([SCRIPT, command, self.folder], env=self.environment, text=True)

    def query(self, statements: str) -> str:
        """Returns the row of the last statement, with | between the values."""
        command = ["psql", "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", self.address, "-c", statements]
        return subprocess.check_output(command, text=True).strip()

    def digest(self, table: str, changes: str = "") -> Digest:
        """Computes the digest of a table after statements that change it; the changes are rolled back."""
        # The text of a row has the values of all columns.
        digest = f"SELECT count(*), sum(hashtextextended({table}::text, 0)) FROM {table}"
        records, total = self.query(f"BEGIN; {changes}; {digest}").split("|")
        return Digest(int(records), int(total))
