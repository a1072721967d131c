"""Whether numba has compiled a function before, on this machine and from these sources: then loading it takes a moment."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def on_disk(function: Any) -> bool:
    """Return whether compiled code of a compiled function is kept on the disk, for arguments of some types."""
    if not hasattr(function, "py_func"):  # plain Python, as NUMBA_DISABLE_JIT has it
        return False
    python = function.py_func
    index = f"{python.__module__.rpartition('.')[2]}.{python.__qualname__}-{python.__code__.co_firstlineno}.*.nbi"
    folder = function.stats.cache_path  # None if nothing can be kept
    return folder is not None and any(Path(folder).glob(index))
