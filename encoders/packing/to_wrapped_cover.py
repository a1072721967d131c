"""Encodes a packing on a board that wraps round as a cover: an item per free cell and per piece, an option per placement.

A placement is a set of cells (see lying.py): two ways to lie on the same cells are one option. Items are the cells in
lexicographic order, then the pieces; options come by piece, then by their cells. If cells may stay empty, a last item counts
them, with an option for each such cell; solutions omit these.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

import numpy as np

from encoders.packing.lying import BoardCells
from encoders.packing.packing import Packing
from encoders.packing.wrapped_symmetries import Movable, board_permutations, symmetries
from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Solution
from exactcover.model.many import SelectionTable, SolutionTable, written

EMPTY = "+"  # no piece of a puzzle has this name
MOST_NAMED = 100
"""Of the cells that no placement covers, so many are named."""


def encode(packing: Packing) -> Encoding:
    """Return the cover of a packing whose board wraps round; `decode` returns placements, pre-placed pieces first."""
    assert packing.wrap is not None
    board = BoardCells(packing.board, packing.wrap, packing.lattice, packing.grounds)
    free = np.array([not any(cell in place.cells for place in packing.fixed) for cell in board.cells])
    pieces = movables(packing, board, free)
    isometries = list(board_permutations(board, packing.wrap, packing.lattice))
    group = symmetries((images for images, _ in isometries), pieces, len(free))
    proper = {images.tobytes() for images, is_proper in isometries if is_proper}
    rotations = group[[images[: len(free)].tobytes() in proper for images in group]]
    model = _cover(packing, board, free, pieces, group, rotations)
    return Encoding(model, *decoding(packing, board, pieces))


def decoding(
    packing: Packing, board: BoardCells, pieces: list[Movable]
) -> tuple[Callable[[Integers], Solution], Callable[[SelectionTable], SolutionTable]]:
    """Return `decode` and `decode_many` of an encoding whose first options are the placements of the pieces."""
    options = [
        (packing.pieces[number].name, [list(board.cells[cell]) for cell in row])
        for number, piece in enumerate(pieces[: len(packing.pieces)])
        for row in piece.placements.tolist()
    ]
    before = [(place.piece, [list(cell) for cell in place.cells]) for place in packing.fixed]

    def decode(selection: Integers) -> Solution:
        after = [options[option] for option in selection.tolist() if option < len(options)]
        placed = before + sorted(after, key=lambda option: (option[1], option[0]))
        return {"placements": [{"piece": name, "cells": [cell.copy() for cell in cells]} for name, cells in placed]}

    def decode_many(selections: SelectionTable) -> SolutionTable:
        numbers = selections.parts.tolist()
        kept = [place for place, option in enumerate(numbers) if option < len(options)]
        order = sorted(kept, key=lambda place: (options[numbers[place]][1], options[numbers[place]][0]))
        parts = [*before, *(options[numbers[place]] for place in order)]
        # Part number -1, and options of empty cells, come after all others.
        ranks = np.full(len(numbers) + 1, len(parts), dtype=np.int32)
        ranks[order] = np.arange(len(before), len(parts))
        lines = np.sort(ranks[selections.lines], axis=1)
        lines[lines == len(parts)] = -1
        first = np.broadcast_to(np.arange(len(before), dtype=np.int32), (len(lines), len(before)))
        table = tuple(written({"piece": name, "cells": cells}) for name, cells in parts)
        return SolutionTable("placements", table, np.concatenate([first, lines], axis=1))

    return decode, decode_many


def movables(packing: Packing, board: BoardCells, free: Mask) -> list[Movable]:
    """Return each piece with the copies still to place and its placements on the free cells, and last the empty cells."""
    number_of = {cell: number for number, cell in enumerate(board.cells)}
    pieces = []
    for piece in packing.pieces:
        fixed = [[number_of[cell] for cell in place.cells] for place in packing.fixed if place.piece == piece.name]
        least = max(0, piece.least - len(fixed))
        most = max(least, int(free.sum()) // len(piece.cells)) if piece.most is None else piece.most - len(fixed)
        lying = board.lying(piece).cells
        lying = lying[free[lying].all(axis=1)] if most else lying[:0]
        rows = np.array(fixed, dtype=np.int64).reshape(-1, len(piece.cells))
        pieces.append(Movable((least, most, ""), lying, rows))
    if packing.optional is not None:
        optional = np.array([packing.optional[cell] for cell in board.cells]) & free
        pieces.append(
            Movable((*packing.empty, EMPTY), np.flatnonzero(optional)[:, None], np.empty((0, 1), dtype=np.int64))
        )
    return pieces


def _cover(
    packing: Packing, board: BoardCells, free: Mask, pieces: list[Movable], group: Integers, rotations: Integers
) -> Cover:
    """Return the cover with its group of symmetries and their rotations; cells under pre-placed pieces are no items."""
    kept = np.concatenate([np.flatnonzero(free), np.arange(len(free), len(free) + len(pieces))])
    item_of = np.full(len(free) + len(pieces), -1, dtype=np.int64)
    item_of[kept] = np.arange(len(kept))
    cells = int(free.sum())
    lots = [
        np.concatenate([item_of[piece.placements], np.full((len(piece.placements), 1), cells + number)], axis=1)
        for number, piece in enumerate(pieces)
    ]
    lengths = list(chain.from_iterable([lot.shape[1]] * len(lot) for lot in lots))
    names = [",".join(map(str, cell)) for cell, is_free in zip(board.cells, free.tolist(), strict=True) if is_free]
    names += [piece.name for piece in packing.pieces] + [EMPTY] * (len(pieces) - len(packing.pieces))
    return Cover(
        items=tuple(names),
        least=np.array([1] * cells + [piece.copies[0] for piece in pieces], dtype=np.int64),
        most=np.array([1] * cells + [piece.copies[1] for piece in pieces], dtype=np.int64),
        starts=np.concatenate([[0], np.cumsum(np.array(lengths, dtype=np.int64))]),
        members=np.concatenate([lot.reshape(-1) for lot in lots]),
        symmetries=np.unique(item_of[group[:, kept]], axis=0),  # the identity comes first
        rotations=np.unique(item_of[rotations[:, kept]], axis=0),
    )


def figures(packing: Packing, model: Any) -> dict[str, Any]:
    """Return what `info` says of a packing from its cover, whose items are free cells, pieces, and others: see `PuzzleInfo`."""
    assert isinstance(model, Cover)
    cells = int(packing.board.sum()) - sum(len(place.cells) for place in packing.fixed)
    last = cells + len(packing.pieces)  # the item of empty cells, if there is one
    usable = np.bincount(model.members, minlength=len(model.items))
    bounds = list(zip(model.least[cells:].tolist(), model.most[cells:].tolist(), strict=True))
    sizes = [len(piece.cells) for piece in packing.pieces]
    dead = np.flatnonzero(usable[:cells] == 0)
    return {
        "cells": cells,
        "area_of_pieces": [
            sum(size * bound[end] for size, bound in zip(sizes, bounds, strict=False)) for end in (0, 1)
        ],
        "pieces": [
            {
                "name": piece.name,
                "size": size,
                "orientations": len(piece.orientations),
                "copies": list(bounds[number]),
                "placements": int(usable[cells + number]),
            }
            for number, (piece, size) in enumerate(zip(packing.pieces, sizes, strict=True))
        ],
        "fixed": len(packing.fixed),
        "optional": None
        if packing.optional is None
        else {"cells": int(usable[last]), "empty": list(bounds[last - cells])},
        "uncoverable": {
            "count": len(dead),
            "cells": [list(map(int, model.items[cell].split(","))) for cell in dead[:MOST_NAMED].tolist()],
        },
    }
