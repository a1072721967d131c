"""The referee of the n-puzzle: replays a plan on the puzzle's own board, and recomputes the state graph an encoder wrote.

Plans come from untrusted files; it is independent of the encoder's states.
"""

from __future__ import annotations

from typing import Any

from encoders.keys import shown
from encoders.sliding.tiles.tiles import Tiles
from exactcover.model.encoding import Model
from exactcover.model.space import Sliding

_WAYS = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}


def faults(tiles: Tiles, solution: Any) -> list[str]:
    """Return the faults of a plan `{"moves": [[8, "UP"], ...]}` or `{"blank": ["DOWN", ...]}`, one sentence each.

    If a plan has both, both must be correct and agree.
    """
    plans = {key: solution[key] for key in ("moves", "blank") if key in solution} if isinstance(solution, dict) else {}
    if not plans or not all(isinstance(plan, list) for plan in plans.values()):
        return ['the solution has no list of moves; expected {"moves": [[8, "UP"], ...]}, or {"blank": ["DOWN", ...]}']
    wrong: list[str] = []
    tours = []
    for key, plan in plans.items():
        tour = _tour(tiles, key, plan)
        if isinstance(tour, str):
            wrong.append(tour)
        else:
            tours.append(tour)
    if len(tours) == 2 and tours[0] != tours[1]:
        wrong.append("the moves of the tiles and of the blank are two different plans; expected one")
    return wrong


def _tour(tiles: Tiles, key: str, plan: list[Any]) -> list[int] | str:
    """Return the cells that the blank visits, or what is wrong with the plan."""
    board = list(tiles.start)
    blank = board.index(0)
    tour = [blank]
    for number, move in enumerate(plan, start=1):
        read = _read(move, key, len(board))
        if isinstance(read, str):
            return f"move {number} {read}"
        tile, (down, right) = read
        if tile is None:
            row, column = blank // tiles.columns + down, blank % tiles.columns + right
            wrong = f"takes the blank off the board ({move})"
        else:
            row, column = blank // tiles.columns - down, blank % tiles.columns - right
            wrong = f"slides tile {tile} {move[1]}, where the blank is not"
        inside = 0 <= row < tiles.rows and 0 <= column < tiles.columns
        if not inside or (tile is not None and board[row * tiles.columns + column] != tile):
            return f"move {number} {wrong}"
        left = row * tiles.columns + column
        board[blank], board[left] = board[left], 0
        blank = left
        tour.append(blank)
    if tuple(board) != tiles.goal:
        return f"the plan ends at {shown(_drawn(tiles, board))}; expected the goal {shown(_drawn(tiles, tiles.goal))}"
    return tour


def _read(move: Any, key: str, cells: int) -> tuple[int | None, tuple[int, int]] | str:
    """Return the tile (None if the blank's path is given) and its step, or what is wrong with the format."""
    tile, direction = None, move
    if key == "moves":
        if not isinstance(move, list | tuple) or len(move) != 2:
            return f'is {shown(move)}; expected a tile and its direction, such as [8, "UP"]'
        tile, direction = move
        if not isinstance(tile, int) or isinstance(tile, bool) or not 1 <= tile < cells:
            return f"is of tile {shown(tile)}; expected a number from 1 to {cells - 1}"
    if not isinstance(direction, str) or direction not in _WAYS:
        return f"has direction {shown(direction)}; expected UP, DOWN, LEFT or RIGHT"
    return tile, _WAYS[direction]


def _drawn(tiles: Tiles, board: Any) -> str:
    rows = [board[first : first + tiles.columns] for first in range(0, len(board), tiles.columns)]
    return "/".join(",".join(map(str, row)) for row in rows)


def sliding_faults(tiles: Tiles, model: Model) -> list[str]:
    """Return the differences between a state graph and the puzzle: board, tiles, start, goal, metric, estimates."""
    if not isinstance(model, Sliding):
        return [f"the model is a {type(model).__name__}; expected a Sliding"]
    wrong = []
    if model.floor.shape != (tiles.rows, tiles.columns) or not model.floor.all():
        wrong.append(f"the state graph's floor is not the whole board of {tiles.rows}x{tiles.columns}")
    if [shape.tolist() for shape in model.shapes] != [[[0, 0]]] * (len(tiles.start) - 1):
        wrong.append(f"the state graph's blocks are not {len(tiles.start) - 1} tiles of one cell")
    if tuple(model.start.tolist()) != tiles.start:
        wrong.append("the state graph's start is not the puzzle's")
    goal = {(tile - 1, cell) for cell, tile in enumerate(tiles.goal) if tile}
    if [set(alternative) for alternative in model.goals] != [goal]:
        wrong.append("the state graph's goal is not the puzzle's, with every tile in its place")
    if model.metric != "steps":
        wrong.append(f"the state graph counts {model.metric}; expected steps")
    return wrong or _wrong_bounds(tiles, model)


def _wrong_bounds(tiles: Tiles, model: Sliding) -> list[str]:
    """Return which of the estimates misplaced and manhattan do not match their names, cell by cell."""
    wrong = []
    for name in ("misplaced", "manhattan", "h1", "h2"):
        bound = model.heuristics.get(name)
        if bound is None:
            continue
        right = []
        for tile in range(1, len(tiles.start)):
            row, column = divmod(tiles.goal.index(tile), tiles.columns)
            away = [abs(r - row) + abs(c - column) for r in range(tiles.rows) for c in range(tiles.columns)]
            right.append(away if name in ("manhattan", "h2") else [min(1, steps) for steps in away])
        if bound.form != "sum" or bound.table is None or bound.table.tolist() != right:
            wrong.append(f"the state graph's estimate {name} is not what its name says")
    return wrong
