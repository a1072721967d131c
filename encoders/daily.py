"""The puzzles of a day: drafts of them, made from a date, a name and a level alone. Not here: whether a draft keeps its claim.

A draft is a filled board and the order in which its parts may be taken away, or a start whose distance from its goal is to be
found. What is chosen depends on nothing but a SHA-256 of the date, the name and the level, so that everybody has the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

Part = TypeVar("Part")

BASES = Path(__file__).parent / "puzzles" / "daily.json"
"""Filled boards, written by tests/daily_bases.py."""
LEVELS = ("easy", "medium", "hard")
LOOSE = {"easy": 5, "medium": 7, "hard": 9}
"""How many of twelve pentominoes are left to place."""
EMPTY = {"easy": 41, "medium": 49, "hard": 55}
"""How many of the 81 cells of a sudoku are empty."""
SQUARE = {"easy": (5, 15), "medium": (6, 24), "hard": (7, 30)}
"""The side of a Latin square, and how many of its cells are empty."""
SHORTEST = {"easy": (10, 15), "medium": (18, 22), "hard": (26, 31)}
"""The range of the shortest plans of an 8-puzzle."""


class Generator:
    """A generator of pseudo-random numbers that depend on a text alone, the same in every version of Python."""

    def __init__(self, seed: str) -> None:
        self._seed, self._rolls = seed, 0

    def below(self, number: int) -> int:
        """Return one of the numbers from 0 to below this one."""
        self._rolls += 1
        return int.from_bytes(hashlib.sha256(f"{self._seed}/{self._rolls}".encode()).digest()) % number

    def one_of(self, values: Sequence[Part]) -> Part:
        """Return one of some values."""
        return values[self.below(len(values))]

    def shuffled(self, values: Collection[Part]) -> list[Part]:
        """Return values in another order."""
        left = list(values)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]


@dataclass(frozen=True)
class Draft:
    """A puzzle in the making.

    keys: those of the puzzle without some of its parts, without a title; order: the numbers of the parts, in the order in which
    they may be taken away while one solution is left; out: how many are; shortest: the range of the length of the shortest plan,
    for a puzzle whose solutions are plans, None for others; fact: the puzzle in a few words.
    """

    keys: Callable[[Collection[int]], dict[str, Any]]
    order: Sequence[int]
    out: int
    fact: str
    shortest: tuple[int, int] | None = None


@dataclass(frozen=True)
class Daily:
    """A puzzle of every day: its title, what it is about, and its drafts by level."""

    title: str
    about: str
    draft: Callable[[Generator, str], Draft]


def drafts(name: str, day: str, level: str) -> Iterator[Draft]:
    """Yield the drafts of the puzzle of a day (YYYY-MM-DD), the first that keeps its claim being the puzzle."""
    random = Generator(f"{day}/{name}/{level}")
    while True:
        yield DAILY[name].draft(random, level)


@cache
def _bases() -> dict[str, list[str]]:
    bases: dict[str, list[str]] = json.loads(BASES.read_text())
    return bases


def _packing(random: Generator, level: str) -> Draft:
    """Return a draft of pentominoes, some of which lie on the board of a solution turned and reflected by chance."""
    rows = random.one_of(_bases()["packings"]).split("/")
    if random.below(2):
        rows = rows[::-1]
    if random.below(2):
        rows = [row[::-1] for row in rows]
    if random.below(2) and len(rows) == len(rows[0]):
        rows = ["".join(row[column] for row in rows) for column in range(len(rows[0]))]
    letters = sorted({letter for row in rows for letter in row if letter != "#"})
    cells = [
        [[r, c] for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == letter] for letter in letters
    ]
    board = "/".join("".join(".#"[mark == "#"] for mark in row) for row in rows)

    def keys(out: Collection[int]) -> dict[str, Any]:
        fixed = [
            {"piece": f"{letters[part]}5", "cells": cells[part]} for part in range(len(letters)) if part not in out
        ]
        return {"kind": "packing", "board": board, "pieces": "pentominoes", "fixed": fixed}

    return Draft(keys, random.shuffled(range(len(letters))), LOOSE[level], f"{LOOSE[level]} pieces left to place")


def _sudoku(random: Generator, level: str) -> Draft:
    """Return a draft of a sudoku: a filled grid with its symbols, rows, columns and their bands exchanged by chance."""
    grid, order = random.one_of(_bases()["sudokus"]), 3
    symbols = dict(zip("123456789", random.shuffled("123456789"), strict=True))
    lines = [
        [band * order + line for band in random.shuffled(range(order)) for line in random.shuffled(range(order))]
        for _ in range(2)
    ]
    filled = _exchanged(random, grid, 9, symbols, lines)
    order_of = random.shuffled(range(81))
    keys = {"kind": "sudoku"}
    return Draft(
        lambda out: keys | {"grid": _without(filled, out)}, order_of, EMPTY[level], f"{81 - EMPTY[level]} given"
    )


def _latin(random: Generator, level: str) -> Draft:
    """Return a draft of a Latin square, with its symbols, rows and columns exchanged by chance."""
    side, out = SQUARE[level]
    grid = random.one_of([each for each in _bases()["squares"] if len(each) == side * side])
    names = "123456789"[:side]
    symbols = dict(zip(names, random.shuffled(names), strict=True))
    filled = _exchanged(random, grid, side, symbols, [random.shuffled(range(side)) for _ in range(2)])
    keys = {"kind": "latin", "n": side}
    return Draft(
        lambda out: keys | {"grid": _without(filled, out)},
        random.shuffled(range(side * side)),
        out,
        f"{side} by {side}, {side * side - out} given",
    )


def _exchanged(random: Generator, grid: str, side: int, symbols: dict[str, str], lines: list[list[int]]) -> str:
    """Return a grid with other symbols, its rows and columns in another order, and perhaps exchanged with each other."""
    rows = [[symbols[grid[row * side + column]] for column in lines[1]] for row in lines[0]]
    if random.below(2):
        rows = [[row[column] for row in rows] for column in range(side)]
    return "".join("".join(row) for row in rows)


def _without(filled: str, out: Collection[int]) -> str:
    return "".join("." if cell in out else symbol for cell, symbol in enumerate(filled))


def _tiles(random: Generator, level: str) -> Draft:
    """Return a draft of an 8-puzzle: a walk of the gap for an easy one, else any order that can be put right."""
    goal = [1, 2, 3, 4, 5, 6, 7, 8, 0]
    start = list(goal)
    if level == "easy":
        gap = before = 8
        for _ in range(12 + random.below(6)):
            near = [
                cell for cell in range(9) if abs(cell // 3 - gap // 3) + abs(cell % 3 - gap % 3) == 1 and cell != before
            ]
            cell = random.one_of(near)
            start[gap], start[cell] = start[cell], 0
            before, gap = gap, cell
    else:
        start = random.shuffled(goal)
        inversions = sum(0 < two < one for place, one in enumerate(start) for two in start[place + 1 :])
        if inversions % 2:  # such an order cannot be put right, and the one with two tiles exchanged can
            one, two = (start.index(tile) for tile in (1, 2))
            start[one], start[two] = 2, 1
    keys = {"kind": "tiles", "board": "3x3", "start": start, "goal": goal}
    return Draft(lambda out: dict(keys), (), 0, "", SHORTEST[level])


DAILY = {
    "pieces": Daily("Pentominoes", "Place the pieces that are left; there is one way.", _packing),
    "sudoku": Daily("Sudoku", "Fill rows, columns and boxes; there is one way.", _sudoku),
    "square": Daily("Latin square", "Fill rows and columns; there is one way.", _latin),
    "tiles": Daily("8-puzzle", "Slide the tiles into order, in as few moves as you can.", _tiles),
}
"""The puzzles of every day by their names in addresses."""
