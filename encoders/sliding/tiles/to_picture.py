"""Pictures of a plan of the n-puzzle: a strip of boards, and a film with a frame for every step."""

from __future__ import annotations

from itertools import product

from encoders.draw.picture import Picture
from encoders.sliding.plan_to_picture import Board, refuse_long, strip
from encoders.sliding.slides import ARROWS, STEP_OF, moved
from encoders.sliding.tiles.tiles import Tiles
from exactcover.model.encoding import Solution


def picture(tiles: Tiles, solution: Solution | None) -> Picture:
    """Return the boards of an accepted plan, or start and goal without one."""
    if solution is None:
        boards = [("start", _board(tiles, tiles.start)), ("goal", _board(tiles, tiles.goal))]
    else:
        boards = _boards(tiles, solution)
    floor = frozenset(product(range(tiles.rows), range(tiles.columns)))
    return strip(floor, (tiles.rows, tiles.columns), boards)


def _board(tiles: Tiles, numbers: tuple[int, ...]) -> Board:
    places = {number: divmod(cell, tiles.columns) for cell, number in enumerate(numbers)}
    return {str(number): (places[number],) for number in range(1, len(numbers))}


def _boards(tiles: Tiles, solution: Solution) -> list[tuple[str, Board]]:
    refuse_long(1 + len(solution["moves" if "moves" in solution else "blank"]), (tiles.rows, tiles.columns))
    board = dict(_board(tiles, tiles.start))
    boards: list[tuple[str, Board]] = [("start", dict(board))]
    names = {cells[0]: name for name, cells in board.items()}
    hole = divmod(tiles.start.index(0), tiles.columns)
    plan = [(str(tile), way) for tile, way in solution["moves"]] if "moves" in solution else None
    for number, way in enumerate(solution.get("blank", ()) if plan is None else plan, start=1):
        if plan is None:
            beside = moved([hole], STEP_OF[way])[0]
            step = (hole[0] - beside[0], hole[1] - beside[1])
            name, direction = names[beside], next(each for each, known in STEP_OF.items() if known == step)
        else:
            name, direction = way
        (left,) = board[name]
        board[name] = moved([left], STEP_OF[direction])
        names[board[name][0]] = names.pop(left)
        hole = (left[0], left[1])
        boards.append((f"{number} {name}{ARROWS[direction]}", dict(board)))
    return boards
