"""Compiled loops, one technique a file: arrays in, arrays out.

Numba keeps compiled code beside a file and compiles it anew when that file changes, but not when another file changes
whose functions were compiled into it: an upgrade could run old code. So compiled code is kept in a folder named after the
digest of all files here (unless the user says where, with NUMBA_CACHE_DIR).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

_HERE = Path(__file__).parent


def _compiled_code_folder() -> Path:
    """Return the folder for compiled code of these very sources; folders of other sources beside it are removed."""
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(_HERE.glob("*.py")))).hexdigest()[:16]
    beside = _HERE / "__pycache__"
    try:
        beside.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=beside):
            pass
    except OSError:  # installed where this user cannot write
        beside = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "exactcover"
    folder = beside / f"numba-{digest}"
    if not folder.exists():
        for old in beside.glob("numba-*"):
            shutil.rmtree(old, ignore_errors=True)
    return folder


if "NUMBA_CACHE_DIR" not in os.environ:
    os.environ["NUMBA_CACHE_DIR"] = str(_compiled_code_folder())
    if "numba" in sys.modules:  # it has read its settings already
        sys.modules["numba"].config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]
