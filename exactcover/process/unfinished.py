"""Unfinished files, which have a temporary name until they are complete; and the removal of those that killed processes
left.

The writer of such a file holds a lock on it, so that the next writer in its folder can recognise stale files and remove
them. A system without such locks (Windows) removes none.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:
    LOCKS = False
else:
    LOCKS = True

PREFIX = ".exactcover-output-"


def begun(folder: Path) -> tuple[Path, int]:
    """Create a file, locked until its process ends or closes it; return its path and descriptor. Raises OSError."""
    while True:
        path = folder / f"{PREFIX}{secrets.token_hex(8)}"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _own_flags(), 0o666)
        if not LOCKS:
            return path, descriptor
        with contextlib.suppress(
            OSError
        ):  # without locks on this file system, others cannot lock it to remove it either
            flock(descriptor, LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return path, descriptor
        os.close(descriptor)  # another process removed it as stale before it was locked


def _own_flags() -> int:
    """Return the flags by which children do not inherit a descriptor, and by which it is binary; each if the system has it."""
    return getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0) | getattr(os, "O_BINARY", 0)


def remove_stale(folder: Path) -> None:
    """Remove the unfinished files of killed processes; files that are being written are locked."""
    if not LOCKS:
        return
    for path in folder.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):  # it is being written, has gone, or may not be removed
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | _own_flags())
            with os.fdopen(descriptor) as file:
                flock(file, LOCK_EX | LOCK_NB)
                if stat.S_ISREG(os.fstat(descriptor).st_mode):
                    path.unlink()
