"""xcover with memoization: its zero-suppressed decision diagram of all solutions, with shared equal subproblems.

Called through `algorithm_z` as `covers_zdd(..., use_memo_cache=True)` calls it; solutions are counted as the nodes
come. Equal subproblems are identified only by a 32-bit hash, so a count can be wrong if there are many of them. Source:
github.com/johnrudge/xcover, xcover/dancing_cells_zdd.py.
"""

from __future__ import annotations

from benchmarks.outcome import Action, Outcome, first
from benchmarks.peers.missing import missing_package
from benchmarks.peers.xcover import arrays
from benchmarks.plain import SECONDARY, Plain

about = "xcover.algorithm_z(use_memo_cache=True): a decision diagram of all solutions"
packages = ("xcover",)
able: tuple[str, ...] = (SECONDARY,)


def missing() -> str:
    """Return how to install it; empty if it is installed."""
    return missing_package("xcover")


def ready(plain: Plain, task: str) -> Action:
    """Build the arrays and return the action to be measured."""
    from xcover import algorithm_z

    given = arrays(plain)

    def action() -> Outcome:
        counts, root = {0: 0, 1: 1}, 0
        branches: dict[int, tuple[int, int]] = {}
        for node, option, low, high in algorithm_z(*given, True, "MRV"):
            counts[node] = counts[low] + counts[high]
            root = node
            if task == "solve":
                branches[node] = int(option), high
        if task != "solve":
            return Outcome(str(counts[root]))
        selection = []
        while root > 1:
            option, root = branches[root]
            selection.append(option)
        return first(selection or None)

    return action
