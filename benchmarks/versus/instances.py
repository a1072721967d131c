"""Random puzzles by seed, as words or covers, on which ours is measured beside other programs.

Latin squares and sudokus are shuffled from the cyclic one, so they are not uniform among all; every puzzle has a solution.
Source of the share of open cells: C. P. Gomes and B. Selman, Problem structure in the presence of perturbations, AAAI 1997
(about 42 % at the peak).
"""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

from benchmarks.priced import planted
from encoders.catalogue import puzzle
from encoders.edge_matching import turns
from encoders.puzzle import Puzzle
from exactcover.model.cover import Cover, cover

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
BORDER = "a"


def unpriced(items: int, options: int, seed: int) -> Cover:
    """Return a planted cover without its costs."""
    return replace(planted(items, options, seed), costs=None)


def latin(order: int, holes: int, seed: int) -> Puzzle:
    """Return a Latin square, shuffled, with so many open cells."""
    rng = random.Random(seed)
    rows, columns, values = (rng.sample(range(order), order) for _ in range(3))
    grid = [SYMBOLS[values[(row + column) % order]] for row in rows for column in columns]
    return puzzle(f"latin n={order} grid={_opened(grid, holes, rng)}")


SECOND_DAYS = (
    ((0, 3, 6), (1, 4, 7), (2, 9, 12), (5, 10, 13), (8, 11, 14)),
    ((0, 3, 6), (1, 4, 9), (2, 7, 12), (5, 10, 13), (8, 11, 14)),
)
"""Second days of Kirkman's fifteen schoolgirls who walk 0 1 2, 3 4 5, ... on the first: 38,880 second days are isomorphic to the
first of them, 93,312 to the other."""


def kirkman(which: int) -> Cover:
    """Return the further days of Kirkman's fifteen schoolgirls, all that follow one of the second days.

    Some girl has met none of 0, 1 and 2: she meets them on days 3, 4 and 5, so each schedule is counted twice, by the order of
    days 6 and 7. There are 15! * 13/42 schedules by the groups of the seven systems (orders 168, 168, 24, 24, 12, 12, 21), each
    with seven days of 1,401,400: 2,021,760 with a given first day, and 38880 * 144 + 93312 * 200 = 2 * 6 * 2,021,760. Source:
    C. J. Colbourn and J. H. Dinitz, Handbook of Combinatorial Designs, 2nd edition, II.2 and VI.
    """
    girls, days = range(15), range(3, 8)
    first = tuple(tuple(range(girl, girl + 3)) for girl in range(0, 15, 3))
    met = {pair for row in (*first, *SECOND_DAYS[which]) for pair in combinations(row, 2)}
    late = next(girl for girl in girls[3:] if not met & {(early, girl) for early in range(3)})
    options = [
        (*(f"{one} with {other}" for one, other in combinations(row, 2)), *(f"{girl} on day {day}" for girl in row))
        for day in days
        for row in combinations(girls, 3)
        if not met & set(combinations(row, 2)) and (row[0] >= 3 or late not in row or day == row[0] + 3)
    ]
    pairs = [f"{one} with {other}" for one, other in combinations(girls, 2) if (one, other) not in met]
    return cover([*pairs, *(f"{girl} on day {day}" for day in days for girl in girls)], options)


def sudoku(box: int, holes: int, seed: int) -> Puzzle:
    """Return a sudoku of boxes of so many rows and columns, shuffled, with so many open cells."""
    rng, side = random.Random(seed), box * box
    values = rng.sample(SYMBOLS[:side], side)
    rows, columns = (
        [box * band + line for band in rng.sample(range(box), box) for line in rng.sample(range(box), box)]
        for _ in range(2)
    )
    grid = [values[(row % box * box + row // box + column) % side] for row in rows for column in columns]
    return puzzle(f"sudoku grid={_opened(grid, holes, rng)}")


def _opened(grid: list[str], holes: int, rng: random.Random) -> str:
    open_cells = set(rng.sample(range(len(grid)), holes))
    return "".join("." if cell in open_cells else value for cell, value in enumerate(grid))


def nonogram(side: int, share: float, seed: int) -> Puzzle:
    """Return a square nonogram of random cells, of which about that share is black."""
    rng = random.Random(seed)
    black = [[rng.random() < share for _ in range(side)] for _ in range(side)]
    rows, columns = ([_runs(line) for line in lines] for lines in (black, list(zip(*black, strict=True))))
    return puzzle("nonogram", rows="/".join(rows), columns="/".join(columns))


def _runs(line: list[bool] | tuple[bool, ...]) -> str:
    text = "".join("#" if black else "." for black in line)
    return ",".join(str(len(run)) for run in text.replace(".", " ").split()) or "0"


def dominosa(highest: int, seed: int) -> Puzzle:
    """Return a set of dominoes, 0-0 to highest-highest, on a random tiling of its board."""
    rng, rows, columns = random.Random(seed), highest + 1, highest + 2
    owner = _domino_tiling(rows, columns, rng)
    halves = [[low, high] for low in range(highest + 1) for high in range(low, highest + 1)]
    rng.shuffle(halves)
    for pair in halves:
        rng.shuffle(pair)
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    grid = [[digits[halves[owner[row][column]].pop()] for column in range(columns)] for row in range(rows)]
    return puzzle(f"dominosa grid={'/'.join(map(''.join, grid))}")


def _domino_tiling(rows: int, columns: int, rng: random.Random) -> list[list[int]]:
    """Return of each cell the number of its domino: random squares of two parallel dominoes are turned, from stripes on."""
    if columns % 2:
        turned = _domino_tiling(columns, rows, rng)
        return [list(line) for line in zip(*turned, strict=True)]
    owner = [[row * (columns // 2) + column // 2 for column in range(columns)] for row in range(rows)]
    for _ in range(60 * rows * columns):
        row, column = rng.randrange(rows - 1), rng.randrange(columns - 1)
        above, below = owner[row], owner[row + 1]
        square = [above[column], above[column + 1], below[column], below[column + 1]]
        if square[0] == square[1] and square[2] == square[3]:
            below[column], above[column + 1] = square[0], square[3]
        elif square[0] == square[2] and square[1] == square[3]:
            above[column + 1], below[column] = square[0], square[3]
    return owner


def edges(side: int, colours: int, seed: int) -> Puzzle:
    """Return different square tiles, one for each cell, with a border of one colour and so many random colours inside."""
    rng, inside = random.Random(seed), "bcdefghijklmnopqrstuvwxyz"[:colours]
    while True:
        level, upright = (
            [[rng.choice(inside) if 0 < line < side else BORDER for _ in range(side)] for line in range(side + 1)]
            for _ in range(2)
        )
        tiles = [
            level[row][column] + upright[column + 1][row] + level[row + 1][column] + upright[column][row]
            for row in range(side)
            for column in range(side)
        ]
        if len({min(turns(tile)) for tile in tiles}) == len(tiles):
            break
    rng.shuffle(tiles)
    return puzzle(f"edge-matching board={side}x{side} tiles={','.join(tiles)} border={BORDER}")
