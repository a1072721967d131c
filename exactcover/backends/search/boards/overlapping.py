"""A rectangle to be packed by pieces that may overlap during the search: the problem as arrays, its moves, its packings.

The orientations of a piece are in cyclic order: quarter turns, then the quarter turns of its mirror image, then any others.
Pieces with a range of copies get numbers that fill the board most evenly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from exactcover.backends.search.boards.regions import bounds, refuse_grounds
from exactcover.backends.search.boards.shares import counts_of
from exactcover.model.arrays import Integers
from exactcover.model.errors import Unsuitable
from exactcover.model.tiling import Tiling


@dataclass(frozen=True, eq=False)
class Problem:
    """A rectangle and the pieces to lay on it; the orientations of all pieces are in one list, those of a piece adjacent in
    cyclic order.

    corner: of the rectangle in the tiling's region; cells: (orientations, most cells, 2); sizes: cells of each; following: the
    next orientation of the same piece; number: the orientation's number in the tiling; first, turns: for each piece to lay,
    its first orientation and their number; kinds: its number among the tiling's pieces; most: the maximum number of copies of
    a piece.
    """

    height: int
    length: int
    corner: Integers
    cells: Integers
    sizes: Integers
    following: Integers
    number: Integers
    first: Integers
    turns: Integers
    kinds: Integers
    most: int

    @property
    def reach(self) -> int:
        """How far a piece reaches beyond the corner of its bounding box, at most."""
        return int(self.cells.max(initial=0))

    def anywhere(self, states: int, generator: np.random.Generator) -> Integers:
        """Return states (n, pieces, 3): orientation, row and column of each piece, all uniformly random."""
        size = states, len(self.kinds)
        turns = self.first + generator.integers(0, self.turns, size)
        rows, columns = generator.integers(0, self.height, size), generator.integers(0, self.length, size)
        return np.stack([turns, rows, columns], axis=2)

    def is_packing(self, state: Integers) -> bool:
        """Return whether each cell of the rectangle has one piece and no piece goes beyond."""
        times = np.zeros((self.height + self.reach, self.length + self.reach), dtype=np.int64)
        for turn, row, column in state.tolist():
            cells = self.cells[turn, : self.sizes[turn]]
            times[cells[:, 0] + row, cells[:, 1] + column] += 1
        return bool((times[: self.height, : self.length] == 1).all() and times.sum() == self.height * self.length)

    def selection(self, state: Integers) -> Integers:
        """Return a state as placements `piece, orientation, row, column` of the tiling."""
        return np.column_stack([self.kinds, self.number[state[:, 0]], state[:, 1:] + self.corner])


def problem(engine: str, tiling: Tiling) -> Problem:
    """Return the problem of a tiling; raises Unsuitable unless it has counted pieces on a rectangle."""
    refuse_grounds(engine, tiling)
    corner, box = bounds(tiling.region)
    counts = counts_of(tiling.pieces, box.size) if tiling.pieces else None
    if tiling.dimension != 2 or not box.size or not box.all() or counts is None:
        raise Unsuitable(
            f"the engine {engine} was given another board; expected a rectangle and pieces counted to fill it"
        )
    height, length = box.shape
    cells: list[Integers] = []
    following, number, first, turns = [], [], [], []
    for piece in tiling.pieces:
        order = cyclic(piece.orientations)
        first.append(len(cells))
        turns.append(len(order))
        following += [len(cells) + (turn + 1) % len(order) for turn in range(len(order))]
        number += order
        cells += [piece.orientations[each] for each in order]
    sizes = np.array([len(each) for each in cells])
    padded = np.zeros((len(cells), int(sizes.max()), 2), dtype=np.int64)
    for turn, each in enumerate(cells):
        padded[turn, : len(each)] = each
    kinds = np.repeat(np.arange(len(counts)), counts)
    return Problem(
        height, length, corner, padded, sizes, np.array(following), np.array(number), np.array(first)[kinds],
        np.array(turns)[kinds], kinds, max(counts),
    )  # fmt: skip


def cyclic(orientations: tuple[Integers, ...]) -> list[int]:
    """Return the numbers of a piece's orientations in cyclic order, from the first one on."""
    numbers = {_at_corner(cells.tolist()): number for number, cells in enumerate(orientations)}
    before = [(-column, row) for row, column in orientations[0].tolist()]  # a quarter turn back
    order: list[int] = []
    for start in (before, [(row, -column) for row, column in before]):
        turned = start
        for _ in range(4):
            turned = [(column, -row) for row, column in turned]
            number = numbers.get(_at_corner(turned))
            if number is not None and number not in order:
                order.append(number)
    return order + [number for number in range(len(orientations)) if number not in order]


def _at_corner(cells: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return tuple(sorted((row - top, column - left) for row, column in cells))
