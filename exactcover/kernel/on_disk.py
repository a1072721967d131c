"""Tells whether numba's cache has a function's code, compiled on this machine from these sources: loading it is then fast."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def on_disk(function: Any) -> bool:
    """Return whether the cache on disk has the code of a function for the given argument types."""
    if not hasattr(function, "py_func"):  # plain Python, under NUMBA_DISABLE_JIT
        return False
    python = function.py_func
    index = f"{python.__module__.rpartition('.')[2]}.{python.__qualname__}-{python.__code__.co_firstlineno}.*.nbi"
    folder = function.stats.cache_path  # None if nothing can be saved
    return folder is not None and any(Path(folder).glob(index))
