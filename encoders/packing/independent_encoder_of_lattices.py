"""A packing of hexagons or triangles, in plain Python, for the script that exports publish.

Items are the free cells in the order of their coordinates, then the pieces, then `+`, for cells that stay empty. Options are the
placements by piece, by orientation (its cells, moved to the origin, in order), and by place. Coordinates are axial. A position
(r, c) of a triangular lattice is a triangle unless 3 divides 2r + c; then it is a vertex, and so are the sums of two vertices.
"""

from itertools import product
from typing import Any

KEYS = {"kind", "lattice", "board", "holes", "pieces", "optional", "holes_free", "fixed", "labelled", "grounds"}
KEYS |= {"kind packing", "lattice hexagon", "lattice triangle"}
NEAR = {(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)}  # the positions nearest to (0, 0)


def placements(piece: dict[str, Any], grounds: list[Any], triangles: bool) -> list[list[Any]]:
    """Return the sets of free cells that a piece covers, each of its cells on its ground; vertices are taken to vertices."""
    pairs = product(NEAR, NEAR)  # the images of (1, 0) and (0, 1) under a motion, the columns of a matrix
    every = [(a, b, c, d) for (a, c), (b, d) in pairs if {(a * r + b * s, c * r + d * s) for r, s in NEAR} == NEAR]
    turns = [(a, b, c, d) for a, b, c, d in every if a * d - b * c == 1]
    seat = next(k for k in range(3) if not triangles or all((2 * r + s + k) % 3 for r, s in piece["cells"]))
    placed, own = dict[Any, Any](), piece.get("grounds", [0] * len(piece["cells"]))
    for a, b, c, d in {"isometries": every, "rotations": turns, "translations": [(1, 0, 0, 1)]}[piece["motions"]]:
        moved = [(a * r + b * (s + seat), c * r + d * (s + seat)) for r, s in piece["cells"]]
        top, left = map(min, zip(*moved, strict=True))
        shape = sorted((r - top, s - left) for r, s in moved)
        for down, right in ((r - moved[0][0], s - moved[0][1]) for r, s in grounds[own[0]]):
            at = [(r + down, s + right) for r, s in moved]
            to_vertices = not triangles or (2 * down + right) % 3 == 0
            if to_vertices and all(cell in grounds[g] for cell, g in zip(at, own, strict=True)):
                placed[tuple(sorted(at))] = shape
    return sorted(placed, key=lambda at: (placed[at], at))


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of a packing with their bounds, and its options."""
    closed, triangles = {tuple(cell) for cell in puzzle["holes"]}, puzzle["lattice"] == "triangle"
    closed |= {tuple(cell) for each in puzzle["fixed"] for cell in each["cells"]}
    box = product(*(range(int(side)) for side in puzzle["board"].split("x")))
    free = [cell for cell in box if cell not in closed and not (triangles and (2 * cell[0] + cell[1]) % 3 == 0)]
    grounds = [{*free}, *({tuple(cell) for cell in ground} - closed for ground in puzzle.get("grounds", []))]
    items, options = {str(cell): (1, 1) for cell in free}, list[list[str]]()
    for number, piece in enumerate(puzzle["pieces"]):
        (least, most), used = piece["copies"], sum(each["piece"] == number for each in puzzle["fixed"])
        least = max(0, least - used)
        most = max(least, len(free) // len(piece["cells"])) if most is None else most - used  # any: as many as fit
        items[f"piece {number}"] = least, most
        placed = placements(piece, grounds, triangles) if most else []
        options += ([*map(str, cells), f"piece {number}"] for cells in placed)
    if "optional" in puzzle:
        items["+"] = puzzle["holes_free"][0], puzzle["holes_free"][1]
        empty = sorted({tuple(cell) for cell in puzzle["optional"]} - closed)
        options += ([str(cell), "+"] for cell in (empty if items["+"][1] else []))
    return items, options
