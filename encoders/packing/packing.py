"""Packings as values: pieces to cover a board exactly.

Not here: reading keys (keys.py), encoding (to_tiling.py), judging answers (referee.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from encoders.geometry.board import positions
from encoders.geometry.lattice import Cell, Lattice, Motions, Shape
from encoders.geometry.lattices import lattice_named
from encoders.geometry.wrap import Wrap
from encoders.packing.crossing import without_joints
from encoders.packing.goals import Goals, Weights, amounts, weights
from exactcover.model.amounts import Amount, in_json, of_fraction
from exactcover.model.arrays import Integers, Mask

Ways: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""For each orientation of a piece the grounds of its cells, in each way in which it may lie."""
Corners: TypeAlias = tuple[tuple[tuple[Cell, ...], ...], ...]
"""For each orientation of a piece and each of these ways, where its corner may lie modulo the lattice's period."""


@dataclass(frozen=True)
class Packable:
    """A piece of a packing: its canonical cells under the motions it is allowed, and its copies (most None: any).

    cells: moved to the origin, unless the piece is bound to classes of the lattice's cells (see encoders/packing/ways.py);
    orientations: (n, cells, dimension) its images under those motions, normalised and in increasing order; grounds: of its
    canonical cells, from 1, 0 for the whole board, None if it has no colours; ways: for each orientation the grounds of its
    cells in each of the ways in which it may lie, None if it lies anywhere; corners: for each of these ways where its corner
    may lie, None if it is not bound; groups: the numbers of the groups whose members need not come apart, and how many copies
    each may have (None: any); value: of each copy, towards a goal.
    """

    name: str
    cells: Shape
    motions: Motions
    least: int
    most: int | None
    orientations: Integers = field(repr=False, compare=False)
    grounds: tuple[int, ...] | None = None
    ways: Ways | None = field(default=None, repr=False)
    corners: Corners | None = field(default=None, repr=False)
    groups: tuple[tuple[int, int | None], ...] = ()
    value: Fraction = Fraction(0)

    def orientation(self, cells: Shape) -> int:
        """Return the number of the orientation of cells with this piece's shape."""
        array = np.array(cells)
        same = (self.orientations == array - array.min(axis=0)).all(axis=(1, 2))
        return int(np.flatnonzero(same)[0])


@dataclass(frozen=True)
class Placed:
    """A placed piece: its name and its cells in increasing order."""

    piece: str
    cells: Shape


