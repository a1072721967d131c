"""Compiled loops, one technique per file and one folder per family of techniques: arrays in, arrays out.

`arrays` defines the shared types, `instance` a cover as arrays; `fields` and `slices` are the bit sets that the searches of
covers and layers work on; `compiled_code` is numba's cache, made tolerant of disk faults.

Numba caches compiled code next to a file and recompiles it when that file changes, but not when a file changes whose functions
were inlined into it: after an upgrade, stale code could run. The cache folder is therefore named after the digest of all files
here (unless the user sets NUMBA_CACHE_DIR). Folders that no version has used for a month, and that no process is using now,
are removed. A child process chooses its own folder: its sources may be newer than its parent's.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

_HERE = Path(__file__).parent
_IN_USE = "in-use"  # a file on which every process holds a shared lock
_CHOSEN = "EXACTCOVER_COMPILED_CODE"  # environment variable: the folder that we set for numba
_MONTH = 30 * 86_400.0


def digest_of_sources(folder: Path) -> str:
    """Return a digest of the names and contents of all Python files below a folder."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def compiled_code_folder(sources: Path) -> Path:
    """Return the cache folder for exactly these sources, marked as in use until this process ends."""
    digest = digest_of_sources(sources)
    beside = sources / "__pycache__"
    try:
        beside.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=beside):
            pass
    except OSError:  # installed where this user cannot write
        beside = user_folder() or beside
    folder = beside / f"numba-{digest}"
    if not folder.exists():
        remove_unused(beside)
    with contextlib.suppress(OSError):  # no space, or no permission: compiled_code reports it if it matters
        while not _marked(folder):
            """Another process was removing the folder: create it again."""
    return folder


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
    folder.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(
            folder / _IN_USE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666
        )  # never closed: it holds the lock
    except FileNotFoundError:
        return False
    os.utime(descriptor)
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    if os.fstat(descriptor).st_nlink:
        return True
    os.close(descriptor)
    return False


def remove_unused(beside: Path) -> None:
    """Remove the folders of other sources that no process is using and none has used for a month."""
    for old in beside.glob("numba-*"):
        with contextlib.suppress(OSError), (old / _IN_USE).open("r+") as mark:  # in use, or never marked
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(mark.fileno()).st_mtime < time.time() - _MONTH:
                shutil.rmtree(old, ignore_errors=True)


def _choose() -> None:
    """Set numba's cache folder unless the user has; a setting inherited from a parent process does not count as the user's."""
    if os.environ.get("NUMBA_CACHE_DIR") in (None, os.environ.get(_CHOSEN)):
        os.environ["NUMBA_CACHE_DIR"] = os.environ[_CHOSEN] = str(compiled_code_folder(_HERE))
        if "numba" in sys.modules:  # numba has already read its settings
            sys.modules["numba"].config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]


_choose()
from exactcover.kernel import compiled_code  # noqa: E402  (imports numba, whose folder must be set first)

compiled_code.install()
