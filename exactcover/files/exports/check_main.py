"""The common part of the scripts that check_script.py assembles: the comparison of the formula of a puzzle with a file.

It imports the standard library alone. Not here: what kinds of puzzle and formats of formulas differ in, which `main` takes.
"""

import json
from collections import Counter
from typing import Any


def main(formula: Any, read: Any, keys: set[str], arguments: list[str]) -> int:
    """Compare the files of a puzzle and of a formula; return the exit status."""
    with open(arguments[0], "rb") as puzzle_file, open(arguments[1], "rb") as formula_file:
        puzzle, text = json.load(puzzle_file), formula_file.read().decode()
    if unknown := {*puzzle, *(f"{key} {puzzle.get(key)}" for key in ("kind", *{"lattice"} & {*puzzle}))} - keys:
        print(f"this script does not know {', '.join(sorted(unknown))}")
        return 2
    due, costs = Counter(formula(puzzle, text)), puzzle.get("goal", "costs" in puzzle) in (True, "cover", "most")
    extra = [f"has {line!r}" for line, key in read(text) if not due[key] or due.subtract([key])]
    for said in [*extra, *(f"lacks {key}" for key in +due)][:1]:
        print(f"the formula is not the puzzle: it {said}")
        return 1
    print("the formula is the puzzle" + (", without its costs" if costs and "min:" not in text else ""))
    return 0
