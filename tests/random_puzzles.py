"""Random small puzzles of every kind, as keys: with all features that a kind has, some with many solutions, some with none."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

Keys = dict[str, Any]
Cell = tuple[int, ...]


def puzzle(seed: int) -> tuple[str, Keys]:
    """Return the kind and the keys of a puzzle; the same seed gives the same one."""
    rng = random.Random(seed)
    kind = rng.choices(list(KINDS), [each for each, _ in KINDS.values()])[0]
    return kind, KINDS[kind][1](rng)


def _packing(rng: random.Random) -> Keys:
    """Pieces that were cut from the board, or nearly; cells that may stay empty, pre-placed pieces, mixed motions and copies."""
    sides = rng.choice([(2, 4), (2, 5), (3, 3), (3, 4), (3, 5), (2, 2, 2), (2, 2, 3)])
    cells = list(itertools.product(*map(range, sides)))
    absent = set(rng.sample(cells, rng.choice([0, 0, 0, 1, 2])))
    many = len(cells) if len(cells) < 10 else 3  # the second program tries every set of empty cells
    optional = set(rng.sample(cells, rng.choice([0, 0, 1, 2, 3, many]))) - absent
    left = set(cells) - absent
    cut: list[list[Cell]] = []
    while left:
        shape = [rng.choice(sorted(left))]
        left.remove(shape[0])
        for _ in range(rng.choice([0, 1, 2, 2, 3, 4])):
            near = [cell for cell in sorted(left) if any(_beside(cell, other) for other in shape)]
            if near:
                shape.append(rng.choice(near))
                left.remove(shape[-1])
        cut.append(sorted(shape))
    solid = len(sides) == 3
    keys: Keys = {"board": _drawn(sides, absent, optional)}
    if rng.random() < 0.7:
        keys["reflections"] = rng.random() < 0.6
    reflections = keys.get("reflections", not solid)
    kept = [shape for shape in cut if not (optional & set(shape) and rng.random() < 0.4)] or cut[:1]
    kept = kept[: 4 if len(optional) > 3 else 6]
    pieces, fixed = [], []
    labelled = rng.random() < 0.15
    for number, shape in enumerate(kept):
        corner = [min(axis) for axis in zip(*shape, strict=True)]
        placed = [[x - y for x, y in zip(cell, corner, strict=True)] for cell in shape]
        least = rng.choice([0, 1, 1, 1, 1])
        piece: Keys = {
            "name": f"p{number}",
            "cells": placed,
            "copies": [least, rng.choice([1, 1, 1, 2]) if len(optional) < 4 else 1],
        }
        if rng.random() < 0.2:
            piece["motions"] = rng.choice(["translations", "rotations"] if reflections else ["translations"])
        if rng.random() < 0.08:
            fixed.append({"piece": piece["name"], "cells": [list(cell) for cell in shape]})
        pieces.append(piece)
    keys["pieces"] = pieces
    if fixed:
        keys["fixed"] = fixed
    if labelled:
        keys["labelled"] = True
    if optional and rng.random() < 0.5:
        least = rng.choice([0, 0, 1, 2])
        keys["holes_free"] = [least, rng.randint(least, max(least, len(optional)))]
    return keys


def _beside(one: Cell, other: Cell) -> bool:
    return sum(abs(x - y) for x, y in zip(one, other, strict=True)) == 1


def _drawn(sides: Cell, absent: set[Cell], optional: set[Cell]) -> str:
    layers = []
    for layer in range(sides[0] if len(sides) == 3 else 1):
        rows = []
        for row in range(sides[-2]):
            places = [(layer, row, c) if len(sides) == 3 else (row, c) for c in range(sides[-1])]
            rows.append("".join("#" if p in absent else "+" if p in optional else "." for p in places))
        layers.append("/".join(rows))
    return "//".join(layers)


def _cover(rng: random.Random) -> Keys:
    """Items with bounds, secondary ones with colours, costs, and options that are repeated."""
    primary = [f"i{number}" for number in range(rng.randint(1, 6))]
    secondary = [f"s{number}" for number in range(rng.choice([0, 0, 1, 2]))]
    coloured = rng.random() < 0.5
    items: list[Any] = []
    for name in primary:
        least = rng.choice([0, 1, 1, 2])
        items.append(name if rng.random() < 0.7 else [name, least, rng.randint(max(1, least), 3)])
    items += [[name, 0, 1] for name in secondary]
    options = []
    for _ in range(rng.randint(1, 10)):
        option = rng.sample(primary, rng.randint(1, min(3, len(primary))))
        for name in secondary:
            if rng.random() < 0.4:
                option.append(f"{name}:{rng.choice('rgb')}" if coloured and rng.random() < 0.7 else name)
        options.append(option)
    keys: Keys = {"items": items, "options": options}
    if rng.random() < 0.4:
        keys["costs"] = [rng.randint(-3, 9) for _ in options]
    return keys


def _sudoku(rng: random.Random) -> Keys:
    rows = [[(2 * (r % 2) + r // 2 + c) % 4 for c in range(4)] for r in range(4)]
    names = rng.sample("1234", 4)
    rows = [rows[2 * band + r] for band in rng.sample([0, 1], 2) for r in rng.sample([0, 1], 2)]
    grid = [names[symbol] if rng.random() < 0.4 else "." for row in rows for symbol in row]
    if rng.random() < 0.3:
        grid[rng.randrange(16)] = rng.choice("1234")
    return {"grid": "".join(grid)}


def _latin(rng: random.Random) -> Keys:
    size = rng.randint(1, 4)
    grid = ["." if rng.random() < 0.7 else str((r + c) % size + 1) for r in range(size) for c in range(size)]
    if rng.random() < 0.3:
        grid[rng.randrange(len(grid))] = str(rng.randint(1, size))
    return {"n": size, "grid": "".join(grid)} if rng.random() < 0.8 else {"n": size}


def _tiles(rng: random.Random) -> Keys:
    height, width = rng.choice([(2, 2), (2, 3), (3, 2), (1, 4)])
    start, goal = (rng.sample(range(height * width), height * width) for _ in range(2))
    return {"board": f"{height}x{width}", "start": ",".join(map(str, start)), "goal": ",".join(map(str, goal))}


def _blocks(rng: random.Random) -> Keys:
    """Blocks grown at random cells of a small board, some cells walls; the goal is a place for one or two of them."""
    height, width = rng.choice([(2, 3), (3, 3), (3, 4), (2, 5)])
    left = set(itertools.product(range(height), range(width)))
    marks = dict.fromkeys(left, ".")
    for cell in rng.sample(sorted(left), rng.choice([0, 0, 1])):
        marks[cell] = "#"
        left.remove(cell)
    shapes: dict[str, list[Cell]] = {}
    for letter in "ABCDEF"[: rng.randint(1, 5)]:
        if len(left) < 3:
            break
        shape = [rng.choice(sorted(left))]
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            near = [c for c in sorted(left - set(shape)) if any(_beside(c, other) for other in shape)]
            if near:
                shape.append(rng.choice(near))
        shapes[letter] = sorted(shape)
        left -= set(shape)
        marks |= dict.fromkeys(shape, letter)
    goal: dict[str, Cell] = {}
    taken: set[Cell] = set()
    floor = {cell for cell, mark in marks.items() if mark != "#"}
    for letter in rng.sample(sorted(shapes), min(len(shapes), rng.choice([1, 1, 2]))):
        row, column = shapes[letter][0]
        places = []
        for r, c in floor:
            cells = {(x - row + r, y - column + c) for x, y in shapes[letter]}
            if cells <= floor and not cells & taken:
                places.append((r, c))
        if places:
            goal[letter] = rng.choice(sorted(places))
            taken |= {(x - row + goal[letter][0], y - column + goal[letter][1]) for x, y in shapes[letter]}
    board = "/".join("".join(marks[r, c] for c in range(width)) for r in range(height))
    keys: Keys = {"board": board, "goal": "/".join(f"{letter}@{r},{c}" for letter, (r, c) in goal.items())}
    if rng.random() < 0.5:
        keys["metric"] = rng.choice(["steps", "moves"])
    if rng.random() < 0.5:
        keys["motion"] = rng.choice(["any", "lengthwise"])
    if rng.random() < 0.5:
        keys["identical"] = rng.random() < 0.5
    return keys


_SMALL = {
    "I1": [[0, 0]],
    "I2": [[0, 0], [0, 1]],
    "I3": [[0, 0], [0, 1], [0, 2]],
    "V3": [[0, 0], [0, 1], [1, 0]],
    "O4": [[0, 0], [0, 1], [1, 0], [1, 1]],
    "L4": [[0, 0], [0, 1], [0, 2], [1, 0]],
    "S4": [[0, 0], [0, 1], [1, 1], [1, 2]],
}


def _blokus(rng: random.Random) -> Keys:
    height, width = rng.choice([(3, 3), (3, 4), (4, 4)])
    cells = list(itertools.product(range(height), range(width)))
    names = rng.sample(sorted(_SMALL), rng.randint(2, 4))
    goal = rng.choice(["cover", "corners", "fill", "most"])
    inner = [cell for cell in cells if cell[0] not in (0, height - 1) or cell[1] not in (0, width - 1)]
    rng.shuffle(inner)
    keys: Keys = {
        "board": f"{height}x{width}",
        "goal": goal,
        "pieces": [{"name": name, "cells": _SMALL[name]} for name in names],
    }
    if rng.random() < 0.3:
        keys["holes"] = [list(inner.pop())]
    if rng.random() < 0.3:
        keys["others"] = [list(inner.pop())]
    if rng.random() < 0.3:
        keys["own"] = [list(inner.pop())]
    elif rng.random() < 0.5 and inner:
        keys["start"] = list(inner[-1])
    if goal == "cover":
        absent = keys.get("holes", []) + keys.get("others", [])
        targets = [cell for cell in cells if list(cell) not in absent]
        keys["targets"] = [list(cell) for cell in rng.sample(targets, rng.randint(1, 3))]
    return keys


def _queens(rng: random.Random) -> Keys:
    size = rng.randint(1, 7)
    squares = [[row, column] for row in range(size) for column in range(size)]
    fixed = rng.sample(squares, min(len(squares), rng.choice((0, 0, 1, 2, 3, 4))))
    return {"n": size, **({"fixed": fixed} if fixed else {})}


def _edge_matching(rng: random.Random) -> Keys:
    rows, columns = rng.choice(((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2)))
    colours = "ab" if rng.random() < 0.7 else "abc"
    tiles = ["".join(rng.choices(colours, k=4)) for _ in range(rng.randint(rows * columns, 4))]
    keys = {"board": [rows, columns], "tiles": tiles, "border": rng.choice(("any", "any", "same", "a"))}
    if rng.random() < 0.3:
        keys["hints"] = [[rng.randrange(rows), rng.randrange(columns), rng.choice(tiles)]]
    return keys | {"rotations": rng.random() < 0.7, "copies": rng.choice(([0, 1], [0, 2], [1, 1]))}


def nonogram_of(grid: list[list[int]]) -> Keys:
    """The clues of a picture, 1 for a black cell."""
    return {
        key: [[len(list(run)) for black, run in itertools.groupby(line) if black] for line in lines]
        for key, lines in (("rows", grid), ("columns", zip(*grid, strict=True)))
    }


def _nonogram(rng: random.Random) -> Keys:
    rows, columns = rng.choice(((1, 1), (1, 4), (2, 3), (3, 3), (4, 3), (3, 4)))
    keys, other = (
        nonogram_of([[int(rng.random() < 0.55) for _ in range(columns)] for _ in range(rows)]) for _ in range(2)
    )
    return keys if rng.random() < 0.8 else keys | {"rows": other["rows"]}


def _star_battle(rng: random.Random) -> Keys:
    size = rng.randint(1, 5)
    cells = [(row, column) for row in range(size) for column in range(size)]
    names = dict(zip(rng.sample(cells, size), "ABCDE", strict=False))
    while len(names) < size * size:
        row, column = rng.choice(cells)
        near = [
            names[r, c]
            for r, c in ((row - 1, column), (row, column - 1), (row + 1, column), (row, column + 1))
            if (r, c) in names
        ]
        if near and (row, column) not in names:
            names[row, column] = rng.choice(near)
    return {"regions": "/".join("".join(names[r, c] for c in range(size)) for r in range(size)), "stars": 1}


def _dominosa(rng: random.Random) -> Keys:
    rows, columns, digits = rng.choice(((1, 2, "0"), (2, 3, "01"), (3, 4, "012"), (4, 3, "012"), (4, 5, "0123")))
    halves = list(digits) * (len(digits) + 1)
    rng.shuffle(halves)
    text = "".join(halves)
    return {"grid": "/".join(text[first : first + columns] for first in range(0, rows * columns, columns))}


def _golfers(rng: random.Random) -> Keys:
    groups, size, weeks = rng.choice(((2, 2, 3), (2, 2, 4), (3, 2, 2), (3, 1, 2), (1, 3, 1), (2, 3, 2), (1, 1, 5)))
    return {"groups": groups, "size": size, "weeks": weeks}


def _block_design(rng: random.Random) -> Keys:
    v, k, t = rng.choice(((4, 2, 1), (4, 2, 2), (5, 2, 1), (5, 4, 2), (5, 4, 3), (6, 3, 2), (4, 4, 2), (3, 1, 1)))
    keys = {"v": v, "k": k, "t": t, "lambda": rng.randint(1, 3 if v < 6 else 2), "repeated": rng.random() < 0.5}
    return keys | ({"resolvable": True} if v < 5 and rng.random() < 0.5 else {})


KINDS: dict[str, tuple[int, Callable[[random.Random], Keys]]] = {
    "packing": (50, _packing),
    "cover": (40, _cover),
    "blocks": (15, _blocks),
    "blokus": (15, _blokus),
    "sudoku": (6, _sudoku),
    "latin": (6, _latin),
    "tiles": (8, _tiles),
    "queens": (2, _queens),
    "nonogram": (4, _nonogram),
    "star-battle": (3, _star_battle),
    "dominosa": (3, _dominosa),
    "edge-matching": (4, _edge_matching),
    "golfers": (2, _golfers),
    "block-design": (4, _block_design),
    "langford": (2, lambda rng: {"n": rng.randint(1, 8)}),
}
"""Of each kind how often it is drawn, and what draws it."""
