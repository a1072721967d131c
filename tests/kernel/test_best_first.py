"""Best-first search: published counts to the last figure, both conventions, and the same search in any slices."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exactcover.judges import faults
from exactcover.kernel.graphs import best_first, estimates, sliding
from exactcover.kernel.graphs.best_first import EXPANDED, GENERATED, GOAL, OUT_OF_NODES, POPPED, Rules, Search
from exactcover.kernel.graphs.state_table import OutOfMemory
from exactcover.model.space import Sliding
from tests.sliding_models import numbers, tiles, two_ls

TABLE = json.loads((Path(__file__).parent.parent / "eight_puzzle_table.json").read_text())["rows"]
WORST = "806547231"


def begun(puzzle: Sliding, name: str | None, rules: Rules, allowed: int = 1 << 30) -> Search:
    """A search that has not yet taken a step."""
    graph = sliding.prepare(puzzle, estimates.compiled(puzzle, name))
    return Search(graph, sliding.packed(puzzle, graph, puzzle.start[None]), rules, allowed)


def ended(puzzle: Sliding, name: str | None, rules: Rules, pops: int = 1 << 40) -> tuple[int, int]:
    """The entries popped until a goal was found, and the length of the plan, which the judge accepts."""
    search = begun(puzzle, name, rules)
    while (code := search.run(pops)) == OUT_OF_NODES:
        pass
    assert code == GOAL
    states = sliding.labels(puzzle, search.graph, search.path()).astype(np.int64)
    assert not faults(puzzle, states)
    return int(search.registers[POPPED]), len(states) - 1


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row["start"])
def test_eight_puzzle_table(row: dict[str, Any]) -> None:
    """A* and batches pop on each board of the published table exactly what it says, and find plans of those lengths."""
    puzzle = tiles(numbers(row["start"]))
    assert ended(puzzle, "h1", Rules()) == (row["astar_h1"], row["depth"])
    assert ended(puzzle, "h2", Rules()) == (row["astar_h2"], row["depth"])
    for width in (5, 10):
        popped, length = ended(puzzle, "sum", Rules((0, 1), batch=width))
        assert (popped + 1, length) == (row[f"batch_{width}"], row[f"batch_{width}_length"])


@pytest.mark.parametrize(
    ("name", "generated", "expanded"), [("h1", 28984, 6828), ("h2", 4319, 1037), ("max", 4311, 1036)]
)
def test_two_ls_by_the_final_convention(name: str, generated: int, expanded: int) -> None:
    """With pieces numbered and closed states final, A* generates and expands on two-L's the published numbers."""
    puzzle = two_ls(identical=False)
    search = begun(puzzle, name, Rules(reopen=False))
    assert search.run(1 << 40) == GOAL
    assert (search.registers[GENERATED], search.registers[EXPANDED]) == (generated, expanded)
    assert len(search.path()) - 1 == 30


def test_small_board_of_the_source() -> None:
    """On 351 47b 682 A* pops 19 entries with h1 and 10 with h2, and needs 9 moves."""
    puzzle = tiles(numbers("351 47b 682"))
    assert ended(puzzle, "h1", Rules()) == (19, 9)
    assert ended(puzzle, "h2", Rules()) == (10, 9)


@pytest.mark.parametrize("rules", [Rules(), Rules(free=True), Rules((0, 1), batch=7), Rules((2, 3), reopen=False)])
def test_slices_change_nothing(rules: Rules) -> None:
    """A search in slices of 13 entries pops what one in a single call pops, and finds the same plan."""
    puzzle = tiles(numbers("213604875"))
    assert ended(puzzle, "h2", rules, pops=13) == ended(puzzle, "h2", rules)


def test_free_ties_find_an_optimum() -> None:
    """Ties free or by state, reopening or final, A* with an admissible estimate needs 31 moves on the worst board."""
    for rules in (Rules(), Rules(free=True), Rules(reopen=False), Rules((1, 0)), Rules((1, 0), free=True)):
        assert ended(tiles(numbers(WORST)), "h2", rules)[1] == 31


def test_buckets_grow_with_priorities() -> None:
    """Priorities far above the first buckets are filed all the same."""
    puzzle = tiles(numbers(WORST))
    assert ended(puzzle, "h2", Rules((997, 997), free=True))[1] == 31


def test_weights_make_plans_longer_and_searches_shorter() -> None:
    """Twice the estimate pops fewer entries than once, and the plan is at most twice as long as the shortest."""
    puzzle = tiles(numbers(WORST))
    popped, length = ended(puzzle, "h2", Rules((1, 2)))
    assert popped < ended(puzzle, "h2", Rules())[0]
    assert 31 <= length <= 62


@pytest.mark.parametrize("rules", [Rules(), Rules(free=True)])
def test_memory_is_refused_before_it_is_taken(rules: Rules) -> None:
    """A search that would outgrow its bytes says so and has not taken more."""
    search = begun(tiles(numbers(WORST)), "h1", rules, allowed=2_000_000)
    with pytest.raises(OutOfMemory):
        search.run(10_000_000)
    held = (
        search.table.bytes_for(search.table.capacity) + search.queue.nbytes + search.links.nbytes + search.heads.nbytes
    )
    assert held <= 2_000_000
    assert search.registers[best_first.COUNT] > 10_000
