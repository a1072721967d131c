"""Exact-cover puzzles solved, counted, checked and drawn.

Everything public is in `exactcover.api`, but for the clients of a service and what is about many puzzles at once, and is imported
from there when first used.
"""

from __future__ import annotations

import sys
from types import ModuleType

from exactcover.process import early_signals as early_signals  # installs the handlers

TYPE_CHECKING = False  # typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from exactcover.api import (
        Answer,
        InvalidInput,
        Limits,
        Progress,
        Puzzle,
        Solutions,
        count,
        cover,
        draw,
        engines,
        faults,
        info,
        iterate,
        prove,
        puzzle,
        puzzles,
        sample,
        solve,
    )
    from exactcover.api.asynchronous import acount, aprove, asolve
    from exactcover.api.many import BadLine, count_many, solve_many
    from exactcover.service.client import Client
    from exactcover.service.client_async import AsyncClient

__all__ = [
    "Answer",
    "AsyncClient",
    "BadLine",
    "Client",
    "InvalidInput",
    "Limits",
    "Progress",
    "Puzzle",
    "Solutions",
    "acount",
    "aprove",
    "asolve",
    "count",
    "count_many",
    "cover",
    "draw",
    "engines",
    "faults",
    "info",
    "iterate",
    "prove",
    "puzzle",
    "puzzles",
    "sample",
    "solve",
    "solve_many",
]

__version__ = "0.1.0"
_CLIENTS = {"AsyncClient": "exactcover.service.client_async", "Client": "exactcover.service.client"}
_MODULES = dict(_CLIENTS)
_MODULES |= dict.fromkeys(("acount", "aprove", "asolve"), "exactcover.api.asynchronous")
_MODULES |= dict.fromkeys(("BadLine", "count_many", "solve_many"), "exactcover.api.many")


class _Package(ModuleType):
    """This package as a module that imports what is public when it is first used; `dir` and `help` know of it before."""

    def __getattr__(self, name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module 'exactcover' has no attribute {name!r}")
        from importlib import import_module

        try:
            module = import_module(_MODULES.get(name, "exactcover.api"))
        except ModuleNotFoundError as missing:
            if name not in _CLIENTS or (missing.name or "").startswith("exactcover"):
                raise
            raise AttributeError(
                f"exactcover.{name} needs {missing.name}, which is missing; expected the extra exactcover-solver[service]"
            ) from missing
        value = getattr(module, name)
        setattr(self, name, value)
        return value

    @property
    def __all__(self) -> list[str]:
        """The names that `from exactcover import *` imports: without the clients if their extra is not installed."""
        return [name for name in __all__ if name not in _CLIENTS or hasattr(self, name)]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *__all__})


sys.modules[__name__].__class__ = _Package
