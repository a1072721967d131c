"""Pictures of the weights of a board's cells: cells of one weight are one area, named after the weight."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from encoders.draw.picture import Area, Picture
from exactcover.model.arrays import Integers, Mask
from exactcover.model.errors import InvalidInput

MOST_UNASKED = 20_000
MOST_CELLS = 100_000
"""Maximum cells of a colouring to draw: with an answer, and on request. Each cell has its number and its border."""


def too_large(board: Mask, wanted: bool) -> str:
    """Return why the colouring of a board is not drawn, or nothing; wanted: whether it was requested."""
    cells, most = int(board.sum()), MOST_CELLS if wanted else MOST_UNASKED
    return f"a colouring of {cells:,} cells is not drawn; expected at most {most:,}" if cells > most else ""


def refuse_large(board: Mask) -> None:
    """Raise InvalidInput if the colouring of a board is too large to be drawn at all."""
    if too_large(board, wanted=True):
        raise InvalidInput(too_large(board, wanted=True))


def colouring_picture(picture: Picture, board: Mask, weights: Integers, modulus: int) -> Picture:
    """Return the picture of a puzzle with the cells of its board, and no others, each coloured by its weight.

    weights: one for each position of the board's array, taken modulo `modulus` unless that is 0. Raises InvalidInput for a
    board that cannot be drawn.
    """
    shown = weights % modulus if modulus else weights
    areas = [
        Area(str(weight), tuple(map(tuple, np.argwhere(board & (shown == weight)).tolist())))
        for weight in np.unique(shown[board]).tolist()
    ]
    return replace(picture, areas=tuple(areas), cells=frozenset(map(tuple, np.argwhere(board).tolist())))
