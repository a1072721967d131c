"""From a packing to a tiling: the cells still free, every orientation of every piece, the copies still to place."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

import numpy as np

from encoders.packing import layouts
from encoders.packing.packing import Packing
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Encoding, Solution
from exactcover.model.tiling import Fixed, Piece, Tiling

MOST_REMEMBERED = 1 << 17
LARGEST_WRITTEN_OUT = 1024  # positions of the board's box; of a larger one solutions are layouts
_Lying: TypeAlias = tuple[list[list[int]], str]


def encode(packing: Packing) -> Encoding:
    """Return the tiling of a packing; `decode` gives back placements, pre-placed pieces first: of a large board as arrays."""
    tiling = _tiling(packing)
    if packing.board.size > LARGEST_WRITTEN_OUT:
        return Encoding(tiling, partial(layouts.of_selection, packing))
    before = [(place.piece, [list(cell) for cell in place.cells]) for place in packing.fixed]
    seen: dict[tuple[int, ...], _Lying] = {}  # in a long list the same placements come again and again

    def lying(place: tuple[int, ...]) -> _Lying:
        ((name, cells),) = tiling.placed([place])
        lies = sorted(cells.tolist()), name
        if len(seen) < MOST_REMEMBERED:
            seen[place] = lies
        return lies

    def decode(selection: Integers) -> Solution:
        after = sorted(seen.get(place) or lying(place) for place in map(tuple, selection.tolist()))
        placed = before + [(name, cells) for cells, name in after]
        return {"placements": [{"piece": name, "cells": [cell.copy() for cell in cells]} for name, cells in placed]}

    return Encoding(tiling, decode)


def _tiling(packing: Packing) -> Tiling:
    region = packing.board.copy()
    for place in packing.fixed:
        for cell in place.cells:
            region[cell] = False
    area = int(region.sum())
    pieces = []
    for piece in packing.pieces:
        used = sum(place.piece == piece.name for place in packing.fixed)
        least = max(0, piece.least - used)
        most = max(least, area // len(piece.cells)) if piece.most is None else piece.most - used
        pieces.append(Piece(piece.name, tuple(piece.orientations), least, most))
    numbers = {piece.name: number for number, piece in enumerate(packing.pieces)}
    return Tiling(
        region,
        tuple(pieces),
        tuple(Fixed(numbers[place.piece], np.array(place.cells, dtype=np.int64)) for place in packing.fixed),
        np.array(packing.lattice.matrices("isometries"), dtype=np.int64),
        np.array(packing.lattice.steps, dtype=np.int64),
    )