@dataclass(frozen=True, eq=False)
class Packing:
    """A packing puzzle.

    board: the mask of all cells, pre-placed ones included; lattice: of the cells; pieces: in order of their canonical cells,
    no two congruent under the motions they are allowed unless distinguished by name; fixed: pre-placed pieces, each of which
    uses up one copy; aliases: other names of pieces (Z4 for S4, merged names); optional: the mask of the cells that may stay
    empty, None if there are none; empty: how many of them do, at least and at most; grounds: masks of the cells to which
    coloured cells of pieces are bound, none of them the whole board; wrap: which points are one cell, None for a flat board;
    goals: what is best, None if all packings are equally good; touching: what neighbouring pieces may share: all, corners (but no
    side), or none (nothing);
    connected: whether the covered cells must be connected.
    """

    board: Mask
    lattice: Lattice
    pieces: tuple[Packable, ...]
    fixed: tuple[Placed, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    optional: Mask | None = None
    empty: tuple[int, int] = (0, 0)
    grounds: tuple[Mask, ...] = ()
    wrap: Wrap | None = None
    goals: Goals | None = None
    touching: str = "all"
    connected: bool = False

    @property
    def plain(self) -> bool:
        """Whether it is a tiling: all packings are equally good, and pieces may touch and be anywhere."""
        return self.goals is None and self.touching == "all" and not self.connected

    @cached_property
    def weights(self) -> Weights:
        """The weights of the goals in the cost of a packing."""
        assert self.goals is not None
        cells = int(self.board.sum())
        most = [
            max(piece.least, cells // len(piece.cells)) if piece.most is None else piece.most for piece in self.pieces
        ]
        values = [(piece.value, number) for piece, number in zip(self.pieces, most, strict=True)]
        return weights(
            self.goals, values, sum(most), cells, cells * sum(len(piece.orientations) + 1 for piece in self.pieces)
        )

    def amounts(self, solution: Mapping[str, Any]) -> dict[str, Any]:
        """Return each quantity of the goals in a correct solution, as JSON has numbers."""
        return {name: in_json(of_fraction(amount)) for name, amount in self._amounts(solution).items()}

    def cost(self, solution: Mapping[str, Any]) -> Amount | None:
        """Return the cost of a correct solution, of one goal its quantity; None without goals."""
        return None if self.goals is None else of_fraction(self.weights.sum(self._amounts(solution)))

    def _amounts(self, solution: Mapping[str, Any]) -> dict[str, Fraction]:
        assert self.goals is not None
        values = {piece.name: piece.value for piece in self.pieces}
        placed = [
            (self.aliases.get(place.piece, place.piece), without_joints(place.cells, self.lattice))
            for place in placed_of(dict(solution))
        ]
        return amounts(self.goals, values, placed, self._counted_cells)

    @cached_property
    def _counted_cells(self) -> int:
        """How many cells of the board goals count: all but joints of edges."""
        return len(without_joints(map(tuple, np.argwhere(self.board).tolist()), self.lattice))

    def piece(self, name: str) -> Packable | None:
        """Return the piece with that name or alias."""
        known = self.aliases.get(name, name)
        return next((piece for piece in self.pieces if piece.name == known), None)

    def groups(self, name: str) -> dict[int, int | None]:
        """Return the groups of the piece with that name or alias, and how many copies each may have."""
        piece = self.piece(name)
        return {} if piece is None else dict(piece.groups)

    def _holes(self) -> Integers:
        """Return the lattice's cells within the board's box that are not the board's, in increasing order, a row each."""
        board = self._trimmed()
        return np.argwhere(~board & positions(board.shape, self.lattice))

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle without titles and names: equal for equivalent puzzles.

        It names the lattice unless that is the default for the board's number of dimensions.
        """
        numbers = {piece.name: number for number, piece in enumerate(self.pieces)}
        usual = self.lattice == lattice_named(None, self.board.ndim)
        return {
            "kind": "packing",
            "board": "x".join(map(str, self._trimmed().shape)),
            **({} if usual else {"lattice": self.lattice.name}),
            **({} if self.wrap is None else {"wrap": self.wrap.canonical()}),
            "holes": self._holes().tolist(),
            **self._optional(),
            "pieces": [
                {
                    "cells": [list(cell) for cell in piece.cells],
                    "copies": [piece.least, piece.most],
                    "motions": piece.motions,
                    **({} if piece.grounds is None else {"grounds": list(piece.grounds)}),
                    **({"groups": [list(group) for group in piece.groups]} if piece.groups else {}),
                    **({"value": in_json(of_fraction(piece.value))} if piece.value else {}),
                }
                for piece in self.pieces
            ],
            **({"grounds": [np.argwhere(mask).tolist() for mask in self.grounds]} if self.grounds else {}),
            **self._labelled(),
            **({} if self.goals is None else self.goals.canonical()),
            **({} if self.touching == "all" else {"touching": self.touching}),
            **({"connected": True} if self.connected else {}),
            "fixed": [
                {"piece": numbers[place.piece], "cells": [list(cell) for cell in place.cells]}
                for place in sorted(self.fixed, key=lambda place: place.cells)
            ],
        }

    def _labelled(self) -> dict[str, Any]:
        shapes = {(piece.cells, piece.motions, piece.grounds, piece.value) for piece in self.pieces}
        return {"labelled": True} if len(shapes) < len(self.pieces) else {}

    def _optional(self) -> dict[str, Any]:
        if self.optional is None:
            return {}
        return {"optional": np.argwhere(self.optional).tolist(), "holes_free": list(self.empty)}

    def _trimmed(self) -> Mask:
        """Return the board without the positions beyond its last cell on every axis."""
        ends = [int(np.flatnonzero(self.board.any(axis=tuple(a for a in range(self.board.ndim) if a != axis)))[-1]) + 1
                for axis in range(self.board.ndim)]  # fmt: skip
        return self.board[tuple(slice(0, end) for end in ends)]


def placed_of(solution: dict[str, Any]) -> Iterator[Placed]:
    """Yield the pieces of a solution `{"placements": [{"piece": ..., "cells": ...}, ...]}` that a referee has accepted."""
    for placement in solution["placements"]:
        yield Placed(placement["piece"], tuple(sorted(tuple(cell) for cell in placement["cells"])))
