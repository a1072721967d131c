"""A packing on a board in the plane that wraps round, in plain Python, for the script that exports publish.

Items are the free cells in order, the pieces, and `+` for cells that stay empty; options are the placements by piece, in order.
`wrap` lists the translations of a group, and an isometry x -> matrix x + shift for each further matrix. The points that it takes
to a cell are that cell. A point (r, c) with 2r + c divisible by 3 is no cell but a vertex in a triangular lattice.
"""

import sys
from collections.abc import Callable
from itertools import product
from typing import Any

KEYS = {"kind", "lattice", "board", "wrap", "holes", "pieces", "optional", "holes_free", "fixed", "labelled"}
KEYS |= {"kind packing", "lattice hexagon", "lattice triangle", "grounds"}


def folded(wrap: list[Any], cells: list[Any]) -> Callable[..., Any]:
    """Return the cell that a point is, None off the board; a translation is between points that have the same number."""
    group = [([1, 0], [0, 1], [0, 0]), *((*each["matrix"], each["shift"]) for each in wrap)]
    moves = [shift for *matrix, shift in group[1:] if matrix == [[1, 0], [0, 1]]]
    (p, q), (t, u) = moves if moves[1:] else (*moves, (-moves[0][1], moves[0][0]))

    def number(r: int, s: int) -> tuple[int, int]:
        return (r * u - s * t) % (p * u - q * t), (p * s - q * r) % (p * u - q * t if moves[1:] else sys.maxsize)

    once = [((a * r + b * s + e, c * r + d * s + f), (r, s)) for (a, b), (c, d), (e, f) in group for r, s in cells]
    twice = [((a * r + b * s + e, c * r + d * s + f), x) for (a, b), (c, d), (e, f) in group for (r, s), x in once]
    home = {number(*point): cell for point, cell in once}
    if len(home) < len(cells) * (len(group) - len(moves)) or any(home.get(number(*at)) != x for at, x in twice):
        sys.exit("wrap is no group, or two points of a cell are one")
    return lambda *point: home.get(number(*point))


def placements(piece: dict[str, Any], name: str, home: Callable[..., Any], grounds: list[Any]) -> list[Any]:
    """Return the sets of free cells that a piece covers, each of its cells on its ground, in any orientation and place."""
    near = {(0, 1), (1, 0), (0, -1), (-1, 0), *([(1, -1), (-1, 1)] if name else [])}
    pairs = product(near, near) if piece["motions"] != "translations" else [((1, 0), (0, 1))]
    every = [(a, b, c, d) for (a, c), (b, d) in pairs if {(a * r + b * s, c * r + d * s) for r, s in near} == near]
    seat = next(k for k in range(3) if name != "triangle" or all((2 * r + s + k) % 3 for r, s in piece["cells"]))
    placed, own = set[Any](), piece.get("grounds", [0] * len(piece["cells"]))
    for a, b, c, d in (m for m in every if piece["motions"] == "isometries" or m[0] * m[3] - m[1] * m[2] == 1):
        moved = [(a * r + b * (s + seat), c * r + d * (s + seat)) for r, s in piece["cells"]]
        for down, along in ((r - moved[0][0], s - moved[0][1]) for r, s in grounds[own[0]]):
            at = [home(r + down, s + along) for r, s in moved]
            if len({*at}) == len(at) and all(cell in grounds[g] for cell, g in zip(at, own, strict=True)):
                placed |= {tuple(sorted(at))} if name != "triangle" or (2 * down + along) % 3 == 0 else set()
    return sorted(placed)


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of a packing with their bounds, and its options."""
    holes, name = {tuple(cell) for cell in puzzle["holes"]}, puzzle.get("lattice", "")
    box = product(*(range(int(side)) for side in puzzle["board"].split("x")))
    cells = [each for each in box if each not in holes and (name != "triangle" or (2 * each[0] + each[1]) % 3)]
    home, closed = folded(puzzle["wrap"], cells), {tuple(cell) for each in puzzle["fixed"] for cell in each["cells"]}
    grounds = [{*cells} - closed, *({tuple(cell) for cell in each} - closed for each in puzzle.get("grounds", []))]
    items, options = {str(cell): (1, 1) for cell in cells if cell not in closed}, list[list[str]]()
    for number, piece in enumerate(puzzle["pieces"]):
        (least, most), used = piece["copies"], sum(each["piece"] == number for each in puzzle["fixed"])
        fit = max(least - used, len(grounds[0]) // len(piece["cells"]))  # of any number of copies
        items[f"piece {number}"] = (least, most) = max(0, least - used), fit if most is None else most - used
        for at in placements(piece, name, home, grounds) if most else []:
            options.append([*map(str, at), f"piece {number}"])
    if "optional" in puzzle:
        items["+"] = puzzle["holes_free"][0], puzzle["holes_free"][1]
        options += ([str(cell), "+"] for cell in sorted({tuple(cell) for cell in puzzle["optional"]} - closed))
    return items, options
