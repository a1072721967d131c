"""Files that are being written, under a name of their own until they are whole; and those that a killed process left.

Whoever writes such a file holds a lock on it, so that the next one to write in its folder can tell what was left and remove it.
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
    """Return a new file, locked until its process ends or closes it, and its descriptor; raises OSError."""
    while True:
        path = folder / f"{PREFIX}{secrets.token_hex(8)}"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        with contextlib.suppress(OSError):  # a file system without locks: nobody can lock it to remove it either
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return path, descriptor
        os.close(descriptor)  # another process was faster and took it for stale


def remove_stale(folder: Path) -> None:
    """Remove the unfinished files of processes that were killed; those that somebody writes are locked."""
    for path in folder.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):  # it is written now, it has gone, or it is not ours to remove
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            with os.fdopen(descriptor) as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if stat.S_ISREG(os.fstat(descriptor).st_mode):
                    path.unlink()
