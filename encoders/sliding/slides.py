"""Where a block can slide among others, and by which path. Not here: the rules of plans (see the referees)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from encoders.geometry.lattice import Cell, Shape
from exactcover.model.space import DIRECTIONS, STEPS, Metric, Motion

STEP_OF: dict[str, Cell] = dict(zip(DIRECTIONS, STEPS, strict=True))
"""The step (rows, columns) of each direction."""

OPPOSITE = {"UP": "DOWN", "DOWN": "UP", "LEFT": "RIGHT", "RIGHT": "LEFT"}
"""The opposite of each direction."""

ARROWS = dict(zip(DIRECTIONS, "↑↓←→", strict=True))
"""The arrow for each direction in captions."""


def moved(cells: Iterable[Cell], by: Cell) -> Shape:
    """Return cells moved by that many rows and columns."""
    return tuple((row + by[0], column + by[1]) for row, column in cells)


def is_long(block: Iterable[Cell]) -> bool:
    """Return whether a block's box is longer than wide."""
    rows, columns = zip(*block, strict=True)
    return bool(max(rows) - min(rows) != max(columns) - min(columns))


def slides(
    block: Shape, free: AbstractSet[Cell], metric: Metric, motion: Motion = "any"
) -> dict[Cell, tuple[str, ...]]:
    """Return where a block can go in one move, and a shortest path there.

    free: the cells that no other block covers, its own included; motion: see Blocks. Keys are the displacement (rows,
    columns), never (0, 0), in order of the path's length, then of its directions (UP, DOWN, LEFT, RIGHT).
    """
    paths: dict[Cell, tuple[str, ...]] = {(0, 0): ()}
    pending = deque(paths)
    steps = dict(STEP_OF)
    if motion == "lengthwise" and is_long(block):
        rows, columns = zip(*block, strict=True)
        upright = max(rows) - min(rows) > max(columns) - min(columns)
        steps = {direction: step for direction, step in STEP_OF.items() if bool(step[0]) == upright}
    while pending:
        current = pending.popleft()
        for direction, (down, right) in steps.items():
            place = (current[0] + down, current[1] + right)
            if place not in paths and free >= set(moved(block, place)):
                paths[place] = (*paths[current], direction)
                if metric == "moves":
                    pending.append(place)
    del paths[0, 0]
    return paths
