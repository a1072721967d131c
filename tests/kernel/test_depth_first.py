"""Depth-first search: complete below its limit, and deepened it is IDA*."""

from __future__ import annotations

import numpy as np
import pytest

from exactcover.judges import faults
from exactcover.kernel.graphs import depth_first, estimates, sliding
from exactcover.kernel.graphs.depth_first import EXHAUSTED, EXPANDED, GENERATED, GOAL, OUT_OF_NODES, Search
from exactcover.kernel.graphs.state_table import OutOfMemory
from exactcover.model.space import Sliding
from tests.sliding_models import blocks, numbers, tiles

FAR = "041378256"  # 22 moves from the goal
FIFTEEN = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3]


def begun(puzzle: Sliding, name: str | None, limit: int | None, allowed: int = 1 << 28) -> Search:
    """A search that has not yet taken a step."""
    graph = sliding.prepare(puzzle, estimates.compiled(puzzle, name))
    return Search(graph, sliding.packed(puzzle, graph, puzzle.start[None]), allowed, limit)


def test_limits_on_depth_are_complete() -> None:
    """Below 22 moves there is no plan and something was cut off; with 22 the plan is found, and the judge accepts it."""
    puzzle = tiles(numbers(FAR))
    search = begun(puzzle, None, 21)
    assert search.run(1 << 40) == EXHAUSTED
    assert search.beyond == 22
    search = begun(puzzle, None, 22)
    assert search.run(1 << 40) == GOAL
    states = sliding.labels(puzzle, search.graph, search.path()).astype(np.int64)
    assert len(states) == 23
    assert not faults(puzzle, states)


@pytest.mark.parametrize(
    ("puzzle", "name", "length"), [(tiles(numbers(FAR)), "h2", 22), (tiles(numbers(FAR)), "h1", 22)]
)
def test_deepening_finds_an_optimum(puzzle: Sliding, name: str, length: int) -> None:
    """Each limit is the least sum cut off by the one before, and the first plan is a shortest one."""
    search = begun(puzzle, name, 0)
    search.deepen(search.root_estimate)
    while (code := search.run(1 << 40)) == EXHAUSTED:
        assert search.exhausted
        assert search.beyond is not None
        search.deepen(search.beyond)
    assert not search.exhausted
    assert (code, len(search.path()) - 1) == (GOAL, length)


def test_slices_change_nothing() -> None:
    """Slices of 7 expansions expand and generate what one call does."""
    counts = []
    for nodes in (1 << 40, 7):
        search = begun(tiles(numbers(FAR)), "h1", 20)
        while search.run(nodes) == OUT_OF_NODES:
            pass
        counts.append(search.registers[[EXPANDED, GENERATED]].tolist())
    assert counts[0] == counts[1]
    assert counts[0][0] > 1000


def test_a_path_never_meets_itself() -> None:
    """Without a limit the path grows through many tables, and no state is on it twice."""
    search = begun(tiles(FIFTEEN, range(16), 4), None, None)
    search.run(30_000)
    path = search.path()
    assert len(path) > 20_000
    assert len(np.unique(path, axis=0)) == len(path)


def test_small_spaces_are_exhausted() -> None:
    """A goal that cannot be reached ends the search with nothing cut off."""
    search = begun(blocks(("A.B",), [{"B": (0, 0)}], identical=False), None, None)
    assert search.run(1 << 40) == EXHAUSTED
    assert search.beyond is None


def test_memory_is_refused_before_it_is_taken() -> None:
    """A path that would outgrow its bytes is refused."""
    search = begun(tiles(FIFTEEN, range(16), 4), None, None, 1_000_000)
    with pytest.raises(OutOfMemory):
        search.run(10_000_000)
    assert search.registers[depth_first.DEPTH] > 1_000
