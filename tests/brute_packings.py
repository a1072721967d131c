"""Packings of a few cells by trying everything: an oracle that shares no code with the encodings, the models or the referee.

A puzzle is a Small: it is written as keys for the program, and its packings are listed here cell by cell.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

Cell = tuple[int, ...]
Lying = tuple[str, frozenset[Cell]]
_Piece = tuple[str, dict[Cell, str], int, int]


@dataclass(frozen=True)
class Small:
    """A board with cells that may stay empty, and coloured pieces: name, cells with their colours, least and most copies.

    cells: the colour of each cell of the board; pairs: (colour of the piece's cell, colour of the board's cell) that may meet.
    """

    sides: tuple[int, ...]
    cells: dict[Cell, str]
    optional: frozenset[Cell]
    empty: tuple[int, int]
    pieces: tuple[_Piece, ...]
    reflections: bool = True
    labelled: bool = False
    pairs: frozenset[tuple[str, str]] = field(default_factory=frozenset)

    def keys(self) -> dict[str, Any]:
        """The keys of the puzzle."""
        holes = [cell for cell in itertools.product(*map(range, self.sides)) if cell not in self.cells]
        pieces = [
            {"name": name, "cells": [list(cell) for cell in sorted(cells)], "copies": [least, most]}
            for name, cells, least, most in self.pieces
        ]
        keys: dict[str, Any] = {
            "board": "x".join(map(str, self.sides)),
            "holes": list(map(list, holes)),
            "pieces": pieces,
            "reflections": self.reflections,
        }
        if self.optional:
            keys |= {"optional": [list(cell) for cell in sorted(self.optional)], "holes_free": list(self.empty)}
        if self.labelled:
            keys["labelled"] = True
        if any(self.cells.values()) or any(any(cells.values()) for _, cells, _, _ in self.pieces):
            used = {*self.cells.values(), *(colour for _, cells, _, _ in self.pieces for colour in cells.values())}
            keys["colours"] = {
                "cells": _drawn(self.cells),
                "pieces": {name: _drawn(cells) for name, cells, _, _ in self.pieces},
                "pairs": sorted(mine + other for mine, other in self.pairs if {mine, other} <= used),
            }
        return keys

    def may_meet(self, mine: str, other: str) -> bool:
        """Whether a piece's cell of a colour may cover a cell of a colour; no colour goes with every other."""
        return not mine or not other or (mine, other) in self.pairs

    def allowed(self, colour: str) -> str:
        """The cells that a colour may cover, written down; nothing for all of them."""
        cells = [cell for cell, other in sorted(self.cells.items()) if self.may_meet(colour, other)]
        return "" if len(cells) == len(self.cells) else repr(cells)

    def placements(self) -> set[Lying]:
        """Every placement: the shape's name (the first of those that are alike, unless they are labelled), and its cells."""
        every: set[Lying] = set()
        names = self.names()
        for name, cells, _, _ in self.pieces:
            for shape in _images(cells, self.reflections):
                for offset in itertools.product(*map(range, self.sides)):
                    moved = {tuple(map(sum, zip(cell, offset, strict=True))): each for cell, each in shape}
                    if all(
                        cell in self.cells and self.may_meet(each, self.cells[cell]) for cell, each in moved.items()
                    ):
                        every.add((names[name], frozenset(moved)))
        return every

    def names(self) -> dict[str, str]:
        """The name that each piece goes by: colours that allow the same are no difference."""
        first: dict[Any, str] = {}
        known = {}
        for name, cells, _, _ in self.pieces:
            lying = {cell: self.allowed(colour) for cell, colour in cells.items()}
            alike = min(_images(lying, self.reflections), key=sorted)
            known[name] = name if self.labelled else first.setdefault(alike, name)
        return known

    def packings(self) -> set[frozenset[Lying]]:
        """Every packing, as the set of its placements."""
        names = self.names()
        least, most = Counter[str](), Counter[str]()
        for name, _, few, many in self.pieces:
            least[names[name]] += few
            most[names[name]] += many
        by_first: dict[Cell, list[Lying]] = {}
        for lying in sorted(self.placements(), key=lambda each: (each[0], sorted(each[1]))):
            by_first.setdefault(min(lying[1]), []).append(lying)
        order = sorted(self.cells)
        whole: set[frozenset[Lying]] = set()

        def place(number: int, taken: frozenset[Cell], chosen: tuple[Lying, ...], empty: int) -> None:
            if number == len(order):
                copies = Counter(name for name, _ in chosen)
                right = all(least[name] <= copies[name] <= most[name] for name in names.values())
                if right and (not self.optional or self.empty[0] <= empty <= self.empty[1]):
                    whole.add(frozenset(chosen))
                return
            cell = order[number]
            if cell in taken:
                place(number + 1, taken, chosen, empty)
                return
            if cell in self.optional and empty < self.empty[1]:
                place(number + 1, taken, chosen, empty + 1)
            for lying in by_first.get(cell, ()):
                placed = sum(name == lying[0] for name, _ in chosen)
                if not lying[1] & taken and placed < most[lying[0]]:
                    place(number + 1, taken | lying[1], (*chosen, lying), empty)

        place(0, frozenset(), (), 0)
        return whole

    def classes(self, packings: Iterable[frozenset[Lying]] | None = None, values: dict[Cell, int] | None = None) -> int:
        """How many packings (all, or some) there are up to the isometries of the box that map placements to placements, names
        kept, and values of cells to equal ones."""
        placements, group = self.placements(), []
        for matrix in _matrices(len(self.sides), reflections=True):
            corners = [_times(matrix, cell) for cell in itertools.product(*((0, side - 1) for side in self.sides))]
            corner = tuple(map(min, zip(*corners, strict=True)))
            moves = {
                cell: tuple(x - y for x, y in zip(_times(matrix, cell), corner, strict=True)) for cell in self.cells
            }
            image = {(name, frozenset(map(moves.__getitem__, cells))) for name, cells in placements}
            kept = set(moves.values()) == set(self.cells) and {moves[cell] for cell in self.optional} == self.optional
            worth = values is None or all(values.get(moves[cell]) == values.get(cell) for cell in self.cells)
            if kept and worth and image == placements:
                group.append(moves)
        orbits = {
            min(
                sorted((name, sorted(map(moves.__getitem__, cells))) for name, cells in packing) for moves in group
            ).__repr__()
            for packing in (self.packings() if packings is None else packings)
        }
        return len(orbits)


