"""A position of Rush Hour as one line of 36 characters, in the format of M. Fogleman's database of positions.

The board has 6x6 cells, row by row: `o` or `.` an empty cell, `x` a wall, a capital letter a car. Cars move along their length
only, any distance per move; car A must reach the right end of its row.
"""

from __future__ import annotations

from string import ascii_uppercase

from encoders.geometry.lattice import Cell
from encoders.keys import Keys, shown
from exactcover.model.errors import InvalidInput

KEY = "rush-hour"
SIDE = 6
_IMPLIED = {"motion": "lengthwise", "metric": "moves"}


def written_out(keys: Keys) -> Keys:
    """Return the keys that a line stands for, in place of it; raises InvalidInput."""
    line = keys[KEY]
    others = {key: value for key, value in keys.items() if key != KEY}
    for key in ("board", "goal"):
        if key in others:
            raise InvalidInput(f"the blocks puzzle has {KEY} and {key}; expected one of them, since a line has both")
    for key, value in _IMPLIED.items():
        if others.get(key, value) != value:
            raise InvalidInput(f"{key} is {shown(others[key])}, which {KEY} excludes; expected {value}, or no {key}")
    if not isinstance(line, str) or len(line) != SIDE * SIDE:
        content = f"{len(line)} characters" if isinstance(line, str) else shown(line)
        raise InvalidInput(
            f"{KEY} has {content}; expected {SIDE * SIDE} characters, a board of {SIDE}x{SIDE} row by row"
        )
    cars: dict[str, list[Cell]] = {}
    for place, character in enumerate(line):
        if character in ascii_uppercase:
            cars.setdefault(character, []).append(divmod(place, SIDE))
        elif character not in "ox.":
            raise InvalidInput(
                f"{KEY} has {shown(character)} at {place // SIDE},{place % SIDE};"
                " expected o or . (empty), x (a wall) or a capital letter (a car)"
            )
    for car, cells in cars.items():
        if len({row for row, _ in cells}) > 1 and len({column for _, column in cells}) > 1:
            raise InvalidInput(f"{KEY} has car {car} in no straight line; expected cars one cell wide")
    ahead = cars.get("A", [])
    if len({column for _, column in ahead}) < 2:
        position = "upright or of one cell" if ahead else "missing"
        raise InvalidInput(f"{KEY} has its car A {position}; expected it to lie in a row, whose right end is its goal")
    picture = line.replace("o", ".").replace("x", "#")
    rows = [picture[begin : begin + SIDE] for begin in range(0, SIDE * SIDE, SIDE)]
    return {**others, **_IMPLIED, "board": "/".join(rows), "goal": f"A@{ahead[0][0]},{SIDE - len(ahead)}"}
