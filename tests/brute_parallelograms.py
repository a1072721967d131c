"""Parallelograms of hexagons and triangles that wrap round, by folding: an oracle that shares no code with the encoding or the
referee.

A cell is a set of points, each a number of steps down and of steps to the right, which are 60 degrees apart: a hexagon is its
middle, a triangle its three corners. A cell beyond an edge is moved by the map that takes the opposite edge to this one, or its
inverse, until it is within the board.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from encoders.geometry.board import board
from tests.brute_wraps import REFLECTING, UPRIGHT, Cell, Frame, Lying, Maps, proper

Corners = frozenset[Cell]
"""A cell."""
STEPS: list[Cell] = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
TURNS: list[Frame] = [
    (first, second)
    for first, second in itertools.product(STEPS, STEPS)
    if 2 * (first[0] * second[0] + first[1] * second[1]) + first[0] * second[1] + first[1] * second[0] == 1
]
"""The images of a step down and of one to the right, 60 degrees apart, under each rotation and reflection."""
POLYHEXES: dict[str, tuple[Cell, ...]] = {
    "I1": ((0, 0),),
    "I2": ((0, 0), (0, 1)),
    "I3": ((0, 0), (0, 1), (0, 2)),
    "V3": ((0, 0), (0, 1), (1, 1)),
    "A3": ((0, 0), (0, 1), (1, 0)),
    "S4": ((0, 0), (0, 1), (1, 1), (1, 2)),
    "L4": ((0, 0), (0, 1), (0, 2), (1, 2)),
    "P4": ((0, 0), (0, 1), (0, 2), (1, 0)),
}
UP, DOWN = ((0, 0), (0, 1), (1, 0)), ((0, 1), (1, 0), (1, 1))
POLYIAMONDS: dict[str, tuple[tuple[tuple[Cell, ...], Cell], ...]] = {
    "I1": ((UP, (0, 0)),),
    "I2": ((UP, (0, 0)), (DOWN, (0, 0))),
    "I3": ((UP, (0, 0)), (DOWN, (0, 0)), (UP, (0, 1))),
    "I4": ((UP, (0, 0)), (DOWN, (0, 0)), (UP, (0, 1)), (DOWN, (0, 1))),
    "T4": ((UP, (0, 0)), (DOWN, (0, 0)), (UP, (0, 1)), (UP, (1, 0))),
    "C4": ((UP, (0, 0)), (DOWN, (0, 0)), (UP, (0, 1)), (DOWN, (-1, 1))),
}


def moved(points: Iterable[Cell], frame: Frame, offset: Cell) -> Corners:
    """The points in another frame, and then moved."""
    (a, b), (c, d) = frame
    return frozenset((u * a + v * c + offset[0], u * b + v * d + offset[1]) for u, v in points)


@dataclass(frozen=True)
class Folded:
    """A parallelogram of hexagons or triangles, without some of its cells."""

    height: int
    width: int
    holes: frozenset[Corners]
    word: str
    shift: int
    pieces: dict[str, tuple[int, int]]
    triangles: bool
    reflections: bool = True

    @cached_property
    def at(self) -> dict[Corners, Cell]:
        """The cells with their places in the board's box."""
        box = itertools.product(range(self.height), range(self.width))
        shapes = (UP, DOWN) if self.triangles else (((0, 0),),)
        every = {}
        for offset, shape in itertools.product(box, shapes):
            corners = moved(shape, UPRIGHT, offset)
            every[corners] = place_of(corners)
        named = np.argwhere(board(self._board(), "triangle" if self.triangles else "hexagon").cells)
        least = [min(axis) for axis in zip(*every.values(), strict=True)]
        row, column = (int(x) - y for x, y in zip(named.min(axis=0), least, strict=True))
        placed = {corners: (r + row, c + column) for corners, (r, c) in every.items()}
        assert set(placed.values()) == set(map(tuple, named.tolist()))
        return placed

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells, in the board's box."""
        return frozenset(place for corners, place in self.at.items() if corners not in self.holes)

    def _board(self) -> str:
        return f"parallelogram:{self.height}x{self.width}"

    def shapes(self) -> dict[str, list[Corners]]:
        """The pieces as cells of the plane."""
        if self.triangles:
            return {name: [moved(shape, UPRIGHT, at) for shape, at in POLYIAMONDS[name]] for name in self.pieces}
        return {name: [frozenset([cell]) for cell in POLYHEXES[name]] for name in self.pieces}

    def keys(self) -> dict[str, Any]:
        """The keys of the puzzle."""
        pieces = [(name, list(map(place_of, shape))) for name, shape in self.shapes().items()]
        return {
            "board": self._board(),
            "lattice": "triangle" if self.triangles else "hexagon",
            "wrap": self.word + (f"{self.shift:+}" if self.shift else ""),
            "holes": [list(self.at[corners]) for corners in sorted(self.holes, key=sorted)],
            "pieces": [
                {"name": name, "cells": [[r + 3, c + 3] for r, c in cells], "copies": list(self.pieces[name])}
                for name, cells in pieces
            ],
            "labelled": True,
            "reflections": self.reflections,
        }

    def over(self, cell: Corners, back: bool) -> Corners:
        """The image of a cell under the map that takes the left edge to the right one, or its inverse."""
        by = -self.width if back else self.width
        if self.word in REFLECTING:
            # What is u down and v to the right goes to the place as far above the last row, and each column leans over.
            last = self.height - (not self.triangles)
            return frozenset((last - u - (v + by if back else v), v + by) for u, v in cell)
        return frozenset((u + (self.shift if back else -self.shift), v + by) for u, v in cell)

    def under(self, cell: Corners, back: bool) -> Corners:
        """The same for the upper edge and the lower one."""
        sign = -1 if back else 1
        return frozenset((u + sign * self.height, v - sign * (self.word == "rows") * self.shift) for u, v in cell)

    def folded(self, cell: Corners) -> Cell | None:
        """The place on the board of a cell of the plane, None if it is off the board."""
        more = int(self.triangles)
        for joined, axis, side, step in (
            (self.word != "rows", 1, self.width, self.over),
            (self.word in ("rows", "both", "klein"), 0, self.height, self.under),
        ):
            while joined and min(point[axis] for point in cell) < 0:
                cell = step(cell, False)
            while joined and max(point[axis] for point in cell) >= side + more:
                cell = step(cell, True)
        return None if cell in self.holes else self.at.get(cell)

    def placements(self) -> set[Lying]:
        """Every placement: some cell of a piece is on each cell of the board, or on what the way round makes of that."""
        every: set[Lying] = set()
        targets = [*self.at, *(self.over(cell, False) for cell in self.at if self.word in REFLECTING)]
        for name, shape in self.shapes().items():
            for frame, target in itertools.product(TURNS, targets):
                if self.reflections or proper(frame):
                    images = placed(shape, frame, target)
                    covered = [self.folded(cell) for cell in images]
                    if covered and None not in covered and len(set(covered)) == len(covered):
                        every.add((name, frozenset(cell for cell in covered if cell is not None)))
        return every

    @cached_property
    def isometries(self) -> list[tuple[dict[Cell, Cell], bool]]:
        """Every map of cells by an isometry that takes cells of the plane that are one on the board to such cells."""
        reach = max(self.height, self.width) + 3
        wide = itertools.product(range(-reach, self.height + reach), range(-reach, self.width + reach))
        start = next(corners for corners in self.at if corners not in self.holes)  # a hole may go off the board
        plane = [
            start,
            *(moved(shape, UPRIGHT, at) for at in wide for shape in ((UP, DOWN) if self.triangles else [[(0, 0)]])),
        ]
        here = list(map(self.folded, plane))
        maps = Maps()
        for frame, target in itertools.product(TURNS, self.at):
            images: dict[Cell | None, Cell | None] = {None: None}
            same = bool(placed([start], frame, target))
            for number, cell in enumerate(plane if same else ()):
                image = self.folded(placed([start, cell], frame, target)[1])
                if images.setdefault(here[number], image) != image or (image is None) != (here[number] is None):
                    same = False
                    break
            own = {a: b for a, b in images.items() if a is not None and b is not None}
            if same and set(own.values()) == self.cells:
                maps.add(own, self.word in REFLECTING or proper(frame))
        return maps.every


