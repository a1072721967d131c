"""Solutions of packings as arrays (see Layout): built from an engine's selection, from placements, or from a file's arrays.

Not here: judging them (referee_of_layouts.py).
"""

from __future__ import annotations

import hashlib
from operator import sub

import numpy as np

from encoders.packing.packing import Packing
from encoders.packing.referee import read_placement
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Solution
from exactcover.model.errors import InvalidInput
from exactcover.model.layout import Layout


def of_arrays(
    packing: Packing, kinds: tuple[str, ...], piece: Integers, orientation: Integers, offset: Integers
) -> Layout:
    """Return the layout of arrays; a kind that is not a piece of the packing has no orientations."""
    _refuse_others(packing)
    pieces = [packing.piece(name) for name in kinds]
    nothing = np.empty((0, 1, packing.board.ndim), dtype=np.int64)
    shapes = tuple(nothing if each is None else each.orientations for each in pieces)
    return Layout(kinds, shapes, piece, orientation, offset)


def of_selection(packing: Packing, selection: Integers) -> Layout:
    """Return the layout of placements `piece, orientation, *offset` of the packing's tiling, in small integers.

    Pre-placed pieces come first, in their order, then the others in the order of their first cells; fillers of empty cells are
    omitted.
    """
    selection = selection[selection[:, 0] < len(packing.pieces)]
    kinds = tuple(piece.name for piece in packing.pieces)
    before = [_row(packing, place.piece, np.array(place.cells, dtype=np.int64)) for place in packing.fixed]
    order = np.argsort(_places(packing, selection) * len(selection) + np.arange(len(selection)))
    width = 2 + packing.board.ndim
    rows = np.concatenate([np.array(before, dtype=np.int64).reshape(-1, width), selection[order]])
    most = max([len(kinds), *(len(piece.orientations) for piece in packing.pieces)])
    small = np.min_scalar_type(most)
    return of_arrays(packing, kinds, rows[:, 0].astype(small), rows[:, 1].astype(small), rows[:, 2:].astype(np.int32))


def of_solution(packing: Packing, solution: Solution) -> Layout:
    """Return the layout of placements in their order, whether or not they are a solution; a layout is returned unchanged.

    Raises InvalidInput for an invalid placement, or one not of its piece's shape.
    """
    if isinstance(solution, Layout):
        return solution
    _refuse_others(packing)
    placements = solution.get("placements") if isinstance(solution, dict) else None
    if not isinstance(placements, list):
        raise InvalidInput("the solution has no list of placements; expected pieces and their cells")
    known = {
        (piece.name, tuple(map(tuple, cells))): (number, orientation)
        for number, piece in enumerate(packing.pieces)
        for orientation, cells in enumerate(piece.orientations.tolist())
    }
    rows = []
    for number, placement in enumerate(placements):
        read = read_placement(placement, packing.board.ndim)
        if isinstance(read, str):
            raise InvalidInput(f"placement {number} {read}")
        name, cells = read
        offset = tuple(map(min, zip(*cells, strict=True)))
        moved = tuple(tuple(map(sub, cell, offset)) for cell in cells)
        same = known.get((packing.aliases.get(name, name), moved))
        if same is None or max(map(abs, offset)) > packing.board.size:
            raise InvalidInput(f"placement {number} is of no shape of {name!r}, or far off the board")
        rows.append((*same, *offset))
    array = np.array(rows, dtype=np.int64).reshape(-1, 2 + packing.board.ndim)
    kinds = tuple(piece.name for piece in packing.pieces)
    return of_arrays(packing, kinds, array[:, 0], array[:, 1], array[:, 2:])


def _refuse_others(packing: Packing) -> None:
    if packing.wrap is not None:
        raise InvalidInput("the board wraps round, and arrays state no piece that does; expected .json or .jsonl")
    if not packing.plain:
        raise InvalidInput(
            "the packing has a goal, touching or connected, and arrays are of plain packings; expected .json or .jsonl"
        )


def identity(packing: Packing, layout: Layout) -> str:
    """Return a value that is the same for equal layouts: a digest of their rows in the order of their first cells."""
    numbers = {piece.name: number for number, piece in enumerate(packing.pieces)}
    kinds = np.array([numbers[packing.aliases.get(name, name)] for name in layout.kinds], dtype=np.int64)
    parts = (kinds[layout.piece.astype(np.int64)][:, None], layout.orientation[:, None], layout.offset)
    rows = np.concatenate(parts, axis=1).astype(np.int64)
    return hashlib.sha256(rows[np.argsort(_places(packing, rows))].tobytes()).hexdigest()


def owners(packing: Packing, layout: Layout) -> Integers:
    """Return the row that covers each position of the board, -1 for none; raises InvalidInput for two, or a row off the board."""
    covered = 0
    owned: Integers = np.full(packing.board.shape, -1, dtype=np.int64)
    for kind, orientation, rows in layout.groups():
        for cell in layout.shapes[kind][orientation]:
            places = layout.offset[rows] + cell
            if len(rows) and not ((places >= 0) & (places < packing.board.shape)).all():
                raise InvalidInput("a piece lies off the board, which cannot be drawn")
            owned[tuple(places.T)] = rows
            covered += len(rows)
    if int((owned >= 0).sum()) < covered or (~packing.board & (owned >= 0)).any():
        raise InvalidInput("pieces overlap, or cover something that is not a cell of the board; that cannot be drawn")
    return owned


def _row(packing: Packing, name: str, cells: Integers) -> list[int]:
    """Return piece, orientation and offset of a piece on these cells, which are in increasing order."""
    known = packing.aliases.get(name, name)
    number = next(number for number, piece in enumerate(packing.pieces) if piece.name == known)
    offset = cells.min(axis=0)
    same = (packing.pieces[number].orientations == cells - offset).all(axis=(1, 2))
    return [number, int(np.flatnonzero(same)[0]), *offset.tolist()]


def _places(packing: Packing, rows: Integers) -> Integers:
    """Return the index of each row's first cell, in row-major order."""
    ways = max(len(piece.orientations) for piece in packing.pieces)
    firsts = np.zeros((len(packing.pieces), ways, packing.board.ndim), dtype=np.int64)
    for number, piece in enumerate(packing.pieces):
        firsts[number, : len(piece.orientations)] = piece.orientations[:, 0]
    places = np.zeros(len(rows), dtype=np.int64)
    for axis, side in enumerate(packing.board.shape):
        places = places * side + rows[:, 2 + axis] + firsts[rows[:, 0], rows[:, 1], axis]
    return places
