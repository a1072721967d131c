"""Unfinished files, which have a temporary name until they are complete; and the removal of those that killed processes
left.

The writer of such a file holds a lock on it, so that the next writer in its folder can recognise stale files and remove
them.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import stat
from pathlib import Path

PREFIX = ".exactcover-output-"


def begun(folder: Path) -> tuple[Path, int]:
    """Create a file, locked until its process ends or closes it; return its path and descriptor. Raises OSError."""
    while True:
        path = folder / f"{PREFIX}{secrets.token_hex(8)}"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        with contextlib.suppress(
            OSError
        ):  # without locks on this file system, others cannot lock it to remove it either
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return path, descriptor
        os.close(descriptor)  # another process removed it as stale before it was locked


def remove_stale(folder: Path) -> None:
    """Remove the unfinished files of killed processes; files that are being written are locked."""
    for path in folder.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):  # it is being written, has gone, or may not be removed
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            with os.fdopen(descriptor) as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if stat.S_ISREG(os.fstat(descriptor).st_mode):
                    path.unlink()
