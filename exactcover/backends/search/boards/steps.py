"""Shared by the ways of filling a board: a step, its node allowance, and the repair of counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from exactcover.backends.search.boards.arrays import board_of, places_of, selection_of
from exactcover.kernel.boards import board as boards
from exactcover.kernel.boards.recounting import recount
from exactcover.model.arrays import Integers, Mask
from exactcover.model.tiling import Piece, Tiling

SLICE = 10_000  # nodes: some hundredths of a second
LEAST_MOVES, MOVES_A_CELL, MOST_MOVES = 2_000, 10, 50_000  # clusters retiled before the repair is considered stalled


class Step(NamedTuple):
    """A step of a search: the way in use; its board; a solution; whether it has stalled."""

    plan: str
    board: boards.Board | None = None
    selection: Integers | None = None
    stalled: bool = False


@dataclass
class Allowance:
    """The nodes that all searches of a run may still spend."""

    left: int
    spent: int = 0

    def slice(self) -> int:
        """Return the nodes of one step."""
        return max(0, min(SLICE, self.left))

    def use(self, nodes: int) -> None:
        """Deduct nodes that were spent."""
        self.left -= nodes
        self.spent += nodes


def mended(tiling: Tiling, board: boards.Board, allowance: Allowance, plan: str) -> Iterator[Step]:
    """Repair the counts of a full board; the last step has the solution."""
    patience = min(LEAST_MOVES + MOVES_A_CELL * len(board.order), MOST_MOVES)
    wrong = 1
    while wrong:
        before = int(board.scalars[boards.NODES])
        wrong = int(recount(board, allowance.slice()))
        allowance.use(int(board.scalars[boards.NODES]) - before)
        if wrong:
            yield Step(plan, board, stalled=bool(board.scalars[boards.MOVES] > patience))
    yield Step(plan, board, selection_of(tiling, board))


def laid(tiling: Tiling, target: Integers, selection: Integers, seed: int) -> boards.Board:
    """Return a board with placements on it, for the repair of its counts."""
    board = board_of(tiling, target, seed)
    boards.lay_all(board, *places_of(tiling, selection))
    return board


def unbounded(tiling: Tiling, region: Mask) -> Tiling:
    """Return the tiling of a part of the region by any number of copies of the pieces that have copies."""
    area = int(region.sum())
    pieces = tuple(
        Piece(piece.name, piece.orientations, 0, area if piece.most else 0, piece.grounds) for piece in tiling.pieces
    )
    grounds = None if tiling.grounds is None else tiling.grounds & region
    return Tiling(region, pieces, (), tiling.isometries, tiling.steps, grounds)
