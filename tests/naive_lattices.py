"""Placements on the lattices of the plane by the corners of cells alone: a second program that shares no geometry with the first.

In the plane a cell is the set of its corners, given as points with real coordinates; a motion is any isometry of the plane that
takes the corners of one cell to those of another, and a placement is an image whose cells are all cells of the board.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

import numpy as np

from encoders.geometry.lattice import Cell
from encoders.geometry.lattices import LATTICES
from encoders.puzzle import puzzle_of
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions.tiling_to_cover import placements

Point = tuple[float, float]
HALF = math.sqrt(3) / 2


def axial(row: float, column: float) -> Point:
    """The middle of a hexagon in the plane."""
    return row * HALF, column + row / 2


def nearest(points: list[Point], at: Point, number: int) -> list[Point]:
    """The points nearest to one."""
    return sorted(points, key=lambda point: math.dist(point, at))[:number]


def around(cell: Cell, step: int, reach: int) -> list[Cell]:
    """The multiples of a step near a cell."""
    first = [x // step * step for x in cell]
    return [(first[0] + step * i, first[1] + step * j) for i, j in product(range(-reach, reach + 2), repeat=2)]


def hexagon_corners(middles: list[Cell], size: float) -> list[Point]:
    """The corners of hexagons that are that far from each other."""
    turns = [math.radians(30 + 60 * k) for k in range(6)]
    return [
        (y + size / math.sqrt(3) * math.sin(turn), x + size / math.sqrt(3) * math.cos(turn))
        for y, x in (axial(*middle) for middle in middles)
        for turn in turns
    ]


def distinct(points: list[Point]) -> list[Point]:
    """The points, each once."""
    return list({(round(y, 6), round(x, 6)): (y, x) for y, x in points}.values())


def square(cell: Cell) -> list[Point]:
    """A unit square."""
    return [(cell[0] + dy, cell[1] + dx) for dy in (-0.5, 0.5) for dx in (-0.5, 0.5)]


def hexagon(cell: Cell) -> list[Point]:
    """The six corners of a hexagon."""
    return hexagon_corners([cell], 1)


def triangle(cell: Cell) -> list[Point]:
    """The three points beside it that are no cells."""
    corners = [axial(*near) for near in around(cell, 1, 1) if (2 * near[0] + near[1]) % 3 == 0]
    return nearest(corners, axial(*cell), 3)


def quarter(cell: Cell) -> list[Point]:
    """The middle of its square of 3x3 points, and the two corners of the square that are nearest."""
    middle = [x // 3 * 3 + 1 for x in cell]
    corners = [(middle[0] + dy, middle[1] + dx) for dy in (-1.5, 1.5) for dx in (-1.5, 1.5)]
    return [(middle[0], middle[1]), *nearest(corners, (cell[0], cell[1]), 2)]


def twelfth(cell: Cell) -> list[Point]:
    """The nearest of the middles of hexagons, of their corners, and of the middles of their sides."""
    middles, at = around(cell, 6, 1), axial(*cell)
    sides = [
        axial((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        for a, b in permutations(middles, 2)
        if math.dist(axial(*a), axial(*b)) < 6.1
    ]
    kinds = [[axial(*middle) for middle in middles], hexagon_corners(middles, 6), sides]
    return [nearest(points, at, 1)[0] for points in kinds]


def stick(cell: Cell) -> list[Point]:
    """The two points with even coordinates beside it."""
    return nearest([(y, x) for y, x in around(cell, 2, 1)], (cell[0], cell[1]), 2)


def trig(cell: Cell) -> list[Point]:
    """The same on hexagons' middles."""
    return nearest([axial(*near) for near in around(cell, 2, 1)], axial(*cell), 2)


def twig(cell: Cell) -> list[Point]:
    """The two corners of hexagons around the points with even coordinates that are nearest to it."""
    return nearest(distinct(hexagon_corners(around(cell, 2, 1), 2)), axial(*cell), 2)


CORNERS: dict[str, Callable[[Cell], list[Point]]] = {
    "square": square,
    "hexagon": hexagon,
    "triangle": triangle,
    "tetrakis": quarter,
    "kisrhombille": twelfth,
    "square-edges": stick,
    "triangle-edges": trig,
    "hexagon-edges": twig,
}


def named(points: np.ndarray) -> frozenset[tuple[int, int]]:
    """Points as a set that tolerates the errors of arithmetic."""
    return frozenset((round(1000 * y), round(1000 * x)) for y, x in points.tolist())


