"""State graphs: boards on which blocks slide, and boards on which pieces are placed. Not here: searching.

A state of sliding blocks is a row of labels, one for every cell of the floor: 0 for an empty cell, k + 1 for a cell covered by
shape k. Blocks of one shape are interchangeable, so a state has only one reading: the first cell in row-major order not
covered by a block already read is the first cell of a block of its shape. The n-puzzle is the case of one-cell blocks, each of
its own shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np

from exactcover.model.arrays import Integers, Mask, frozen
from exactcover.model.errors import InvalidModel

Metric: TypeAlias = Literal["steps", "moves"]
Motion: TypeAlias = Literal["any", "lengthwise"]

DIRECTIONS = ("UP", "DOWN", "LEFT", "RIGHT")
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""The step (rows, columns) of each direction."""

MOST_SHAPES = 254
MOST_MOVES = 10**6


@dataclass(frozen=True, eq=False)
class Heuristic:
    """A named estimate of the remaining moves, as tables.

    form "sum": `table` (shapes, cells) gives an estimate for each block by its first cell, and these are summed; "largest":
    the same, with the maximum; "pair": `table` (cells, cells) by the first cells of the one block of shape `shapes[0]` and the
    one block of shape `shapes[1]`; "box": the covered cells, those of the two shapes left out, inside the box that the second
    cells (row-major) of the two blocks `shapes` span; "max" and "plus": of the heuristics named in `of`.
    """

    form: Literal["sum", "largest", "pair", "box", "max", "plus"]
    table: Integers | None = None
    shapes: tuple[int, int] | None = None
    of: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.table is not None:
            object.__setattr__(self, "table", frozen(self.table, dimensions=2))


