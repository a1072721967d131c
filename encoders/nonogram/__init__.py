"""A nonogram as a value, the lengths of the runs of black cells in each row and column, and how it is read from keys.

Not here: how it is solved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from encoders.keys import Keys, refuse_unknown, shown, whole_number
from exactcover.model.errors import InvalidInput

KEYS = ("rows", "columns")
MOST_SIDE = 100
Clues = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Nonogram:
    """Cells that are black or white; rows, columns: of each line, the lengths of its runs of black cells, in order."""

    rows: Clues
    columns: Clues

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for json.dumps."""
        return {
            "kind": "nonogram",
            "rows": [list(line) for line in self.rows],
            "columns": [list(line) for line in self.columns],
        }


def read(keys: Keys) -> Nonogram:
    """Return the nonogram of the keys `rows` and `columns`; raises InvalidInput."""
    refuse_unknown(keys, "nonogram", KEYS)
    rows, columns = (_clues(keys.get(key), key) for key in KEYS)
    for key, lines, room in (("rows", rows, len(columns)), ("columns", columns, len(rows))):
        for number, line in enumerate(lines):
            if sum(line) + len(line) - 1 > room:
                raise InvalidInput(
                    f"{key} has {','.join(map(str, line))} in line {number}; expected runs that fit {room} cells"
                )
    return Nonogram(rows, columns)


def _clues(value: Any, key: str) -> Clues:
    lines = value.split("/") if isinstance(value, str) else value
    if not isinstance(lines, list | tuple) or not 1 <= len(lines) <= MOST_SIDE:
        raise InvalidInput(f"{key} is {shown(value)}; expected 1 to {MOST_SIDE} lines of lengths such as 3/1,1/0")
    clues = []
    for line in lines:
        lengths = line.split(",") if isinstance(line, str) else [line] if isinstance(line, int) else line
        if not isinstance(lengths, list | tuple):
            raise InvalidInput(f"{key} has {shown(line)}; expected lengths such as 1,1")
        numbers = [
            whole_number(length, f"a length of {key}", 0, MOST_SIDE) for length in lengths if length not in ("", " ")
        ]
        if 0 in numbers and numbers != [0]:
            raise InvalidInput(f"{key} has {shown(line)}; expected 0 alone, for a line without black cells")
        clues.append(tuple(number for number in numbers if number))
    return tuple(clues)
