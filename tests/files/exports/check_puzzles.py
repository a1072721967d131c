"""Random puzzles of every kind that has a script which compares formulas with puzzles, some of them larger.

Half of them are those of tests/random_puzzles.py, which are small; the others are here.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from itertools import product
from typing import Any

from encoders.geometry.lattices import LATTICES
from encoders.kinds import KINDS
from encoders.packing import independent_encoder_of_further_lattices as further_lattices
from encoders.puzzle import Puzzle, puzzle_of
from exactcover.model.errors import InvalidInput
from tests import random_puzzles
from tests.brute_parallelograms import random_folded
from tests.brute_wraps import random_wrapped

Keys = dict[str, Any]
VALUES = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _packing(rng: random.Random) -> Keys:
    """A larger board with pieces of a set, or one that wraps round or is of hexagons or triangles, some with colours."""
    draw = rng.choice((_on_a_lattice, _wrapped, _further, _flat, _flat))
    return draw(rng)


def _flat(rng: random.Random) -> Keys:
    """Squares or cubes."""
    if rng.random() < 0.3:
        sides = [rng.randint(2, 3) for _ in range(3)]
        keys: Keys = {"board": "x".join(map(str, sides)), "pieces": rng.choice(("soma", "I3,L4,T4", "tetracubes"))}
        return {**keys, "copies": rng.choice(("any", "0..2", "1"))}
    height, width = rng.randint(3, 6), rng.randint(3, 6)
    rows = ["".join(rng.choices(".+#", (8, 1, 1), k=width)) for _ in range(height)]
    rows[0] = "." + rows[0][1:]
    keys = {
        "board": "/".join(rows),
        "pieces": rng.choice(("tetrominoes", "pentominoes", "trominoes,I4", "tetrominoes-fixed")),
    }
    keys["copies"] = rng.choice(("any", "1", "0..1", "1..3"))
    if rng.random() < 0.4:
        keys |= {"pieces": "I2,L4", "reflections": rng.choice(("yes", "no"))}
        cells = ["".join(mark if mark == "#" else rng.choice("rb.") for mark in row) for row in rows]
        keys["colours"] = {"cells": "/".join(cells), "pieces": {"I2": rng.choice(("rb", "r", "b")), "L4": "rrr/b"}}
        if len(str(keys["colours"]["pieces"]["I2"])) == 2:
            keys["colours"]["pieces"]["L4"] = "r"
    return keys


def _on_a_lattice(rng: random.Random) -> Keys:
    """Hexagons or triangles, some of them missing, with free, one-sided and fixed pieces, also of one cell and in two parts."""
    name, pieces = rng.choice(
        (
            ("hexagon", ("dihex", "trihexes", "tetrahexes", "trihexes-fixed", "tetrahexes-one-sided")),
            (
                "triangle",
                ("diamond", "moniamond", "tetriamonds", "pentiamonds", "tetriamonds-one-sided", "triamond-fixed"),
            ),
        )
    )
    board = rng.choice(("hexagon:2", "triangle:4", "parallelogram:2x4", "parallelogram:3x3"))
    keys: Keys = {
        "lattice": name,
        "board": board,
        "pieces": rng.choice(pieces),
        "copies": rng.choice(("1", "any", "0..2")),
    }
    if rng.random() < 0.3:
        keys["reflections"] = rng.choice(("yes", "no"))
    if rng.random() < 0.3:
        keys["optional"] = "all"
    if rng.random() < 0.3:
        cells = [[0, 1], [1, 0]] if rng.random() < 0.5 else [[0, 1], [0, 4]]
        motions = rng.choice(("isometries", "rotations", "translations"))
        keys["pieces"] = [{"name": "a", "cells": cells, "copies": [0, 2], "motions": motions}]
        keys["pieces"] += [{"name": "b", "cells": [[0, 2]], "copies": [0, 9], "motions": motions}]
        del keys["copies"]
    return _coloured(keys, rng) if rng.random() < 0.5 else keys


def _wrapped(rng: random.Random) -> Keys:
    """Squares, hexagons or triangles in a box or parallelogram whose edges are joined, some cells optional, some coloured."""
    draw = rng.choice((random_wrapped, random_folded))
    small = draw(rng.randrange(10**6))
    while not small.cells:
        small = draw(rng.randrange(10**6))
    keys = small.keys()
    if rng.random() < 0.4:
        keys |= {"optional": "all", "holes_free": rng.choice(("0", "2", "any"))}
    return _coloured(keys, rng) if rng.random() < 0.5 else keys


def _further(rng: random.Random) -> Keys:
    """A further lattice, some of its cells missing, and two pieces whose cells mostly are neighbours; some with colours."""
    names = [name for name in further_lattices.LATTICES if "+" not in name]
    lattice = LATTICES[
        rng.choice([*names, *(name for name in names if LATTICES[name].dimension == 2 for _ in range(3))])
    ]
    sides = [lattice.modulus + rng.randint(0, 1 if lattice.dimension == 3 else 4) for _ in range(lattice.dimension)]
    cells = [cell for cell in product(*map(range, sides)) if lattice.has(cell) and rng.random() < 0.9]
    pieces: list[Keys] = []
    for name in "ab":
        own = [rng.choice(cells)]
        for _ in range(rng.randint(0, 2)):
            near = sorted({x for cell in own for x in lattice.neighbours(cell) if x in cells} - {*own})
            own += [rng.choice(near)] if near else []
        motions = rng.choice(("isometries", "rotations", "translations"))
        pieces.append({"name": name, "cells": own, "copies": [0, rng.choice((1, 2, 20))], "motions": motions})
    holes = [cell for cell in product(*map(range, sides)) if cell not in cells and lattice.has(cell)]
    keys: Keys = {"lattice": lattice.name, "board": "x".join(map(str, sides)), "holes": holes, "pieces": pieces}
    keys |= {"labelled": True} | ({"optional": "all"} if rng.random() < 0.4 else {})
    if lattice.name in ("square-edges", "triangle-edges") and rng.random() < 0.5:
        return keys | {"crossing": "no"}
    return _coloured(keys, rng) if rng.random() < 0.5 and lattice.dimension == 2 else keys


def _coloured(keys: Keys, rng: random.Random) -> Keys:
    """The same puzzle with colours of some cells, and of a cell of its first piece, if its motions take colours everywhere."""
    plain = puzzle_of("packing", keys).value
    cells = [["rb."[rng.randrange(3)] if cell else "#" for cell in row] for row in plain.board.tolist()]
    first = plain.pieces[0]
    sides = [range(max(axis) + 1) for axis in zip(*first.cells, strict=True)]
    drawn = [[".b"[rng.randrange(2)] if (r, c) in first.cells else "#" for c in sides[1]] for r in sides[0]]
    pieces = {first.name: "/".join(map("".join, drawn))}
    with contextlib.suppress(InvalidInput):
        coloured = keys | {"colours": {"cells": "/".join(map("".join, cells)), "pieces": pieces}}
        puzzle_of("packing", coloured)
        return coloured
    return keys


def _sudoku(rng: random.Random) -> Keys:
    """A sudoku of 4x4 to 16x16 with boxes, or one with regions, diagonals, moves, cages with and without sums, or two grids."""
    side = rng.choice((4, 4, 6, 6, 6, 8, 9, 12))
    keys: Keys = {"grid": "".join(rng.choice(VALUES[:side]) if rng.random() < 0.4 else "." for _ in range(side**2))}
    rule = rng.choice(("plain", "boxes", "regions", "diagonal", "anti", "cages", "cages", "grids"))
    if rule == "boxes" and side == 12:
        keys["boxes"] = rng.choice(("2x6", "6x2", "4x3"))
    elif rule == "regions":
        side = rng.choice((4, 5, 6))
        rows = [
            "".join(VALUES[(r + k * (c % 2)) % side] for c in range(side))
            for k in [rng.randint(0, 1)]
            for r in range(side)
        ]
        keys = {"grid": "." * side**2, "regions": "/".join(rows)}
    elif rule == "diagonal":
        keys["diagonal"] = True
    elif rule == "anti":
        keys["anti"] = rng.choice(("king", "knight", "king,knight"))
    elif rule == "cages":
        cages = []
        for row in rng.sample(range(side), rng.randint(1, side)):
            first, length = rng.randrange(side - 1), rng.randint(1, min(4, side))
            cells = [[row, column] for column in range(first, min(side, first + length))]
            total = rng.randint(1, 2 * len(cells) + side) if rng.random() < 0.7 else 0
            cages.append([total, cells])
        keys["cages"] = cages
    elif rule == "grids":
        across = [["#"] * 6 for _ in range(6)]
        for row in range(6):
            for column in range(6):
                if max(row, column) < 4 or min(row, column) >= 2:
                    across[row][column] = rng.choice("1234") if rng.random() < 0.2 else "."
        keys = {"grid": "/".join(map("".join, across)), "boxes": "2x2", "anti": rng.choice(("", "king"))}
    return keys


def _queens(rng: random.Random) -> Keys:
    n = rng.randint(1, 10)
    squares = [[row, column] for row in range(n) for column in range(n)]
    rng.shuffle(squares)
    fixed, forbidden = squares[: rng.choice((0, 0, 1, 2))], squares[2 : rng.choice((2, 2, 5))]
    keys: Keys = {"n": n, "pieces": rng.choice(("queens", "rooks", "superqueens")), "torus": rng.random() < 0.4}
    return keys | ({"fixed": fixed} if fixed else {}) | ({"forbidden": forbidden} if forbidden else {})


def _star_battle(rng: random.Random) -> Keys:
    n = rng.randint(4, 9)
    rows = [[row if rng.random() < 0.7 else (row + 1) % n for _ in range(n)] for row in range(n)]
    for row in range(n):
        rows[row][0] = row
    return {"regions": "/".join("".join(VALUES[x] for x in row) for row in rows), "stars": rng.randint(1, 3)}


def _cover(rng: random.Random) -> Keys:
    """Items in many options, with wide bounds, some twice in an option, and costs that are fractions."""
    number = rng.randint(2, 30)
    items: list[Any] = [
        "a",
        ["b", 0, 1],
        ["c", rng.randint(0, 3), rng.randint(3, 9)],
        ["d", 1, rng.choice((1, 40))],
        ["e", 0, 4],
    ]
    options = []
    for _ in range(number):
        option = [name for name in "abcde" if rng.random() < 0.5] or ["a"]
        options.append(option + (["c"] if "c" in option and rng.random() < 0.2 else []))
    keys: Keys = {"items": items, "options": options}
    if rng.random() < 0.4:
        keys |= {"costs": [rng.choice((1, 2, "1/3", 2.5, -1)) for _ in options], "maximise": rng.random() < 0.5}
    return keys


def _edge_matching(rng: random.Random) -> Keys:
    rows, columns, colours = rng.choice(((1, 2, 3), (2, 2, 2), (2, 3, 2), (3, 2, 2)))
    keys: Keys = {"board": f"{rows}x{columns}", "tiles": f"macmahon-{colours}", "rotations": rng.random() < 0.8}
    return keys | {"copies": rng.choice(("1", "0..1", "any")), "border": rng.choice(("any", "same", "a", "b"))}


def _nonogram(rng: random.Random) -> Keys:
    rows, columns = rng.randint(3, 9), rng.randint(3, 9)
    return random_puzzles.nonogram_of([[int(rng.random() < 0.5) for _ in range(columns)] for _ in range(rows)])


LARGER: dict[str, Callable[[random.Random], Keys]] = {
    "packing": _packing,
    "cover": _cover,
    "sudoku": _sudoku,
    "latin": lambda rng: {"n": rng.randint(5, 8)},
    "queens": _queens,
    "langford": lambda rng: {"n": rng.randint(2, 11), "of": rng.choice((2, 2, 3, 4)), "hooked": rng.random() < 0.5},
    "edge-matching": _edge_matching,
    "nonogram": _nonogram,
    "star-battle": _star_battle,
    "dominosa": random_puzzles.KINDS["dominosa"][1],
    "golfers": lambda rng: {"groups": rng.randint(1, 3), "size": rng.randint(1, 3), "weeks": rng.randint(1, 4)},
    "block-design": random_puzzles.KINDS["block-design"][1],
}
"""By kind, what draws the keys of a larger puzzle."""


def puzzle(kind: str, seed: int) -> Puzzle:
    """A puzzle of a kind; the same seed gives the same one."""
    rng = random.Random(seed)
    draw = LARGER[kind] if seed % 2 else random_puzzles.KINDS[kind][1]
    return puzzle_of(kind, draw(rng))


def kinds_with_a_script() -> list[str]:
    """The kinds of puzzle that have an independent encoder, without those that are not covers."""
    return [name for name, kind in KINDS.items() if kind.independent and name in LARGER]