def _drawn(cells: dict[Cell, str]) -> str:
    """A picture of colours: a letter for a coloured cell, # for one of no colour, a dot for none; rows are separated by /."""
    solid = {cell if len(cell) == 3 else (0, *cell): colour for cell, colour in cells.items()}
    layers, rows, columns = (max(axis) + 1 for axis in zip(*solid, strict=True))
    return "//".join(
        "/".join("".join(solid.get((z, y, x), ".") or "#" for x in range(columns)) for y in range(rows))
        for z in range(layers)
    )


def _matrices(dimension: int, reflections: bool) -> list[tuple[Cell, ...]]:
    """The signed permutations of the axes; without reflections those of determinant 1."""
    matrices = []
    for order in itertools.permutations(range(dimension)):
        odd = sum(a > b for a, b in itertools.combinations(order, 2)) % 2
        for signs in itertools.product((1, -1), repeat=dimension):
            if reflections or (odd + signs.count(-1)) % 2 == 0:
                matrices.append(
                    tuple(
                        tuple(sign if axis == k else 0 for k in range(dimension))
                        for axis, sign in zip(order, signs, strict=True)
                    )
                )
    return matrices


def _times(matrix: tuple[Cell, ...], cell: Cell) -> Cell:
    return tuple(sum(a * x for a, x in zip(row, cell, strict=True)) for row in matrix)


