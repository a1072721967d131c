"""The library of kernels compiled ahead of time: an extension module, `_kernels`, which build.py makes from the C files here.

It is used only with exactly the sources that it was compiled from: it has their digest.
"""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path
from typing import Any

KERNELS = Path(__file__).parents[1]
"""The folder of the kernels' sources."""
SOURCES = (".py", ".c", ".txt")


def digest_of_sources(folder: Path) -> str:
    """Return a digest of the names and contents of all sources below a folder: Python, C and signatures."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*.*") if path.suffix in SOURCES):
        digest.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def load() -> tuple[Any, str]:
    """Return the library, or None and why it cannot be used; the reason is empty if none was built."""
    if importlib.util.find_spec("exactcover.kernel.library._kernels") is None:
        return None, ""
    try:
        module: Any = importlib.import_module("exactcover.kernel.library._kernels")
    except ImportError as fault:
        return None, f"the library of compiled kernels cannot be loaded ({fault})"
    if digest_of_sources(KERNELS) != module.SOURCES:
        return None, "the library of compiled kernels was built from other sources"
    return module, ""
