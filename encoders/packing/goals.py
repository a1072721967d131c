"""What is best among packings: goals in order of priority, and the values of pieces and cells.

A goal is a quantity to be maximised or minimised: the cells that are covered or stay empty (joints of edges, see crossing.py, are
not counted), the pieces placed, or the value, the sum of the values of the placed pieces and of the covered cells. Pre-placed
pieces count. Of several goals, a later one decides between packings that are equal in all earlier ones. The cost of a packing is
the sum of its quantities, each times a weight, a power of ten so large that no later goals outweigh the least difference of an
earlier one; the weight of the last goal is 1.
Raises InvalidInput.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from encoders.geometry.lattice import Cell
from encoders.keys import Keys, amount_of, shown
from exactcover.model.amounts import LARGEST_SUM, in_json, of_fraction
from exactcover.model.arrays import Mask
from exactcover.model.errors import InvalidInput, nearest

QUANTITIES = ("covered", "empty", "pieces", "value")
KEYS = ("maximise", "minimise", "cell_values")
_SAME = {"cost": "value"}
_THEN = re.compile(r"\s+then\s+")
_EXAMPLE = "covered, empty, pieces or value, or several such as 'covered then minimise=pieces'"


@dataclass(frozen=True)
class Goal:
    """A quantity that is to be as large as possible, or as small as possible."""

    maximise: bool
    quantity: str

    def __str__(self) -> str:
        return f"{'maximise' if self.maximise else 'minimise'}={self.quantity}"


@dataclass(frozen=True)
class Goals:
    """Goals in order of priority, the first one first; cells: the value of each cell that has one."""

    order: tuple[Goal, ...]
    cells: Mapping[Cell, Fraction] = field(default_factory=dict)

    @property
    def loose(self) -> bool:
        """Whether cells stay empty unless the puzzle says otherwise: as much as possible, not all, is to be covered."""
        return self.order[0].maximise or self.order[0].quantity == "empty"

    def scaled(self, scale: int) -> Goals:
        """Return the goals on a finer lattice, where coordinates are multiplied."""
        return Goals(self.order, {tuple(scale * x for x in cell): value for cell, value in self.cells.items()})

    def canonical(self) -> dict[str, Any]:
        """Return the keys of a canonical puzzle that state the goals."""
        first, rest = self.order[0], self.order[1:]
        text = " then ".join([first.quantity, *map(str, rest)])
        values = [[list(cell), in_json(of_fraction(value))] for cell, value in sorted(self.cells.items())]
        return {"maximise" if first.maximise else "minimise": text, **({"cell_values": values} if values else {})}


def goals_of(keys: Keys, board: Mask) -> Goals | None:
    """Return the goals that the keys state, None if they state none."""
    first = [key for key in ("maximise", "minimise") if key in keys]
    if not first:
        for key in ("values", "cell_values"):
            if key in keys:
                raise InvalidInput(f"the packing has {key} and no goal; expected maximise=value or minimise=value too")
        return None
    if len(first) == 2:
        raise InvalidInput(
            "the packing has maximise and minimise; expected one key, such as maximise='covered then minimise=pieces'"
        )
    (key,) = first
    if not isinstance(keys[key], str):
        raise InvalidInput(f"{key} is {shown(keys[key])}; expected {_EXAMPLE}")
    order = tuple(_goal(part, key) for part in _THEN.split(f"{key}={keys[key].strip()}"))
    quantities = [goal.quantity for goal in order]
    twice = next((each for each in quantities if quantities.count(each) > 1), None)
    if twice is not None:
        raise InvalidInput(f"{key} names {twice} twice; expected each quantity once")
    if "value" not in quantities and ("values" in keys or "cell_values" in keys):
        raise InvalidInput(f"{key} is {shown(keys[key])}, which uses no values; expected value among its quantities")
    return Goals(order, cell_values(keys.get("cell_values", []), board))


def _goal(part: str, key: str) -> Goal:
    side, equals, quantity = part.partition("=")
    if not equals or side not in ("maximise", "minimise"):
        raise InvalidInput(f"{key} has {shown(part)} after then; expected maximise=QUANTITY or minimise=QUANTITY")
    quantity = _SAME.get(quantity, quantity)
    if quantity not in QUANTITIES:
        raise InvalidInput(f"{side} is {shown(quantity)}; expected {_EXAMPLE}{nearest(quantity[:60], QUANTITIES)}")
    return Goal(side == "maximise", quantity)


def cell_values(value: Any, board: Mask) -> dict[Cell, Fraction]:
    """Return the values of cells: a picture of numbers, rows of numbers, or a list of [cell, value].

    A picture has a line, or a part between slashes, for each row; numbers of several digits are separated by blanks.
    """
    pairs = isinstance(value, list) and all(
        isinstance(each, list) and len(each) == 2 and isinstance(each[0], list) for each in value
    )
    if pairs and not (value and board.ndim == 3 and isinstance(value[0][1], list)):
        listed = [(each[0], each[1]) for each in value]
    else:
        rows = _rows(value) if isinstance(value, str) else value
        listed = _numbered(rows, board)
    values: dict[Cell, Fraction] = {}
    for where, number in listed:
        cell = tuple(where)
        amount = amount_of(number, f"cell {','.join(map(str, cell))} in cell_values")
        right = len(cell) == board.ndim and all(
            type(x) is int and 0 <= x < n for x, n in zip(cell, board.shape, strict=False)
        )
        if not right or (amount and not board[cell]):
            raise InvalidInput(
                f"cell_values has {','.join(map(str, cell))[:60]}, which is not a cell of the board; expected cells of it"
            )
        if cell in values:
            raise InvalidInput(f"cell_values has the cell {','.join(map(str, cell))} twice; expected it once")
        values[cell] = amount
    return {cell: amount for cell, amount in values.items() if amount}


def _rows(text: str) -> list[Any]:
    """Return the numbers of a picture, row by row; a point or # is 0, where no cell is."""
    rows = [row.strip() for row in re.split(r"[\n/]", text.strip())]
    parts: list[list[str]] = [
        row.split() if " " in row or "," in row else list(row) for row in (row.replace(",", " ") for row in rows)
    ]
    return [["0" if number in (".", "#") else number for number in row] for row in parts]


