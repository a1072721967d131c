"""The referee of the covers of packings on boards that wrap round: their items, copies, options and symmetries.

Where going round the board reflects, each symmetry is a rotation: an isometry that reflects, and then goes round once more, does
not. Not here: what the cells and the placements of a board are (referee_of_wrapped.py), the group (referee_of_symmetries.py).
"""

from __future__ import annotations

import itertools
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from encoders.packing.packing import Packing
from encoders.packing.referee import linear_maps
from encoders.packing.referee_of_plane import Element, Plane, image, inverse, product
from encoders.packing.referee_of_symmetries import Pieces, Wholes, copies_used, flat_isometries, wrong_symmetries
from encoders.packing.referee_of_wrapped import WrappedRules, rules_of
from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover

_EMPTY = "+"
_known_isometries: WeakKeyDictionary[Packing, Wholes] = WeakKeyDictionary()


def cover_faults(packing: Packing, cover: Any) -> list[str]:
    """Return the differences between a cover and the packing: items, copies, placements, symmetries."""
    if not isinstance(cover, Cover):
        return [f"the model is a {type(cover).__name__}; expected a cover"]
    allowed = rules_of(packing)
    before = {cell for place in packing.fixed for cell in place.cells}
    free = np.array([cell not in before for cell in allowed.cells])
    names = [",".join(map(str, cell)) for cell in allowed.cells if cell not in before]
    cells = len(names)
    names += [piece.name for piece in packing.pieces] + ([] if packing.optional is None else [_EMPTY])
    if list(cover.items) != names:
        return ["the cover's items are not the free cells and the pieces"]
    sentences = _wrong_copies(packing, cover, cells)
    rows = _rows_of_items(packing, allowed, free)
    right = {(*row, cells + number) for number, own in enumerate(rows) for row in own.tolist()}
    options = [tuple(cover.members[a:b].tolist()) for a, b in itertools.pairwise(cover.starts.tolist())]
    if set(options) != right or len(options) != len(right):
        sentences.append(f"the cover has {cover.options} options that are not the {len(right)} placements")
    if cover.costs is not None or cover.connectivity is not None or cover.colours is not None:
        sentences.append("the cover has costs, connectivity or colours; expected none")
    return sentences or wrong_symmetries(cover, Pieces(packing, allowed.cells, rows), _isometries(packing, free), cells)


def _rows_of_items(packing: Packing, allowed: WrappedRules, free: Mask) -> list[Integers]:
    """Return for each piece the placements that are left, as items of free cells; last the cells that may stay empty."""
    item = np.cumsum(free) - 1
    rows = []
    for piece in packing.pieces:
        own = allowed.rows[piece.name]
        left = piece.most is None or piece.most > copies_used(packing, piece.name)
        rows.append(item[own[free[own].all(axis=1)]] if left else own[:0])
    if packing.optional is not None:
        empty = [n for n, cell in enumerate(allowed.cells) if free[n] and packing.optional[cell]]
        rows.append(item[empty].reshape(-1, 1))
    return rows


def _wrong_copies(packing: Packing, cover: Cover, cells: int) -> list[str]:
    """Return what is wrong with the multiplicities of a cover's items."""
    least, most = cover.least.tolist(), cover.most.tolist()
    sentences = []
    if any(bound != 1 for bound in least[:cells] + most[:cells]):
        sentences.append("the cover has cells that are not covered exactly once")
    for number, piece in enumerate(packing.pieces, cells):
        used = copies_used(packing, piece.name)
        # Any number of copies may be written as the number that would fill the board.
        right = (
            most[number] == piece.most - used
            if piece.most is not None
            else (most[number] + 1) * len(piece.cells) > cells
        )
        if least[number] != max(piece.least - used, 0) or not right:
            sentences.append(
                f"the cover demands {least[number]}..{most[number]} copies of {piece.name}, unlike the puzzle"
            )
    if packing.optional is not None and (least[-1], most[-1]) != packing.empty:
        sentences.append(f"the cover lets {least[-1]} to {most[-1]} cells stay empty; expected {packing.empty}")
    return sentences


def board_isometries(packing: Packing, *, rotations_only: bool) -> list[Integers]:
    """Return the permutations of the cells by isometries of the board, all or the rotations; computed once for a packing."""
    if packing not in _known_isometries:
        everything = np.ones(int(packing.board.sum()), dtype=np.bool_)
        every = _isometries(packing, everything).values()
        _known_isometries[packing] = [(wholes[0][0], any(proper for _, proper in wholes)) for wholes in every]
    return [whole for whole, proper in _known_isometries[packing] if proper or not rotations_only]


def isometries_of(packing: Packing, free: Mask) -> dict[bytes, Wholes]:
    """Return the permutations of the cells by isometries of the board that keep the free ones, by what they make of these."""
    return flat_isometries(packing, free) if packing.wrap is None else _isometries(packing, free)


def _isometries(packing: Packing, free: Mask) -> dict[bytes, Wholes]:
    """Return the permutations of the cells by isometries of the board that keep the free ones, by what they make of these.

    An isometry of the board maps points that are one cell to points that are one cell: its conjugates of the generators are in
    the group. One that is followed by an element of the group is the same on the board, so the first cell may be mapped to any.
    """
    assert packing.wrap is not None
    lattice, plane = packing.lattice, Plane(packing, 4 * max(packing.board.shape))
    steps = [(each.matrix, each.shift) for each in packing.wrap.generators]
    reflecting = any(_reflects(step) for step in steps)
    points = list(itertools.product(range(lattice.modulus), repeat=2))
    numbers = np.cumsum(free) - 1
    by_free: dict[bytes, Wholes] = {}
    for matrix in linear_maps(lattice):
        row, column = image((matrix, (0, 0)), tuple(plane.cells[0].tolist()))
        for down, across in plane.cells.tolist():
            element: Element = matrix, (down - row, across - column)
            conjugates = (product(product(element, step), inverse(element)) for step in steps)
            if not all(conjugate in plane.elements for conjugate in conjugates):
                continue
            if any(lattice.has(point) != lattice.has(image(element, point)) for point in points):
                continue
            whole = plane.numbers(plane.cells @ np.array(matrix).T + element[1])
            if (np.sort(whole) == np.arange(len(whole))).all() and free[whole[free]].all():
                proper = reflecting or not _reflects(element)
                by_free.setdefault(numbers[whole[free]].tobytes(), []).append((whole, proper))
    return by_free


def _reflects(element: Element) -> bool:
    (a, b), (c, d) = element[0]
    return a * d - b * c < 0
