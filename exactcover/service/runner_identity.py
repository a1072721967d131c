"""Runner names that tell whether a runner on this machine is still alive, so that a restart need not wait for leases to
expire.
"""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Iterable
from functools import cache
from pathlib import Path


def new_name() -> str:
    """Return a new name for a runner of this process: host, boot id, process id, start time, and a random part."""
    return ":".join((*_machine(), str(os.getpid()), _start_time(os.getpid()) or "-", secrets.token_hex(4)))


def dead_runners(names: Iterable[str]) -> list[str]:
    """Return the names of runners that ran on this machine and whose processes are gone; those of other machines are
    left out.
    """
    return [name for name in names if _is_dead(name)]


def _is_dead(name: str) -> bool:
    host, boot, process, began, _ = name.rsplit(":", 4) if name.count(":") >= 4 else ("", "", "", "", "")
    own_host, own_boot = _machine()
    if host != own_host or not process.isdigit() or own_boot == "-":
        return False
    return boot != own_boot or _start_time(int(process)) != began


@cache
def _machine() -> tuple[str, str]:
    """Return the host name and the boot id; `-` if the system has none."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        boot = "-"
    return socket.gethostname()[:60], boot


def _start_time(process: int) -> str | None:
    """Return the start time of a process, in ticks since boot; None if there is none, or it is a zombie."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return None
    state, *others = stat.rpartition(")")[2].split()
    return None if state == "Z" else others[18]
