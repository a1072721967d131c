"""The n-puzzle read from the keys of a specification: board, start, goal. Raises InvalidInput, one sentence per fault.

A start from which the goal cannot be reached is not a fault, but makes a puzzle without a solution.
"""

from __future__ import annotations

import re
from typing import Any

from encoders.keys import Keys, refuse_unknown, shown
from encoders.sliding.tiles.tiles import Tiles
from exactcover.model.errors import InvalidInput
from exactcover.model.space import MOST_SHAPES

KEYS = ("board", "start", "goal")
MOST_CELLS = MOST_SHAPES + 1
_SIZE = re.compile(r"([0-9]{1,9})x([0-9]{1,9})")
_RUN_TOGETHER = 9  # cells: with that many, every number has one digit


def tiles(keys: Keys) -> Tiles:
    """Return the n-puzzle that the keys describe; raises InvalidInput.

    The board is 3x3 unless given; the goal is the blank first, then the tiles in order (b12 345 678).
    """
    refuse_unknown(keys, "tiles puzzle", KEYS)
    rows, columns = _size(keys.get("board", "3x3"))
    if "start" not in keys:
        raise InvalidInput(
            "the tiles puzzle has no start; expected start=806547231, numbers row by row, 0 or b the blank"
        )
    start = _numbers(keys["start"], "start", rows * columns)
    goal = _numbers(keys["goal"], "goal", rows * columns) if "goal" in keys else tuple(range(rows * columns))
    return Tiles(rows, columns, start, goal)


def _size(value: Any) -> tuple[int, int]:
    size = _SIZE.fullmatch(value.strip()) if isinstance(value, str) else None
    if size is None:
        raise InvalidInput(f"board is {shown(value)}; expected a size such as 4x4")
    rows, columns = int(size[1]), int(size[2])
    if not (rows and columns and 2 <= rows * columns <= MOST_CELLS):
        raise InvalidInput(f"board is {shown(value)}; expected 2 to {MOST_CELLS} cells")
    return rows, columns


def _numbers(value: Any, key: str, cells: int) -> tuple[int, ...]:
    """Return the numbers row by row; raises InvalidInput unless they are a permutation of 0 to cells - 1."""
    numbers = [_number(word, key) for word in _words(value, key, cells)]
    if len(numbers) != cells:
        raise InvalidInput(f"{key} has {len(numbers)} numbers; expected {cells}, one per cell of the board")
    for number in numbers:
        if number >= cells:
            raise InvalidInput(f"{key} has the number {number}; expected 0 to {cells - 1}, each once")
        if numbers.count(number) > 1:
            which = f"the number {number}" if number else "the blank"
            raise InvalidInput(f"{key} has {which} {numbers.count(number)} times; expected 0 to {cells - 1}, each once")
    return tuple(numbers)


def _words(value: Any, key: str, cells: int) -> list[Any]:
    """Return the numbers as written: in a list (of lists), separated, or as a string of digits."""
    if isinstance(value, list):
        return [word for each in value for word in (each if isinstance(each, list) else [each])]
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        value = str(value) if value < 10**_RUN_TOGETHER else ""
    if not isinstance(value, str) or not value.strip():
        raise InvalidInput(f"{key} is {shown(value)}; expected numbers row by row, separated by , or /")
    if cells <= _RUN_TOGETHER:
        return [sign for sign in value if sign not in ",/" and not sign.isspace()]
    return [word.strip() for word in re.split("[,/\n]", value.strip("\n"))]


def _number(word: Any, key: str) -> int:
    if isinstance(word, int) and not isinstance(word, bool) and 0 <= word < 10**9:
        return word
    if word == "b":
        return 0
    if isinstance(word, str) and re.fullmatch("[0-9]{1,9}", word):
        return int(word)
    raise InvalidInput(f"{key} has {shown(word)}; expected whole numbers, or b for the blank")
