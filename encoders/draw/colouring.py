"""From weights of a board's cells to a picture: cells of one weight are one area, named after the weight."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from encoders.draw.picture import Area, Picture
from exactcover.model.arrays import Integers, Mask


def colouring_picture(picture: Picture, board: Mask, weights: Integers, modulus: int) -> Picture:
    """Return the picture of a puzzle with the cells of its board, and no others, each coloured by its weight.

    weights: one for each position of the board's array, taken modulo `modulus` unless that is 0. InvalidInput: a board that
    cannot be drawn.
    """
    shown = weights % modulus if modulus else weights
    areas = [
        Area(str(weight), tuple(map(tuple, np.argwhere(board & (shown == weight)).tolist())))
        for weight in np.unique(shown[board]).tolist()
    ]
    return replace(picture, areas=tuple(areas), cells=frozenset(map(tuple, np.argwhere(board).tolist())))
