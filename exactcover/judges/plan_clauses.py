"""The clauses that a plan of few moves implies, derived by trusted code, so that a clausal proof about them is about plans.

A plan of at least one move and at most `moves` can be extended to exactly `moves` by undoing and redoing its last move as
often as necessary. So there are layers 0 to `moves`, one move apart, and one of those from 1 on is a goal; whether the start
is one is checked separately. A layer has a variable for each place (shape, first cell) of a block, true if one is there, and
for each cell of the floor, true if it is empty. It has more for the move that led to it: for each place whether the block that
moved left it (way 0), may have been there after n steps (way n), and came to it (the last way).

The clauses state the following, all true of every extended plan, with way n being all that the block can reach in n steps or
fewer:
- each cell is empty or covered by one block; each shape has as many blocks, and as many cells are empty, as at the start; one
  place was left, and one entered;
- the place left had a block before and has none after, the place entered the other way round; any other place, and any other
  cell, is unchanged;
- a place of way n is one of way n - 1 or next to one, and each of its cells was empty or the moving block's own. In metric
steps a way has one step (and does not stay). In metric moves it has as many as cells are empty, e: a shortest way goes through
different places of a block of s cells, all inside the s + e cells that are its own or empty; n of them cover at least s + n -
1 cells (of two finite sets A and B in the plane, A + B has at least |A| + |B| - 1 members: in an order that sums respect, a1 +
b1 < ... < a1 + bn < a2 + bn < ... < am + bn), so n is at most e + 1.

Numbering: layer after layer, in each the places, the cells, way 0, way 1, ...; then the auxiliary variables of clauses.py;
then, layer by layer from 1 on, one for each goal: that it is satisfied.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np

from exactcover.judges.clauses import Clause, Clauses, Meaning, clauses
from exactcover.judges.demands import Demands
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.space import STEPS, Sliding, Within

MOST_VARIABLES = 300_000

Place = tuple[int, int]


@dataclass(frozen=True)
class Grounding:
    """The places of blocks: the cells of each, the places next to it, and all those of a shape; the cells of the floor.

    over: the places of a shape that cover a cell, by both; blocks: the number of blocks of each shape; empty: the number of
    empty cells.
    """

    covers: dict[Place, frozenset[int]]
    near: dict[Place, tuple[Place, ...]]
    over: dict[Place, list[Place]]
    of_shape: tuple[tuple[Place, ...], ...]
    cells: tuple[int, ...]
    blocks: tuple[int, ...]
    empty: int


class Numbers:
    """The numbers of the variables of all layers; steps: of a way."""

    def __init__(self, grounding: Grounding, steps: int) -> None:
        self.place = {place: number for number, place in enumerate(grounding.covers)}
        self.cell = {cell: number for number, cell in enumerate(grounding.cells)}
        self.steps = steps
        self.width = (steps + 2) * len(self.place) + len(self.cell)

    def at(self, layer: int, place: Place) -> int:
        """Return the variable: a block is there."""
        return 1 + layer * self.width + self.place[place]

    def empty(self, layer: int, cell: int) -> int:
        """Return the variable: the cell is empty."""
        return 1 + layer * self.width + len(self.place) + self.cell[cell]

    def way(self, layer: int, step: int, place: Place) -> int:
        """Return the variable: the block that moved last had, or may have had, that place after that many steps of its way."""
        return 1 + layer * self.width + len(self.cell) + (step + 1) * len(self.place) + self.place[place]


def plan_clauses(question: Within) -> Clauses:
    """Return the clauses; raises InvalidCertificate if the start is a goal, or if they would be too many."""
    puzzle, moves = question.puzzle, question.moves
    if puzzle.is_goal(puzzle.start):
        raise InvalidCertificate("the start is a goal; expected one that needs a move")
    grounding = ground_of(puzzle)
    numbers = Numbers(grounding, 1 if puzzle.metric == "steps" else max(1, grounding.empty))
    if (moves + 1) * numbers.width > MOST_VARIABLES:
        raise InvalidCertificate(
            f"{moves} moves have {(moves + 1) * numbers.width} variables; expected at most {MOST_VARIABLES} in a clausal proof"
        )
    writer = clauses(_rows(grounding, numbers, moves))
    starts = set(puzzle.start_blocks)
    for place in grounding.covers:
        here = numbers.at(0, place)
        writer.add((here if place in starts else -here,))
    for layer in range(1, moves + 1):
        for clause in _step(grounding, numbers, layer):
            writer.add(clause)
    _goal(puzzle, numbers, moves, writer)
    return writer


def ground_of(puzzle: Sliding) -> Grounding:
    """Return the places of a puzzle's blocks."""
    covers: dict[Place, frozenset[int]] = {}
    for shape in range(len(puzzle.shapes)):
        for cell in range(puzzle.cells):
            covered = puzzle.covered(shape, cell)
            if covered is not None:
                covers[shape, cell] = frozenset(covered)
    near = {}
    for shape, cell in covers:
        row, column = divmod(cell, puzzle.columns)
        around = ((row + STEPS[way][0], column + STEPS[way][1]) for way in puzzle.directions(shape))
        beside = ((shape, r * puzzle.columns + c) for r, c in around if 0 <= c < puzzle.columns)
        near[shape, cell] = tuple(place for place in beside if place in covers)
    over: dict[Place, list[Place]] = {}
    for place, cells in covers.items():
        for cell in cells:
            over.setdefault((place[0], cell), []).append(place)
    shapes = [shape for shape, _ in puzzle.start_blocks]
    floor = tuple(np.flatnonzero(puzzle.floor.ravel()).tolist())
    blocks = tuple(shapes.count(shape) for shape in range(len(puzzle.shapes)))
    of_shape = tuple(tuple(place for place in covers if place[0] == shape) for shape in range(len(puzzle.shapes)))
    return Grounding(covers, near, over, of_shape, floor, blocks, len(floor) - int((puzzle.start > 0).sum()))


