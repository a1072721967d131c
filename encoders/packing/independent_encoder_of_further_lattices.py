"""A packing on one of the further lattices, in plain Python, for the script that exports publish.

Items are the free cells in order, the pieces, and `+` for cells that stay empty; options are the placements by piece, by shape,
moved to the origin, and by place. LATTICES has the period, half of the points nearest to the origin, unit vectors first, and what
a point is: a cell if positive. Isometries take near points to near ones, and keep what points are.
"""

from itertools import permutations, product
from math import prod
from operator import add, mul, sub
from typing import Any

LATTICES: dict[str, Any] = {
    "tetrakis": (3, [(1, 0), (0, 1)], lambda r, c: (r % 3 == 1) != (c % 3 == 1)),
    "kisrhombille": (6, [(1, 0), (0, 1), (1, -1)], lambda r, c: {r % 6, c % 6, -(r + c) % 6} in ({1, 2, 3}, {3, 4, 5})),
    "square-edges": (2, [(1, 0), (0, 1)], lambda r, c: [0, 1, -1][r % 2 + c % 2]),
    "square-edges+vertices": (2, [(1, 0), (0, 1)], lambda r, c: [2, 1, 0][r % 2 + c % 2]),
    "triangle-edges": (2, [(1, 0), (0, 1), (1, -1)], lambda r, c: r % 2 or c % 2),
    "triangle-edges+ends": (4, [(1, 0), (0, 1), (1, -1)], lambda r, c: 0 in (r % 4, c % 4, (r + c) % 4)),
    "hexagon-edges": (2, [(1, 0), (0, 1), (1, -1)], lambda r, c: r % 2 or c % 2),
    "prism": (3, [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, -1)], lambda _, r, c: (2 * r + c) % 3 > 0),
    "hex-prism": (1, [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, -1)], lambda *_: 1),
    "fcc": (2, [(1, 0, 0), (0, 1, 0), (0, 0, 1)], lambda *at: sum(at) % 2 == 0),
    "rhombic": (5, [(1, 0, 0), (0, 1, 0), (0, 0, 1)], lambda *at: sorted(abs(x % 5 - 2) for x in at) == [0, 1, 2]),
    "tetra-octa": (6, [(1, 0, 0), (0, 1, 0), (0, 0, 1)], lambda *p: sum(int("190091"[x % 6]) for x in p) in (0, 2, 27)),
}
KEYS = {"kind", "kind packing", "lattice", "board", "holes", "pieces", "optional", "holes_free", "fixed", "labelled"}
KEYS |= {"grounds", *(f"lattice {name}" for name in LATTICES)}


def _image(columns: Any, shift: Any, point: Any) -> Any:
    return tuple(sum(map(mul, line, point)) + more for *line, more in zip(*columns, shift, strict=True))


def isometries(period: int, half: list[Any], kind: Any) -> dict[str, list[Any]]:
    """Return motions by their names: the columns of a matrix, and a shift by less than the period."""
    axes, near = len(half[0]), {tuple(sign * x for x in point) for point in half for sign in (1, -1)}
    points: list[Any] = list(product(range(period), repeat=axes))
    matrices: list[Any] = [m for m in product(near, repeat=axes) if {_image(m, points[0], x) for x in near} == near]
    every = [(m, s) for m in matrices for s in points if all(kind(*_image(m, s, x)) == kind(*x) for x in points)]
    signs = [*zip(permutations(range(axes)), (1, -1, -1, 1, 1, -1), strict=False)]  # those of the determinant
    turns = [m for m in every if sum(x * prod(m[0][i][j] for i, j in enumerate(order)) for order, x in signs) == 1]
    return {"isometries": every, "rotations": turns, "translations": [m for m in every if m[0] == (*half[:axes],)]}


def placements(piece: dict[str, Any], lattice: Any, motions: dict[str, list[Any]], grounds: list[Any]) -> list[Any]:
    """Return the sets of free cells that a piece covers, each of its cells on its ground, in any orientation and place."""
    drawn = ([tuple(map(add, cell, x)) for cell in piece["cells"]] for x in product(range(lattice[0]), repeat=3))
    cells = next(cells for cells in drawn if all(lattice[2](*cell) > 0 for cell in cells))
    placed, own = set[Any](), piece.get("grounds", [0] * len(cells))
    for columns, shift in motions[piece["motions"]]:
        moved = [_image(columns, shift, cell) for cell in cells]
        for step in (tuple(map(sub, first, moved[0])) for first in grounds[own[0]]):
            at = [tuple(map(add, cell, step)) for cell in moved]
            if not any(x % lattice[0] for x in step) and all(x in grounds[g] for x, g in zip(at, own, strict=True)):
                placed.add(tuple(sorted(at)))
    return sorted(placed, key=lambda at: ([tuple(map(sub, cell, map(min, *at, cell))) for cell in at], at))


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of a packing with their bounds, and its options."""
    lattice = LATTICES[puzzle["lattice"]]
    motions, box = isometries(*lattice), product(*(range(int(side)) for side in puzzle["board"].split("x")))
    closed = {tuple(cell) for each in [{"cells": puzzle["holes"]}, *puzzle["fixed"]] for cell in each["cells"]}
    free = [cell for cell in box if cell not in closed and lattice[2](*cell) > 0]
    grounds = [{*free}, *({tuple(cell) for cell in ground} - closed for ground in puzzle.get("grounds", []))]
    items, options = {str(cell): (1, 1) for cell in free}, list[list[str]]()
    for number, piece in enumerate(puzzle["pieces"]):
        (least, most), used = piece["copies"], sum(each["piece"] == number for each in puzzle["fixed"])
        fit = max(least - used, len(free) // len(piece["cells"]))  # of any number of copies
        items[f"piece {number}"] = (least, most) = max(0, least - used), fit if most is None else most - used
        options += ([*map(str, at), f"piece {number}"] for at in placements(piece, lattice, motions, grounds) if most)
    if "optional" in puzzle:
        items["+"] = puzzle["holes_free"][0], puzzle["holes_free"][1]
        options += ([str(cell), "+"] for cell in sorted({*map(tuple, puzzle["optional"])} - closed) if items["+"][1])
    return items, options
