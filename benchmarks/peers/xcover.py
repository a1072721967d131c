"""xcover: J. F. Rudge's dancing cells in numba, with colours and secondary items, compiled when it is imported.

Called through `algorithm_c`, which its own `covers` calls with the same arrays, so that building the arrays is not
timed. Source: github.com/johnrudge/xcover, xcover/solvers.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.outcome import Action, Outcome, first
from benchmarks.peers.missing import missing_package
from benchmarks.plain import SECONDARY, Plain

about = "xcover.algorithm_c: dancing cells (Knuth), in numba"
packages = ("xcover",)
able: tuple[str, ...] = (SECONDARY,)


def missing() -> str:
    """Return how to install it; empty if it is installed."""
    return missing_package("xcover")


def arrays(plain: Plain) -> tuple[Any, Any, Any, int, int]:
    """Return the arguments that xcover's functions share: entries, their bounds, colours, items, secondary items."""
    entries = np.array([item for option in plain.options for item in option], dtype=np.uint32)
    bounds = np.cumsum([0, *map(len, plain.options)]).astype(np.uint32)
    return entries, bounds, np.zeros(len(entries), dtype=np.uint32), plain.items, plain.secondary


def ready(plain: Plain, task: str) -> Action:
    """Build the arrays and return the action to be measured."""
    from xcover import algorithm_c

    given = arrays(plain)

    def action() -> Outcome:
        found = algorithm_c(*given)
        if task == "solve":
            selection = next(found, None)
            return first(None if selection is None else [int(option) for option in selection])
        return Outcome(str(sum(1 for _ in found)))

    return action
