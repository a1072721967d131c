"""The judge of growths: places the placements one after the other, in an order in which each is reached.

Each selection is judged from scratch: no state is kept between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import add

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.growth import Cheaper, Growth

Cell = tuple[int, ...]


def faults(growth: Growth, selection: Integers) -> list[str]:
    """Return the faults of placements `piece, orientation, *offset`, one sentence each; none for a solution."""
    if selection.ndim != 2 or selection.shape[1] != 2 + growth.dimension:
        return [
            f"placements have shape {selection.shape}; expected lines of piece, orientation and {growth.dimension} offsets"
        ]
    sentences = []
    placed: list[set[Cell]] = []
    times = [0] * len(growth.pieces)
    for piece, orientation, *offset in selection.tolist():
        if not 0 <= piece < len(growth.pieces) or not 0 <= orientation < len(growth.pieces[piece].orientations):
            return [f"placement of piece {piece}, orientation {orientation} does not exist"]
        times[piece] += 1
        name = growth.pieces[piece].name
        if not _holds(growth.anchors, offset):
            sentences.append(f"{name!r} is at offset {tuple(offset)}; expected one that is allowed")
        cells = {
            tuple(x + y for x, y in zip(cell, offset, strict=True))
            for cell in growth.pieces[piece].orientations[orientation].tolist()
        }
        astray = [cell for cell in sorted(cells) if not _holds(growth.region, cell)]
        sentences += [f"{name!r} covers {cell}, which is not in the region" for cell in astray]
        placed.append(cells)
    for piece, number in zip(growth.pieces, times, strict=True):
        if not piece.least <= number <= piece.most:
            sentences.append(f"{piece.name!r} is placed {number} times; expected {piece.least} to {piece.most}")
    covered = set().union(*placed)
    for cell in map(tuple, np.argwhere(growth.wanted).tolist()):
        if cell not in covered:
            sentences.append(f"cell {cell} is not covered; expected it covered")
    return sentences + _contacts(growth, placed) + _unreached(growth, placed)


def faults_below(question: Cheaper, selection: Integers) -> list[str]:
    """Return the faults of placements that must cost less than a bound."""
    sentences = faults(question.growth, selection)
    if not sentences:
        price = cost(question.growth, selection)
        if price is None or price >= question.cost:
            sentences.append(f"the cost is {price}; expected less than {question.cost}")
    return sentences


def cost(growth: Growth, selection: Integers) -> int | None:
    """Return the cost of a selection, or None if nothing costs."""
    if growth.price == "nothing":
        return None
    sizes: list[int] = [piece.size for piece in growth.pieces]
    covered = sum(sizes[int(piece)] for piece in selection[:, 0])
    return covered if growth.price == "cells" else sum(sizes) - covered


def placements(growth: Growth) -> Iterator[tuple[int, set[Cell]]]:
    """Yield the piece and the cells of every placement of every piece that may be placed."""
    cells_of_region = set(map(tuple, np.argwhere(growth.region).tolist()))
    offsets = np.argwhere(growth.anchors).tolist()
    for number, piece in enumerate(growth.pieces):
        for orientation in piece.orientations if piece.most else ():
            turned = orientation.tolist()
            for offset in offsets:
                cells = {tuple(map(add, cell, offset)) for cell in turned}
                if cells <= cells_of_region:
                    yield number, cells


def _contacts(growth: Growth, placed: list[set[Cell]]) -> list[str]:
    """Return the pairs of placements that share a cell or an edge."""
    sentences = []
    for second, cells in enumerate(placed):
        beside = {_moved(cell, step) for cell in cells for step in growth.steps.tolist()}
        for first in range(second):
            if placed[first] & cells:
                sentences.append(f"placements {first} and {second} both cover {min(placed[first] & cells)}")
            elif placed[first] & beside:
                sentences.append(f"placements {first} and {second} touch by an edge, at {min(placed[first] & beside)}")
    return sentences


def _unreached(growth: Growth, placed: list[set[Cell]]) -> list[str]:
    """Return the placements that cannot be placed in any order: those not connected to a root by corners."""
    left = dict(enumerate(placed))
    reached: set[Cell] = set(map(tuple, np.argwhere(growth.roots).tolist()))
    while True:
        ready = [number for number, cells in left.items() if cells & reached]
        if not ready:
            return [f"placement {number} is not connected to a root by corners" for number in left]
        for number in ready:
            reached |= {_moved(cell, step) for cell in left.pop(number) for step in growth.corners.tolist()}


def _moved(cell: Cell, step: list[int]) -> Cell:
    return tuple(x + y for x, y in zip(cell, step, strict=True))


def _holds(mask: np.typing.NDArray[np.bool_], cell: tuple[int, ...] | list[int]) -> bool:
    return all(0 <= x < n for x, n in zip(cell, mask.shape, strict=True)) and bool(mask[tuple(cell)])
