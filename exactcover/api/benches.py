"""What the bench of a page shows of a puzzle beside its keys: its pieces, what lies on the board, what is offered.

Not here: how keys are edited (editing.py), and pages (service/page).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from exactcover.api import about, editing
from exactcover.api.offers import offers
from exactcover.model.growth import Growth
from exactcover.model.tiling import Piece, Tiling

MOST_DRAWN = 400
"""The maximum number of kinds of pieces that a tray shows."""


def bench(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is known of a puzzle without a search or an estimate, what is offered for it, and its pieces.

    info: as `exactcover info`; offers: see offers.py; pieces: of a packing or of Blokus, each with its name, its cells in one
    orientation, the least and the most number of copies still to place (most None: any), the number that is placed, and
    whether it may be turned and turned over in the plane; fixed: the pre-placed pieces with their cells, letters on the board
    included. Raises InvalidInput.
    """
    puzzle = editing.puzzle(keys)
    model = puzzle.tray()
    pieces = model.pieces if isinstance(model, Tiling | Growth) else ()
    fixed = model.fixed if isinstance(model, Tiling) else ()
    room = int(model.region.sum()) if isinstance(model, Tiling | Growth) else 0
    lattice = puzzle.canonical().get("lattice", "")
    lying = Counter(each.piece for each in fixed)
    return {
        "info": about.info(puzzle, estimated=False),
        "offers": offers(puzzle),
        "pieces": [
            {**_shown(model, piece, room, lattice), "placed": lying[number]}
            for number, piece in enumerate(pieces[:MOST_DRAWN])
            if isinstance(model, Tiling | Growth) and not piece.empty
        ],
        "fixed": [
            {"piece": pieces[each.piece].name, "cells": sorted(each.cells.tolist())} for each in fixed[:MOST_DRAWN]
        ],
    }


def _shown(model: Tiling | Growth, piece: Piece, room: int, lattice: str) -> dict[str, Any]:
    """Return a piece for the tray; room: the number of cells, which bounds the number of copies where nothing else does."""
    cells, turned, flipped = editing.lying(model, piece, lattice)
    return {
        "name": piece.name,
        "cells": cells,
        "least": piece.least,
        "most": None if piece.least == 0 and piece.most > 1 and piece.most >= room // piece.size else piece.most,
        "turns": turned,
        "flips": flipped,
    }
