"""Pictures of a Blokus board: start and targets, and the pieces of a solution in their order of play."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from encoders.blokus.blokus import Blokus
from encoders.draw.picture import Area, Picture
from exactcover.model.encoding import Solution


def picture(blokus: Blokus, solution: Solution | None) -> Picture:
    """Return the board with own and other squares, start and targets; a solution's pieces on a second board, numbered."""
    board = frozenset(map(tuple, np.argwhere(blokus.board).tolist()))
    before = (*_covered(blokus), *_asked_for(blokus))
    if solution is None:
        return Picture(blokus.board.shape, before, board)
    played = (*_covered(blokus), *_played(solution))
    kinds = tuple(area.name for area in before)
    if not blokus.targets:
        return Picture(blokus.board.shape, played, board, kinds=kinds)
    areas = (*(_on(0, area) for area in before), *(_on(1, area) for area in played))
    cells = frozenset((layer, *cell) for layer in (0, 1) for cell in board)
    return Picture(
        (2, *blokus.board.shape), areas, cells, ("start (S) and targets (T)", "pieces in order of play"), kinds=kinds
    )


def _covered(blokus: Blokus) -> Iterator[Area]:
    """Yield the squares that players have already covered."""
    for name, cells in (("own", blokus.own), ("others", blokus.others)):
        if cells:
            yield Area(name, tuple(sorted(cells)), fixed=True, label=name)


def _asked_for(blokus: Blokus) -> Iterator[Area]:
    """Yield the start, if it is meaningful, and the uncovered targets."""
    if not blokus.own:
        yield Area("start", (blokus.start,), label="S")
    for cell in blokus.targets:
        if cell not in (*blokus.own, *blokus.others) and (blokus.own or cell != blokus.start):
            yield Area("target", (cell,), label="T")


def _played(solution: Solution) -> Iterator[Area]:
    """Yield the pieces of a solution, each with its position in the order of play."""
    for number, placement in enumerate(solution["placements"], 1):
        yield Area(placement["piece"], tuple(sorted(map(tuple, placement["cells"]))), label=str(number))


def _on(layer: int, area: Area) -> Area:
    return Area(area.name, tuple((layer, *cell) for cell in area.cells), area.fixed, area.label)
