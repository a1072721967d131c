"""Models around a planted solution, and sliding puzzles scrambled by moves: what must never be refuted."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np

from encoders.puzzle import puzzle_of
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.space import Sliding
from exactcover.model.tiling import Piece, Tiling
from tests.random_models import random_cover, random_packing
from tests.sliding_models import blocks


def planted_tiling(rng: random.Random) -> Tiling:
    """A tiling that was cut into its pieces, then asked for with copies as wide as they come, beside pieces of no use."""
    model = puzzle_of("packing", random_packing(rng.randrange(10**9), planted=True)).encode().model
    assert isinstance(model, Tiling)
    pieces = []
    for piece in model.pieces:
        least, most = rng.randint(0, piece.least), rng.choice((piece.most, piece.most + 1, 10**9, 2**61))
        pieces.append(replace(piece, least=least, most=most) if rng.random() < 0.6 else piece)
    line = np.zeros((rng.choice((1, 30)), model.dimension), dtype=np.int64)
    line[:, 0] = np.arange(len(line))
    pieces.append(Piece("idle", (line,), 0, 0 if len(line) == 1 else rng.choice((0, 5, 10**9))))
    rng.shuffle(pieces)
    return replace(model, pieces=tuple(pieces))


def planted_cover(rng: random.Random) -> Cover:
    """A random cover, its multiplicities drawn around how often some of its options have each item."""
    given = random_cover(rng.randrange(10**9))
    chosen = [option for option in range(given.options) if rng.random() < 0.5]
    times = Counter(
        int(item) for option in chosen for item in given.members[given.starts[option] :][: _length(given, option)]
    )
    least = [max(0, times[item] - rng.choice((0, 0, 0, 1, 2))) for item in range(len(given.items))]
    most = [times[item] + rng.choice((0, 0, 0, 1, 2, 2**62)) for item in range(len(given.items))]
    return replace(given, least=np.array(least), most=np.array(most), costs=None)


def _length(given: Cover, option: int) -> int:
    return int(given.starts[option + 1] - given.starts[option])


def planted(rng: random.Random) -> Model:
    """A tiling or a cover that has a solution."""
    return planted_tiling(rng) if rng.random() < 0.5 else planted_cover(rng)


def planted_sliding(rng: random.Random) -> tuple[Sliding, Sliding]:
    """Two boards of tiles, alike or different: one whose goal was reached by moves, and the same with two goals swapped."""
    rows, columns = rng.choice(((2, 2), (2, 3), (1, 4), (3, 2)))
    letters = [*"ABCDEFGH"[: rows * columns - 1], "."]
    if rng.random() < 0.3:
        letters[0] = "#" if rows > 1 else letters[0]
    board = letters.copy()
    for _ in range(rng.randint(0, 60)):
        hole = board.index(".")
        row, column = divmod(hole, columns)
        down, right = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        if 0 <= row + down < rows and 0 <= column + right < columns:
            other = (row + down) * columns + column + right
            if board[other] != "#":
                board[hole], board[other] = board[other], "."
    named = [letter for letter in board if letter not in ".#"]
    goal = {letter: divmod(board.index(letter), columns) for letter in named}
    swapped = {**goal, named[0]: goal[named[1]], named[1]: goal[named[0]]}
    picture = ["".join(letters[row * columns :][:columns]) for row in range(rows)]
    alike = rng.random() < 0.5
    return blocks(picture, [goal], "moves", identical=alike), blocks(picture, [swapped], "steps", identical=alike)
