"""The common part of the scripts that check_script.py assembles: the rows of a puzzle, and their comparison with a file.

It imports the standard library alone. Not here: what kinds of puzzle and formats of formulas differ in, which `main` takes.
"""

import json
from collections import Counter
from itertools import combinations
from typing import Any


def rows_of(items: dict[str, tuple[int, int]], options: list[list[str]]) -> list[tuple[list[int], int, int]]:
    """Return the options, numbered from 1, and the bounds of each item, and of two options with different `item:colour`."""
    own: dict[str, list[tuple[int, str]]] = {name: [] for name in items}
    for number, option in enumerate(options, 1):
        for name in option:
            item, _, colour = (name, "", "") if name in items else name.rpartition(":")
            own[item].append((number, colour))
    coloured = (combinations(each, 2) for each in own.values() if any(colour for _, colour in each))
    clashes = {(a, b) for pairs in coloured for (a, one), (b, other) in pairs if one != other}
    rows = [([number for number, colour in own[name] if not colour], *bounds) for name, bounds in items.items()]
    return rows + [([a, b], 0, 1) for a, b in sorted(clashes)]


def main(model: Any, formula: Any, read: Any, keys: set[str], arguments: list[str]) -> int:
    """Compare the files of a puzzle and of a formula; return the exit status."""
    with open(arguments[0], "rb") as puzzle_file, open(arguments[1], "rb") as formula_file:
        puzzle, text = json.load(puzzle_file), formula_file.read().decode()
    if unknown := {*puzzle, *(f"{key} {puzzle.get(key)}" for key in ("kind", *{"lattice"} & {*puzzle}))} - keys:
        print(f"this script does not know {', '.join(sorted(unknown))}")
        return 2
    (items, options), costs = model(puzzle), puzzle.get("goal", "costs" in puzzle) in (True, "cover", "most")
    due = Counter(formula(rows_of(items, options), len(options), puzzle, text))
    extra = [f"has {line!r}" for line, key in read(text) if not due[key] or due.subtract([key])]
    for said in [*extra, *(f"lacks {key}" for key in +due)][:1]:
        print(f"the formula is not the puzzle: it {said}")
        return 1
    print("the formula is the puzzle" + (", without its costs" if costs and "min:" not in text else ""))
    return 0
