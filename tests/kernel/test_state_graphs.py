"""Sliding boards as compiled state graphs: packing, successors and estimates against plain Python, tables that grow."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from exactcover.kernel.graphs import breadth_first, estimates, sliding
from exactcover.kernel.graphs.state_graph import ESTIMATE, IS_GOAL, expand
from exactcover.kernel.graphs.state_table import OutOfMemory, Table, enter_all, lookup
from exactcover.model.errors import InvalidModel
from exactcover.model.space import Heuristic, Metric, Sliding
from tests.encoders.sliding.oracle import estimate
from tests.sliding_models import blocks, huarong_dao, labels_of, naive_moves, numbers, tiles, two_ls

WALLED = ("AA#B", ".C.B", "DC..", "DEE#")
LARGE = (*["." * 9] * 7, "AAB.CCD.E", "A.BBC.DDE")


def moved(puzzle: Sliding, state: tuple[int, ...]) -> set[tuple[int, ...]]:
    """All states one move away, from the rules alone."""
    return {labels_of(puzzle, after) for after in naive_moves(puzzle, frozenset(puzzle.blocks(np.array(state))))}


def walk(puzzle: Sliding, length: int, seed: int) -> list[tuple[int, ...]]:
    """The states of a random walk from the start."""
    rng = random.Random(seed)
    states = [tuple(puzzle.start.tolist())]
    for _ in range(length):
        states.append(rng.choice(sorted(moved(puzzle, states[-1]))))
    return states


def puzzles(metric: Metric) -> list[Sliding]:
    """Boards of all sorts: tiles, merged and numbered blocks, walls, a board of two words a state."""
    return [
        two_ls(metric=metric),
        two_ls(False, metric),
        huarong_dao(metric),
        blocks(WALLED, [{"C": (0, 1)}], metric),
        blocks(LARGE, [{"B": (0, 0)}], metric),
        *([tiles(numbers("806547231")), sparse()] if metric == "steps" else []),
        blocks(("ABC.", "DEF#", "GHIJ"), [{"A": (0, 3), "B": (0, 3)}, {"D": (0, 3)}], metric, identical=False),
        blocks(("ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWX."), [{"X": (4, 4)}], metric, identical=False),
    ]


def sparse() -> Sliding:
    """Tiles, three of them alike, on a board with walls and four empty cells; sums of weights are its estimates."""
    board = blocks(("AB.C", ".#D.", "EF.G"), [{"A": (0, 0), "D": (2, 2)}], "steps", identical=False)
    alike = np.array([min(label, 5) for label in board.start.tolist()])
    weights = Heuristic("sum", np.arange(60).reshape(5, 12) * 7 % 11)
    return Sliding(
        board.floor,
        board.shapes[:5],
        alike,
        board.goals,
        "steps",
        {"s": weights, "l": Heuristic("largest", weights.table)},
    )


@pytest.mark.parametrize("metric", ["steps", "moves"])
def test_successors_are_those_of_the_rules(metric: Metric) -> None:
    """Along random walks, each state has the successors that the rules give it, each once, and is read back as it was."""
    for puzzle in puzzles(metric):
        graph = sliding.prepare(puzzle, estimates.compiled(puzzle, None))
        for state in walk(puzzle, 12, seed=len(puzzle.start)):
            rows = sliding.packed(puzzle, graph, np.array([state]))
            assert sliding.labels(puzzle, graph, rows)[0].tolist() == list(state)
            count = expand(graph, rows, 0, True)
            after = list(map(tuple, sliding.labels(puzzle, graph, graph.successors[:count]).tolist()))
            assert len(set(after)) == count
            assert set(after) == moved(puzzle, state)
            assert graph.about[IS_GOAL] == puzzle.is_goal(np.array(state))
            assert [puzzle.is_goal(np.array(each)) for each in after] == graph.reached[:count].tolist()


def test_words_are_in_the_order_of_labels() -> None:
    """States compare as words exactly as their rows of labels compare, on one word and on several."""
    for puzzle in puzzles("steps"):
        graph = sliding.prepare(puzzle, estimates.compiled(puzzle, None))
        states = sorted(set(walk(puzzle, 40, seed=1)))
        rows = sliding.packed(puzzle, graph, np.array(states)).tolist()
        assert rows == sorted(rows)


def defined(puzzle: Sliding, name: str, labels: Sequence[int]) -> int:
    """What a bound says of a state, by its definition."""
    return estimate(puzzle, name, tuple(puzzle.blocks(np.array(labels))))


def test_estimates_follow_their_definitions() -> None:
    """Every form of bound says of a state and of its successors what its definition says."""
    weights = np.arange(225).reshape(9, 25) % 7
    plain = two_ls(False)
    rich = Sliding(
        plain.floor, plain.shapes, plain.start, plain.goals, "steps",
        {
            **plain.heuristics, "s": Heuristic("sum", weights), "l": Heuristic("largest", weights),
            "p": Heuristic("plus", of=("s", "max")),
        },
    )  # fmt: skip
    for puzzle, name in [(each, name) for each in (rich, sparse()) for name in each.heuristics]:
        graph = sliding.prepare(puzzle, estimates.compiled(puzzle, name))
        for state in walk(puzzle, 15, seed=3):
            count = expand(graph, sliding.packed(puzzle, graph, np.array([state])), 0, False)
            assert graph.about[ESTIMATE] == defined(puzzle, name, state)
            after = sliding.labels(puzzle, graph, graph.successors[:count]).tolist()
            assert graph.estimates[:count].tolist() == [defined(puzzle, name, each) for each in after]


def test_bounds_made_of_themselves_are_refused() -> None:
    """A bound whose operands lead back to it has no program."""
    plain = tiles(numbers("806547231"))
    circle = {"a": Heuristic("max", of=("b",)), "b": Heuristic("plus", of=("a",))}
    puzzle = Sliding(plain.floor, plain.shapes, plain.start, plain.goals, "steps", circle)
    with pytest.raises(InvalidModel, match="made of itself"):
        estimates.compiled(puzzle, "a")


def test_tables_keep_numbers_while_they_grow() -> None:
    """Every state keeps its number through many growths, and one that is not there is not found."""
    rng = np.random.default_rng(5)
    rows = np.unique(rng.integers(0, 1 << 63, size=(30_000, 2), dtype=np.uint64), axis=0)
    table, count = Table(2, 1 << 30, {"costs": np.int32}), 0
    for begin in range(0, len(rows), 1000):
        part = rows[begin : begin + 1000]
        if count + len(part) > table.capacity:
            table.grow(count, count + len(part))
        table.beside["costs"][count : count + len(part)] = np.arange(count, count + len(part))
        count = int(enter_all(table.slots, table.states, count, part))
    assert count == len(rows)
    assert (lookup(table, rows) == np.arange(count)).all()
    assert (table.beside["costs"][:count] == np.arange(count)).all()
    assert (lookup(table, rows + np.uint64(1)) == -1).all()


def test_tables_refuse_to_outgrow_their_bytes() -> None:
    """The limit counts the old arrays and the new ones side by side, and is never passed."""
    allowed = 3_000_000
    table = Table(1, allowed)

    def grow() -> None:
        """Grow until that is refused; no growth passes the limit."""
        while True:
            before = table.bytes_for(table.capacity)
            table.grow(table.capacity, table.capacity + 1)
            assert before + table.bytes_for(table.capacity) <= allowed

    with pytest.raises(OutOfMemory, match=f"fill the {allowed} bytes"):
        grow()
    assert table.capacity > 50_000


def test_breadth_first_goes_on_from_any_slice() -> None:
    """Layers do not depend on how many states a call expands."""
    puzzle = tiles(numbers("b12345678"))
    whole: list[int] = []
    for nodes in (1 << 40, 997):
        graph = sliding.prepare(puzzle, estimates.compiled(puzzle, None))
        search = breadth_first.Search(graph, sliding.packed(puzzle, graph, puzzle.start[None]), 1 << 30)
        while not search.exhausted:
            search.run(nodes, stop_at_goal=False)
        whole = whole or search.starts
        assert search.starts == whole
    assert whole[-1] == 181_440
