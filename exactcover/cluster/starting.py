"""Starts a Ray cluster on this machine for a run, with longer timeouts than Ray's own, which a busy machine exceeds.

Ray's code allows a node half a minute to come up, and each agent of a node a quarter of a minute to write its port,
after which the node ends itself (Ray's issue 65983). Here a node is waited for as long as it runs, up to five minutes,
and its agents are given their ports, so that the node waits for none.
"""

from __future__ import annotations

import contextlib
import inspect
import os
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from exactcover.cluster import sweeper
from exactcover.cluster.executor import WorkBroke

OBJECT_STORE_BYTES = 200 * 2**20
START_SECONDS, NODE_SECONDS, LATE_START = 300, 0.1, "timed out"
"""The timeout for a cluster to come up, the polling interval, and the words by which Ray reports its own timeout."""
RAY_FOLDER = "ray"
"""Where Ray keeps its files inside the folder of a cluster: everybody may write there (0777), so the outer folder is private."""
STARTS = 3
"""How often to start a cluster whose node ends during the start: a port may be taken just before it is bound."""
AGENTS = ("metrics_agent_port", "metrics_export_port", "dashboard_agent_listen_port", "runtime_env_agent_port")
READ = AGENTS[2]
"""The agents whose ports are set; and the one whose port has no option, which the node reads from a file."""
LOWEST_PORT, HIGHEST_PORT, PORT_LOOKS = 20_000, 32_000, 1_000
"""The range of ports to try: below the range from which the system assigns ports."""

_token = secrets.token_hex(32)
TOKEN = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": _token}
"""The token of all clusters that this process starts: Ray reads it once."""


class NodeEnded(Exception):
    """The node of a cluster ended while it started."""


def start(workers: int) -> subprocess.Popen[bytes]:
    """Start a cluster with so many CPUs, which ends with this process, and return its sweeper. Raises WorkBroke."""
    own = TOKEN | {
        "RAY_USAGE_STATS_ENABLED": "0",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "RAY_gcs_server_port_wait_time_s": str(START_SECONDS),
        "RAY_agent_register_timeout_ms": str(1000 * START_SECONDS),
        "RAY_worker_register_timeout_seconds": str(START_SECONDS),
    }
    with _environment(own):
        import ray

        def begin(folder: Path) -> None:
            with patience(ray._private.services, START_SECONDS):
                ray.init(
                    num_cpus=workers,
                    include_dashboard=False,
                    object_store_memory=OBJECT_STORE_BYTES,
                    log_to_driver=False,
                    logging_level="error",
                    _node_ip_address="127.0.0.1",
                    _temp_dir=str(folder / RAY_FOLDER),
                )

        return started(begin)


def started(begin: Callable[[Path], None]) -> subprocess.Popen[bytes]:
    """Start a cluster in a new private folder and return its sweeper; what remains of a failed start is cleaned up.

    Raises WorkBroke if the cluster was not up in time, or its node ended STARTS times.
    """
    for _ in range(STARTS):
        folder = Path(tempfile.mkdtemp(prefix="xc-", dir="/tmp" if os.path.isdir("/tmp") else None))  # sockets: short
        sweeping = sweeper.start(folder)
        try:
            begin(folder)
        except NodeEnded:
            sweeper.give_up(sweeping, folder)
        except Exception as error:  # Ray raises no more specific exception
            sweeper.give_up(sweeping, folder)
            if LATE_START in str(error).lower():
                raise WorkBroke(
                    f"Ray was not up after {START_SECONDS} seconds; expected a machine that is less busy"
                ) from error
            raise
        else:
            return sweeping
    raise WorkBroke(
        f"Ray's node ended {STARTS} times while it started; expected a machine on which `ray start --head` works"
    )


@contextlib.contextmanager
def patience(services: Any, seconds: float) -> Iterator[None]:
    """Extend Ray's timeouts for a node and its agents; NodeEnded is raised within if the node ends.

    services: Ray's module of that name, whose `start_raylet` starts a node, and whose `get_node` raises RuntimeError
    while there is none.
    """
    start_raylet, get_node = services.start_raylet, services.get_node
    nodes = list[subprocess.Popen[bytes]]()

    def with_ports(*arguments: Any, **keywords: Any) -> Any:
        ports = dict(zip(AGENTS, free_ports(len(AGENTS)), strict=True))
        bound = inspect.signature(start_raylet).bind(*arguments, **keywords).arguments
        (Path(bound["session_dir"]) / f"{READ}_{bound['node_id']}").write_text(str(ports[READ]))
        raylet = start_raylet(*arguments, **keywords | ports)
        nodes.append(raylet.process)
        return raylet

    def patiently(*arguments: Any) -> Any:
        late = time.monotonic() + seconds
        while True:
            try:
                return get_node(*arguments)
            except RuntimeError as error:
                if any(node.poll() is not None for node in nodes):
                    raise NodeEnded from error
                if time.monotonic() > late:
                    raise
                time.sleep(NODE_SECONDS)

    services.start_raylet, services.get_node = with_ports, patiently
    try:
        yield
    finally:
        services.start_raylet, services.get_node = start_raylet, get_node


def free_ports(number: int) -> list[int]:
    """Return so many ports that nothing is listening on."""
    free = list[int]()
    for port in random.sample(range(LOWEST_PORT, HIGHEST_PORT), PORT_LOOKS):
        if len(free) == number:
            break
        with socket.socket() as listener:
            try:
                listener.bind(("", port))
            except OSError:  # taken
                continue
        free.append(port)
    return free


@contextlib.contextmanager
def _environment(own: dict[str, str]) -> Iterator[None]:
    """Set environment variables for the processes started within; the token remains, for this process to use."""
    before = {name: os.environ.get(name) for name in own if name not in TOKEN}
    os.environ.update(own)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
