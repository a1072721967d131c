"""The referee of layouts: judges a packing's solution as arrays, which may come from an untrusted file.

It computes the shapes of the pieces, and hence the numbers of their orientations, from the packing alone, lays all rows of one
orientation at once and counts how often each position is covered. Like the referee of written solutions (referee.py) it is
independent of the encoder's orientations and keeps no state.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import TypeVar

import numpy as np

from encoders.geometry.lattice import Shape
from encoders.packing.packing import Packing
from encoders.packing.referee import right_places, right_shapes
from encoders.packing.referee_of_crossings import faults_of_joints
from encoders.packing.referee_of_lattices import Way
from exactcover.model.arrays import Integers, Mask
from exactcover.model.layout import Layout

T = TypeVar("T")


def faults(packing: Packing, layout: Layout) -> Iterator[str]:
    """Yield the faults of a layout, one sentence each; none for a correct one."""
    board = packing.board
    if layout.offset.shape[1] != board.ndim:
        yield f"offsets have {layout.offset.shape[1]} coordinates; expected {board.ndim}"
        return
    yield from faults_of_joints(packing)
    pieces = [packing.piece(name) for name in layout.kinds]
    right = {name: np.array(sorted(shapes), dtype=np.int64) for name, shapes in right_shapes(packing).items()}
    shapes: list[Integers] = []
    for piece, name, carried in zip(pieces, layout.kinds, layout.shapes, strict=True):
        if piece is None:
            yield f"the kind {name!r} is not a piece of this puzzle"
        elif carried.shape != right[piece.name].shape or (carried != right[piece.name]).any():
            yield f"the orientations of {name} are not those of its motions in increasing order"
        shapes.append(np.empty((0, 1, board.ndim), dtype=np.int64) if piece is None else right[piece.name])
    known = yield from _known(layout, shapes)
    yield from _laid_wrong(packing, layout, shapes, known)
    names = ["" if piece is None else piece.name for piece in pieces]
    placed = np.bincount(layout.piece[known].astype(np.int64), minlength=len(names)).tolist()
    for piece in packing.pieces:
        number = sum(copies for name, copies in zip(names, placed, strict=True) if name == piece.name)
        if number < piece.least or (piece.most is not None and number > piece.most):
            expected = f"{piece.least} or more" if piece.most is None else f"{piece.least} to {piece.most}"
            yield f"{piece.name} is placed {number} times; expected {piece.least if piece.least == piece.most else expected}"
    yield from _missing(packing, layout, shapes, names, known)


def _known(layout: Layout, shapes: list[Integers]) -> Generator[str, None, Mask]:
    """Yield a fault for each row with a kind or an orientation that does not exist; return the mask of the others."""
    numbers = np.array([*map(len, shapes), 0])
    kind = (layout.piece >= 0) & (layout.piece < len(shapes))
    of_kind = numbers[np.where(kind, layout.piece, len(shapes)).astype(np.int64)]
    known: Mask = kind & (layout.orientation >= 0) & (layout.orientation < of_kind)
    for row in np.flatnonzero(~known):
        if kind[row]:
            name = layout.kinds[int(layout.piece[row])]
            yield f"row {row} has orientation {layout.orientation[row]} of {name}; expected 0 to {of_kind[row] - 1}"
        else:
            yield f"row {row} has piece {layout.piece[row]}; expected 0 to {len(shapes) - 1}"
    return known


def _laid_wrong(packing: Packing, layout: Layout, shapes: list[Integers], known: Mask) -> Iterator[str]:
    """Yield the covered cells that are not of the board, and those of the board that are not covered exactly once."""
    board = packing.board
    sides = np.array(board.shape)
    # An offset is the least coordinate of its piece on every axis: one outside the box would be off the board.
    near = known & ((layout.offset >= 0) & (layout.offset < sides)).all(axis=1)
    for row in np.flatnonzero(known & ~near):
        yield f"row {row} ({layout.kinds[int(layout.piece[row])]}) has offset {_cell(layout.offset[row])}, off the board"
    rows = np.flatnonzero(near)
    most = max((len(each) for each in shapes), default=0) + 1
    groups = layout.piece[rows].astype(np.int64) * most + layout.orientation[rows]
    places = [rows[:0]]
    for group in np.flatnonzero(np.bincount(groups)).tolist():
        kind, orientation = divmod(group, most)
        own = rows[groups == group]
        for cell in shapes[kind][orientation]:
            cells = (layout.offset[own] + cell).T
            inside = (cells < sides[:, None]).all(axis=0)
            if not inside.all():
                for row, place in zip(own[~inside].tolist(), cells.T[~inside], strict=True):
                    yield f"row {row} ({layout.kinds[kind]}) covers {_cell(place)}, which is not a cell of the board"
                cells = cells[:, inside]
            places.append(np.ravel_multi_index(tuple(cells), board.shape))
    yield from _misplaced(packing, layout, rows)
    covered = np.bincount(np.concatenate(places), minlength=board.size).reshape(board.shape)
    needed = board if packing.optional is None else board & ~packing.optional
    least, most = packing.empty
    empty = int((board & (covered == 0) & ~needed).sum())
    if not least <= empty <= most:
        yield f"{empty} cells stay empty; expected {least} to {most}"
    if (covered <= board).all() and (covered >= needed).all():
        return
    for place in np.argwhere((covered > 0) & ~board):
        for _ in range(covered[tuple(place)]):
            yield f"a piece covers {_cell(place)}, which is not a cell of the board"
    for place in np.argwhere(board & (covered > 1)):
        yield from (f"cell {_cell(place)} is covered {n} times" for n in range(2, covered[tuple(place)] + 1))
    for place in np.argwhere(needed & (covered == 0)):
        yield f"cell {_cell(place)} is not covered"


def _misplaced(packing: Packing, layout: Layout, rows: Integers) -> Iterator[str]:
    """Yield the rows of pieces that lie where no motion takes them, or on cells of colours that their own do not go with.

    Of the latter, those off the board are omitted.
    """
    period = packing.lattice.modulus
    for name, shape, places, alike in _by_shape(packing, layout, rows, right_places(packing)):
        offsets = layout.offset[alike].astype(np.int64)
        corners = offsets % period
        near = np.array([(corners == corner).all(axis=1) for corner in places]).any(axis=0)
        for row in alike[~near].tolist():
            yield f"row {row} ({name}) lies where none of its motions takes it"
        coloured = any(any(way) for ways in places.values() for way in ways)
        cells = offsets[:, None] + np.array(shape)
        inside = near & (cells < packing.board.shape).all(axis=(1, 2)) & coloured
        lying, cells, corners = alike[inside], cells[inside], corners[inside]
        right = np.zeros(len(lying), dtype=np.bool_)
        for corner, ways in places.items() if coloured else ():
            right |= (corners == corner).all(axis=1) & _on_grounds(packing, cells, ways)
        for row in lying[~right].tolist():
            yield f"row {row} ({name}) covers cells of colours that its own do not go with"


def _on_grounds(packing: Packing, cells: Integers, ways: set[Way]) -> Mask:
    """Return whether, in some way, each of the cells (n, size, dimension) is on its ground."""
    right = np.zeros(len(cells), dtype=np.bool_)
    for way in ways:
        goes = np.ones(len(cells), dtype=np.bool_)
        for number, ground in enumerate(way):
            if ground:
                goes &= packing.grounds[ground - 1][tuple(cells[:, number].T)]
        right |= goes
    return right


def _by_shape(
    packing: Packing, layout: Layout, rows: Integers, right: Mapping[str, Mapping[Shape, T]]
) -> Iterator[tuple[str, Shape, T, Integers]]:
    """Yield each kind's name with a shape, what is right for it, and the rows of that shape; right: by piece and shape."""
    for kind, name in enumerate(layout.kinds):
        piece = packing.piece(name)
        own: Mapping[Shape, T] = {} if piece is None else right.get(piece.name, {})
        for orientation, shape in enumerate(sorted(own)):
            yield (
                name,
                shape,
                own[shape],
                rows[(layout.piece[rows] == kind) & (layout.orientation[rows] == orientation)],
            )


def _missing(packing: Packing, layout: Layout, shapes: list[Integers], names: list[str], known: Mask) -> Iterator[str]:
    """Yield the pre-placed pieces that are missing from the solution."""
    if not packing.fixed:
        return
    lying = np.concatenate([layout.piece[:, None], layout.orientation[:, None], layout.offset], axis=1)[known]
    rows = set(map(tuple, lying.tolist()))
    for place in packing.fixed:
        offset = np.array(place.cells).min(axis=0)
        cells = np.array(place.cells) - offset
        same = (
            (kind, orientation, *offset.tolist())
            for kind, name in enumerate(names)
            if name == place.piece
            for orientation in np.flatnonzero((shapes[kind] == cells).all(axis=(1, 2))).tolist()
        )
        if not any(row in rows for row in same):
            yield f"the pre-placed {place.piece} at {place.cells[0]} is not in the solution"


def _cell(place: Integers) -> tuple[int, ...]:
    return tuple(map(int, place))
