"""Packings that differ in their boards alone, and the one packing whose solutions are those of all of them.

A pre-placed piece is a copy less, on a board without its cells: so packings may differ in where pieces are pre-placed. A cell
that some of the boards lack may stay empty in the common packing: a solution that leaves just the cells empty that a board lacks
is a solution on that board, and every solution on it is one. Not here: counting them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection
from dataclasses import replace

import numpy as np

from encoders.geometry.lattice import Cell
from encoders.kind import Boards
from encoders.packing.packing import Packing


def key(packing: Packing) -> str | None:
    """Return a text that is equal for packings that differ in the cells of their boards alone; None for goals and the like."""
    bound = any(piece.grounds is not None or piece.ways is not None for piece in packing.pieces)
    if not packing.plain or packing.optional is not None or packing.wrap is not None or packing.grounds or bound:
        return None
    left = _left(packing)
    if not left.pieces or not left.board.any():
        return None
    form = {name: value for name, value in left.canonical().items() if name not in ("board", "holes")}
    return json.dumps([packing.board.ndim, form], sort_keys=True)


def cells(packing: Packing) -> frozenset[Cell]:
    """Return the cells of the board that no pre-placed piece covers."""
    return frozenset(map(tuple, np.argwhere(_left(packing).board).tolist()))


def _left(packing: Packing) -> Packing:
    """Return the packing of what is not pre-placed."""
    board, used = packing.board.copy(), Counter(place.piece for place in packing.fixed)
    for place in packing.fixed:
        board[tuple(np.array(place.cells).T)] = False
    pieces = tuple(
        replace(
            piece,
            least=max(0, piece.least - used[piece.name]),
            most=None if piece.most is None else piece.most - used[piece.name],
        )
        for piece in packing.pieces
        if piece.most is None or piece.most > used[piece.name]
    )
    return replace(packing, board=board, pieces=pieces, fixed=())


def common(packing: Packing, every: Collection[Cell], optional: Collection[Cell], empty: tuple[int, int]) -> Packing:
    """Return the packing on a board of some cells, of which some may stay empty, at least and at most so many."""
    shape = np.array(list(every)).max(axis=0) + 1
    board, open_ = (np.zeros(shape, dtype=np.bool_) for _ in range(2))
    for mask, chosen in ((board, every), (open_, optional)):
        mask[tuple(np.array(list(chosen)).T)] = True
    return replace(_left(packing), board=board, optional=open_, empty=empty)


BOARDS = Boards(key, cells, common)
