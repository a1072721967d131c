"""Reads the key `wrap` of packings: how the edges of a board are joined. Raises InvalidInput.

The words are about a board in a box of H rows and W columns. In each, k is a whole number, 0 if none is written:
`columns+k`: right of the last column, in row r, comes the first one, in row r + k: a cylinder, its edges joined with a shift.
`rows+k`: below the last row, in column c, comes the first one, in column c + k.
`both+k`: the rows are joined as by `rows`, the columns as by `columns+k`: a torus.
`moebius`: right of the last column, in row r, comes the first one, in row H - 1 - r.
`klein`: the columns are joined as by `moebius`, the rows as by `rows`: a Klein bottle.
`projective`: the columns are joined as by `moebius`; below the last row, in column c, comes the first one, in column W - 1 - c.
Instead of a word one or two translations, such as 0,6/3,3: points that are such a step apart are one cell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from encoders.geometry.lattice import Cell, Lattice, Motions
from encoders.geometry.lattices import HEXAGON, SQUARE, TRIANGLE
from encoders.geometry.named_boards import named_board
from encoders.geometry.piece import Piece
from encoders.geometry.wrap import IDENTITY, Folding, Isometry, Wrap
from encoders.keys import coordinates, shown
from encoders.packing.colours import Allowed
from exactcover.model.arrays import Mask
from exactcover.model.errors import InvalidInput, nearest

MOST_POSITIONS = 1024
"""Of the box of a wrapped board: a torus of so many squares has 8,192 symmetries, of which each is a permutation of the items."""
LONGEST = 2
"""The largest coordinate of a step, in sides of the board's box."""
WORDS = ("columns", "rows", "both", "moebius", "klein", "projective")
EXPECTED = "columns, rows or both, perhaps with a shift such as columns+1, moebius, klein, projective, or steps such as 0,6/3,3"
_WORD = re.compile(r"([A-Za-z]+)([-+][0-9]{1,18})?")
_BOX = re.compile(r"[0-9]+x[0-9]+|parallelogram:([0-9]+)x([0-9]+)")
_NAMED = re.compile(r"[A-Za-z-]+:.*")


def wrap_of(value: Any, board: str, cells: Mask, lattice: Lattice) -> Wrap:
    """Return the wrap that the key describes; board: the key `board`; cells: the mask of its cells."""
    if lattice.dimension != 2:
        raise InvalidInput(f"wrap is {shown(value)} and the board is solid; expected a board in the plane")
    if lattice not in (SQUARE, HEXAGON, TRIANGLE):
        raise InvalidInput(
            f"wrap is {shown(value)} on the {lattice.name} lattice; expected a board of the square, hexagon or triangle lattice"
        )
    if cells.size > MOST_POSITIONS:
        raise InvalidInput(
            f"the board wraps round and its box has {cells.size:,} positions; expected at most {MOST_POSITIONS:,}"
        )
    if isinstance(value, str) and (word := _WORD.fullmatch(value.strip())):
        generators = _of_word(word[1], int(word[2] or 0), board.strip(), cells.shape, lattice)
    elif isinstance(value, list) and any(isinstance(each, dict) for each in value):
        generators = _of_tables(value, lattice)
    else:
        generators = _of_translations(value)
    wrap = Wrap(generators)
    _refuse_bad(wrap, shown(value), cells, lattice)
    return wrap


def _of_word(name: str, shift: int, board: str, shape: Sequence[int], lattice: Lattice) -> tuple[Isometry, ...]:
    """Return the generators of a word about a box."""
    if name not in WORDS:
        raise InvalidInput(f"wrap is {shown(name)}; expected {EXPECTED}{nearest(name, WORDS)}")
    box = _BOX.fullmatch(board)
    if _NAMED.fullmatch(board) and not box:
        raise InvalidInput(
            f"wrap={name} joins the edges of a box and the board is {shown(board)}; expected a size, a picture, a"
            " parallelogram, or steps such as wrap=0,6/3,3"
        )
    height, width = shape
    down, right = (1, 0), (0, 1)
    corner: Cell = (0, 0)
    end: Cell = (height - 1, width)
    if box and box[1] and lattice == TRIANGLE:  # its sides are not those of the box
        height, width = int(box[1]), int(box[2])
        down, right = (1, 1), (-1, 2)
        corner = _corner(board, lattice)
        end = (corner[0] + height - width, corner[1] + height + 2 * width)

    def step(rows: int, columns: int) -> Isometry:
        return Isometry(IDENTITY, (rows * down[0] + columns * right[0], rows * down[1] + columns * right[1]))

    if name in ("columns", "rows", "both"):
        columns, rows = step(-shift, width), step(height, -shift if name == "rows" else 0)
        return {"columns": (columns,), "rows": (rows,), "both": (rows, columns)}[name]
    if shift:
        raise InvalidInput(f"wrap is {name} with a shift; expected one with columns, rows or both alone")
    twisted = _reversing(lattice, down, corner, end)
    if name != "projective":
        return {"moebius": (twisted,), "klein": (step(height, 0), twisted)}[name]
    if lattice != SQUARE:
        raise InvalidInput(
            f"wrap is projective on the {lattice.name} lattice, where the joined corners of a parallelogram do not fit around a"
            " point; expected the square lattice, moebius or klein"
        )
    return twisted, _reversing(lattice, right, corner, (height, width - 1))


