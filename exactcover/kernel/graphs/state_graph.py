"""The interface of state graphs: `expand`, compiled separately for each kind of graph.

A graph is a NamedTuple of arrays with fields `successors`, `estimates`, `reached` and `about` (see sliding.py). The kind of
tuple chooses the code when a search is compiled, so that no function is passed as an argument: those miss numba's cache.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.graphs import lanes, naive_placement, sliding
from exactcover.kernel.jit import overload
from exactcover.kernel.uncounted import UNCOUNTED

ESTIMATE, IS_GOAL = sliding.ESTIMATE, sliding.IS_GOAL

OPTIONS: Any = UNCOUNTED

EXPANDS = {
    sliding.SlidingGraph: sliding.expand,
    lanes.LanesGraph: lanes.expand,
    naive_placement.NaivePlacementGraph: naive_placement.expand,
}
"""The expansion of each kind of graph."""


def expand(graph: Any, states: Array, number: int, test: bool) -> Number:
    """Return how many successors a state has, and write them into the graph; dispatches on the kind of graph."""
    return EXPANDS[type(graph)](graph, states, number, test)


@overload(expand, jit_options=OPTIONS)
def _expand(graph: Any, states: Any, number: Any, test: Any) -> Callable[..., Any]:
    chosen = EXPANDS[graph.instance_class]

    def compiled(graph: Any, states: Any, number: Any, test: Any) -> Any:
        return chosen(graph, states, number, test)

    return compiled
