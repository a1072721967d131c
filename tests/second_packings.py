"""Packings of the second program: everything is tried, cell by cell, and no code is shared with the first program.

`Packing(keys).solutions()` lists every packing of a few cells, and `classes` counts their orbits.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

Cell = tuple[int, ...]
Placement = tuple[int, frozenset[Cell]]


def turns(dimension: int, motions: str) -> list[tuple[Cell, ...]]:
    """The signed permutation matrices of a group of motions."""
    identity = tuple(tuple(int(i == j) for j in range(dimension)) for i in range(dimension))
    if motions == "translations":
        return [identity]
    every = []
    for order in itertools.permutations(range(dimension)):
        for signs in itertools.product((1, -1), repeat=dimension):
            matrix = tuple(tuple(signs[i] if order[i] == j else 0 for j in range(dimension)) for i in range(dimension))
            if motions == "isometries" or _determinant(matrix) == 1:
                every.append(matrix)
    return every


def _determinant(matrix: tuple[Cell, ...]) -> int:
    if len(matrix) == 1:
        return matrix[0][0]
    minors = (tuple(row[:j] + row[j + 1 :] for row in matrix[1:]) for j in range(len(matrix)))
    return sum((-1) ** j * matrix[0][j] * _determinant(minor) for j, minor in enumerate(minors))


def turned(matrix: tuple[Cell, ...], cells: Iterable[Cell]) -> list[Cell]:
    """Turned cells, in the same order, with least coordinate 0 on each axis."""
    turned = [tuple(sum(a * x for a, x in zip(row, cell, strict=True)) for row in matrix) for cell in cells]
    corner = [min(axis) for axis in zip(*turned, strict=True)]
    return [tuple(x - y for x, y in zip(cell, corner, strict=True)) for cell in turned]


class Packing:
    """A packing's cells, groups of congruent pieces with their placements and copies, and what must be so of a solution."""

    def __init__(self, keys: dict[str, Any]) -> None:
        layers = [layer.split("/") for layer in keys["board"].split("//")]
        flat = len(layers) == 1
        drawn: dict[Cell, str] = {
            ((r, c) if flat else (z, r, c)): mark
            for z, layer in enumerate(layers)
            for r, row in enumerate(layer)
            for c, mark in enumerate(row)
        }
        holes = set(map(tuple, keys.get("holes", [])))
        self.cells = {cell for cell, mark in drawn.items() if mark != "#" and cell not in holes}
        self.optional = {cell for cell in self.cells if drawn[cell] == "+"} | set(map(tuple, keys.get("optional", [])))
        self.dimension = 2 if flat else 3
        self.empty = tuple(keys.get("holes_free", (0, len(self.optional))))
        widest = "isometries" if keys.get("reflections", flat) else "rotations"
        self.labelled = keys.get("labelled", False)
        self.copies: list[tuple[int, float]] = []
        self.placements: list[set[frozenset[Cell]]] = []
        named: dict[str, int] = {}
        groups: dict[Hashable, int] = {}
        for piece in keys["pieces"]:
            cells = [tuple(cell) for cell in piece["cells"]]
            shapes = {frozenset(turned(m, cells)) for m in turns(self.dimension, piece.get("motions", widest))}
            group = groups.setdefault((frozenset(shapes), piece["name"] if self.labelled else ""), len(groups))
            least, most = piece["copies"]
            if group == len(self.copies):
                self.copies.append((least, most))
                self.placements.append(
                    {
                        place
                        for shape in shapes
                        for offset in itertools.product(*map(range, map(max, _spans(drawn))))
                        if (place := moved(shape, offset)) <= self.cells
                    }
                )
            else:
                self.copies[group] = self.copies[group][0] + least, self.copies[group][1] + most
            named[piece["name"]] = group
        self.fixed = {(named[each["piece"]], frozenset(map(tuple, each["cells"]))) for each in keys.get("fixed", [])}

    def solutions(self) -> Iterator[frozenset[Placement]]:
        """Every packing."""
        begun = Counter(group for group, _ in self.fixed)
        taken = frozenset(cell for _, cells in self.fixed for cell in cells)
        yield from self._filled(sorted(self.cells), 0, taken, frozenset(self.fixed), begun, 0)

    def _filled(
        self,
        order: list[Cell],
        place: int,
        taken: frozenset[Cell],
        chosen: frozenset[Placement],
        used: Counter[int],
        empty: int,
    ) -> Iterator[frozenset[Placement]]:
        while place < len(order) and order[place] in taken:
            place += 1
        if place == len(order):
            right = all(least <= used[group] <= most for group, (least, most) in enumerate(self.copies))
            if right and (not self.optional or self.empty[0] <= empty <= self.empty[1]):
                yield chosen
            return
        cell = order[place]
        if cell in self.optional and empty < self.empty[1]:
            yield from self._filled(order, place + 1, taken, chosen, used, empty + 1)
        for group, (_, most) in enumerate(self.copies):
            if used[group] < most:
                for cells in self.placements[group]:
                    if min(cells - taken, default=None) == cell and not cells & taken:
                        more = Counter(used)
                        more[group] += 1
                        yield from self._filled(order, place + 1, taken | cells, chosen | {(group, cells)}, more, empty)

    def symmetries(self) -> list[Callable[[Placement], Placement]]:
        """The isometries of the region that map placements, with copies and pre-placements, onto placements."""
        every = []
        corner = [min(axis) for axis in zip(*self.cells, strict=True)]
        order = sorted(self.cells)
        optional = self.optional.difference(
            *(cells for _, cells in self.fixed)
        )  # a cell under a pre-placed piece is covered
        for matrix in turns(self.dimension, "isometries"):
            images = [tuple(x + y for x, y in zip(cell, corner, strict=True)) for cell in turned(matrix, order)]
            at: dict[Cell, Cell] = dict(zip(order, images, strict=True))
            if set(at.values()) != self.cells or {at[cell] for cell in optional} != optional:
                continue
            to = {}
            for group, places in enumerate(self.placements):
                image = {frozenset(at[cell] for cell in cells) for cells in places}
                like = [
                    other
                    for other, others in enumerate(self.placements)
                    if others == image and self.copies[other] == self.copies[group]
                ]
                if group in like:
                    to[group] = group
                elif like:
                    to[group] = like[0]
            if len(to) < len(self.placements):
                continue
            move = _mover(to, at)
            if {move(each) for each in self.fixed} == self.fixed:
                every.append(move)
        return every


def _mover(to: dict[int, int], at: dict[Cell, Cell]) -> Callable[[Placement], Placement]:
    return lambda placed: (to[placed[0]], frozenset(at[cell] for cell in placed[1]))


def _spans(cells: Iterable[Cell]) -> list[tuple[int, ...]]:
    return [tuple(x + 1 for x in axis) for axis in zip(*cells, strict=True)]


def moved(shape: Iterable[Cell], offset: Cell) -> frozenset[Cell]:
    return frozenset(tuple(x + y for x, y in zip(cell, offset, strict=True)) for cell in shape)
