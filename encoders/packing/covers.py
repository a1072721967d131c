"""What the covers of packings share, on boards that wrap round and with goals: placements as options, solutions and figures.

Items are the cells in lexicographic order, then the pieces, then others; the first options are placements, by piece.
Not here: which other items and options there are (to_wrapped_cover, to_cover).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from encoders.packing.board_symmetries import Movable
from encoders.packing.lying import BoardCells
from encoders.packing.packing import Packing
from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.encoding import Solution
from exactcover.model.many import SelectionTable, SolutionTable, written

EMPTY = "+"  # no piece of a puzzle has this name
MOST_NAMED = 100
"""Of the cells that no placement covers, so many are named."""


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
        pieces.append(Movable((least, most, str(piece.value or "")), lying, rows))
    if packing.optional is not None:
        optional = np.array([packing.optional[cell] for cell in board.cells]) & free
        pieces.append(
            Movable((*packing.empty, EMPTY), np.flatnonzero(optional)[:, None], np.empty((0, 1), dtype=np.int64))
        )
    return pieces


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
