"""Whole state spaces: the number of states, the largest distance, the number of goals, and the quality of estimates.

For tests, benchmarks and tables; engines do not need them. Distances are those from the start, or to the nearest goal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from exactcover.backends.search.memory import memory_allowed
from exactcover.kernel.arrays import Array, Words
from exactcover.kernel.graphs import breadth_first, estimates, sliding
from exactcover.model.arrays import Integers
from exactcover.model.space import Sliding

NODES_A_CALL = 1 << 62


@dataclass(frozen=True, eq=False)
class Survey:
    """All reachable states: `layers[d]` of them at distance d, `goals` of them goals; rows: packed, by distance."""

    layers: tuple[int, ...]
    goals: int
    puzzle: Sliding
    graph: sliding.SlidingGraph
    rows: Words

    @property
    def count(self) -> int:
        """The number of states."""
        return sum(self.layers)

    @property
    def farthest(self) -> int:
        """The largest distance."""
        return len(self.layers) - 1

    def states(self) -> Array:
        """Return the states as labels (count, cells), by distance."""
        return sliding.labels(self.puzzle, self.graph, self.rows)


@dataclass(frozen=True)
class Worth:
    """An estimate over a whole state space: in how many states it overestimates, by how much at most, and over how many moves
    it falls by more than one.
    """

    overestimated: int
    most: int
    inconsistent: int

    @property
    def admissible(self) -> bool:
        """Whether it never overestimates."""
        return self.overestimated == 0

    @property
    def consistent(self) -> bool:
        """Whether no move lowers it by more than one."""
        return self.inconsistent == 0


def survey(puzzle: Sliding, memory: float | None = None) -> Survey:
    """Visit all states from the start; memory: megabytes. Raises OutOfMemory."""
    graph = sliding.prepare(puzzle, estimates.compiled(puzzle, None))
    search = _exhausted(graph, sliding.packed(puzzle, graph, puzzle.start[None]), memory)
    return Survey(
        _sizes(search), int(search.registers[breadth_first.GOALS]), puzzle, graph, search.table.states[: search.count]
    )


def survey_to_goals(puzzle: Sliding, memory: float | None = None) -> Survey:
    """Visit all reachable states by their distance to the nearest goal; there must be one. Raises OutOfMemory."""
    graph = sliding.prepare(puzzle, estimates.compiled(puzzle, None))
    search = _from_goals(puzzle, graph, memory)
    return Survey(_sizes(search), search.starts[1], puzzle, graph, search.table.states[: search.count])


def worth(puzzle: Sliding, name: str, memory: float | None = None) -> Worth:
    """Evaluate a named bound over all reachable states; there must be a goal among them. Raises OutOfMemory."""
    graph = sliding.prepare(puzzle, estimates.compiled(puzzle, name))
    search = _from_goals(puzzle, graph, memory)
    said, falls = search.estimated()
    over = said - search.depths()
    return Worth(int((over > 0).sum()), max(0, int(over.max())), falls)


def _exhausted(graph: sliding.SlidingGraph, roots: Array, memory: float | None) -> breadth_first.Search:
    search = breadth_first.Search(graph, roots, memory_allowed(memory))
    while not search.exhausted:
        search.run(NODES_A_CALL, stop_at_goal=False)
    return search


def _from_goals(puzzle: Sliding, graph: sliding.SlidingGraph, memory: float | None) -> breadth_first.Search:
    """Return the search of all states from the goals among them: moves are reversible."""
    there = _exhausted(graph, sliding.packed(puzzle, graph, puzzle.start[None]), memory)
    return _exhausted(graph, there.table.states[: there.count][there.goals()], memory)


def _sizes(search: breadth_first.Search) -> tuple[int, ...]:
    """Return the sizes of the layers; the search ended with an empty one."""
    sizes: Integers = np.diff(np.array(search.starts))
    return tuple(sizes[sizes > 0].tolist())
