"""Slurm's controller and two nodes on this machine, in a folder and with ports of their own."""

import getpass
import os
import shutil
import socket
import subprocess

from testing.engines import EXAMPLES, Engine, IntoPostgres, free_port
from testing.processes import ancestors, command_line

CONFIGURATION = """\
ClusterName=parts
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
# A requeued task starts after this time, 120 seconds by default.
AuthInfo=socket={folder}/munge/socket,cred_expire=5
# Without these parameters, the servers bind to all addresses.
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
MailProg=/bin/true
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/linear
SlurmdParameters=config_overrides
# A node that does not answer for this time is down, and its tasks are requeued. The default is 300 seconds.
SlurmdTimeout=10
NodeName=node1 NodeHostname={host} NodeAddr=127.0.0.1 Port={node1} CPUs=1
NodeName=node2 NodeHostname={host} NodeAddr=127.0.0.1 Port={node2} CPUs=1
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE
"""


class Slurm(Engine):
    name = "slurm"
    output = "sqlite"
    victim = "a node"

    def version(self) -> str:
        return subprocess.check_output([_server("slurmctld"), "-V"], text=True).split()[1]

    def start(self) -> None:
        munge, state = self.folder / "munge", self.folder / "state"
        munge.mkdir()
        state.mkdir()
        (munge / "key").write_bytes(os.urandom(128))
        (munge / "key").chmod(0o600)
        files = [f"--{name}-file={munge}/{name}" for name in ("key", "pid", "log", "seed")]
        # munged expects folders of another owner than a temporary folder has. Clients need to enter the folder of the socket.
        self.folder.chmod(0o711)
        self.processes.start_server("munged", [_server("munged"), "--foreground", "--force", f"--socket={munge}/socket", *files])
        self.processes.wait((munge / "socket").exists)

        configuration = self.folder / "slurm.conf"
        ports = {name: free_port() for name in ("controller", "node1", "node2")}
        host = socket.gethostname().partition(".")[0]
        configuration.write_text(CONFIGURATION.format(host=host, user=getpass.getuser(), folder=self.folder, **ports))
        self.processes.environment["SLURM_CONF"] = str(configuration)
        self.processes.start_server("controller", [_server("slurmctld"), "-D"])
        self.nodes = {n: self.processes.start_server(n, [_server("slurmd"), "-D", "-N", n]) for n in ("node1", "node2")}
        self.processes.wait(lambda: self._output("sinfo", "--noheader", "--format=%D %t").split() == ["2", "idle"])

    def run(self) -> subprocess.Popen[bytes]:
        self.result.mkdir()
        options = ["--wait", f"--array=1-{self.parts}", f"--chdir={EXAMPLES}", f"--output={self.folder}/part-%a.log"]
        script = [f"{EXAMPLES}/slurm/import.sbatch", str(self.manifest), str(self.result)]
        return self.processes.start("run", ["sbatch", *options, *script])

    def worker(self, program: int) -> list[int]:
        """Returns the server of the node, its step and the processes of the task, which end together if a machine does."""
        steps = [pid for pid in ancestors(program) if command_line(pid).startswith("slurmstepd")]
        script = [line for line in map(command_line, ancestors(program)) if "slurm_script" in line]
        if not steps or not script:
            return []
        node = "node1" if "/spool-node1/" in script[0] else "node2"
        return [self.nodes[node].pid, *reversed(ancestors(program)[: ancestors(program).index(steps[0]) + 1])]

    def _output(self, *command: str) -> str:
        return subprocess.run(command, env=self.processes.environment, capture_output=True, text=True).stdout


class SlurmIntoPostgres(IntoPostgres, Slurm):
    name = "slurm-postgres"
    victim = "server, node"


def _server(name: str) -> str:
    """Returns the path of a server, which is not in the PATH of every user."""
    return shutil.which(name) or f"/usr/sbin/{name}"
