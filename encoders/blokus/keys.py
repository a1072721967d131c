"""Blokus read from the keys of a specification: board, holes, pieces, goal, start, targets, own, others, anchor.

Raises InvalidInput, one sentence per fault. A target that can never be covered is not a fault, but makes a puzzle without a
solution.
"""

from __future__ import annotations

from typing import Any, cast, get_args

from encoders.blokus.blokus import Anchor, Blokus, Goal
from encoders.geometry.board import board
from encoders.geometry.lattice import Cell, Shape
from encoders.geometry.lattices import SQUARE
from encoders.geometry.piece import canonical
from encoders.keys import Keys, coordinates, refuse_unknown, shown
from encoders.piece_keys import wanted_pieces
from exactcover.model.arrays import Mask
from exactcover.model.errors import InvalidInput, nearest

KEYS = ("board", "holes", "pieces", "goal", "start", "targets", "own", "others", "anchor")
MOST_CELLS = 2500


def blokus(keys: Keys) -> Blokus:
    """Return the position of Blokus that the keys describe; raises InvalidInput."""
    refuse_unknown(keys, "blokus puzzle", KEYS)
    for key, example in (("board", "14x14"), ("goal", "corners")):
        if key not in keys:
            raise InvalidInput(f"the blokus puzzle has no {key}; expected {key}={example}")
    goal = cast(Goal, _one_of(keys["goal"], "goal", get_args(Goal)))
    squares = _board(keys)
    own, others = (_squares(keys, key, squares) for key in ("own", "others"))
    both = sorted(own & others)
    if both:
        raise InvalidInput(f"own and others both have {_at(both[0])}; expected different squares")
    start = _start(keys, squares, others)
    return Blokus(
        squares,
        _pieces(keys.get("pieces", "blokus")),
        goal,
        start,
        _targets(keys, goal, squares),
        own,
        others,
        cast(Anchor, _one_of(keys.get("anchor", "whole"), "anchor", get_args(Anchor))),
    )


