"""The referee of dominosa: judges dominoes by their cells and digits, and compares the encoder's model with the puzzle.

Solutions come from untrusted files. It is independent of the encoder's options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from encoders.dominosa import DIGITS, Dominosa
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model


def faults(puzzle: Dominosa, solution: Any) -> Iterator[str]:
    """Yield the faults of a solution `{"placements": [...]}`, one sentence each; none for a correct one."""
    placements = solution.get("placements") if isinstance(solution, dict) else None
    if not isinstance(placements, list) or not all(map(_is_domino, placements)):
        yield 'the solution has no dominoes; expected {"placements": [{"piece": "0-1", "cells": [[0, 0], [0, 1]]}, ...]}'
        return
    height, width = len(puzzle.rows), len(puzzle.rows[0])
    covered: Counter[tuple[int, int]] = Counter()
    used: Counter[str] = Counter()
    for placement in placements:
        (row, column), (other, line) = placement["cells"]
        if not all(0 <= r < height and 0 <= c < width for r, c in placement["cells"]):
            yield f"a domino is on {row},{column} and {other},{line}; expected cells of {height} rows and {width} columns"
            return
        if abs(row - other) + abs(column - line) != 1:
            yield f"the cells {row},{column} and {other},{line} are no domino; expected neighbours"
        digits = sorted((puzzle.rows[row][column], puzzle.rows[other][line]), key=DIGITS.index)
        if placement["piece"] != "-".join(digits):
            yield f"{row},{column} and {other},{line} show {'-'.join(digits)}; the solution has {placement['piece']!r:.60} there"
        covered.update([(row, column), (other, line)])
        used["-".join(digits)] += 1
    for cell in ((row, column) for row in range(height) for column in range(width)):
        if covered[cell] != 1:
            yield f"the cell {cell[0]},{cell[1]} is covered {covered[cell]} times; expected once"
    for domino, number in used.items():
        if number > 1:
            yield f"the domino {domino} is used {number} times; expected once"


def _is_domino(value: Any) -> bool:
    cells = value.get("cells") if isinstance(value, dict) and isinstance(value.get("piece"), str) else None
    return (
        isinstance(cells, list)
        and len(cells) == 2
        and all(isinstance(cell, list) and len(cell) == 2 and all(type(x) is int for x in cell) for cell in cells)
    )


def cover_faults(puzzle: Dominosa, model: Model) -> list[str]:
    """Return the differences between a model and the puzzle: each two adjacent cells are an option with their domino.

    Dominoes come first, by their lower and then their higher digit, then cells row by row; each is covered once.
    """
    if not isinstance(model, Cover) or model.costs is not None or model.connectivity is not None:
        return ["the model is not a plain cover"]
    height, width = len(puzzle.rows), len(puzzle.rows[0])
    numbers = [[DIGITS.index(digit) for digit in row] for row in puzzle.rows]
    n = puzzle.highest
    dominoes = {
        pair: place for place, pair in enumerate((low, high) for low in range(n + 1) for high in range(low, n + 1))
    }
    if len(model.items) != len(dominoes) + height * width or (model.least != 1).any() or (model.most != 1).any():
        return ["the model's items are not the dominoes and cells, each to be covered once"]
    expected = set()
    for first in range(height * width):
        for second in range(first + 1, height * width):
            (row, column), (other, line) = divmod(first, width), divmod(second, width)
            if (other - row, line - column) in ((0, 1), (1, 0)):
                one, two = sorted((numbers[row][column], numbers[other][line]))
                expected.add((dominoes[one, two], len(dominoes) + first, len(dominoes) + second))
    members = model.members.tolist()
    written = [tuple(members[begin:end]) for begin, end in pairwise(model.starts.tolist())]
    if len(written) != len(expected) or set(written) != expected or model.colours is not None:
        return ["the model's options are not the pairs of adjacent cells"]
    return [] if model.symmetries is None else ["the model has symmetries, which the digits may break"]
