"""Encodes a position of Blokus as a growth, and decodes selections into placements in an order of play."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from encoders.blokus.blokus import CORNERS, Blokus
from encoders.geometry.lattice import Cell
from encoders.geometry.lattices import SQUARE
from encoders.geometry.piece import orientations
from exactcover.model.arrays import Integers, Mask
from exactcover.model.encoding import Encoding, Solution
from exactcover.model.growth import Growth, Price
from exactcover.model.tiling import Piece

PRICES: dict[str, Price] = {"fill": "nothing", "corners": "cells", "cover": "cells", "most": "left over"}


def encode(blokus: Blokus) -> Encoding:
    """Return the growth of a position; `decode` puts the placements into an order in which each is legal."""
    least = 1 if blokus.goal == "fill" else 0
    pieces = [
        Piece(name, tuple(np.array(shape) for shape in orientations(cells, SQUARE, "isometries")), least, 1)
        for name, cells in blokus.pieces
    ]
    growth = Growth(
        blokus.free(),
        blokus.roots(),
        _mask(blokus.board, blokus.wanted()),
        blokus.anchors(),
        tuple(pieces),
        np.array(SQUARE.steps),
        np.array(CORNERS),
        PRICES[blokus.goal],
        _mask(blokus.board, blokus.own),
    )

    def decode(selection: Integers) -> Solution:
        placed = []
        for piece, orientation, *offset in selection.tolist():
            cells = pieces[piece].orientations[orientation] + np.array(offset)
            placed.append((sorted(map(tuple, cells.tolist())), pieces[piece].name))
        return {
            "placements": [
                {"piece": name, "cells": [list(cell) for cell in cells]}
                for cells, name in _in_order(sorted(placed), set(map(tuple, np.argwhere(growth.roots).tolist())))
            ]
        }

    return Encoding(growth, decode)


def _mask(board: Mask, cells: Iterable[Cell]) -> Mask:
    mask = np.zeros_like(board)
    for cell in cells:
        mask[cell] = True
    return mask


def _in_order(placed: list[tuple[list[Cell], str]], roots: set[Cell]) -> list[tuple[list[Cell], str]]:
    """Return placements in an order of play: each time the first that may be placed."""
    left, ordered, ready = list(placed), [], set(roots)
    while left:
        following = next((each for each in left if ready.intersection(each[0])), left[0])
        left.remove(following)
        ordered.append(following)
        ready.update((row + down, column + right) for row, column in following[0] for down, right in CORNERS)
    return ordered
