"""Six-piece burrs: assemblies, how many of them come apart, and their levels, as published and as BurrTools finds them.

A piece is a rod of 2x2x6 cubes, and its number, from 1, says which of twelve cubes are missing (J. von Känel's and W. H. Cutler's
numbering, up to a reflection of all pieces): four in each of two rows, and two below each.
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

import exactcover

LOVES_DOZEN = (88, 512, 704, 960, 992, 1008)
"""Bruce Love's burr of 1987; source: https://smallpuzzlecollection.blogspot.com/2015/09/loves-dozen.html."""
BURRS: dict[str, tuple[tuple[int, ...], int, dict[tuple[int, ...], int]]] = {
    "the diabolical structure": ((1, 256, 256, 256, 928, 928), 1, {(1, 2): 1}),
    "the Chinese cross": ((1, 256, 824, 928, 975, 1024), 2, {(1,): 2}),
    "the six-way set": ((52, 792, 824, 911, 975, 1024), 8, {(1,): 6}),
    "the Yamato block": ((1, 188, 824, 975, 1024, 1024), 2, {(1,): 2}),
    "Hoffmann's nut": ((1, 188, 256, 960, 975, 1024), 2, {(1,): 1, (1, 2): 1}),
    "the double cross": ((1, 154, 256, 256, 1024, 1024), 1, {(1,): 1}),
    "Piston": ((88, 512, 768, 922, 1008, 1008), 10, {(9, 3): 1}),
    "Dubois": ((120, 160, 256, 512, 880, 960), 2, {(6, 4): 1}),
    "Artifactory 5/4": ((412, 480, 512, 704, 704, 960), 144, {(5, 4): 1}),
}
"""By its name the numbers of a burr's pieces, its assemblies up to rotations, and how many of them have which levels."""
DRAWN = {
    "xxxxxx/xxxxxx/xx..xx/xxx..x xxxxxx/xxx.xx/xx..xx/x.x..x xxxxxx/xx..xx/x....x/xx...x"
    " xxx.xx/xxxxxx/x.x..x/x....x xx..xx/xxxxxx/x....x/x.x..x xx.xxx/xxxxxx/x....x/x....x": (9, 6),
    "xxxxxx/x....x/xx.xxx/xx...x xxxxxx/x....x/xx..xx/x....x xxxxxx/xxxxxx/xx..xx/xx..xx"
    " xxxxxx/x.x..x/xx..xx/x....x xxxxxx/x..x.x/xx..xx/x....x xxxxxx/x...xx/xx..xx/xxx..x": (24, 5),
}
"""Burrs as rows of cubes, of each piece four; their assemblies, and the level of the only one that comes apart.

Source: M. Johnson, https://github.com/matajoh/burr-solver, puzzles 3 ("level 6") and 5.
"""
_RODS = [
    {tuple(at[(axis + turn) % 3] for axis in range(3)) for at in itertools.product(range(6), (2, 3), (low, low + 1))}
    for turn in range(3)
    for low in (1, 3)
]
_REMOVABLE = [*((x, y, 1) for y in (0, 1) for x in range(1, 5)), *((x, y, 0) for y in (0, 1) for x in (2, 3))]


def numbered(number: int) -> list[list[int]]:
    """The cubes of the piece with this number."""
    missing = {cube for bit, cube in enumerate(_REMOVABLE) if (number - 1) >> bit & 1}
    return [list(cube) for cube in itertools.product(range(6), (0, 1), (0, 1)) if cube not in missing]


def drawn(picture: str) -> list[list[int]]:
    """The cubes of a piece as four rows."""
    places = ((0, 0), (1, 0), (0, 1), (1, 1))
    rows = zip(picture.split("/"), places, strict=True)
    return [[x, *place] for row, place in rows for x, mark in enumerate(row) if mark == "x"]


def burr(pieces: list[list[list[int]]]) -> exactcover.Puzzle:
    """The puzzle to put pieces together; cubes in two rods may be missing."""
    cubes = set().union(*_RODS)
    box = itertools.product(range(6), repeat=3)
    tables: list[dict[str, Any]] = []
    for number, cells in enumerate(pieces):
        same = next((table for table in tables if table["cells"] == cells), None)
        if same is None:
            tables.append({"name": f"p{number}", "cells": cells, "copies": 1})
        else:
            same["copies"] += 1
    return exactcover.puzzle(
        "packing",
        board="6x6x6",
        holes=[list(cube) for cube in box if cube not in cubes],
        optional=[list(cube) for cube in sorted(cubes) if sum(cube in rod for rod in _RODS) > 1],
        pieces=tables,
    )


def levels(puzzle: exactcover.Puzzle) -> tuple[int, Counter[tuple[int, ...]]]:
    """The number of assemblies up to rotations, and how many of those that come apart have which levels."""
    assemblies = list(exactcover.iterate(puzzle, up_to_symmetry=True, rotations_only=True))
    apart = [exactcover.disassemble(puzzle, each) for each in assemblies]
    return len(assemblies), Counter(tuple(each.levels) for each in apart if each.comes_apart)


@pytest.mark.parametrize("name", BURRS)
def test_burrs_with_names_have_the_levels_that_burrtools_finds(name: str) -> None:
    """BurrTools 0.7 finds as many assemblies (those of mirror images count there once) and solutions; solid ones have level 1."""
    numbers, assemblies, right = BURRS[name]
    assert levels(burr(list(map(numbered, numbers)))) == (assemblies, Counter(right))


@pytest.mark.parametrize("pieces", DRAWN)
def test_drawn_burrs_have_their_published_levels(pieces: str) -> None:
    """Of their assemblies only one comes apart."""
    assemblies, level = DRAWN[pieces]
    number, every = levels(burr(list(map(drawn, pieces.split()))))
    assert (number, every.total(), next(iter(every))[0]) == (assemblies, 1, level)


def test_loves_dozen_has_its_published_solutions() -> None:
    """154 assemblies, of which 90 come apart, one of them in 12 moves, more than any other six-piece burr takes."""
    number, every = levels(burr(list(map(numbered, LOVES_DOZEN))))
    assert (number, every.total()) == (154, 90)
    assert Counter(each[0] for each in every.elements())[12] == 1
    assert max(each[0] for each in every) == 12
