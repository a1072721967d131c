"""Compiled loops, one technique per file, techniques that never meet in folders of their own: arrays in, arrays out.

`arrays` has the types that all share, `instance` a cover as arrays; `fields` and `slices` are the sets of bits that covers and
layers are searched by; `compiled_code` is numba's cache, made to survive faults.

Numba keeps compiled code beside a file and compiles it anew when that file changes, but not when another file changes
whose functions were compiled into it: an upgrade could run old code. So compiled code is kept in a folder named after the
digest of all files here (unless the user says where, with NUMBA_CACHE_DIR). Folders that no version has used for a month,
and that no process uses now, are removed. A child process finds its own folder: it may be of newer sources than its parent.
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
_IN_USE = "in-use"  # a file that every process holds a shared lock on
_CHOSEN = "EXACTCOVER_COMPILED_CODE"  # in the environment: the folder that we told numba
_MONTH = 30 * 86_400.0


def digest_of_sources(folder: Path) -> str:
    """Return a digest of the names and contents of all Python files below a folder."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def compiled_code_folder(sources: Path) -> Path:
    """Return the folder for compiled code of these very sources, marked as in use until this process ends."""
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
    with contextlib.suppress(OSError):  # no room, or no right to: compiled_code says so if it matters
        while not _marked(folder):
            """Another process was removing the folder: it is made anew."""
    return folder


def user_folder() -> Path | None:
    """Return this program's folder in the user's cache (XDG_CACHE_HOME, or ~/.cache), None for a user without a home."""
    cache_home = os.environ.get("XDG_CACHE_HOME", "")
    try:
        return (Path(cache_home) if os.path.isabs(cache_home) else Path.home() / ".cache") / "exactcover"
    except RuntimeError:  # neither HOME nor an entry in the list of users, as in many containers
        return None


def _marked(folder: Path) -> bool:
    """Mark a folder as in use until this process ends; False where it was removed meanwhile."""
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
    """Remove the folders of other sources that nobody uses now and nobody has used for a month."""
    for old in beside.glob("numba-*"):
        with contextlib.suppress(OSError), (old / _IN_USE).open("r+") as mark:  # somebody uses it, or nobody marked it
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(mark.fileno()).st_mtime < time.time() - _MONTH:
                shutil.rmtree(old, ignore_errors=True)


def _choose() -> None:
    """Tell numba the folder, unless the user has; what a parent process with kernels has told it is no user's word."""
    if os.environ.get("NUMBA_CACHE_DIR") in (None, os.environ.get(_CHOSEN)):
        os.environ["NUMBA_CACHE_DIR"] = os.environ[_CHOSEN] = str(compiled_code_folder(_HERE))
        if "numba" in sys.modules:  # it has read its settings already
            sys.modules["numba"].config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]


_choose()
from exactcover.kernel import compiled_code  # noqa: E402  (imports numba, which is told its folder first)

compiled_code.install()
