"""Sliding blocks read from the keys of a specification: board, goal, metric, motion, identical. Raises InvalidInput, one
sentence per fault. A position of Rush Hour as one line: rush_hour.py.

A goal that cannot be reached is not a fault, but makes a puzzle without a solution, provided that the blocks fit their target
positions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, cast, get_args

import numpy as np

from encoders.geometry.board import Board, board
from encoders.geometry.lattice import Cell, Shape
from encoders.keys import Keys, refuse_unknown, shown, yes_or_no
from encoders.sliding.blocks import rush_hour
from encoders.sliding.blocks.blocks import LETTERS, Blocks, Places, corners
from encoders.sliding.slides import moved
from exactcover.model.arrays import Mask
from exactcover.model.errors import InvalidInput, nearest
from exactcover.model.space import STEPS, Metric, Motion

KEYS = ("board", "goal", "metric", "motion", "identical", rush_hour.KEY)
MOST_CELLS = 2500
_PLACE = re.compile(r"([A-Za-z])@([0-9]{1,9}),([0-9]{1,9})")
_METRICS, _MOTIONS = get_args(Metric), get_args(Motion)


def blocks(keys: Keys) -> Blocks:
    """Return the sliding-block puzzle that the keys describe; raises InvalidInput."""
    refuse_unknown(keys, "blocks puzzle", KEYS)
    if rush_hour.KEY in keys:
        keys = rush_hour.written_out(keys)
    for key, example in (("board", "AA./.B#"), ("goal", "A@1,0")):
        if key not in keys:
            raise InvalidInput(f"the blocks puzzle has no {key}; expected {key}={example}")
    drawn = _plane(keys["board"], "board")
    shapes = _whole(drawn, "board")
    metric = keys.get("metric", "steps")
    if metric not in _METRICS:
        raise InvalidInput(f"metric is {shown(metric)}; expected steps or moves{nearest(str(metric), _METRICS)}")
    motion = keys.get("motion", "any")
    if motion not in _MOTIONS:
        raise InvalidInput(f"motion is {shown(motion)}; expected any or lengthwise{nearest(str(motion), _MOTIONS)}")
    identical = yes_or_no(keys["identical"], "identical") if "identical" in keys else True
    goal: Any = keys["goal"]
    if goal == "two-ls":
        _refuse_corners(shapes)
    else:
        goal = _places(goal, shapes, drawn.cells)
    puzzle = Blocks(drawn.cells, shapes, goal, cast(Metric, metric), identical, cast(Motion, motion))
    if not puzzle.alternatives():
        raise InvalidInput(
            f"the goal is two-ls, and {' and '.join(corners(shapes))} can fill no box on this board; expected corners that fit"
        )
    return puzzle


def _plane(value: Any, key: str) -> Board:
    """Return a picture of a board in the plane."""
    if isinstance(value, str) and len(value) > 4 * MOST_CELLS:
        raise InvalidInput(f"the {key}'s picture has {len(value)} characters; expected at most {MOST_CELLS} cells")
    drawn = board(value)
    if drawn.cells.ndim != 2:
        raise InvalidInput(f"the {key} has {drawn.cells.ndim} dimensions; expected rows and columns")
    if drawn.cells.size > MOST_CELLS:
        raise InvalidInput(f"the {key} has {drawn.cells.size} cells; expected at most {MOST_CELLS}")
    if not drawn.letters:
        raise InvalidInput(
            f"the {key} is {shown(value)}, without a block; expected a picture with a letter for each block"
        )
    return drawn


def _whole(drawn: Board, key: str) -> dict[str, Shape]:
    """Return the blocks by letter; raises InvalidInput for a disconnected one."""
    shapes: dict[str, Shape] = {}
    for letter in sorted(drawn.letters, key=LETTERS.index):
        cells = drawn.letters[letter]
        reached, pending = {cells[0]}, [cells[0]]
        while pending:
            row, column = pending.pop()
            near = {(row + down, column + right) for down, right in STEPS}.intersection(cells) - reached
            reached |= near
            pending.extend(near)
        if len(reached) < len(cells):
            away = next(cell for cell in cells if cell not in reached)
            raise InvalidInput(
                f"the {key} has block {letter} cut in two, at {_at(cells[0])} and {_at(away)}; expected connected cells"
            )
        shapes[letter] = cells
    return shapes


def _refuse_corners(shapes: dict[str, Shape]) -> None:
    number = len(corners(shapes))
    if number != 2:
        raise InvalidInput(f"the goal is two-ls, and the board has {number} V3 blocks; expected two")


def _places(value: Any, shapes: dict[str, Shape], floor: Mask) -> Places:
    """Return the positions of a goal `B@3,1/C@0,0`, or of a picture of all blocks."""
    if not isinstance(value, str):
        raise InvalidInput(f"goal is {shown(value)}; expected B@3,1, a picture, or two-ls")
    if "@" not in value:
        return _of_picture(value, shapes, floor)
    places: dict[str, Cell] = {}
    for part in value.split("/"):
        read = _PLACE.fullmatch(part.strip())
        if read is None:
            raise InvalidInput(f"goal has {shown(part)}; expected a block and its first cell, such as B@3,1")
        letter = read[1]
        if letter not in shapes:
            raise InvalidInput(
                f"the goal names block {letter}, which is not on the board; expected one of {', '.join(shapes)}"
            )
        if letter in places:
            raise InvalidInput(f"the goal names block {letter} twice; expected one place per block")
        places[letter] = (int(read[2]), int(read[3]))
    taken: dict[Cell, str] = {}
    for letter, cell in places.items():
        for covered in moved(_shape(shapes[letter]), cell):
            if not _within(covered, floor):
                raise InvalidInput(
                    f"the goal has block {letter} at {_at(cell)}, where it does not fit; expected a place on the board"
                )
            if covered in taken:
                raise InvalidInput(
                    f"the goal has blocks {taken[covered]} and {letter} overlap at {_at(covered)}; expected them apart"
                )
            taken[covered] = letter
    return _in_order(places.items())


def _within(cell: Cell, floor: Mask) -> bool:
    return all(0 <= x < n for x, n in zip(cell, floor.shape, strict=True)) and bool(floor[cell])


def _of_picture(value: str, shapes: dict[str, Shape], floor: Mask) -> Places:
    """Return the positions of all blocks in a goal's picture, which must have the board's cells and blocks."""
    try:
        drawn = _plane(value, "goal")
    except InvalidInput as fault:
        raise InvalidInput(f"goal is {shown(value)}, no picture: {fault}") from fault
    if drawn.cells.shape != floor.shape:
        goal, expected = ("x".join(map(str, cells.shape)) for cells in (drawn.cells, floor))
        raise InvalidInput(f"the goal's picture is {goal}; expected {expected} as the board is")
    differ = np.argwhere(drawn.cells != floor).tolist()
    if differ:
        raise InvalidInput(f"the goal's picture differs from the board at {_at(differ[0])}; expected the same walls")
    goal_shapes = _whole(drawn, "goal")
    for letter in sorted({*shapes, *goal_shapes}, key=LETTERS.index):
        if letter not in goal_shapes or letter not in shapes:
            where = "the goal's picture" if letter in shapes else "the board"
            raise InvalidInput(f"block {letter} is not in {where}; expected the same blocks in board and goal")
        if _shape(goal_shapes[letter]) != _shape(shapes[letter]):
            raise InvalidInput(f"block {letter} has another shape in the goal's picture; expected the board's")
    return _in_order((letter, cells[0]) for letter, cells in goal_shapes.items())


def _shape(cells: Shape) -> Shape:
    return moved(cells, (-cells[0][0], -cells[0][1]))


def _in_order(places: Iterable[tuple[str, Cell]]) -> Places:
    return tuple(sorted(places, key=lambda place: LETTERS.index(place[0])))


def _at(cell: Iterable[int]) -> str:
    return ",".join(map(str, cell))


def with_names(keys: Keys, solution: Any) -> Keys:
    """Return canonical keys with the letters that a solution's `blocks` gives to the blocks, in order of first cells."""
    names = solution.get("blocks") if isinstance(solution, dict) else None
    drawn, goal = keys.get("board"), keys.get("goal")
    if not isinstance(names, str) or not isinstance(drawn, str) or not isinstance(goal, str):
        return keys
    count = len(set(drawn) & set(LETTERS))
    if len(set(names)) != len(names) or len(names) != count or not set(names) <= set(LETTERS):
        return keys
    renamed = str.maketrans(LETTERS[:count], names)
    return {**keys, "board": drawn.translate(renamed), "goal": goal if goal == "two-ls" else goal.translate(renamed)}
