"""Checks that parity excludes a plan of a puzzle of tiles: python3 SCRIPT PUZZLE STATES (Python 3.10 or later).

PUZZLE is a puzzle as JSON; STATES has one word, `parity`. A move swaps a tile and the empty cell, so it changes the parity of
the permutation of the cells' contents, and that of the row plus the column of the empty cell. Checked: start and goal have
the same tiles, all different, and one empty cell; and they differ in one of the two parities, but not in the other.
"""

import json
import sys
from typing import Any

Cell = tuple[int, ...]


def boards(puzzle: dict[str, Any]) -> list[list[tuple[str, Cell]]]:
    """Return what is on each cell of the floor, `.` if nothing, at the start and in the goal."""
    if puzzle["kind"] == "tiles":
        width = int(puzzle["board"].split("x")[1])
        return [[(str(n or "."), divmod(i, width)) for i, n in enumerate(puzzle[key])] for key in ("start", "goal")]
    rows = enumerate(puzzle["board"].split("/"))
    start: list[tuple[str, Cell]] = [(x, (r, c)) for r, row in rows for c, x in enumerate(row) if x != "#"]
    goal = [(each[0], tuple(map(int, each[2:].split(",")))) for each in puzzle["goal"].split("/")]
    if puzzle["identical"] == "yes" and len(start) > 2:
        sys.exit("NOT PROVED: tiles are interchangeable")
    return [start, goal + [(".", cell) for _, cell in start if cell not in [other for _, other in goal]]]


def main(problem: str, proof: str) -> None:
    """Print the statement that is proved; exits with a message if there is none."""
    with open(problem) as puzzles, open(proof) as claims:
        lists, claim = boards(json.load(puzzles)), claims.read().strip()
    start, goal = map(dict, lists)
    cells = {*start.values()} & {*goal.values()}
    if start.keys() != goal.keys() or "." not in start or {len(cells)} != {len(start), *map(len, lists)}:
        sys.exit("NOT PROVED: start and goal do not have the same tiles, all different, and one empty cell")
    image, cycles = {start[x]: goal[x] for x in start}, 0
    for first in cells:
        cell, cycles = first, cycles + (first in image)
        while cell in image:
            cell = image.pop(cell)
    if claim != "parity" or (len(cells) - cycles + sum(start["."]) + sum(goal["."])) % 2 == 0:
        sys.exit("NOT PROVED: start and goal differ in both parities, or in neither")
    print("PROVED: no plan")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2]) if len(sys.argv) == 3 else sys.exit(__doc__)