def _numbered(rows: Any, board: Mask) -> list[tuple[Cell, Any]]:
    """Return each position of the board's box with its number in nested lists."""
    sizes, level = [], rows
    while isinstance(level, list):
        sizes.append(len(level))
        level = level[0] if level else None
    size = "x".join(map(str, board.shape))
    if tuple(sizes) != board.shape:
        have = "x".join(map(str, sizes)) or shown(rows)
        raise InvalidInput(
            f"cell_values has {have} numbers; expected {size} numbers, one for each position of the board"
        )
    listed = []
    for cell in np.ndindex(board.shape):
        number = rows
        for depth, x in enumerate(cell):
            if not isinstance(number, list) or len(number) != board.shape[depth]:
                raise InvalidInput(
                    f"cell_values has rows of different lengths; expected {size}, one for each position of the board"
                )
            number = number[x]
        listed.append((cell, number))
    return listed


@dataclass(frozen=True)
class Weights:
    """What a unit of each quantity adds to the cost of a packing, in the user's numbers, and the denominator of all costs."""

    of: Mapping[str, int]
    denominator: int
    maximise: bool

    @property
    def unit(self) -> Fraction:
        """The value of a cost of 1 of the model."""
        return Fraction(-1 if self.maximise else 1, self.denominator)

    def sum(self, amounts: Mapping[str, Fraction]) -> Fraction:
        """Return the cost that amounts of quantities add up to."""
        return sum((weight * amounts[quantity] for quantity, weight in self.of.items()), start=Fraction(0))


def weights(goals: Goals, values: Sequence[tuple[Fraction, int]], pieces: int, cells: int, placements: int) -> Weights:
    """Return the weights of the goals; raises InvalidInput if costs could exceed 64 bits.

    values: of each piece with its copies; pieces, cells, placements: numbers that no packing of the puzzle exceeds.
    """
    ranges = {
        "covered": Fraction(cells),
        "empty": Fraction(cells),
        "pieces": Fraction(pieces),
        "value": sum(
            (abs(value) * most for value, most in values), start=sum(map(abs, goals.cells.values()), start=Fraction(0))
        ),
    }
    scale = lcm(*(value.denominator for value, _ in values), *(value.denominator for value in goals.cells.values()))
    signed: dict[str, int] = {}
    weight, before = 1, Fraction(0)
    for goal in reversed(goals.order):
        step = Fraction(1, scale if goal.quantity == "value" else 1)
        while signed and weight * step <= before:
            weight *= 10
        signed[goal.quantity] = weight if goal.maximise == goals.order[0].maximise else -weight
        before += weight * ranges[goal.quantity]
    if before * scale * placements >= LARGEST_SUM:
        raise InvalidInput(
            f"the goals weigh up to {float(before):.1e}; expected fewer goals or smaller values, so that costs fit 64 bits"
        )
    used = {goal.quantity: signed[goal.quantity] for goal in goals.order}
    return Weights(used, scale if "value" in used else 1, goals.order[0].maximise)


def amounts(
    goals: Goals, values: Mapping[str, Fraction], placed: Iterable[tuple[str, Sequence[Cell]]], cells: int
) -> dict[str, Fraction]:
    """Return each quantity of the goals in a packing; values: by piece; placed: the pieces and their cells."""
    placed = list(placed)
    covered = sum(len(own) for _, own in placed)
    every = {
        "covered": Fraction(covered),
        "empty": Fraction(cells - covered),
        "pieces": Fraction(len(placed)),
        "value": sum(
            (
                values.get(name, Fraction(0))
                + sum((goals.cells.get(tuple(cell), Fraction(0)) for cell in own), start=Fraction(0))
                for name, own in placed
            ),
            start=Fraction(0),
        ),
    }
    return {goal.quantity: every[goal.quantity] for goal in goals.order}
