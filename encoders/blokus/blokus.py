"""Blokus as a value: pieces placed on a board one after the other, each touching an own square at a corner and none along an
edge.

Goals: `fill` places all pieces, `corners` and `cover` reach squares with as few squares as possible, `most` leaves as few
squares of the pieces unplaced as possible. Not here: reading keys (keys.py), encoding (to_growth.py), judging answers
(referee.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from encoders.geometry.lattice import Cell, Shape
from encoders.geometry.lattices import SQUARE
from encoders.geometry.piece import orientations
from exactcover.model.arrays import Mask

Goal: TypeAlias = Literal["fill", "corners", "cover", "most"]
Anchor: TypeAlias = Literal["whole", "legacy"]
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


@dataclass(frozen=True, eq=False)
class Blokus:
    """A position of Blokus for one player, and the goal.

    board: mask of the squares; pieces: names and cells, each to be placed at most once; start: the square that the first piece
    covers, meaningless if there are own squares; targets: squares to cover; own, others: squares already covered, by this
    player and by others; anchor: `legacy` lets no placement's box begin in the last row or column of the board.
    """

    board: Mask
    pieces: tuple[tuple[str, Shape], ...]
    goal: Goal
    start: Cell = (0, 0)
    targets: tuple[Cell, ...] = ()
    own: frozenset[Cell] = frozenset()
    others: frozenset[Cell] = frozenset()
    anchor: Anchor = "whole"

    def wanted(self) -> list[Cell]:
        """Return the squares still to be covered, in increasing order; the first piece covers the start."""
        first = set() if self.own or self.goal == "most" else {self.start}
        return sorted({*self.targets, *first} - self.own)

    def free(self) -> Mask:
        """Return the mask of the squares that a piece may cover: not adjacent to an own one."""
        free = self.board.copy()
        for cell in self.others:
            free[cell] = False
        for row, column in self.own:
            for cell in ((row, column), *SQUARE.neighbours((row, column))):
                if self.within(cell):
                    free[cell] = False
        return free

    def roots(self) -> Mask:
        """Return the mask of the free squares one of which the next piece must cover."""
        roots = np.zeros_like(self.board)
        if not self.own:
            roots[self.start] = True
        for row, column in self.own:
            for down, right in CORNERS:
                if self.within((row + down, column + right)):
                    roots[row + down, column + right] = True
        return roots & self.free()

    def anchors(self) -> Mask:
        """Return the mask of the squares in which a placement's box may begin."""
        anchors = np.ones_like(self.board)
        if self.anchor == "legacy":
            anchors[-1], anchors[:, -1] = False, False
        return anchors

    def within(self, cell: Cell) -> bool:
        """Return whether a square is within the board's box."""
        return all(0 <= x < n for x, n in zip(cell, self.board.shape, strict=True))

    def moves(self) -> list[list[Any]]:
        """Return the legal moves: a piece's name and the cells that it would cover, in increasing order."""
        free, roots, anchors = self.free(), self.roots(), self.anchors()
        moves: list[list[Any]] = []
        for name, cells in self.pieces:
            for shape in orientations(cells, SQUARE, "isometries"):
                for row, column in np.argwhere(anchors).tolist():
                    at = [(row + down, column + right) for down, right in shape]
                    if all(self.within(cell) and free[cell] for cell in at) and any(roots[cell] for cell in at):
                        moves.append([name, [list(cell) for cell in at]])
        return moves

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle without names, ready for json.dumps: equal for equivalent puzzles.

        Targets that are already covered or are the start, and a meaningless start, are omitted; `corners` becomes a goal of
        covering the board's corners.
        """
        height, width = self._size()
        written: dict[str, Any] = {
            "kind": "blokus",
            "board": f"{height}x{width}",
            "holes": [list(cell) for cell in map(tuple, np.argwhere(~self.board).tolist())],
            "pieces": [
                {"cells": [list(cell) for cell in cells]} for _, cells in sorted(self.pieces, key=lambda p: p[1])
            ],
            "goal": "cover" if self.goal == "corners" else self.goal,
            "own": [list(cell) for cell in sorted(self.own)],
            "others": [list(cell) for cell in sorted(self.others)],
            "anchor": self.anchor,
        }
        if not self.own:
            written["start"] = list(self.start)
        if self.goal in ("corners", "cover"):
            written["targets"] = [list(cell) for cell in sorted(set(self.targets) - (self.own or {self.start}))]
        return written

    def _size(self) -> tuple[int, int]:
        height, width = self.board.shape
        return height, width
