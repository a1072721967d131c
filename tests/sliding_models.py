"""Sliding puzzles built by hand, from pictures and rows of numbers: what the tests of state graphs share."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.space import Heuristic, Metric, Sliding

EIGHT_GOAL = (0, 1, 2, 3, 4, 5, 6, 7, 8)  # "b12 345 678"
TWO_LS = ("AAABB", "CCDDB", "GEEFF", "GGHHH", "...I.")
HUARONG_DAO = ("ABBC", "ABBC", "DEEF", "DGHF", "I..J")  # L. Gordon's numbering of the classic start


def numbers(text: str) -> tuple[int, ...]:
    """The numbers of a tile board: "b12 345 678", blank b or 0."""
    return tuple(0 if each == "b" else int(each) for each in text if not each.isspace())


def tiles(
    start: Sequence[int], goal: Sequence[int] = EIGHT_GOAL, rows: int = 3, floor: Sequence[bool] | None = None
) -> Sliding:
    """The n-puzzle: shape t - 1 is tile t; bounds misplaced, manhattan, h1, h2 and their sum; the blank counts in none."""
    columns = len(goal) // rows
    count = max(goal)
    place = {tile: cell for cell, tile in enumerate(goal) if tile}
    misplaced = np.ones((count, len(goal)), dtype=np.int64)
    manhattan = np.zeros((count, len(goal)), dtype=np.int64)
    for tile, home in place.items():
        misplaced[tile - 1, home] = 0
        for cell in range(len(goal)):
            manhattan[tile - 1, cell] = abs(cell // columns - home // columns) + abs(cell % columns - home % columns)
    one, two = Heuristic("sum", misplaced), Heuristic("sum", manhattan)
    return Sliding(
        np.ones((rows, columns), dtype=np.bool_) if floor is None else np.array(floor).reshape(rows, columns),
        (np.array([[0, 0]]),) * count,
        np.array(start),
        (tuple((tile - 1, cell) for tile, cell in place.items()),),
        "steps",
        {
            "misplaced": one,
            "manhattan": two,
            "h1": one,
            "h2": two,
            "sum": Heuristic("plus", of=("misplaced", "manhattan")),
        },
    )


def blocks(
    picture: Sequence[str],
    goals: Sequence[dict[str, tuple[int, int]]],
    metric: Metric = "steps",
    identical: bool = True,
) -> Sliding:
    """A board of letters, dots and walls `#`; goals: the first cell (row, column) of some blocks, alternatives."""
    cells: dict[str, list[tuple[int, int]]] = {}
    for row, line in enumerate(picture):
        for column, letter in enumerate(line):
            if letter not in ".#":
                cells.setdefault(letter, []).append((row, column))
    shapes: list[tuple[tuple[int, int], ...]] = []
    shape: dict[str, int] = {}
    for letter in sorted(cells):
        form = tuple((r - cells[letter][0][0], c - cells[letter][0][1]) for r, c in cells[letter])
        if not identical or form not in shapes:
            shapes.append(form)
            shape[letter] = len(shapes) - 1
        else:
            shape[letter] = shapes.index(form)
    columns = len(picture[0])
    letters = "".join(picture)
    return Sliding(
        np.array([letter != "#" for letter in letters]).reshape(len(picture), columns),
        tuple(np.array(shape) for shape in shapes),
        np.array([0 if letter in ".#" else shape[letter] + 1 for letter in letters]),
        tuple(tuple((shape[letter], r * columns + c) for letter, (r, c) in goal.items()) for goal in goals),
        metric,
    )


def two_ls(identical: bool = True, metric: Metric = "steps") -> Sliding:
    """Two-L's, with h1, h2 and max: B and G fill a box of 2x3 or 3x2."""
    bare = blocks(TWO_LS, [{"B": (0, 3)}], metric, identical)
    b, g = (int(bare.start[3]) - 1, int(bare.start[10]) - 1)
    goals = []
    for one in range(25):
        for other in range(25):
            covers = [bare.covered(b, one), bare.covered(g, other)]
            together = {cell for cover in covers if cover for cell in cover}
            rows, columns = {cell // 5 for cell in together}, {cell % 5 for cell in together}
            if None not in covers and len(together) == 6 and sorted((len(rows), len(columns))) == [2, 3]:
                goals.append(((b, one), (g, other)))
    place: Integers = np.arange(25)
    apart = abs(place[:, None] // 5 - place // 5) + abs(place[:, None] % 5 - place % 5) - 1
    return Sliding(
        bare.floor, bare.shapes, bare.start, tuple(goals), metric,
        {"h1": Heuristic("pair", apart, (b, g)), "h2": Heuristic("box", shapes=(b, g)), "max": Heuristic("max", of=("h1", "h2"))},
    )  # fmt: skip


def random_sliding(rng: random.Random) -> Sliding:
    """A small board with walls, blocks of up to three cells, an empty cell at least; goals of one or two blocks."""
    rows, columns = rng.choice([(2, 3), (3, 3), (2, 4), (3, 4)])
    picture = [["#" if rng.random() < 0.08 else "." for _ in range(columns)] for _ in range(rows)]
    letters = iter("ABCDEFGHIJKL")
    for row in range(rows):
        for column in range(columns):
            if picture[row][column] != "." or sum(line.count(".") for line in picture) <= 2 or rng.random() < 0.3:
                continue
            letter, at = next(letters), (row, column)
            for _ in range(rng.choice([1, 1, 2, 3])):
                picture[at[0]][at[1]] = letter
                beside = [(at[0], at[1] + 1), (at[0] + 1, at[1])]
                free = [(r, c) for r, c in beside if r < rows and c < columns and picture[r][c] == "."]
                if not free or sum(line.count(".") for line in picture) <= 1:
                    break
                at = rng.choice(free)
    if not any(cell.isalpha() for line in picture for cell in line):
        picture[0][0] = "A"
    drawn = tuple("".join(line) for line in picture)
    first, at = next((line[c], (r, c)) for r, line in enumerate(drawn) for c in range(columns) if line[c].isalpha())
    bare = blocks(drawn, [{first: at}], rng.choice(["steps", "moves"]), rng.random() < 0.5)
    places = [
        (shape, cell) for shape in range(len(bare.shapes)) for cell in range(bare.cells) if bare.covered(shape, cell)
    ]
    goals = [rng.sample(places, min(len(places), rng.choice([1, 1, 2]))) for _ in range(rng.choice([1, 1, 2]))]
    return replace(bare, goals=tuple(map(tuple, goals)))


def states_by_depth(puzzle: Sliding, most: int) -> list[set[frozenset[tuple[int, int]]]]:
    """The states of each layer up to `most` moves, as sets of (shape, first cell), by a naive search."""
    layers = [{frozenset(puzzle.blocks(puzzle.start))}]
    known = set(layers[0])
    while len(layers) <= most and layers[-1]:
        new = {after for state in layers[-1] for after in naive_moves(puzzle, state)} - known
        known |= new
        layers.append(new)
    return layers


def naive_moves(puzzle: Sliding, state: frozenset[tuple[int, int]]) -> list[frozenset[tuple[int, int]]]:
    """All states one move away: a block goes to a place next to its own, or in metric moves on from there."""
    found = []
    for shape, cell in sorted(state):
        others = state - {(shape, cell)}
        taken = {covered for other in others for covered in puzzle.covered(*other) or ()}
        been, pending = {cell}, [cell]
        while pending:
            row, column = divmod(pending.pop(), puzzle.columns)
            for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                there = r * puzzle.columns + c
                if not (0 <= r < len(puzzle.floor) and 0 <= c < puzzle.columns) or there in been:
                    continue
                covers = puzzle.covered(shape, there)
                if covers is not None and not taken & set(covers):
                    been.add(there)
                    if puzzle.metric == "moves":
                        pending.append(there)
        found += [others | {(shape, there)} for there in sorted(been - {cell})]
    return found


def labels_of(puzzle: Sliding, state: frozenset[tuple[int, int]]) -> tuple[int, ...]:
    """A state, its blocks' shapes and first cells, as labels by cell."""
    found = [0] * puzzle.cells
    for shape, first in state:
        for cell in puzzle.covered(shape, first) or ():
            found[cell] = shape + 1
    return tuple(found)


def huarong_dao(metric: Metric = "steps") -> Sliding:
    """Huarong Dao: the 2x2 block goes to rows 3-4, columns 1-2."""
    return blocks(HUARONG_DAO, [{"B": (3, 1)}], metric)
