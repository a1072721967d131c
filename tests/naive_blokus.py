"""Blokus for one player, searched naively: what the claims about such searches are measured with.

A state is its own cells and its used pieces, both as bits. It costs as many squares as it has cells, however it was
reached, so that no state is ever reached more cheaply a second time, and none need be opened again.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache
from operator import add
from typing import NamedTuple

Cell = tuple[int, int]
Estimate = Callable[[int], float]  # of own cells: how many squares are still needed

SHAPES = {
    "I1": "#", "I2": "##", "I3": "###", "V3": "## #.", "I4": "####", "O4": "## ##", "L4": "### #..", "Z4": "##. .##",
    "T4": "### .#.", "I5": "#####", "T5": "### .#. .#.", "V5": "### #.. #..", "Z5": "##. .#. .##",
}  # fmt: skip
HERE_AND_EDGES = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))
CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


class State(NamedTuple):
    """Own cells and used pieces."""

    cells: int = 0
    used: int = 0


class Found(NamedTuple):
    """The cost of a plan, infinite without one; its states; how many states were expanded, and how many cheaper than it."""

    cost: float
    plan: tuple[State, ...]
    expanded: int
    cheaper: int


class Blokus:
    """Targets to cover on a board; the first piece must cover the start."""

    def __init__(self, size: Cell, pieces: Iterable[str], start: Cell, targets: Sequence[Cell]) -> None:
        """All placements, numbered, and as sets of their numbers: of a piece, beside a cell or on it, cornering a cell."""
        self.size, self.start, self.targets = size, start, tuple(targets)
        self.goal = self.bits(targets)
        places = [
            (piece, cells)
            for piece, name in enumerate(pieces)
            for shape in orientations(SHAPES[name])
            for cells in moved(shape, size)
        ]
        self.placements = [State(self.bits(cells), 1 << piece) for piece, cells in places]
        self.of_piece: dict[int, int] = {}
        on: dict[Cell, int] = {}
        for number, (piece, cells) in enumerate(places):
            self.of_piece[piece] = self.of_piece.get(piece, 0) | 1 << number
            for cell in cells:
                on[cell] = on.get(cell, 0) | 1 << number
        self.first = on.get(start, 0)
        board = [(r, c) for r in range(size[0]) for c in range(size[1])]
        self.beside = [union(on.get((r + x, c + y), 0) for x, y in HERE_AND_EDGES) for r, c in board]
        self.cornering = [union(on.get((r + x, c + y), 0) for x, y in CORNERS) for r, c in board]

    def bits(self, cells: Iterable[Cell]) -> int:
        """Cells of the board as bits, row by row."""
        return union(1 << r * self.size[1] + c for r, c in cells)

    def successors(self, state: State) -> Iterator[State]:
        """The states one piece later, in the order of the placements."""
        legal = self.first
        if state.cells:
            own = list(ones(state.cells))
            legal = union(self.cornering[cell] for cell in own) & ~union(self.beside[cell] for cell in own)
            legal &= ~union(self.of_piece[piece] for piece in ones(state.used))
        for number in ones(legal):
            cells, used = self.placements[number]
            yield State(state.cells | cells, state.used | used)


def search(game: Blokus, estimate: Estimate, key: Callable[[State], Hashable] = lambda state: state) -> Found:
    """A*: goals are tested when expanded, ties go by insertion, and of states with equal keys the first alone is kept."""
    start = State()
    queue = [(estimate(start.cells), 0, start)]
    seen = {key(start)}
    parents: dict[State, State] = {}
    costs: list[int] = []
    while queue:
        _, _, state = heapq.heappop(queue)
        cost = state.cells.bit_count()
        if state.cells & game.goal == game.goal:
            plan = [state]
            while plan[-1] in parents:
                plan.append(parents[plan[-1]])
            return Found(cost, tuple(reversed(plan)), len(costs), sum(each < cost for each in costs))
        costs.append(cost)
        for child in game.successors(state):
            name = key(child)
            if name in seen:
                continue
            seen.add(name)
            value = child.cells.bit_count() + estimate(child.cells)
            if value < math.inf:
                parents[child] = state
                heapq.heappush(queue, (value, len(seen), child))
    return Found(math.inf, (), len(costs), len(costs))


def king(game: Blokus) -> Estimate:
    """The largest king-move distance from an own cell to an uncovered target; infinite beside one, which is then lost."""
    within = [_within(game, target, max) for target in game.targets]
    lost = [(game.bits([target]), _within(game, target, add)[1]) for target in game.targets]
    before = 1 + max(max(abs(r - game.start[0]), abs(c - game.start[1])) for r, c in game.targets)

    @cache
    def estimate(cells: int) -> float:
        if any(cells & beside and not cells & target for target, beside in lost):
            return math.inf
        return max(_steps(cells, near) for near in within) if cells else before

    return estimate


def cover(game: Blokus) -> Estimate:
    """The published estimate: over the targets, the sum of the corrected Manhattan distances to the nearest own cell.

    A distance of 1 counts as infinite, since the target is lost; one along a row or a column counts one more, any other one
    less. Of equally near cells the first in reading order is taken; before the first piece the start is the own cell.
    """
    within = [_within(game, target, add) for target in game.targets]

    @cache
    def estimate(cells: int) -> float:
        own, total = cells or game.bits([game.start]), 0.0
        for (row, column), near in zip(game.targets, within, strict=True):
            distance = _steps(own, near)
            if distance:
                r, c = divmod(next(ones(own & near[distance])), game.size[1])
                total += math.inf if distance == 1 else distance + 1 if r == row or c == column else distance - 1
        return total

    return estimate


def nothing(_: int) -> float:
    """No estimate: the search goes by cost alone."""
    return 0.0


def images(game: Blokus) -> Callable[[State], Hashable]:
    """A key that states share whose cells are images under the symmetries of a square, and whose used pieces are the same.

    Start and targets stay where they are.
    """
    side, last = range(game.size[0]), game.size[0] - 1
    turned = [[(abs(r - x), abs(c - y)) for r in side for c in side] for x in (0, last) for y in (0, last)]
    swapped = [[(c, r) for r, c in cells] for cells in turned]
    become = [[game.bits([cell]) for cell in cells] for cells in turned + swapped]

    @cache
    def least(cells: int) -> int:
        own = list(ones(cells))
        return min(union(each[cell] for cell in own) for each in become)

    return lambda state: (least(state.cells), state.used)


def orientations(shape: str) -> list[list[Cell]]:
    """The turns and mirror images of a drawn piece, each once, as cells from (0, 0) on, in order."""
    drawn = [(r, c) for r, row in enumerate(shape.split()) for c, mark in enumerate(row) if mark == "#"]
    found = set()
    for x, y in [(1, 1), (1, -1), (-1, 1), (-1, -1)]:
        for cells in ([(x * r, y * c) for r, c in drawn], [(x * c, y * r) for r, c in drawn]):
            top, left = min(r for r, _ in cells), min(c for _, c in cells)
            found.add(tuple(sorted((r - top, c - left) for r, c in cells)))
    return [list(each) for each in sorted(found)]


def moved(shape: Sequence[Cell], size: Cell) -> Iterator[list[Cell]]:
    """A shape wherever it fits on a board."""
    for r in range(size[0] - max(x for x, _ in shape)):
        for c in range(size[1] - max(y for _, y in shape)):
            yield [(r + x, c + y) for x, y in shape]


def ones(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set, ascending."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def union(masks: Iterable[int]) -> int:
    """All bits of some masks."""
    total = 0
    for mask in masks:
        total |= mask
    return total


def _within(game: Blokus, target: Cell, distance: Callable[[int, int], int]) -> list[int]:
    """The cells at most 0, 1, 2 ... steps from a target."""
    rows, columns = game.size
    board = [(r, c) for r in range(rows) for c in range(columns)]
    return [
        game.bits(cell for cell in board if distance(abs(cell[0] - target[0]), abs(cell[1] - target[1])) <= steps)
        for steps in range(rows + columns)
    ]


def _steps(own: int, near: Sequence[int]) -> int:
    """How far the nearest own cell is."""
    return next(steps for steps, cells in enumerate(near) if own & cells)
