"""NON: a nonogram with the keys width, height, rows and columns; a line of lengths with commas for each row and column.

Lines with other keys are ignored. A line without black cells is blank or 0. Source: the format of Steve Simpson's solver, as
described at github.com/mikix/nonogram-db. Not read: colours, and several puzzles in one file.
"""

from __future__ import annotations

import re
from typing import Any

from exactcover.model.errors import InvalidInput

MOST_SIDE, MOST_LINES = 100, 10_000
_KEY = re.compile(r"[a-z]+")
_LENGTHS = re.compile(r"\s*(\d+\s*(,\s*|\s+))*\d*\s*")


def keys(text: str) -> dict[str, Any]:
    """Return the keys of the nonogram that the text describes; raises InvalidInput with the line at fault."""
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        raise InvalidInput(f"the text has {len(lines)} lines; expected at most {MOST_LINES}")
    sides: dict[str, int] = {}
    clues: dict[str, list[tuple[int, str]]] = {}
    section = ""
    for number, line in enumerate(lines, 1):
        word = _KEY.match(line.strip())
        name = word[0] if word else ""
        if name in ("rows", "columns", "width", "height") and name in (clues if name in ("rows", "columns") else sides):
            raise InvalidInput(f"line {number}: {name} is there twice; expected one nonogram in a file")
        if name in ("rows", "columns"):
            section = name
            clues[section] = []
        elif name in ("width", "height"):
            sides[name] = _side(line.strip().removeprefix(name).strip(), name, number)
            section = ""
        elif name or line.startswith("="):
            section = ""
        elif section:
            clues[section].append((number, line))
    for name in ("width", "height", "rows", "columns"):
        if name not in sides and name not in clues:
            raise InvalidInput(f"the text has no line {name}; expected width, height, rows and columns")
    return {
        "kind": "nonogram",
        "rows": _lines(clues["rows"], "rows", sides["height"]),
        "columns": _lines(clues["columns"], "columns", sides["width"]),
    }


def _side(text: str, name: str, number: int) -> int:
    if not re.fullmatch(r"\d{1,4}", text) or not 1 <= int(text) <= MOST_SIDE:
        raise InvalidInput(f"line {number}: {name} is {text[:40]!r}; expected a whole number from 1 to {MOST_SIDE}")
    return int(text)


def _lines(written: list[tuple[int, str]], name: str, due: int) -> list[list[int]]:
    """Return the lengths of each line; blank lines are lines without black cells only if too few others are there."""
    filled = [(number, line) for number, line in written if line.strip()]
    if len(filled) == due:
        written = filled
    while len(written) > due and not written[-1][1].strip():
        written = written[:-1]
    if len(written) != due:
        raise InvalidInput(f"{name} has {len(written)} lines; expected {due}")
    clues = []
    for number, line in written:
        if not _LENGTHS.fullmatch(line):
            raise InvalidInput(
                f"line {number}: {name} has {line.strip()[:40]!r}; expected lengths such as 2,1, without colours"
            )
        clues.append([int(length) for length in re.findall(r"\d+", line)])
    return clues