def _images(cells: dict[Cell, str], reflections: bool) -> set[frozenset[tuple[Cell, str]]]:
    images = set()
    for matrix in _matrices(len(next(iter(cells))), reflections):
        moved = {_times(matrix, cell): colour for cell, colour in cells.items()}
        corner = tuple(map(min, zip(*moved, strict=True)))
        images.add(
            frozenset(
                (tuple(x - y for x, y in zip(cell, corner, strict=True)), colour) for cell, colour in moved.items()
            )
        )
    return images


def random_coloured(seed: int) -> Small:
    """The same with colours: of some cells of the board and of pieces, so that often some packings are left."""
    rng = random.Random(seed)
    small = random_small(seed, labelled=seed % 3 == 0)
    cells = {cell: rng.choice(["", "", "r", "b"]) for cell in small.cells}
    pieces = tuple(
        (name, {cell: rng.choice(["", "r", "b"]) if rng.random() < 0.5 else "" for cell in shape}, least, most)
        for name, shape, least, most in small.pieces
    )
    pairs = frozenset(rng.sample([("r", "r"), ("b", "b"), ("r", "b"), ("b", "r")], rng.randint(1, 3)))
    optional = small.optional if rng.random() < 0.7 else frozenset()
    pieces = _named(pieces, small.reflections)
    return replace(small, cells=cells, pieces=pieces, pairs=pairs, optional=optional)


def random_small(seed: int, *, labelled: bool = False) -> Small:
    """A board of up to 12 cells of which up to 4 may stay empty, and pieces with few copies that were cut from it, or nearly."""
    rng = random.Random(seed)
    boards = (
        [(2, 4), (3, 3), (2, 2, 2), (1, 3, 3)] if labelled else [(2, 5), (3, 4), (3, 3), (2, 2, 3), (1, 3, 4), (2, 6)]
    )
    sides = rng.choice(boards)
    cells = dict.fromkeys(itertools.product(*map(range, sides)), "")
    for hole in rng.sample(sorted(cells), rng.choice([0, 0, 1])):
        del cells[hole]
    optional = frozenset(rng.sample(sorted(cells), rng.randint(1, 4)))
    pieces: list[_Piece] = []
    left = set(cells)
    while left:
        shape = [rng.choice(sorted(left))]
        left.remove(shape[0])
        for _ in range(rng.choice([0, 1, 2, 2, 3])):
            near = sorted(
                c for c in left if any(sum(abs(x - y) for x, y in zip(c, d, strict=True)) == 1 for d in shape)
            )
            if near:
                shape.append(rng.choice(near))
                left.remove(shape[-1])
        if len(shape) == 1 and rng.random() < 0.5:
            continue
        corner = tuple(map(min, zip(*shape, strict=True)))
        moved = {tuple(x - y for x, y in zip(cell, corner, strict=True)): "" for cell in shape}
        pieces.append(("", moved, rng.choice([0, 1, 1, 1]), rng.choice([1, 1, 2])))
    reflections = rng.random() < 0.5
    least = rng.choice([0, 0, 0, 1])
    empty = (least, rng.randint(least, len(optional)))
    return Small(sides, cells, optional, empty, _named(pieces, reflections), reflections, labelled)


def _named(pieces: Iterable[_Piece], reflections: bool) -> tuple[_Piece, ...]:
    """Pieces with names by their shapes, of each shape two in turn: more that are told apart would have too many packings."""
    shapes: dict[frozenset[tuple[Cell, str]], list[str]] = {}
    named = []
    for _, cells, least, most in pieces:
        alike = shapes.setdefault(min(_images(cells, reflections), key=sorted), [])
        number = list(shapes).index(min(_images(cells, reflections), key=sorted))
        alike.append(f"q{number}{'ab'[len(alike) % 2]}")
        named.append((alike[-1], cells, least, most))
    return tuple(named)
