"""Starts a Ray cluster with a head and two nodes on this machine, and writes its address to a file.

    RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER=0 python -m testing.ray_cluster FOLDER

With the variable, which Ray has for other systems, all servers bind to 127.0.0.1. `ray start` cannot add nodes then.
"""

import signal
import sys
from pathlib import Path

from ray.cluster_utils import Cluster


def main(folder: Path) -> None:
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    for _ in range(2):
        cluster.add_node(num_cpus=1, object_store_memory=512 << 20)
    cluster.wait_for_nodes()
    incomplete = folder / "address.incomplete"
    incomplete.write_text(cluster.address)
    incomplete.rename(folder / "address")
    signal.pause()


main(Path(sys.argv[1]))
