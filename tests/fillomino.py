"""Fillomino boards written as exact covers: thousands of secondary items.

A board is divided into regions; no two regions of one size share a side. An option is a region: its cells are primary items, and
each side of its border, with its size, is a secondary item, which two regions of one size on both sides would have twice.
"""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.model.cover import Cover, cover

Cell = tuple[int, int]
LARGEST = 9


BOARD = """
..666...9..4.99
886663.999.4.92
.88844399.8....
.8884.1998.8991
3.......128..79
.55.12.69.7...9
25..6369.9.1...
...6.......9...
..79.3..9..6996
4429988.823..7.
.4...98.8.1...6
.7.199.52..1...
7777......3227.
.31...5..3....3
388.8251422..33
"""
"""A planted board of 15 by 15 cells; SAT solvers agree that it has one solution."""


def board() -> Cover:
    """Return the cover of BOARD."""
    rows = BOARD.split()
    cells = ((row, column, text) for row, line in enumerate(rows) for column, text in enumerate(line))
    return as_cover(len(rows), {(row, column): int(text) for row, column, text in cells if text != "."})


def as_cover(size: int, numbers: dict[Cell, int]) -> Cover:
    """Return the cover of a square board of that side with some numbers."""
    cells = [(row, column) for row in range(size) for column in range(size)]
    options = [
        [*(f"{row},{column}" for row, column in region), *(f"{side} {len(region)}" for side in _border(size, region))]
        for most in range(1, LARGEST + 1)
        for region in _regions(size, numbers, most)
    ]
    sides = sorted({item for option in options for item in option if " " in item})
    return cover([f"{row},{column}" for row, column in cells], options, secondary=sides)


def _around(size: int, cell: Cell) -> list[Cell]:
    row, column = cell
    beside = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [each for each in beside if 0 <= each[0] < size and 0 <= each[1] < size]


def _border(size: int, region: frozenset[Cell]) -> list[str]:
    pairs = [sorted((cell, other)) for cell in sorted(region) for other in _around(size, cell) if other not in region]
    return [f"{a},{b}-{c},{d}" for (a, b), (c, d) in pairs]


def _regions(size: int, numbers: dict[Cell, int], most: int) -> Iterator[frozenset[Cell]]:
    """Yield the regions of that many cells that go with the numbers, each once. Source: D. H. Redelmeier (1981)."""
    allowed = {
        (row, column) for row in range(size) for column in range(size) if numbers.get((row, column), most) == most
    }

    def grown(inside: list[Cell], untried: list[Cell], seen: set[Cell]) -> Iterator[frozenset[Cell]]:
        untried = list(untried)
        while untried:
            cell = untried.pop()
            region = [*inside, cell]
            if len(region) == most:
                yield frozenset(region)
                continue
            fresh = [each for each in _around(size, cell) if each in allowed and each > region[0] and each not in seen]
            yield from grown(region, untried + fresh, seen | set(fresh))

    for first in sorted(allowed):
        for region in grown([], [first], {first}):
            around = {other for cell in region for other in _around(size, cell)} - region
            if all(numbers.get(other) != most for other in around):
                yield region
