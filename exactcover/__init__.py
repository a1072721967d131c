"""Exact-cover puzzles solved, counted, checked and drawn.

Everything public is in `exactcover.api`, and is imported from there when first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from exactcover.api import (
        InvalidInput,
        Limits,
        count,
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

__all__ = [
    "InvalidInput",
    "Limits",
    "count",
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
]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name in __all__:
        from exactcover import api

        return getattr(api, name)
    raise AttributeError(f"module 'exactcover' has no attribute {name!r}")