def isometry(source: list[Point], target: list[Point], mirrored: bool) -> tuple[np.ndarray, np.ndarray] | None:
    """The isometry that takes two points to two others, with or without a reflection, if their distances agree."""
    (a, b), (c, d) = (np.array(points[:2]) for points in (source, target))
    if abs(np.linalg.norm(b - a) - np.linalg.norm(d - c)) > 1e-6:
        return None
    one, other = complex(*(b - a)), complex(*(d - c))
    factor = other / (one.conjugate() if mirrored else one)
    columns = [factor * (base.conjugate() if mirrored else base) for base in (1 + 0j, 1j)]
    matrix = np.array([[columns[0].real, columns[1].real], [columns[0].imag, columns[1].imag]])
    return matrix, c - matrix @ a


def naive(
    name: str, piece: list[Cell], board: list[Cell], motions: str, grounds: Sequence[Collection[Cell]] = ()
) -> set[frozenset[Cell]]:
    """The sets of cells that a piece may cover; grounds: the cells that each of its cells may cover, none for all."""
    grounds = grounds or [board] * len(piece)
    corners = CORNERS[name]
    cells = {named(np.array(corners(cell))): cell for cell in board}
    shape = [np.array(corners(cell)) for cell in piece]
    first, placed = corners(piece[0]), set()
    for target in board:
        own = corners(target)
        for pair in permutations(own, 2):
            for mirrored in (False, True) if motions == "isometries" else (False,):
                taken = isometry(first, list(pair), mirrored)
                if taken is None:
                    continue
                matrix, shift = taken
                if motions == "translations" and not np.allclose(matrix, np.eye(2), atol=1e-6):
                    continue
                covered = [cells.get(named(points @ matrix.T + shift)) for points in shape]
                if all(cell in ground for cell, ground in zip(covered, grounds, strict=True)):
                    placed.add(frozenset(cell for cell in covered if cell is not None))
    return placed


@dataclass(frozen=True)
class Flat:
    """A board of a lattice, a piece, and the motions of the piece."""

    lattice: str
    piece: list[Cell]
    board: list[Cell]
    motions: str

    def keys(self) -> dict[str, Any]:
        """The keys of the puzzle."""
        sides = [max(axis) + 1 for axis in zip(*self.board, strict=True)]
        holes = [cell for cell in product(*map(range, sides)) if cell not in self.board]
        return {
            "board": "x".join(map(str, sides)),
            "lattice": self.lattice,
            "holes": [list(cell) for cell in holes],
            "pieces": [{"name": "A", "cells": [list(cell) for cell in self.piece], "motions": self.motions}],
            "copies": "any",
        }


def drawn(integer: Callable[[int, int], int]) -> Flat:
    """A lattice, a piece of up to five cells, mostly neighbours, a board, and motions, by integers from a least to a most."""

    def one(values: list[Any]) -> Any:
        return values[integer(0, len(values) - 1)]

    name = one(sorted(CORNERS))
    lattice = LATTICES[name]
    side = lattice.modulus + integer(4, 6)
    every: list[Cell] = [(row, column) for row in range(side) for column in range(side) if lattice.has((row, column))]
    board = [cell for cell in every if integer(0, 5) > 0]
    piece: list[Cell] = [one(every)]
    for _ in range(integer(0, 4)):
        near = sorted({other for cell in piece for other in lattice.neighbours(cell) if other in every} - set(piece))
        touching = near and integer(0, 4)
        piece.append(one(near if touching else [cell for cell in every if cell not in piece]))
    return Flat(name, piece, board or every, one(["isometries", "rotations", "translations"]))


def random_flat(seed: int) -> Flat:
    """The same at random."""
    return drawn(random.Random(seed).randint)


def differences_on_flat(flat: Flat) -> Iterator[str]:
    """Yield what the two programs do not agree about."""
    puzzle = puzzle_of("packing", flat.keys())
    model = puzzle.encode().model
    assert isinstance(model, Tiling)
    yield from puzzle.encoding_faults(model)
    own = [frozenset(map(tuple, cells.tolist())) for _, cells in model.placed(placements(model))]
    second = naive(flat.lattice, flat.piece, flat.board, flat.motions)
    if set(own) != second or len(own) != len(set(own)):
        yield f"{flat} has {len(own)} placements, of which {len(set(own))} differ; expected {len(second)}"
