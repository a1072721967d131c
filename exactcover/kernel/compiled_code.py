"""Numba's cache of compiled code, made fault-tolerant: no disk error ends a run.

On its own, numba raises an exception if a cache file is truncated, the disk is full, or no folder is writable. Here code that
cannot be read is recompiled and replaced, and code that cannot be saved is used without being saved; each kind of fault is
reported once per process. Reading code executes it, so a folder that others can write to is not used. Not here: the choice of
the folder (cache_folder.py).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core import caching, ccallback, dispatcher

from exactcover.kernel import notices
from exactcover.kernel.cache_folder import is_writable_by_others


def install() -> None:
    """Have numba use this cache for functions decorated from now on."""
    for module in (dispatcher, ccallback):
        vars(module)["FunctionCache"] = cache_of


def cache_of(function: Callable[..., Any]) -> Any:
    """Return the cache of a function's compiled code, one that saves nothing if no folder is writable and private."""
    try:
        cache = Cache(caching.FunctionCache(function))  # type: ignore[no-untyped-call]  # numba has no types
    except RuntimeError:  # what numba raises if it finds no folder
        reason = "no folder for it can be written to"
    else:
        if not is_writable_by_others(Path(cache.cache_path)):
            return cache
        reason = f"others can write to the folder {cache.cache_path}"
    notices.say("keep", f"compiled code is not kept, and is compiled in every run: {reason}")
    return caching.NullCache()


class Cache:
    """numba's cache of one function; faults are reported, not raised."""

    def __init__(self, cache: Any) -> None:
        self.cache = cache

    @property
    def cache_path(self) -> str:
        """The cache folder."""
        path: str = self.cache.cache_path
        return path

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the code for a signature, None if the cache has none that is readable: numba then compiles it."""
        try:
            return self.cache.load_overload(signature, context)
        except Exception as fault:  # reading a damaged file, pickle may raise anything
            notices.say("read", f"compiled code in {self.cache_path} is damaged ({_cause(fault)}): it is compiled anew")
            self.flush()
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Save the code for a signature, if possible."""
        try:
            self.cache.save_overload(signature, code)
        except Exception as fault:  # an existing file is read first
            notices.say(
                "keep",
                f"compiled code cannot be kept in {self.cache_path} ({_cause(fault)}): other runs compile it too",
            )

    def flush(self) -> None:
        """Discard the saved code."""
        try:
            self.cache.flush()
        except OSError as fault:
            notices.say(
                "keep",
                f"compiled code cannot be kept in {self.cache_path} ({_cause(fault)}): other runs compile it too",
            )

    def enable(self) -> None:
        """Enable reading and saving."""
        self.cache.enable()

    def disable(self) -> None:
        """Disable reading and saving."""
        self.cache.disable()


def _cause(fault: Exception) -> str:
    return ((fault.strerror if isinstance(fault, OSError) else None) or str(fault) or type(fault).__name__).lower()
