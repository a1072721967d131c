"""Compiled loops, one technique a file, techniques that never meet in folders of their own: arrays in, arrays out.

`arrays` has the types that all share, `instance` a cover as arrays; `fields` and `slices` are the sets of bits that covers and
layers are searched by.

Numba keeps compiled code beside a file and compiles it anew when that file changes, but not when another file changes
whose functions were compiled into it: an upgrade could run old code. So compiled code is kept in a folder named after the
digest of all files here (unless the user says where, with NUMBA_CACHE_DIR). Folders that no version has used for a month,
and that no process uses now, are removed.
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
_MONTH = 30 * 86_400.0


def _digest_of_sources(folder: Path) -> str:
    """Return a digest of the names and contents of all Python files below a folder."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _compiled_code_folder(sources: Path) -> Path:
    """Return the folder for compiled code of these very sources, marked as in use until this process ends."""
    digest = _digest_of_sources(sources)
    beside = sources / "__pycache__"
    try:
        beside.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=beside):
            pass
    except OSError:  # installed where this user cannot write
        beside = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "exactcover"
    folder = beside / f"numba-{digest}"
    if not folder.exists():
        _remove_unused(beside)
    with contextlib.suppress(OSError):  # no room, or no right to: numba will say so if it matters
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(
            folder / _IN_USE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666
        )  # open while the process lives
        os.utime(descriptor)
        fcntl.flock(descriptor, fcntl.LOCK_SH)
    return folder


def _remove_unused(beside: Path) -> None:
    """Remove the folders of other sources that nobody uses now and nobody has used for a month."""
    for old in beside.glob("numba-*"):
        with (
            contextlib.ExitStack() as stack,
            contextlib.suppress(OSError),
        ):  # somebody uses it, or somebody else removes it
            last = (old / _IN_USE).stat().st_mtime
            if last < time.time() - _MONTH:
                file = stack.enter_context((old / _IN_USE).open("a"))
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(old, ignore_errors=True)


if "NUMBA_CACHE_DIR" not in os.environ:
    os.environ["NUMBA_CACHE_DIR"] = str(_compiled_code_folder(_HERE))
    if "numba" in sys.modules:  # it has read its settings already
        sys.modules["numba"].config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]
