"""Compiled code as numba keeps it, as far as it can be kept: no fault of a disk ends a run.

By itself numba raises where a file of its cache is cut short, where the disk is full, and where no folder can be written to.
Here what cannot be read is recompiled and replaced, and what cannot be kept is used and not kept; that is said once per
process and sort of fault. Not here: which folder it is (kernel/__init__.py).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from numba.core import caching, ccallback, dispatcher

_said: dict[str, str] = {}
_listeners: list[Callable[[str], None]] = []


def hear(listener: Callable[[str], None]) -> None:
    """Let a listener hear each sentence that there is to say of the cache, those said before included."""
    _listeners[:] = [listener]
    for sentence in _said.values():
        listener(sentence)


def install() -> None:
    """Have numba keep by this module the code of functions that are decorated from now on."""
    for module in (dispatcher, ccallback):
        vars(module)["FunctionCache"] = cache_of


def cache_of(function: Callable[..., Any]) -> Any:
    """Return the cache of a function's compiled code, one that keeps nothing if no folder can be written to."""
    try:
        return Cache(caching.FunctionCache(function))  # type: ignore[no-untyped-call]  # numba has no types
    except RuntimeError:  # what numba raises where it knows no folder
        _say("keep", "compiled code is not kept, and is compiled in every run: no folder for it can be written to")
        return caching.NullCache()


class Cache:
    """numba's cache of one function, whose faults are said and not raised."""

    def __init__(self, cache: Any) -> None:
        self.cache = cache

    @property
    def cache_path(self) -> str:
        """The folder."""
        path: str = self.cache.cache_path
        return path

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the code for a signature, None if none is kept that can be read: numba then compiles it."""
        try:
            return self.cache.load_overload(signature, context)
        except Exception as fault:  # a file that is no pickle may make pickle raise anything
            _say("read", f"compiled code in {self.cache_path} is damaged ({_cause(fault)}): it is compiled anew")
            self.flush()
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keep the code for a signature, if that can be done."""
        try:
            self.cache.save_overload(signature, code)
        except Exception as fault:  # what is there already is read first
            _say(
                "keep",
                f"compiled code cannot be kept in {self.cache_path} ({_cause(fault)}): other runs compile it too",
            )

    def flush(self) -> None:
        """Forget what is kept."""
        try:
            self.cache.flush()
        except OSError as fault:
            _say(
                "keep",
                f"compiled code cannot be kept in {self.cache_path} ({_cause(fault)}): other runs compile it too",
            )

    def enable(self) -> None:
        """Read and keep from now on."""
        self.cache.enable()

    def disable(self) -> None:
        """Neither read nor keep from now on."""
        self.cache.disable()


def _cause(fault: Exception) -> str:
    return ((fault.strerror if isinstance(fault, OSError) else None) or str(fault) or type(fault).__name__).lower()


def _say(sort: str, sentence: str) -> None:
    """Say a sentence, unless one of its sort was said."""
    if sort in _said:
        return
    _said[sort] = sentence
    for listener in _listeners:
        listener(sentence)
    if not _listeners:
        warnings.warn(sentence, RuntimeWarning, stacklevel=2)
