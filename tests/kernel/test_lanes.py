"""Blocks that each slide along a line: the word of a state against the board of labels, on random boards with walls."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from exactcover import backends
from exactcover.kernel.graphs import estimates, lanes, sliding
from exactcover.kernel.graphs.breadth_first import LAYER_DONE, Search
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.events import End, Found
from exactcover.model.space import Metric, Sliding

ROOM = 1 << 28
FORMS = ((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 0), (0, 1), (0, 2)), ((0, 0), (1, 0), (2, 0))


def lengthwise(seed: int) -> Sliding:
    """A board with walls and blocks of two or three cells in a line, some of one shape, and one or two goals."""
    rng = random.Random(seed)
    rows, columns = rng.randint(2, 5), rng.randint(3, 6)
    floor = np.array([[rng.random() > 0.1 for _ in range(columns)] for _ in range(rows)])
    floor[0, :2] = True
    labels = np.zeros((rows, columns), dtype=np.int64)

    def cells_of(shape: int, row: int, column: int) -> list[tuple[int, int]] | None:
        cells = [(row + down, column + right) for down, right in FORMS[shape]]
        return cells if all(r < rows and c < columns and floor[r, c] for r, c in cells) else None

    tries = [(0, 0, 0), *((rng.randrange(4), rng.randrange(rows), rng.randrange(columns)) for _ in range(6))]
    placed = []
    for shape, row, column in tries:
        cells = cells_of(shape, row, column)
        if cells and not any(labels[cell] for cell in cells):
            for cell in cells:
                labels[cell] = shape + 1
            placed.append(shape)
    everywhere = [(row, column) for row in range(rows) for column in range(columns)]
    goals = []
    for shape in placed[-rng.randint(1, 2) :]:
        row, column = rng.choice([place for place in everywhere if cells_of(shape, *place)])
        goals.append(((shape, row * columns + column),))
    metric: Metric = "moves" if seed % 2 else "steps"
    shapes = tuple(map(np.array, FORMS))
    return Sliding(floor, shapes, labels.ravel(), tuple(goals), metric, motion="lengthwise")


def graph_of(puzzle: Sliding, form: Any) -> Any:
    """The graph of a puzzle in one form or the other."""
    return lanes.prepare(puzzle) if form is lanes else sliding.prepare(puzzle, estimates.compiled(puzzle, None))


def layers(puzzle: Sliding, form: Any) -> list[set[bytes]]:
    """The states, as labels, that are reached first after each number of moves; form: the module of the graph."""
    graph = graph_of(puzzle, form)
    search = Search(graph, form.packed(puzzle, graph, puzzle.start[None]), ROOM)
    while not search.exhausted:
        assert search.run(1 << 20, stop_at_goal=False) == LAYER_DONE
    states = form.labels(puzzle, graph, search.table.states[: search.count])
    depths = search.depths()
    return [{states[n].tobytes() for n in np.flatnonzero(depths == depth)} for depth in range(int(depths.max()) + 1)]


@pytest.mark.parametrize("seed", range(60))
def test_the_same_states_are_reached_in_the_same_layers(seed: int) -> None:
    """By words of positions and by boards of labels."""
    puzzle = lengthwise(seed)
    assert layers(puzzle, lanes) == layers(puzzle, sliding)


@pytest.mark.parametrize("seed", range(60))
def test_words_are_read_as_the_labels_they_were_made_of(seed: int) -> None:
    """Each state that can be reached, in any order of its blocks."""
    puzzle = lengthwise(seed)
    graph = lanes.prepare(puzzle)
    assert graph is not None
    search = Search(graph, lanes.packed(puzzle, graph, puzzle.start[None]), ROOM)
    while not search.exhausted:
        search.run(1 << 20, stop_at_goal=False)
    rows = search.table.states[: min(search.count, 200)]
    states = lanes.labels(puzzle, graph, rows).astype(np.int64)
    assert np.array_equal(lanes.packed(puzzle, graph, states), rows)


@pytest.mark.parametrize("seed", range(60))
def test_plans_are_as_short_as_without_lanes(seed: int) -> None:
    """And there is none where there was none; A* with an estimate searches boards of labels."""
    puzzle = lengthwise(seed)
    lengths = set()
    for engine in ("bfs", "ucs"):
        events = list(backends.engine(engine).run("solve", puzzle, EngineOptions(), Limits()))
        assert isinstance(events[-1], End)
        assert events[-1].exhausted
        lengths.add(next((len(event.selection) for event in events if isinstance(event, Found)), None))
    depth = next(
        (place for place, layer in enumerate(layers(puzzle, sliding)) if any(map(goal_of(puzzle), layer))), None
    )
    assert lengths == {None if depth is None else depth + 1}


def goal_of(puzzle: Sliding) -> Callable[[bytes], bool]:
    """A test of a state for being a goal."""

    def reached(state: bytes) -> bool:
        blocks = puzzle.blocks(np.frombuffer(state, dtype=np.uint8).astype(np.int64))
        return any(set(goal) <= set(blocks) for goal in puzzle.goals)

    return reached


def test_blocks_that_may_leave_their_line_have_no_lanes() -> None:
    """Squares move in all directions, and blocks that may turn corners too."""
    floor, labels = np.ones((1, 3), dtype=np.bool_), np.array([1, 0, 0])
    single = Sliding(floor, (np.array([[0, 0]]),), labels, (((0, 2),),), motion="lengthwise")
    assert lanes.prepare(single) is None
    long = Sliding(floor, (np.array([[0, 0], [0, 1]]),), np.array([1, 1, 0]), (((0, 1),),))
    assert lanes.prepare(long) is None
