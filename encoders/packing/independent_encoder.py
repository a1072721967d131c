"""A packing on squares or cubes, in plain Python, for the script that exports publish.

Items are the free cells in the order of their coordinates, then the pieces, then `+`, for cells that stay empty. Options are the
placements by piece, by orientation (its cells, moved to the origin, in order), and by place.
"""

from itertools import combinations, permutations, product
from math import prod
from operator import add, sub
from typing import Any

KEYS = {"kind", "kind packing", "board", "holes", "pieces", "optional", "holes_free", "fixed", "labelled", "grounds"}
Cell = tuple[int, ...]


def placements(piece: dict[str, Any], free: list[Cell], grounds: list[set[Cell]]) -> list[list[Cell]]:
    """Return the sets of free cells that a piece covers, each of its cells on its ground, in any orientation and place."""
    axes = len(piece["cells"][0])
    every = [(order, signs) for order in permutations(range(axes)) for signs in product((1, -1), repeat=axes)]
    turns = [(order, s) for order, s in every if prod(s) == (-1) ** sum(a > b for a, b in combinations(order, 2))]
    ways: dict[tuple[Cell, ...], list[dict[Cell, int]]] = {}
    for order, signs in {"isometries": every, "rotations": turns, "translations": every[:1]}[piece["motions"]]:
        moved = [[cell[axis] * sign for axis, sign in zip(order, signs, strict=True)] for cell in piece["cells"]]
        cells = [tuple(map(sub, cell, map(min, *moved, cell))) for cell in moved]
        own = dict(zip(cells, piece.get("grounds", [0] * len(cells)), strict=True))
        ways.setdefault(tuple(sorted(cells)), []).append(own)
    placed, inside = [], set(free)
    for shape, first in product(sorted(ways), free):
        at = {cell: tuple(map(sub, map(add, cell, first), shape[0])) for cell in shape}
        if inside.issuperset(at.values()) and any(all(at[c] in grounds[g] for c, g in w.items()) for w in ways[shape]):
            placed.append(sorted(at.values()))
    return placed


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of a packing with their bounds, and its options."""
    closed = {tuple(cell) for cell in sum((each["cells"] for each in puzzle["fixed"]), puzzle["holes"])}
    free = [cell for cell in product(*(range(int(side)) for side in puzzle["board"].split("x"))) if cell not in closed]
    grounds = [set(free), *({tuple(cell) for cell in ground} for ground in puzzle.get("grounds", []))]
    items, options = {str(cell): (1, 1) for cell in free}, list[list[str]]()
    for number, piece in enumerate(puzzle["pieces"]):
        (least, most), used = piece["copies"], sum(each["piece"] == number for each in puzzle["fixed"])
        least = max(0, least - used)
        most = max(least, len(free) // len(piece["cells"])) if most is None else most - used  # any: as many as fit
        items[f"piece {number}"] = least, most
        placed = placements(piece, free, grounds) if most else []
        options += ([*map(str, cells), f"piece {number}"] for cells in placed)
    if "optional" in puzzle:
        items["+"] = puzzle["holes_free"][0], puzzle["holes_free"][1]
        empty = sorted({tuple(cell) for cell in puzzle["optional"]} - closed)
        options += ([str(cell), "+"] for cell in (empty if items["+"][1] else []))
    return items, options