def _rows(grounding: Grounding, numbers: Numbers, moves: int) -> Demands:
    """Return the rows of all layers as items, the variables as options."""
    rows: list[tuple[int, list[int]]] = []
    over: dict[int, list[Place]] = {cell: [] for cell in grounding.cells}
    for place, covered in grounding.covers.items():
        for cell in covered:
            over[cell].append(place)
    for layer in range(moves + 1):
        for cell in grounding.cells:
            rows.append((1, [*(numbers.at(layer, place) for place in over[cell]), numbers.empty(layer, cell)]))
        for shape, count in enumerate(grounding.blocks):
            rows.append((count, [numbers.at(layer, place) for place in grounding.of_shape[shape]]))
        rows.append((grounding.empty, [numbers.empty(layer, cell) for cell in grounding.cells]))
        if layer:
            rows.extend(
                (1, [numbers.way(layer, step, place) for place in grounding.covers]) for step in (0, numbers.steps)
            )
    members = np.array([item for item, (_, literals) in enumerate(rows) for _ in literals], dtype=np.int64)
    options = np.array(list(chain.from_iterable(literals for _, literals in rows)), dtype=np.int64) - 1
    order = np.lexsort((members, options))
    starts = np.searchsorted(options[order], np.arange((moves + 1) * numbers.width + 1))
    counts = np.array([count for count, _ in rows], dtype=np.int64)
    return Demands(counts, counts, starts, members[order], 0, ())


def _step(grounding: Grounding, numbers: Numbers, layer: int) -> Iterator[Clause]:
    """Yield the clauses between a layer and the one before it."""
    before = layer - 1
    coming: dict[int, list[int]] = {cell: [] for cell in grounding.cells}
    leaving: dict[int, list[int]] = {cell: [] for cell in grounding.cells}
    for place, covered in grounding.covers.items():
        was, now = numbers.at(before, place), numbers.at(layer, place)
        left, came = numbers.way(layer, 0, place), numbers.way(layer, numbers.steps, place)
        yield from [(-left, was), (-left, -now), (-came, -was), (-came, now), (-was, now, left), (was, -now, came)]
        for cell in covered:
            coming[cell].append(came)
            leaving[cell].append(left)
    for cell in grounding.cells:
        was, now = numbers.empty(before, cell), numbers.empty(layer, cell)
        yield from [(-was, now, *coming[cell]), (was, -now, *leaving[cell])]
    for step in range(1, numbers.steps + 1):
        for place in grounding.covers:
            yield from _way(grounding, numbers, layer, step, place)


def _way(grounding: Grounding, numbers: Numbers, layer: int, step: int, place: Place) -> list[Clause]:
    """Return the clauses of a place on the way: from where, and over which cells."""
    here, near = numbers.way(layer, step, place), grounding.near[place]
    before = [numbers.way(layer, step - 1, other) for other in near]
    if numbers.steps == 1:
        written = [(-here, *before), (-numbers.way(layer, 0, place), *(numbers.way(layer, 1, other) for other in near))]
    else:
        written = [(-here, numbers.way(layer, step - 1, place), *before)]
    for cell in sorted(grounding.covers[place]):
        own = grounding.over[place[0], cell]
        mine = [numbers.way(layer, 0, other) for other in own if numbers.steps > 1 or other in near]
        written.append((-here, numbers.empty(layer - 1, cell), *mine))
    return written


def _goal(puzzle: Sliding, numbers: Numbers, moves: int, writer: Clauses) -> None:
    """Return the clauses that a layer from 1 on satisfies one of the goals."""
    ways = []
    for layer in range(1, moves + 1):
        for goal in puzzle.goals:
            wanted = tuple(numbers.at(layer, place) for place in goal)
            ways.append(writer.fresh(Meaning(-1, wanted, len(wanted), len(wanted))))
            for literal in wanted:
                writer.add((-ways[-1], literal))
    writer.add(tuple(ways))
