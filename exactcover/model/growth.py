"""Growths: pieces placed one after the other, each touching an earlier one at a corner and none along an edge.

A growth is implicit: placements are not listed. A placement puts one orientation of one piece at an offset, with all its cells
in the region. A selection is a solution when no piece is used more than once, no two placements share a cell or have cells an
edge-step apart, every wanted cell is covered, every piece that must be placed is, and each placement is reached: it covers a
root, or has a cell a corner-step from a cell of a placement that is reached. Then there is an order in which each is legal at
its turn: the order in which they are reached. Not here: searching.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import add
from typing import Literal, TypeAlias, get_args

import numpy as np

from exactcover.model.arrays import Integers, Mask, frozen
from exactcover.model.errors import InvalidModel
from exactcover.model.tiling import Piece

Price: TypeAlias = Literal["cells", "left over", "nothing"]
"""The cost of a solution: the cells that it covers, the cells of unplaced pieces, or nothing."""


@dataclass(frozen=True, eq=False)
class Growth:
    """A growth problem; raises InvalidModel if malformed.

    region: mask of the cells that may be covered; roots: mask of those of them that let a placement begin; wanted: mask of the
    cells that must be covered (one that is not in the region makes it impossible); pieces: each with most = 1 and in one part,
    so that edge-steps lead from each of its cells to the others; anchors: mask
    of the offsets that placements may have; steps, corners: (n, d) from a cell to those that share an edge, and a corner only,
    with it; price: what is to be minimised; own: mask of the cells covered before, used only in the explanation that a wanted
    cell is adjacent to one (None means none).
    """

    region: Mask
    roots: Mask
    wanted: Mask
    anchors: Mask
    pieces: tuple[Piece, ...]
    steps: Integers
    corners: Integers
    price: Price = "cells"
    own: Mask | None = None

    def __post_init__(self) -> None:
        if self.own is None:
            object.__setattr__(self, "own", np.zeros(np.shape(self.region), dtype=np.bool_))
        for name in ("region", "roots", "wanted", "anchors", "own"):
            mask = np.array(getattr(self, name))
            if mask.dtype != np.bool_ or mask.ndim == 0 or mask.shape != np.shape(self.region):
                raise InvalidModel(
                    f"{name} is not a mask of the shape of the region; expected booleans, one for each cell"
                )
            mask.setflags(write=False)
            object.__setattr__(self, name, mask)
        if (self.roots & ~self.region).any():
            raise InvalidModel("a root is not in the region; expected roots that may be covered")
        if self.price not in get_args(Price):
            raise InvalidModel(f"the price is {self.price!r}; expected {', '.join(get_args(Price))}")
        self._refuse_bad_pieces()
        for name in ("steps", "corners"):
            moves = frozen(getattr(self, name), dimensions=2)
            object.__setattr__(self, name, moves)
            if moves.shape[1] != self.dimension or not moves.any(axis=1).all():
                raise InvalidModel(
                    f"{name} have shape {moves.shape}; expected {self.dimension} numbers each, not all 0"
                )
            if set(map(tuple, moves.tolist())) != set(map(tuple, (-moves).tolist())):
                raise InvalidModel(f"one of the {name} leads to a cell from which none leads back")
        self._refuse_pieces_in_parts()

    @property
    def dimension(self) -> int:
        """The number of axes of the region."""
        return self.region.ndim

    def _refuse_bad_pieces(self) -> None:
        names = [piece.name for piece in self.pieces]
        for piece in self.pieces:
            if names.count(piece.name) > 1:
                raise InvalidModel(f"piece {piece.name!r} is named twice; expected different names")
            if piece.most > 1:
                raise InvalidModel(f"piece {piece.name!r} has {piece.most} copies; expected at most 1")
            if piece.orientations[0].shape[1] != self.dimension:
                axes = piece.orientations[0].shape[1]
                raise InvalidModel(f"piece {piece.name!r} has {axes} dimensions; expected {self.dimension}")

    def _refuse_pieces_in_parts(self) -> None:
        steps = self.steps.tolist()
        for piece in self.pieces:
            for turn in piece.orientations:
                left = set(map(tuple, turn.tolist()))
                pending = [left.pop()]
                while pending:
                    cell = pending.pop()
                    beside = left.intersection(tuple(map(add, cell, step)) for step in steps)
                    left -= beside
                    pending += beside
                if left:
                    raise InvalidModel(f"piece {piece.name!r} is in parts; expected cells that edge-steps join")


@dataclass(frozen=True, eq=False)
class Cheaper:
    """The question of whether a growth has a solution below a cost."""

    growth: Growth
    cost: int

    def __post_init__(self) -> None:
        if self.growth.price == "nothing":
            raise InvalidModel(f"a solution of cost below {self.cost} was requested, but there are no costs")
        if self.cost < 1:
            raise InvalidModel(f"a solution of cost below {self.cost} was requested; expected 1 or more")
