"""Pre-placed pieces of packings, read from letters on the board and from the key `fixed`. Raises InvalidInput."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from encoders.geometry.board import Board
from encoders.geometry.lattice import Cell, Lattice, normalised
from encoders.geometry.piece import canonical, on_lattice, seated, settled
from encoders.geometry.piece_sets import piece_names, piece_set
from encoders.keys import coordinates, shown
from encoders.packing.lying import BoardCells
from encoders.packing.packing import Packable, Placed
from encoders.packing.ways import lies_right
from exactcover.model.arrays import Integers, Mask
from exactcover.model.errors import InvalidInput, nearest


def of_letters(drawn: Board, legend: Any) -> list[tuple[str, tuple[Cell, ...]]]:
    """Return the pre-placed pieces of the letters on the board."""
    if isinstance(legend, str):
        parts = [part.partition(":") for part in legend.split(",")]
        legend = {letter: name for letter, _, name in parts}
        if len(legend) < len(parts):
            raise InvalidInput("the legend names a letter twice; expected one piece per letter")
    if not isinstance(legend, dict):
        raise InvalidInput(f"legend is {shown(legend)}; expected one piece per letter, such as A:X5,B:I5")
    for letter, cells in drawn.letters.items():
        if letter not in legend:
            where = ",".join(map(str, cells[0]))
            known = f"; the legend has {', '.join(map(shown, sorted(legend)))}" if legend else ""
            raise InvalidInput(
                f"the board has unknown letter {letter!r} at {where}; expected ., # or a letter of the legend{known}"
            )
    for letter, name in legend.items():
        if letter not in drawn.letters:
            raise InvalidInput(f"the legend has {letter!r}, which is not on the board; expected a letter drawn there")
        if not isinstance(name, str):
            raise InvalidInput(f"the legend of {letter!r} is {shown(name)}; expected the name of a piece")
    return [(legend[letter], cells) for letter, cells in drawn.letters.items()]


def of_fixed(value: Any, dimension: int) -> list[tuple[str | int, tuple[Cell, ...]]]:
    """Return the pre-placed pieces of `X5:0,1/1,0/...+I5:...`, or of a list of such texts or tables."""
    if isinstance(value, str):
        value = value.split("+")
    if not isinstance(value, list):
        raise InvalidInput(f"fixed is {shown(value)}; expected pieces such as X5:0,1/1,0/1,1/1,2/2,1")
    placed = []
    for each in value:
        if isinstance(each, dict) and set(each) == {"piece", "cells"}:
            name, cells = each["piece"], each["cells"]
        elif isinstance(each, str) and ":" in each:
            name, cells = each.split(":", 1)
        else:
            raise InvalidInput(f"fixed has {shown(each)}; expected PIECE:CELLS such as I5:0,0/0,1/0,2/0,3/0,4")
        # A canonical puzzle has the piece's number as its name.
        if isinstance(name, bool) or not isinstance(name, str | int):
            raise InvalidInput(f"fixed names {shown(name)}; expected the name of a piece")
        placed.append((name, coordinates(cells, f"fixed {shown(name)}", dimension)))
    return placed


def pre_placed(
    fixed: list[tuple[str | int, tuple[Cell, ...]]],
    pieces: tuple[Packable, ...],
    came_to: dict[str, str],
    cells: Mask,
    lattice: Lattice,
    wrapped: BoardCells | None,
) -> tuple[Placed, ...]:
    """Return the pre-placed pieces; each must lie on the board, be congruent to its piece, not overlap others, and stay within
    copies."""
    taken: set[Cell] = set()
    placed = []
    for word, where in fixed:
        name = pieces[word].name if isinstance(word, int) and 0 <= word < len(pieces) else word
        if name not in came_to:
            name = also_called(name, {piece.name: piece.orientations for piece in pieces}, lattice) or name
        if name not in came_to:
            raise InvalidInput(
                f"fixed names {shown(name)}, which is not among the pieces; expected one of them{nearest(str(name), came_to)}"
            )
        if not where:
            raise InvalidInput(f"fixed {name} has no cell; expected the cells that {name} covers")
        piece = next(p for p in pieces if p.name == came_to[name])
        other = f"fixed {name} covers cells of another shape; expected the {len(piece.cells)} cells of {name}"
        if len(where) != len(piece.cells):  # reported before processing what may be millions of cells
            raise InvalidInput(other)
        place = Placed(piece.name, tuple(sorted(where)))
        for cell in place.cells:
            at = ",".join(map(str, cell))
            if any(x >= n for x, n in zip(cell, cells.shape, strict=True)) or not cells[cell]:
                raise InvalidInput(
                    f"fixed {name} covers {at}, which is not a cell of the board; expected cells of the board"
                )
            if cell in taken:
                raise InvalidInput(
                    f"fixed {name} covers {at}, which is covered already; expected pieces that do not overlap"
                )
            taken.add(cell)
        if wrapped is not None:
            wrapped.refuse_fixed(place, piece, name)
        elif canonical(place.cells, lattice, piece.motions) != canonical(piece.cells, lattice, piece.motions):
            raise InvalidInput(other)
        placed.append(place)
    for piece in pieces:
        used = sum(place.piece == piece.name for place in placed)
        if piece.most is not None and used > piece.most:
            raise InvalidInput(f"{used} {piece.name} are pre-placed; expected at most {piece.most}")
    return tuple(placed)


def refuse_off_grounds(
    place: Placed, pieces: tuple[Packable, ...], lattice: Lattice, grounds: tuple[Mask, ...]
) -> None:
    """Raise InvalidInput for a pre-placed piece that covers cells of colours that its own do not go with."""
    piece = next(piece for piece in pieces if piece.name == place.piece)
    if piece.ways is None:
        return
    number = piece.orientation(place.cells)
    corners = None if piece.corners is None else piece.corners[number]
    if not lies_right(place.cells, piece.ways[number], corners, lattice, grounds):
        raise InvalidInput(f"fixed {place.piece} covers cells of colours that its own do not go with; expected others")


def also_called(name: Any, turned: Mapping[str, Integers], lattice: Lattice) -> str | None:
    """Return which of some pieces has the shape of a known name (Z4 is S4 if it may be reflected), or None.

    turned: the orientations of each piece by its name.
    """
    if not isinstance(name, str) or name not in piece_names():
        return None
    piece = piece_set(name, lattice)[0].piece
    if piece.lattice not in (lattice, lattice.layer):
        return None
    cells = np.array(normalised(on_lattice(piece, lattice)))
    if lattice.modulus > 1 and not settled(seated(piece.cells, lattice, "isometries"), lattice, "isometries"):
        return None
    return next(
        (
            other
            for other, shapes in turned.items()
            if shapes.shape[1:] == cells.shape and (shapes == cells).all(axis=(1, 2)).any()
        ),
        None,
    )