def _reversing(lattice: Lattice, side: Cell, corner: Cell, end: Cell) -> Isometry:
    """Return the isometry that reflects the direction of a side into the opposite one and takes a corner to an end."""
    opposite = (-side[0], -side[1])
    matrix = next(
        each
        for each in lattice.matrices("isometries")
        if Isometry(each, (0, 0)).reflects and Isometry(each, (0, 0)).of(side) == opposite
    )
    x, y = Isometry(matrix, (0, 0)).of(corner)
    return Isometry(matrix, (end[0] - x, end[1] - y))


def _corner(board: str, lattice: Lattice) -> Cell:
    """Return the upper left corner of a parallelogram of triangles: the only triangle in the first column is right of it."""
    row, column = min(np.argwhere(named_board(board, lattice)).tolist(), key=lambda cell: cell[1])
    return int(row), int(column) - 1


def _of_translations(value: Any) -> tuple[Isometry, ...]:
    listed = isinstance(value, list) or (isinstance(value, str) and value[:1] in "-0123456789")
    steps = coordinates(value, "wrap", 2, least=-(10**9)) if listed and value else ()
    if not 1 <= len(steps) <= 2:
        raise InvalidInput(f"wrap is {shown(value)}; expected {EXPECTED}")
    return tuple(Isometry(IDENTITY, step) for step in steps)


def _of_tables(value: list[Any], lattice: Lattice) -> tuple[Isometry, ...]:
    """Return the generators in a canonical puzzle."""
    generators = []
    for each in value:
        if not isinstance(each, dict) or set(each) != {"matrix", "shift"} or len(value) > 8:
            raise InvalidInput(f"wrap has {shown(each)}; expected at most 8 tables of a matrix and a shift")
        matrix = coordinates(each["matrix"], "a matrix of wrap", 2, least=-(10**9))
        if matrix not in lattice.matrices("isometries"):
            raise InvalidInput(
                f"wrap has the matrix {shown(each['matrix'])}; expected one of the {lattice.name} lattice"
            )
        (shift,) = coordinates([each["shift"]], "a shift of wrap", 2, least=-(10**9))
        generators.append(Isometry(matrix, shift))
    return tuple(generators)


def _refuse_bad(wrap: Wrap, value: str, cells: Mask, lattice: Lattice) -> None:
    """Raise InvalidInput for a wrap by which cells of the board, or of the lattice, are no cells any more."""
    shifts = [x for generator in wrap.generators for x in generator.shift]
    farthest, most = max(map(abs, shifts)), LONGEST * max(cells.shape)
    if farthest > most:
        raise InvalidInput(
            f"wrap is {value}, with a step over {farthest:,} cells; expected at most {most:,} on this board"
        )
    off = next((each for each in wrap.generators if not each.keeps_cells(lattice)), None)
    if off is not None:
        raise InvalidInput(
            f"wrap is {value}, and the step {','.join(map(str, off.shift))} takes cells of the {lattice.name} lattice to points"
            " that are none; expected a step from cell to cell"
        )
    if not wrap.translations:
        raise InvalidInput(f"wrap is {value}, which joins no edges; expected {EXPECTED}")
    folding = Folding(wrap, list(map(tuple, np.argwhere(cells).tolist())))
    if folding.clash is not None:
        one, other = (",".join(map(str, cell)) for cell in folding.clash)
        raise InvalidInput(
            f"wrap is {value}, which makes {one} and {other} of the board one cell; expected different ones"
        )
    if folding.fixed is not None:
        at = ",".join(map(str, folding.fixed))
        raise InvalidInput(f"wrap is {value}, which turns the cell {at} of the board about itself; expected a shift")


def allowed_on(wrap: Wrap, allowed: Allowed) -> Allowed:
    """Return the motions that pieces have on a wrapped board.

    Where going round turns a piece over, a placement and its mirror image are one, so that a piece that may be rotated may be
    reflected too. A piece that may not be turned is refused there: InvalidInput.
    """
    turned = len(wrap.sheets) > 1
    reflecting = any(sheet.reflects for sheet in wrap.sheets)

    def motions(piece: Piece) -> Motions:
        own = allowed(piece)
        if own == "translations" and turned:
            raise InvalidInput(
                f"piece {piece.name!r} may not be turned, and going round the board turns it; expected a piece that may be"
            )
        return "isometries" if reflecting and own == "rotations" else own

    return motions
