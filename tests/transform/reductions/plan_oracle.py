"""Small random sliding puzzles, and shortest plans of them by plain breadth-first search over sets of blocks."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from exactcover.model.space import STEPS, Metric, Sliding

SHAPES = (((0, 0),), ((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 0), (0, 1), (1, 0)), ((0, 0), (1, -1), (1, 0)))
State = frozenset[tuple[int, int]]


def after_one_move(puzzle: Sliding, state: State) -> set[State]:
    """The states that one move of one block leads to."""
    found: set[State] = set()
    for shape, first in sorted(state):
        others = state - {(shape, first)}
        taken = {cell for block, at in others for cell in puzzle.covered(block, at) or ()}
        reached, pending = {first}, [first]
        while pending:
            row, column = divmod(pending.pop(), puzzle.columns)
            for down, right in STEPS:
                cell = (row + down) * puzzle.columns + column + right
                if not (0 <= row + down < puzzle.floor.shape[0] and 0 <= column + right < puzzle.columns):
                    continue
                covers = puzzle.covered(shape, cell)
                if covers is not None and not taken.intersection(covers) and cell not in reached:
                    reached.add(cell)
                    if puzzle.metric == "moves":
                        pending.append(cell)
        found.update(others | {(shape, cell)} for cell in reached - {first})
    return found


def shortest(puzzle: Sliding) -> int | None:
    """The length of a shortest plan, None where there is none."""
    layer = {frozenset(puzzle.blocks(puzzle.start))}
    seen, depth = set(layer), 0
    while layer:
        if any(set(goal) <= state for state in layer for goal in puzzle.goals):
            return depth
        layer = {after for state in layer for after in after_one_move(puzzle, state)} - seen
        seen |= layer
        depth += 1
    return None


def random_puzzle(seed: int, metric: Metric) -> Sliding:
    """A board of up to 12 cells and blocks of up to 3; its goals are parts of states that walks without returns led to."""
    rng = random.Random(seed)
    rows, columns = rng.choice([(2, 3), (3, 3), (2, 4), (3, 4)])
    floor = np.ones((rows, columns), dtype=np.bool_)
    if rng.random() < 0.4:
        floor[rng.randrange(rows), rng.randrange(columns)] = False
    shapes: list[tuple[tuple[int, int], ...]] = []
    start = np.zeros((rows, columns), dtype=np.int64)
    placed: list[tuple[int, int]] = []
    kept = rng.choice([1, 1, 2, 2, 3, 4])
    for _ in range(40):
        form = rng.choice(SHAPES)
        row, column = rng.randrange(rows), rng.randrange(columns)
        cells = [(row + down, column + right) for down, right in form]
        inside = all(0 <= r < rows and 0 <= c < columns and floor[r, c] and not start[r, c] for r, c in cells)
        if not inside or int((floor & (start == 0)).sum()) - len(cells) < kept:
            continue
        if form not in shapes or rng.random() < 0.4:
            shapes.append(form)
        shape = max(number for number, each in enumerate(shapes) if each == form)
        placed.append((shape, row * columns + column))
        for r, c in cells:
            start[r, c] = shape + 1
    bare = Sliding(floor, tuple(map(np.array, shapes)), start.ravel(), ((placed[0],),), metric)
    goals = []
    for _ in range(rng.choice([1, 1, 2])):
        state = frozenset(bare.blocks(bare.start))
        seen = {state}
        for _ in range(25):
            state = rng.choice(sorted(after_one_move(bare, state) - seen, key=sorted) or [state])
            seen.add(state)
        goals.append(tuple(rng.sample(sorted(state), rng.choice([1, len(state), len(state)]))))
    return replace(bare, goals=tuple(goals))
