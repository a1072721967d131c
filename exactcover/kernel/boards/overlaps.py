"""Pieces that may overlap on a rectangle with a gutter below and at the right, and how far they are from a packing.

A state gives each piece an orientation and a place for the corner of its box. Its score, lower is better, is

    high * (largest count of each column, summed) + uncovered * (cells without a piece)
    + outside * pressure * (largest count below the board + largest count at its right)^2
    - full * (i^2 for each row i, from the top, whose cells all have one piece)

with integer weights. Counts are updated as pieces are laid and lifted; no score is computed from scratch.

Source: a published local beam search for k sets of tetrominoes (an AI course project), summarised in benchmarks/local_beam.py.
Not here: the choice of moves (search/boards/local_beam.py, annealing.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers

MOVES = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Down, right, up, left; the move after these is a turn."""
HIGH, UNCOVERED, FULL, BELOW, RIGHT = range(5)
"""Parts of the score: largest counts of the columns, cells without a piece, squares of full rows, the gutters' counts."""
OF_HIGH, OF_UNCOVERED, OF_OUTSIDE, OF_FULL = range(4)
"""Indices of the weights."""


class Laid(NamedTuple):
    """What lies where: counts of board and gutter, cells of each row with one piece, largest count of each column, the parts
    of the score."""

    counts: Integers
    once: Integers
    tops: Integers
    tally: Integers


def empty(height: int, length: int, gutter: int) -> Laid:
    """Return an empty board."""
    tally = np.zeros(5, np.int64)
    tally[UNCOVERED] = height * length
    return Laid(
        np.zeros((height + gutter, length + gutter), np.int64),
        np.zeros(height, np.int64),
        np.zeros(length, np.int64),
        tally,
    )


@njit(cache=True, nogil=True)
def score_of(tally: Integers, weights: Integers, pressure: int) -> Number:
    """Return the score of a board."""
    outside = tally[BELOW] + tally[RIGHT]
    cost = weights[OF_HIGH] * tally[HIGH] + weights[OF_UNCOVERED] * tally[UNCOVERED]
    return cost + weights[OF_OUTSIDE] * pressure * outside * outside - weights[OF_FULL] * tally[FULL]


@njit(cache=True, nogil=True)
def lay(laid: Laid, cells: Integers, size: int, row: int, column: int) -> None:
    """Lay a piece: `size` cells at a place."""
    counts, once, tops, tally = laid
    height, length = len(once), len(tops)
    for cell in range(size):
        down, right = row + cells[cell, 0], column + cells[cell, 1]
        count = counts[down, right] + 1
        counts[down, right] = count
        if right >= length:
            tally[RIGHT] = max(tally[RIGHT], count)
        elif down >= height:
            tally[BELOW] = max(tally[BELOW], count)
        else:
            if count == 1:
                tally[UNCOVERED] -= 1
                once[down] += 1
                tally[FULL] += (down + 1) ** 2 * (once[down] == length)
            elif count == 2:
                tally[FULL] -= (down + 1) ** 2 * (once[down] == length)
                once[down] -= 1
            if count > tops[right]:
                tally[HIGH] += 1
                tops[right] = count


@njit(cache=True, nogil=True)
def take_up(laid: Laid, cells: Integers, size: int, row: int, column: int) -> None:
    """Lift a piece: the inverse of `lay`; a largest count is searched for again only where it may have been this piece's."""
    counts, once, tops, tally = laid
    height, length = len(once), len(tops)
    for cell in range(size):
        down, right = row + cells[cell, 0], column + cells[cell, 1]
        count = counts[down, right]
        counts[down, right] = count - 1
        if right >= length:
            if count == tally[RIGHT]:
                tally[RIGHT] = _largest(counts, 0, counts.shape[0], length, counts.shape[1])
        elif down >= height:
            if count == tally[BELOW]:
                tally[BELOW] = _largest(counts, height, counts.shape[0], 0, length)
        else:
            if count == 1:
                tally[FULL] -= (down + 1) ** 2 * (once[down] == length)
                tally[UNCOVERED] += 1
                once[down] -= 1
            elif count == 2:
                once[down] += 1
                tally[FULL] += (down + 1) ** 2 * (once[down] == length)
            if count == tops[right]:
                tops[right] = _largest(counts, 0, height, right, right + 1)
                tally[HIGH] -= count - tops[right]


@njit(cache=True, nogil=True)
def _largest(counts: Integers, top: int, bottom: int, left: int, right: int) -> int:
    """Return the largest count in some rows and columns."""
    largest = 0
    for row in range(top, bottom):
        for column in range(left, right):
            largest = max(largest, counts[row, column])
    return largest


@njit(cache=True, nogil=True)
def score_successors(
    beams: Integers, moved: Integers, laid: Laid, cells: Array, sizes: Integers, weights: Integers, pressure: int,
    scores: Integers,
) -> None:  # fmt: skip
    """Write the score of each successor: its beam with one piece moved as `moved` says; `laid` is empty before and after.

    beams: (beams, pieces, 3) orientation, row, column; moved: (beams, pieces, moves, 3); cells, sizes: of the orientations.
    """
    for beam in range(len(beams)):
        for piece in range(beams.shape[1]):
            turn, row, column = beams[beam, piece]
            lay(laid, cells[turn], sizes[turn], row, column)
        for piece in range(beams.shape[1]):
            turn, row, column = beams[beam, piece]
            take_up(laid, cells[turn], sizes[turn], row, column)
            for move in range(moved.shape[2]):
                now, down, right = moved[beam, piece, move]
                lay(laid, cells[now], sizes[now], down, right)
                scores[beam, piece, move] = score_of(laid.tally, weights, pressure)
                take_up(laid, cells[now], sizes[now], down, right)
            lay(laid, cells[turn], sizes[turn], row, column)
        for piece in range(beams.shape[1]):
            turn, row, column = beams[beam, piece]
            take_up(laid, cells[turn], sizes[turn], row, column)
