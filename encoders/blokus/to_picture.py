"""From a position of Blokus and a solution to a picture of the board."""

from __future__ import annotations

import numpy as np

from encoders.blokus.blokus import Blokus
from encoders.draw.picture import Area, Picture
from exactcover.model.encoding import Solution


def picture(blokus: Blokus, solution: Solution | None) -> Picture:
    """Return the board with own and other squares, and the solution's pieces or, where there is none, start and targets."""
    areas = []
    for name, cells in (("own", blokus.own), ("others", blokus.others)):
        if cells:
            areas.append(Area(name, tuple(sorted(cells)), fixed=True))
    if solution is None:
        marks = [("start", blokus.start)] if not blokus.own else []
        marks += [
            ("target", cell) for cell in blokus.targets if cell not in blokus.own and (("start", cell) not in marks)
        ]
        areas += [Area(name, (cell,)) for name, cell in marks if cell not in blokus.others]
    else:
        for placement in solution["placements"]:
            areas.append(Area(placement["piece"], tuple(sorted(map(tuple, placement["cells"])))))
    return Picture(blokus.board.shape, tuple(areas), frozenset(map(tuple, np.argwhere(blokus.board).tolist())))