def place_of(corners: Corners) -> Cell:
    """The middle of a cell: of a triangle in steps of thirds, 1,1 of which are a side down and -1,2 one to the right."""
    down, right = (sum(axis) for axis in zip(*corners, strict=True))
    return (down, right) if len(corners) == 1 else ((down - right) // 3, (down + 2 * right) // 3)


def placed(shape: list[Corners], frame: Frame, target: Corners) -> list[Corners]:
    """The cells of a shape in another frame, moved so that the first is the target; none if it points another way."""
    first = sorted(moved(shape[0], frame, (0, 0)))
    offset = min(target)[0] - first[0][0], min(target)[1] - first[0][1]
    if moved(shape[0], frame, offset) != target:
        return []
    return [moved(cell, frame, offset) for cell in shape]


def random_folded(seed: int) -> Folded:
    """A small parallelogram with some holes, a way to wrap it round, and pieces."""
    rng = random.Random(seed)
    triangles = rng.random() < 0.5
    word = rng.choice(["columns", "rows", "both", "moebius", "moebius", "klein", "klein"])
    height, width = rng.randint(1, 3), rng.randint(2, 3 if triangles else 4)
    shift = rng.choice([0, 0, 1, -1, 2]) if word in ("columns", "rows", "both") else 0
    whole = Folded(height, width, frozenset(), word, shift, {}, triangles)
    holes = frozenset(rng.sample(sorted(whole.at, key=sorted), rng.choice([0, 0, 0, 1, 2])))
    shapes = sorted(POLYIAMONDS if triangles else POLYHEXES)
    names = ["I1", "I2", *rng.sample(shapes, rng.randint(1, 3))]
    pieces = {name: (0, rng.choice([1, 2, 20])) for name in sorted(set(names))}
    return Folded(height, width, holes, word, shift, pieces, triangles, rng.random() < 0.5)
