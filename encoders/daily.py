"""The puzzles of a day: drafts of them, made from a date, a name and a level alone. Not here: whether a draft keeps its claim.

A draft is a filled board and the order in which its parts may be taken away, or a start whose distance from its goal is to be
found. What is chosen depends on nothing but a SHA-256 of the date, the name and the level, so that everybody has the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from exactcover.model.generator import Generator

BASES = Path(__file__).parent / "puzzles" / "daily.json"
"""Filled boards, written by tests/daily_bases.py."""
LEVELS = ("easy", "medium", "hard")
LOOSE = {"easy": 5, "medium": 7, "hard": 9}
"""How many of twelve pentominoes are left to place."""
EMPTY = {"easy": 41, "medium": 49, "hard": 55}
"""How many of the 81 cells of a sudoku are empty."""
SQUARE = {"easy": (5, 15), "medium": (6, 24), "hard": (7, 30)}
"""The side of a Latin square, and how many of its cells are empty."""
QUEENS = {"easy": (8, 4), "medium": (9, 6), "hard": (11, 8)}
"""The side of a chessboard, and how many of its queens are left to place."""
CUBES = {"easy": 3, "medium": 4, "hard": 5}
"""How many of the seven pieces of a Soma cube are left to place."""
TILES = {"easy": (10, 15), "medium": (18, 22), "hard": (26, 31)}
"""The range of the shortest plans of an 8-puzzle, in moves."""
BLOCKS = {"easy": (8, 16), "medium": (18, 30), "hard": (35, 70)}
"""The range of the shortest plans of sliding blocks, in moves."""
TARGETS = {
    "easy": (6, "blokus-small", 2, (5, 8)),
    "medium": (8, "blokus-small", 3, (9, 12)),
    "hard": (10, "blokus", 4, (14, 18)),
}
"""The side of a board of Blokus, its pieces, the number of squares to cover, and the range of the fewest squares that do."""


@dataclass(frozen=True)
class Draft:
    """A puzzle in the making.

    keys: those of the puzzle without some of its parts, without a title; order: the numbers of the parts, in the order in which
    they may be taken away while one solution is left; out: how many are; fact: the puzzle in a few words; cost: the range of the
    least cost, the length of the shortest plan or the fewest squares, for a puzzle whose solutions have one, None for others.
    """

    keys: Callable[[Collection[int]], dict[str, Any]]
    order: Sequence[int]
    out: int
    fact: str
    cost: tuple[int, int] | None = None


@dataclass(frozen=True)
class Daily:
    """A puzzle of every day: its title, what it is about, its drafts by level, and the claim of those that have a cost."""

    title: str
    about: str
    draft: Callable[[Generator, str], Draft]
    claim: str = ""


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


def _queens(random: Generator, level: str) -> Draft:
    """Return a draft of queens on a chessboard, drawn row by row by chance."""
    side, out = QUEENS[level]
    columns = _drawn(random, side, [])

    def keys(gone: Collection[int]) -> dict[str, Any]:
        fixed = [[row, column] for row, column in enumerate(columns) if row not in gone]
        return {"kind": "queens", "n": side, "fixed": fixed}

    return Draft(keys, random.shuffled(range(side)), out, f"{side} by {side}, {side - out} placed")


def _drawn(random: Generator, side: int, columns: list[int]) -> list[int]:
    """Return columns of queens, row by row, that go on from these; empty if there are none."""
    if len(columns) == side:
        return columns
    row = len(columns)
    for column in random.shuffled(range(side)):
        if all(column != other and abs(column - other) != row - line for line, other in enumerate(columns)):
            whole = _drawn(random, side, [*columns, column])
            if whole:
                return whole
    return []


def _cube(random: Generator, level: str) -> Draft:
    """Return a draft of a Soma cube, some of whose pieces lie where a solution has them, the cube turned by chance."""
    axes, back = random.shuffled(range(3)), [random.below(2) for _ in range(3)]
    odd = (axes[0] > axes[1]) ^ (axes[0] > axes[2]) ^ (axes[1] > axes[2]) ^ (sum(back) % 2 == 1)
    if odd:  # a reflection, which would exchange the two pieces that are reflections of each other
        back[0] = 1 - back[0]
    cells: dict[str, list[list[int]]] = {}
    for number, mark in enumerate(random.one_of(_bases()["cubes"])):
        place = (number // 9, number // 3 % 3, number % 3)
        cells.setdefault(mark, []).append([abs(2 * back[k] - place[axis]) for k, axis in enumerate(axes)])
    parts = [{"piece": f"{mark}{len(cells[mark])}", "cells": sorted(cells[mark])} for mark in sorted(cells)]

    def keys(out: Collection[int]) -> dict[str, Any]:
        fixed = [part for number, part in enumerate(parts) if number not in out]
        return {"kind": "packing", "board": "3x3x3", "pieces": "soma", "fixed": fixed}

    left = CUBES[level]
    return Draft(keys, random.shuffled(range(len(parts))), left, f"{left} pieces left to place")


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
    return Draft(lambda out: dict(keys), (), 0, "", TILES[level])


def _blocks(random: Generator, level: str) -> Draft:
    """Return a draft of sliding blocks on 5 by 4 cells: a large one on top, dominoes and single cells by chance, two gaps."""
    rows, columns = 5, 4
    top, left = random.below(2), random.below(3)
    marks = {(top + down, left + right): "B" for down in (0, 1) for right in (0, 1)}
    board = [(row, column) for row in range(rows) for column in range(columns)]
    letters = iter("ACDEFGHIJKLMNOPQRST")
    dominoes = 3 + random.below(4)
    for row, column in random.shuffled(board):
        other = (row + 1, column) if random.below(2) else (row, column + 1)
        if dominoes and other in board and (row, column) not in marks and other not in marks:
            marks[row, column] = marks[other] = next(letters)
            dominoes -= 1
    for cell in random.shuffled([each for each in board if each not in marks])[2:]:
        marks[cell] = next(letters)
    picture = "/".join("".join(marks.get((row, column), ".") for column in range(columns)) for row in range(rows))
    keys = {"kind": "blocks", "board": picture, "goal": "B@3,1", "metric": "moves"}
    return Draft(lambda out: dict(keys), (), 0, "", BLOCKS[level])


def _targets(random: Generator, level: str) -> Draft:
    """Return a draft of Blokus: squares to cover from a start, all by chance."""
    side, pieces, number, cost = TARGETS[level]
    squares = random.shuffled([f"{row},{column}" for row in range(side) for column in range(side)])
    keys = {
        "kind": "blokus",
        "board": f"{side}x{side}",
        "pieces": pieces,
        "goal": "cover",
        "start": squares[0],
        "targets": "/".join(squares[1 : number + 1]),
    }
    return Draft(lambda out: dict(keys), (), 0, "", cost)


MOVES, SQUARES = "{} moves is the shortest", "{} squares is the best"
DAILY = {
    "pieces": Daily("Pentominoes", "Place the pieces that are left; there is one way.", _packing),
    "sudoku": Daily("Sudoku", "Fill rows, columns and boxes; there is one way.", _sudoku),
    "square": Daily("Latin square", "Fill rows and columns; there is one way.", _latin),
    "queens": Daily(
        "Queens", "Place the queens that are left, so that none attacks another; there is one way.", _queens
    ),
    "cube": Daily("Soma cube", "Fill the cube with the pieces that are left; there is one way.", _cube),
    "tiles": Daily("8-puzzle", "Slide the tiles into order, in as few moves as you can.", _tiles, MOVES),
    "blocks": Daily(
        "Sliding blocks", "Bring the large block down to the exit, in as few moves as you can.", _blocks, MOVES
    ),
    "blokus": Daily("Blokus", "Cover the marked squares, with as few squares as you can.", _targets, SQUARES),
}
"""The puzzles of every day by their names in addresses."""
