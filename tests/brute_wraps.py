"""Boards that wrap round: an oracle that shares no code with the encoding or the referee.

Boards of squares are walked over. A walker stands on a cell and has a frame: what it holds to be down and right. Going over an
edge it arrives where the contract says, and on a reflecting edge its frame is turned over.
Not here: boards of hexagons and triangles (brute_parallelograms.py).
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

Cell = tuple[int, int]
Frame = tuple[Cell, Cell]
Walker = tuple[Cell, Frame]
Lying = tuple[str, frozenset[Cell]]

SHAPES: dict[str, tuple[Cell, ...]] = {
    "I1": ((0, 0),),
    "I2": ((0, 0), (0, 1)),
    "I3": ((0, 0), (0, 1), (0, 2)),
    "V3": ((0, 0), (0, 1), (1, 0)),
    "I4": ((0, 0), (0, 1), (0, 2), (0, 3)),
    "L4": ((0, 0), (0, 1), (0, 2), (1, 0)),
    "J4": ((0, 0), (0, 1), (0, 2), (1, 2)),
    "S4": ((0, 1), (0, 2), (1, 0), (1, 1)),
    "T4": ((0, 0), (0, 1), (0, 2), (1, 1)),
    "O4": ((0, 0), (0, 1), (1, 0), (1, 1)),
}
REFLECTING = ("moebius", "klein", "projective")
UPRIGHT: Frame = ((1, 0), (0, 1))
FRAMES: list[Frame] = [
    ((a, 0), (0, b)) for a in (1, -1) for b in (1, -1)
] + [((0, a), (b, 0)) for a in (1, -1) for b in (1, -1)]  # fmt: skip


class Oracle(Protocol):
    """What is true of a board by its placements and its isometries alone."""

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells, in the board's box."""

    @property
    def pieces(self) -> dict[str, tuple[int, int]]:
        """The least and most copies of each piece."""

    def keys(self) -> dict[str, Any]:
        """The keys of the puzzle."""

    def placements(self) -> set[Lying]:
        """Every placement: a piece and the cells that it covers."""

    @property
    def isometries(self) -> list[tuple[dict[Cell, Cell], bool]]:
        """Every map of the cells by an isometry of the board, and whether by one that reflects nothing."""


def proper(frame: Frame) -> bool:
    """Whether a frame is not turned over."""
    (a, b), (c, d) = frame
    return a * d - b * c > 0


class Maps:
    """Maps of cells, each once, with whether some isometry that reflects nothing is that map."""

    def __init__(self) -> None:
        self._maps: dict[tuple[tuple[Cell, Cell], ...], bool] = {}

    def add(self, images: dict[Cell, Cell], is_rotation: bool) -> None:
        """Add a map, or what another isometry with the same map says of it."""
        key = tuple(sorted(images.items()))
        self._maps[key] = self._maps.get(key, False) or is_rotation

    @property
    def every(self) -> list[tuple[dict[Cell, Cell], bool]]:
        """The maps."""
        return [(dict(key), is_rotation) for key, is_rotation in self._maps.items()]


def packings(small: Oracle) -> list[frozenset[Lying]]:
    """Every packing, as the set of its placements."""
    whole = []
    lying = sorted(small.placements(), key=lambda each: (each[0], sorted(each[1])))

    def place(left: frozenset[Cell], chosen: tuple[Lying, ...]) -> None:
        copies = Counter(name for name, _ in chosen)
        if any(copies[name] > most for name, (_, most) in small.pieces.items()):
            return
        if not left:
            if all(copies[name] >= least for name, (least, _) in small.pieces.items()):
                whole.append(frozenset(chosen))
            return
        first = min(left)
        for each in lying:
            if first in each[1] and each[1] <= left:
                place(left - each[1], (*chosen, each))

    place(small.cells, ())
    return whole


def classes(small: Oracle, *, rotations_only: bool = False) -> int:
    """How many packings there are up to the isometries that map placements to placements; they may permute pieces."""
    placements = small.placements()
    of = {name: {cells for other, cells in placements if other == name} for name in small.pieces}
    group = []
    for images, is_rotation in small.isometries:
        if rotations_only and not is_rotation:
            continue
        moved = {n: {frozenset(map(images.__getitem__, cells)) for cells in own} for n, own in of.items()}
        names: dict[str, str] = {}
        for name, own in moved.items():
            alike = [
                o for o in of if of[o] == own and small.pieces[o] == small.pieces[name] and o not in names.values()
            ]
            if alike:
                names[name] = name if name in alike else alike[0]
        if len(names) == len(of):
            group.append((images, names))
    seen: set[frozenset[Lying]] = set()
    orbits = 0
    for packing in packings(small):
        if packing not in seen:
            orbits += 1
            seen |= {
                frozenset((names[name], frozenset(map(images.__getitem__, cells))) for name, cells in packing)
                for images, names in group
            }
    return orbits


