"""Names of runners, which tell whether a runner of this machine still lives: a restart need not wait for leases to run out."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Iterable
from functools import cache
from pathlib import Path


def new_name() -> str:
    """Return a new name of a runner of this process: machine, boot, process, when that began, and a random part."""
    return ":".join((*_machine(), str(os.getpid()), _began(os.getpid()) or "-", secrets.token_hex(4)))


def dead_among(names: Iterable[str]) -> list[str]:
    """Return the names of runners whose processes were on this machine and are gone; of other machines nothing is known."""
    return [name for name in names if _is_dead(name)]


def _is_dead(name: str) -> bool:
    host, boot, process, began, _ = name.rsplit(":", 4) if name.count(":") >= 4 else ("", "", "", "", "")
    own_host, own_boot = _machine()
    if host != own_host or not process.isdigit() or own_boot == "-":
        return False
    return boot != own_boot or _began(int(process)) != began


@cache
def _machine() -> tuple[str, str]:
    """Return the name of the machine and of its boot; `-` where the system tells none."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        boot = "-"
    return socket.gethostname()[:60], boot


def _began(process: int) -> str | None:
    """Return when a process began, in ticks since the boot; None where there is none, or it waits to be buried."""
    try:
        told = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return None
    state, *others = told.rpartition(")")[2].split()
    return None if state == "Z" else others[18]
