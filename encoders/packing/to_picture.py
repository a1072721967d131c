"""From a packing and a solution to a picture of the board."""

from __future__ import annotations

import numpy as np

from encoders.draw.picture import Area, Picture
from encoders.packing.packing import Packing, Placed, placed_of
from exactcover.model.encoding import Solution


def picture(packing: Packing, solution: Solution | None) -> Picture:
    """Return the board with the solution's pieces on it, or with the pre-placed ones alone."""
    placed: list[Placed] = list(packing.fixed) if solution is None else list(placed_of(solution))
    return Picture(
        packing.board.shape,
        tuple(Area(place.piece, place.cells, fixed=place in packing.fixed) for place in placed),
        frozenset(map(tuple, np.argwhere(packing.board).tolist())),
        lattice=packing.lattice.layer or packing.lattice,
    )