@dataclass(frozen=True)
class Wrapped:
    """A board of squares: its box, its cells, how it wraps round, and pieces with their least and most copies."""

    height: int
    width: int
    cells: frozenset[Cell]
    word: str
    shift: int
    pieces: dict[str, tuple[int, int]]
    reflections: bool = True

    def keys(self) -> dict[str, Any]:
        """The keys of the puzzle."""
        box = itertools.product(range(self.height), range(self.width))
        return {
            "board": f"{self.height}x{self.width}",
            "wrap": self.word + (f"{self.shift:+}" if self.shift else ""),
            "holes": [list(cell) for cell in box if cell not in self.cells],
            "pieces": [
                {"name": name, "cells": [list(cell) for cell in SHAPES[name]], "copies": list(copies)}
                for name, copies in self.pieces.items()
            ],
            "labelled": True,
            "reflections": self.reflections,
        }

    def stepped(self, walker: Walker, rows: int, columns: int) -> Walker:
        """A walker after one step along its rows or columns."""
        (row, column), (down, right) = walker
        row += rows * down[0] + columns * right[0]
        column += rows * down[1] + columns * right[1]
        frame = down, right
        if self.word != "rows" and not 0 <= column < self.width:
            over = 1 if column >= self.width else -1
            column -= over * self.width
            if self.word in ("columns", "both"):
                row += over * self.shift
            else:
                row, frame = self.height - 1 - row, ((-down[0], down[1]), (-right[0], right[1]))
        if self.word in ("rows", "both", "klein", "projective") and not 0 <= row < self.height:
            over = (row // self.height) if self.word == "both" else 1 if row >= self.height else -1
            row -= over * self.height
            column += over * self.shift if self.word == "rows" else 0
            if self.word == "projective":
                (a, b), (c, d) = frame
                column, frame = self.width - 1 - column, ((a, -b), (c, -d))
        return (row, column), frame

    def walked(self, walker: Walker, rows: int, columns: int) -> Walker:
        """A walker after that many steps down, and then right."""
        for _ in range(abs(rows)):
            walker = self.stepped(walker, 1 if rows > 0 else -1, 0)
        for _ in range(abs(columns)):
            walker = self.stepped(walker, 0, 1 if columns > 0 else -1)
        return walker

    def placements(self) -> set[Lying]:
        """Every placement: cells that walkers from some cell, in some frame, find at the cells of a piece, all different."""
        every: set[Lying] = set()
        for name, shape in SHAPES.items():
            for cell in sorted(self.cells) if name in self.pieces else ():
                for down, right in FRAMES:
                    if not self.reflections and down[0] * right[1] - down[1] * right[0] < 0:
                        continue
                    for turned in self._over(cell, (down, right)):
                        covered = [self.walked(turned, r - shape[0][0], c - shape[0][1])[0] for r, c in shape]
                        if set(covered) <= self.cells and len(set(covered)) == len(covered):
                            every.add((name, frozenset(covered)))
        return every

    def _over(self, cell: Cell, frame: Frame) -> Iterator[Walker]:
        """Walkers on the cell with that frame, also as seen by one who has gone round the board and come back turned over."""
        yield cell, frame
        if self.word in REFLECTING:
            (a, b), (c, d) = frame
            yield cell, ((-a, b), (-c, d))

    @cached_property
    def isometries(self) -> list[tuple[dict[Cell, Cell], bool]]:
        """Every map of cells by which a walker who sets out elsewhere, in another frame, finds the board unchanged."""
        start = min(self.cells)
        reach = 2 * max(self.height, self.width)
        steps = list(itertools.product(range(-reach, reach + 1), repeat=2))
        here = [self.walked((start, UPRIGHT), *step)[0] for step in steps]
        maps = Maps()
        for cell, frame in itertools.product(sorted(self.cells), FRAMES):
            there = (self.walked((cell, frame), *step)[0] for step in steps)
            images: dict[Cell, Cell] = {}
            same = all(
                (a in self.cells) == (b in self.cells) and (a not in self.cells or images.setdefault(a, b) == b)
                for a, b in zip(here, there, strict=True)
            )
            if same and set(images.values()) == self.cells:
                # The way round a reflecting board turns every frame over.
                maps.add(images, self.word in REFLECTING or proper(frame))
        return maps.every


def random_wrapped(seed: int) -> Wrapped:
    """A small board with some holes, a way to wrap it round, and pieces."""
    rng = random.Random(seed)
    word = rng.choice(["columns", "rows", "both", "moebius", "klein", "projective"])
    # On one row a walker cannot see that a projective plane turns him over.
    height, width = rng.randint(2 if word == "projective" else 1, 4), rng.randint(2, 4)
    shift = rng.choice([0, 0, 1, -1, 2]) if word in ("columns", "rows", "both") else 0
    cells = set(itertools.product(range(height), range(width)))
    cells -= set(rng.sample(sorted(cells), rng.choice([0, 0, 0, 1, 2])))
    names = ["I1", "I2", *rng.sample(sorted(SHAPES), rng.randint(1, 3))]
    pieces = {name: (0, rng.choice([1, 2, 20])) for name in sorted(set(names))}
    return Wrapped(height, width, frozenset(cells), word, shift, pieces, rng.random() < 0.5)