@dataclass(frozen=True, eq=False)
class Sliding:
    """A sliding-block puzzle; raises InvalidModel if malformed.

    floor: mask (rows, columns) of the cells that blocks may cover; shapes: the cells (n, 2) of each shape of block, in
    row-major order, the first one at (0, 0) (columns of later ones may be negative); start: labels (cells,), cells of the
    whole rectangle in row-major order, 0 if it is empty or not of the floor; goals: alternatives, each a tuple of (shape,
    cell): a block of that shape has its first cell there, for all pairs; metric: steps (one block, one cell) or moves (one
    block along any path); motion: any, or lengthwise, a block whose box is longer than wide moves along its length only;
    heuristics: named estimates of the remaining moves (not claimed to be admissible); start_blocks: the shape and first cell
    of every block at the start.
    """

    floor: Mask
    shapes: tuple[Integers, ...]
    start: Integers
    goals: tuple[tuple[tuple[int, int], ...], ...]
    metric: Metric = "steps"
    heuristics: Mapping[str, Heuristic] = field(default_factory=dict)
    motion: Motion = "any"
    start_blocks: tuple[tuple[int, int], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        floor = np.array(self.floor)
        if floor.dtype != np.bool_ or floor.ndim != 2 or not floor.any():
            raise InvalidModel("the floor is not a mask of two dimensions with a cell in it; expected rows and columns")
        floor.setflags(write=False)
        object.__setattr__(self, "floor", floor)
        object.__setattr__(self, "shapes", tuple(frozen(shape, dimensions=2) for shape in self.shapes))
        object.__setattr__(self, "start", frozen(self.start, dimensions=1))
        object.__setattr__(self, "goals", tuple(tuple(sorted(set(goal))) for goal in self.goals))
        object.__setattr__(self, "heuristics", dict(self.heuristics))
        if self.metric not in ("steps", "moves"):
            raise InvalidModel(f"the metric is {self.metric!r}; expected steps or moves")
        if self.motion not in ("any", "lengthwise"):
            raise InvalidModel(f"the motion is {self.motion!r}; expected any or lengthwise")
        self._refuse_bad_shapes()
        if len(self.start) != floor.size:
            raise InvalidModel(f"the start has {len(self.start)} labels; expected {floor.size}, one a cell")
        object.__setattr__(self, "start_blocks", tuple(self.blocks(self.start)))
        self._refuse_bad_goals()

    @property
    def cells(self) -> int:
        """The number of cells of the rectangle, including those not of the floor."""
        return self.floor.size

    @property
    def columns(self) -> int:
        """The number of columns of the rectangle."""
        return int(self.floor.shape[1])

    def covered(self, shape: int, first: int) -> list[int] | None:
        """Return the cell numbers of a block of a shape with its first cell there, or None if it does not fit the floor."""
        columns, floor = self.columns, self._floor_rows
        row, column = divmod(first, columns)
        numbers = []
        for down, right in self._offsets[shape]:
            r, c = row + down, column + right
            if not (0 <= r < len(floor) and 0 <= c < columns and floor[r][c]):
                return None
            numbers.append(r * columns + c)
        return numbers

    def directions(self, shape: int) -> tuple[int, ...]:
        """Return the numbers, in STEPS, of the directions in which a block of a shape may go."""
        return self._ways[shape]

    @cached_property
    def _ways(self) -> tuple[tuple[int, ...], ...]:
        if self.motion == "any":
            return ((0, 1, 2, 3),) * len(self.shapes)
        boxes = [np.ptp(shape, axis=0).tolist() for shape in self.shapes]
        return tuple(
            tuple(way for way, (down, _) in enumerate(STEPS) if (height >= width if down else width >= height))
            for height, width in boxes
        )

    @cached_property
    def _offsets(self) -> tuple[list[list[int]], ...]:
        return tuple(shape.tolist() for shape in self.shapes)

    @cached_property
    def _floor_rows(self) -> list[list[bool]]:
        rows: list[list[bool]] = self.floor.tolist()
        return rows

    def blocks(self, state: Integers) -> list[tuple[int, int]]:
        """Return (shape, first cell) of every block of a state, in order of first cells; raises InvalidModel for an invalid
        state."""
        labels = state.tolist()
        read: set[int] = set()
        pairs = []
        for cell, label in enumerate(labels):
            if label == 0 or cell in read:
                continue
            if not 1 <= label <= len(self.shapes):
                raise InvalidModel(
                    f"cell {divmod(cell, self.columns)} has label {label}; expected 0 to {len(self.shapes)}"
                )
            covers = self.covered(label - 1, cell)
            if covers is None or any(labels[each] != label or each in read for each in covers):
                raise InvalidModel(
                    f"cell {divmod(cell, self.columns)} is not the first cell of a whole block of shape {label - 1}"
                )
            read.update(covers)
            pairs.append((label - 1, cell))
        return pairs

    def is_goal(self, state: Integers) -> bool:
        """Return whether a state is a goal."""
        pairs = set(self.blocks(state))
        return any(all(pair in pairs for pair in goal) for goal in self.goals)

    def _refuse_bad_shapes(self) -> None:
        if not 1 <= len(self.shapes) <= MOST_SHAPES:
            raise InvalidModel(f"there are {len(self.shapes)} shapes of blocks; expected 1 to {MOST_SHAPES}")
        for shape, array in enumerate(self.shapes):
            cells = list(map(tuple, array.tolist()))
            if not cells or cells[0] != (0, 0) or cells != sorted(set(cells)):
                raise InvalidModel(
                    f"shape {shape} of blocks has cells {cells}; expected them in row-major order from (0, 0)"
                )

    def _refuse_bad_goals(self) -> None:
        if not self.goals:
            raise InvalidModel("there is no goal; expected at least one")
        for goal in self.goals:
            if not goal:
                raise InvalidModel("a goal asks for nothing; expected at least one block's place")
            for shape, cell in goal:
                if not 0 <= shape < len(self.shapes):
                    raise InvalidModel(f"a goal names shape {shape}; expected 0 to {len(self.shapes) - 1}")
                if not 0 <= cell < self.cells or self.covered(shape, cell) is None:
                    raise InvalidModel(f"a goal has a block of shape {shape} at cell {cell}, where it does not fit")


@dataclass(frozen=True, eq=False)
class Within:
    """The question of whether a sliding puzzle has a plan of at most that many moves."""

    puzzle: Sliding
    moves: int

    def __post_init__(self) -> None:
        if not 0 <= self.moves <= MOST_MOVES:
            raise InvalidModel(f"plans of at most {self.moves} moves were asked about; expected 0 to {MOST_MOVES}")


PACKING_HEURISTICS = ("hamming", "pit", "pit:as-submitted")
"""The named estimates of a board on which pieces are placed; see NaivePlacement."""


@dataclass(frozen=True, eq=False)
class NaivePlacement:
    """A packing as a naive program searches it, one piece at a time on an empty board; raises InvalidModel if malformed.

    count: pieces, all to be placed, copies counted separately; pieces (placements,) the piece of each placement and covers
    (placements, cells) the mask of the cells that it covers; neighbours (cells, sides): the cells next to each, -1 if there is
    none; first: whether only the first empty cell is filled; otherwise a piece may go anywhere; tried: the placements that a
    naive program tries in every state: pieces x isometries x cells, including those off the board and duplicates.

    A state is the label, piece + 1 or 0, of every cell; a goal has no 0 and all pieces. Its estimates: `hamming`, the pieces
    left; `pit`, a million by the size of the smallest empty region, rounded down, plus hamming (hamming alone where no cell is
    empty); `pit:as-submitted`, pit by a program that never forgets which cells it has visited.
    """

    count: int
    pieces: Integers
    covers: Mask
    neighbours: Integers
    first: bool = False
    tried: int = 0

    def __post_init__(self) -> None:
        covers = np.array(self.covers)
        if covers.dtype != np.bool_ or covers.ndim != 2:
            raise InvalidModel("the covers are not a mask of two dimensions; expected placements and cells")
        covers.setflags(write=False)
        object.__setattr__(self, "covers", covers)
        object.__setattr__(self, "pieces", frozen(self.pieces, dimensions=1))
        object.__setattr__(self, "neighbours", frozen(self.neighbours, dimensions=2))
        if not 0 <= self.count <= MOST_SHAPES:
            raise InvalidModel(f"there are {self.count} pieces; expected 0 to {MOST_SHAPES}")
        if len(self.pieces) != len(covers) or not covers.any(axis=1).all():
            raise InvalidModel(
                f"{len(self.pieces)} placements cover {len(covers)} sets of cells; expected one each, not empty"
            )
        if len(self.pieces) and not 0 <= int(self.pieces.min()) <= int(self.pieces.max()) < self.count:
            raise InvalidModel(f"a placement is of a piece that does not exist; expected 0 to {self.count - 1}")
        if len(self.neighbours) != self.cells or ((self.neighbours < -1) | (self.neighbours >= self.cells)).any():
            raise InvalidModel(f"the neighbours are not those of {self.cells} cells; expected numbers from -1 on")

    @property
    def cells(self) -> int:
        """The number of cells of the board."""
        return int(self.covers.shape[1])
