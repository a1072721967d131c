"""How the cages of a sudoku are read: a picture of letters with their sums, or a list of sums and cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from encoders.geometry.lattice import Cell
from encoders.keys import Keys, coordinates, shown, whole_number
from encoders.sudoku import NO_CELL, Cage
from exactcover.model.errors import InvalidInput

MOST_SIDE_OF_SUMS = 16
"""The values of larger grids have too many subsets with one sum."""
MOST_SUM = 1_000


def read_cages(keys: Keys, width: int, present: set[Cell], side: int) -> tuple[Cage, ...]:
    """Return the cages of the keys `cages` and `sums`, in the order of first cells; raises InvalidInput.

    width: the positions in a row of the board; present: its cells.
    """
    value, sums = keys.get("cages", ""), keys.get("sums", "")
    if value in ("", []):
        if sums not in ("", {}):
            raise InvalidInput("sums are named without cages; expected a picture of letters as cages")
        return ()
    if isinstance(value, str):
        named = _of_picture(value, _sums(sums), width, present)
    elif isinstance(value, list | tuple):
        if sums not in ("", {}):
            raise InvalidInput("cages is a list and sums are named; expected the sums in the list")
        named = [_of_list(each, number) for number, each in enumerate(value)]
    else:
        raise InvalidInput(f"cages is {shown(value)}; expected a picture with a letter per cage, such as AAB/.AB")
    taken: set[Cell] = set()
    for name, total, cells in named:
        if not 1 <= len(cells) <= side:
            raise InvalidInput(
                f"cage {name} has {len(cells)} cells; expected 1 to {side}, for its values are different"
            )
        if total is not None and side > MOST_SIDE_OF_SUMS:
            raise InvalidInput(f"cage {name} has a sum in a grid of side {side}; expected at most {MOST_SIDE_OF_SUMS}")
        for cell in cells:
            if cell not in present or cell in taken:
                fault = "in another cage too" if cell in taken else "not a cell of the grid"
                raise InvalidInput(f"cage {name} has {cell[0]},{cell[1]}, which is {fault}")
            taken.add(cell)
    return tuple(sorted(((total, tuple(sorted(cells))) for _, total, cells in named), key=lambda cage: cage[1]))


def _of_picture(
    text: str, sums: dict[str, int], width: int, present: set[Cell]
) -> list[tuple[str, int | None, list[Cell]]]:
    rows = text.replace("/", "\n").split()
    height = 1 + max(row for row, _ in present)
    if len(rows) != height or any(len(row) != width for row in rows):
        raise InvalidInput(f"cages is {shown(text)}; expected {height} rows of {width} characters, . for no cage")
    cells: dict[str, list[Cell]] = {}
    for row, line in enumerate(rows):
        for column, name in enumerate(line):
            if name not in (".", NO_CELL):
                cells.setdefault(name, []).append((row, column))
    unknown = next((name for name in sums if name not in cells), None)
    if unknown is not None:
        raise InvalidInput(f"sums has {shown(unknown)}; expected letters of cages")
    return [(name, sums.get(name), own) for name, own in cells.items()]


def _sums(value: Any) -> dict[str, int]:
    """Return the sums of `A:15,B:7`, or of a table."""
    pairs = [each.partition(":")[::2] for each in value.split(",") if each] if isinstance(value, str) else value
    if isinstance(pairs, Mapping):
        pairs = list(pairs.items())
    if not isinstance(pairs, list):
        raise InvalidInput(f"sums is {shown(value)}; expected the sum of each letter, such as A:15,B:7")
    sums: dict[str, int] = {}
    for pair in pairs:
        if not isinstance(pair, list | tuple) or len(pair) != 2 or not isinstance(pair[0], str):
            raise InvalidInput(f"sums has {shown(pair)}; expected a letter and its sum")
        name, total = pair
        if name in sums:
            raise InvalidInput(f"sums has {shown(name)} twice; expected one sum of each letter")
        sums[name] = whole_number(total, f"the sum of {shown(name)}", 1, MOST_SUM)
    return sums


def _of_list(value: Any, number: int) -> tuple[str, int | None, list[Cell]]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InvalidInput(f"cages has {shown(value)}; expected [sum, [[row, column], ...]], 0 for no sum")
    total = whole_number(value[0], f"the sum of cage {number}", 0, MOST_SUM)
    return str(number), total or None, list(coordinates(value[1], f"cage {number}", 2))