def _one_of(value: Any, key: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise InvalidInput(f"{key} is {shown(value)}; expected {', '.join(known)}{nearest(str(value)[:100], known)}")
    return str(value)


def _board(keys: Keys) -> Mask:
    drawn = board(keys["board"])
    if drawn.cells.ndim != 2:
        raise InvalidInput(f"the board has {drawn.cells.ndim} dimensions; expected rows and columns")
    if drawn.cells.size > MOST_CELLS:
        raise InvalidInput(f"the board has {drawn.cells.size} cells; expected at most {MOST_CELLS}")
    if drawn.letters:
        raise InvalidInput(f"the board has the letter {next(iter(drawn.letters))}; expected . and #, own= and others=")
    squares = drawn.cells.copy()
    for hole in _cells(keys, "holes"):
        if any(x >= n for x, n in zip(hole, squares.shape, strict=True)):
            raise InvalidInput(f"hole {_at(hole)} is off the board; expected coordinates within {_size(squares)}")
        squares[hole] = False
    if not squares.any():
        raise InvalidInput("the holes leave no cell of the board; expected at least one")
    return squares


def _cells(keys: Keys, key: str) -> tuple[Cell, ...]:
    return coordinates(keys[key], key, 2) if keys.get(key, "") not in ("", []) else ()


def _squares(keys: Keys, key: str, squares: Mask) -> frozenset[Cell]:
    """Return the squares of a key, all on the board and without repetition."""
    cells = _cells(keys, key)
    for number, cell in enumerate(cells):
        _refuse_off(cell, key, squares)
        if cell in cells[:number]:
            raise InvalidInput(f"{key} has {_at(cell)} twice; expected different squares")
    return frozenset(cells)


def _refuse_off(cell: Cell, key: str, squares: Mask) -> None:
    if any(x >= n for x, n in zip(cell, squares.shape, strict=True)):
        raise InvalidInput(
            f"{key} has {_at(cell)}, which is off the board; expected coordinates within {_size(squares)}"
        )
    if not squares[cell]:
        raise InvalidInput(f"{key} has {_at(cell)}, which is a hole; expected a square of the board")


def _start(keys: Keys, squares: Mask, others: frozenset[Cell]) -> Cell:
    """Return the start, by default 0,0; if it is meaningless, because there are own squares, any value is accepted."""
    cells = coordinates(
        keys.get("start", "0,0") if "start" not in keys or isinstance(keys["start"], str) else [keys["start"]],
        "start",
        2,
    )
    if len(cells) != 1:
        raise InvalidInput(f"start is {shown(keys['start'])}; expected one square such as 0,0")
    if not _cells(keys, "own"):
        _refuse_off(cells[0], "start", squares)
        if cells[0] in others:
            raise InvalidInput(f"start is {_at(cells[0])}, which others have covered; expected a free square")
    return cells[0]


def _targets(keys: Keys, goal: Goal, squares: Mask) -> tuple[Cell, ...]:
    if goal != "cover" and "targets" in keys:
        raise InvalidInput(f"targets are given, and the goal is {goal}; expected goal=cover with targets")
    if goal == "corners":
        height, width = squares.shape
        corners = ((0, 0), (0, width - 1), (height - 1, 0), (height - 1, width - 1))
        for cell in corners:
            if not squares[cell]:
                raise InvalidInput(
                    f"the goal is corners, and the corner {_at(cell)} is a hole; expected goal=cover with targets"
                )
        return tuple(sorted(set(corners)))
    targets = _squares(keys, "targets", squares) if goal == "cover" else frozenset[Cell]()
    if goal == "cover" and "targets" not in keys:
        raise InvalidInput("the goal is cover, and there are no targets; expected targets=5,5/8,8")
    return tuple(sorted(targets))


def _pieces(value: Any) -> tuple[tuple[str, Shape], ...]:
    """Return the pieces in order of their cells; raises InvalidInput if a piece is named twice."""
    pieces: dict[str, Shape] = {}
    shapes: dict[Shape, str] = {}
    for piece, _ in wanted_pieces(value, SQUARE):
        shape = canonical(piece.cells, SQUARE, "isometries")
        if not _in_one_part(shape):
            raise InvalidInput(f"piece {piece.name} is in parts; expected squares that share edges")
        if piece.name in pieces or shape in shapes:
            other = shapes.get(shape, piece.name)
            same = f"{piece.name} twice" if other == piece.name else f"{other} and {piece.name}, which are one shape"
            raise InvalidInput(f"pieces has {same}; expected each piece once")
        pieces[piece.name], shapes[shape] = shape, piece.name
    return tuple(sorted(pieces.items(), key=lambda piece: piece[1]))


def _in_one_part(shape: Shape) -> bool:
    """Return whether steps over edges lead from a square of a shape to all others."""
    left = set(shape)
    pending = [left.pop()]
    while pending:
        row, column = pending.pop()
        beside = left.intersection(((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)))
        left -= beside
        pending += beside
    return not left


def _size(squares: Mask) -> str:
    return "x".join(map(str, squares.shape))


def _at(cell: Cell) -> str:
    return ",".join(map(str, cell))


def with_names(keys: Keys, solution: Any) -> Keys:
    """Return canonical keys with the names that a solution's placements give to pieces of their shape."""
    placements = solution.get("placements", []) if isinstance(solution, dict) else []
    pieces = keys.get("pieces")
    if not isinstance(pieces, list) or not isinstance(placements, list):
        return keys
    names = {}
    for placement in placements:
        try:
            names[canonical(tuple(map(tuple, placement["cells"])), SQUARE, "isometries")] = placement["piece"]
        except (TypeError, KeyError, IndexError, ValueError):  # not a valid placement: it names nothing
            continue
    named = []
    for piece in pieces:
        name = names.get(_shape(piece))
        named.append(piece | {"name": name} if name and isinstance(piece, dict) else piece)
    return {**keys, "pieces": named}


def _shape(piece: Any) -> Any:
    try:
        return tuple(map(tuple, piece["cells"]))
    except (TypeError, KeyError):
        return None
