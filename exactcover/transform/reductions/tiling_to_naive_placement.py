"""Reduces a tiling to a board on which pieces are placed one at a time, for searches without exact covers.

Copies of a piece are separate pieces, as in a naive program.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Reduction
from exactcover.model.errors import Unsuitable
from exactcover.model.space import NaivePlacement
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import tiling_to_cover


@dataclass(frozen=True)
class Board(Reduction):
    """The reduction; `written` is the cover whose options are the placements."""

    written: Cover


def reduce(tiling: Tiling) -> Board:
    """Write a tiling as a board and pieces; raises Unsuitable if a piece has no exact number of copies."""
    for piece in tiling.pieces:
        if piece.least != piece.most:
            raise Unsuitable(
                f"piece {piece.name} has {piece.least} to {piece.most} copies;"
                " a search that places pieces expects an exact number"
            )
    copies = sum(piece.most for piece in tiling.pieces)
    if copies > tiling.region.size:
        raise Unsuitable(
            f"there are {copies} pieces to place; a search that places pieces expects at most one per cell"
        )
    whole = tiling_to_cover.reduce(tiling)
    written = whole.model
    assert isinstance(written, Cover)
    cells = tiling.cells()
    inside = written.members < len(cells)
    covers = np.zeros((written.options, len(cells)), dtype=np.bool_)
    covers[written.owners[inside], written.members[inside]] = True
    pieces = written.members[~inside] - len(cells)
    owners = [number for number, piece in enumerate(tiling.pieces) for _ in range(piece.most)]
    options = [np.flatnonzero(pieces == number) for number in owners]
    used = np.concatenate([np.zeros(0, dtype=np.int64), *options])
    assert tiling.isometries is not None
    model = NaivePlacement(
        len(owners),
        np.repeat(np.arange(len(owners)), [len(each) for each in options]),
        covers[used],
        _neighbours(tiling, cells),
        tried=len(owners) * len(tiling.isometries) * len(cells),
    )
    return Board(model, lambda labels: whole.lift(np.sort(used[_placements(model, labels)])), written)


def _neighbours(tiling: Tiling, cells: Integers) -> Integers:
    """Return the numbers (cells, steps) of the cells next to each in the lattice, -1 if there is none."""
    assert tiling.steps is not None
    room = int(np.abs(tiling.steps).max(initial=1))
    around = np.full(tuple(np.array(tiling.region.shape) + 2 * room), -1, dtype=np.int64)
    around[tuple((cells + room).T)] = np.arange(len(cells))
    return np.stack([around[tuple((cells + room + step).T)] for step in tiling.steps], axis=1)


def _placements(model: NaivePlacement, labels: Integers) -> list[int]:
    """Return the number of each piece's placement on a board."""
    chosen = []
    for piece in range(model.count):
        lying_so = (model.pieces == piece) & (model.covers == (labels == piece + 1)).all(axis=1)
        chosen.append(int(np.flatnonzero(lying_so)[0]))
    return chosen
