"""Pictures of a plan of sliding blocks: a strip with a board for each move, and a film with a frame for every step."""

from __future__ import annotations

import numpy as np

from encoders.draw.picture import Picture
from encoders.sliding.blocks.blocks import Blocks
from encoders.sliding.plan_to_picture import Board, alone, refuse_long, strip
from encoders.sliding.slides import ARROWS, STEP_OF, moved
from exactcover.model.encoding import Solution


def picture(puzzle: Blocks, solution: Solution | None) -> Picture:
    """Return the boards of an accepted plan, one per move; without a plan, start and goal."""
    start: Board = dict(puzzle.blocks)
    if solution is not None:
        return _strip(puzzle, _boards(puzzle, solution, every_step=False))
    if puzzle.goal == "two-ls":
        return alone(frozenset(map(tuple, np.argwhere(puzzle.floor).tolist())), _dims(puzzle), start)
    goal = {letter: moved(puzzle.shape(letter), cell) for letter, cell in puzzle.goal}
    return _strip(puzzle, [("start", start), ("goal", goal)])


def film(puzzle: Blocks, solution: Solution) -> Picture:
    """Return the boards of an accepted plan, one for every step of every move."""
    return _strip(puzzle, _boards(puzzle, solution, every_step=True))


def _strip(puzzle: Blocks, boards: list[tuple[str, Board]]) -> Picture:
    return strip(frozenset(map(tuple, np.argwhere(puzzle.floor).tolist())), _dims(puzzle), boards)


def _dims(puzzle: Blocks) -> tuple[int, int]:
    return puzzle.floor.shape[0], puzzle.floor.shape[1]


def _boards(puzzle: Blocks, solution: Solution, every_step: bool) -> list[tuple[str, Board]]:
    refuse_long(1 + sum(len(move) - 1 if every_step else 1 for move in solution["moves"]), _dims(puzzle))
    board = dict(puzzle.blocks)
    boards: list[tuple[str, Board]] = [("start", dict(board))]
    for number, (letter, *path) in enumerate(solution["moves"], start=1):
        caption = f"{number} {letter}{''.join(ARROWS[way] for way in path)}"
        for place, way in enumerate(path, start=1):
            board[letter] = moved(board[letter], STEP_OF[way])
            if every_step or place == len(path):
                boards.append((caption, dict(board)))
    return boards
