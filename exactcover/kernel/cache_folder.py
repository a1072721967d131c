"""The folder of numba's cache of compiled kernels, one per version of their sources.

Numba caches compiled code next to a file and recompiles it when that file changes, but not when a file changes whose functions
were inlined into it: after an upgrade, stale code could run. The cache folder is therefore named after the digest of all files
here (unless the user sets NUMBA_CACHE_DIR). Folders that no version has used for a month, and that no process is using now, are
removed. A child process chooses its own folder: its sources may be newer than its parent's. Cached code is executed when it is
read, so no folder is used that another user could write to. A system without locks and user numbers (Windows) has the cache in
the folder of its user, which others cannot write to by default, and removes none. Not here: the cache itself (compiled_code.py),
and the library of kernels compiled ahead, which needs no cache (library/).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from exactcover.kernel.library import KERNELS, digest_of_sources

try:
    from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
except ImportError:
    LOCKS = False
else:
    LOCKS = True

_IN_USE = "in-use"  # a file on which every process holds a shared lock
_CHOSEN = "EXACTCOVER_COMPILED_CODE"  # environment variable: the folder that we set for numba
_MONTH = 30 * 86_400.0


def compiled_code_folder(sources: Path) -> Path:
    """Return the cache folder for exactly these sources, marked as in use until this process ends."""
    digest = digest_of_sources(sources)
    beside = sources / "__pycache__"
    if not _is_ours(beside):  # installed where this user cannot write, or others can
        beside = user_folder() or beside
    folder = beside / f"numba-{digest}"
    if not folder.exists():
        remove_unused(beside)
    with contextlib.suppress(OSError):  # no space, or no permission: compiled_code reports it if it matters
        while not _marked(folder):
            """Another process was removing the folder: create it again."""
    return folder


def _is_ours(folder: Path) -> bool:
    """Return whether this user can write to a folder, created if it does not exist, and nobody else can, as far as is known."""
    if not hasattr(os, "getuid"):
        return False
    try:
        folder.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return not is_writable_by_others(folder)
    except OSError:
        return False


def is_writable_by_others(folder: Path) -> bool:
    """Return whether a user other than this one and root can write to a folder, or put another in its place.

    A folder that does not exist yet is judged by those above it.
    """
    resolved = folder.resolve()
    for each in (*reversed(resolved.parents), resolved):
        try:
            status = each.stat()
        except OSError:  # it does not exist yet, or nothing below it can be read
            return False
        if status.st_uid not in (os.getuid(), 0):
            return True
        # To a sticky folder above it, such as /tmp, others can add what they like, but replace nothing.
        sticky = each != resolved and status.st_mode & stat.S_ISVTX
        if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not sticky:
            return True
        if status.st_uid == os.getuid() and not status.st_mode & (stat.S_IXGRP | stat.S_IXOTH):
            return False  # others cannot reach what is inside
    return False


def make_private(folder: Path) -> None:
    """Create a folder, and those above it that do not exist, for this user only; raises OSError."""
    if not folder.exists():
        make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def user_folder() -> Path | None:
    """Return this program's folder in the user's cache (XDG_CACHE_HOME, or ~/.cache), None for a user without a home
    directory."""
    cache_home = os.environ.get("XDG_CACHE_HOME", "")
    try:
        return (Path(cache_home) if os.path.isabs(cache_home) else Path.home() / ".cache") / "exactcover"
    except RuntimeError:  # neither HOME nor an entry in the user database, as in many containers
        return None


def _marked(folder: Path) -> bool:
    """Mark a folder as in use until this process ends; False if it was removed meanwhile."""
    make_private(folder)
    if not LOCKS:
        return True
    try:
        descriptor = os.open(folder / _IN_USE, os.O_RDWR | os.O_CREAT, 0o600)  # never closed: it holds the lock
    except FileNotFoundError:
        return False
    os.utime(descriptor)
    flock(descriptor, LOCK_SH)
    if os.fstat(descriptor).st_nlink:
        return True
    os.close(descriptor)
    return False


def remove_unused(beside: Path) -> None:
    """Remove the folders of other sources that no process is using and none has used for a month."""
    for old in beside.glob("numba-*") if LOCKS else ():
        with contextlib.suppress(OSError), (old / _IN_USE).open("r+") as mark:  # in use, or never marked
            flock(mark, LOCK_EX | LOCK_NB)
            if os.fstat(mark.fileno()).st_mtime < time.time() - _MONTH:
                shutil.rmtree(old, ignore_errors=True)


def choose() -> None:
    """Set numba's cache folder unless the user has; a setting inherited from a parent process does not count as the user's."""
    if os.environ.get("NUMBA_CACHE_DIR") in (None, os.environ.get(_CHOSEN)):
        os.environ["NUMBA_CACHE_DIR"] = os.environ[_CHOSEN] = str(compiled_code_folder(KERNELS))
        if "numba" in sys.modules:  # numba has already read its settings
            sys.modules["numba"].config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]


def has_code(kernel: Any) -> bool:
    """Return whether the cache on disk has code of a kernel, for arguments of any types."""
    python = kernel.py_func
    index = f"{python.__module__.rpartition('.')[2]}.{python.__qualname__}-{python.__code__.co_firstlineno}.*.nbi"
    folder = kernel.stats.cache_path  # None if nothing can be saved
    return folder is not None and any(Path(folder).glob(index))
