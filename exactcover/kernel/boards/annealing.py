"""Simulated annealing of pieces that may overlap: one move of one piece at a time.

Source: S. Kirkpatrick, C. D. Gelatt and M. P. Vecchi, Optimization by simulated annealing, Science 220 (1983).
Not here: the cooling schedule and restarts (search/boards/annealing.py); the score (overlaps.py).
"""

from __future__ import annotations

import numpy as np

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.boards.overlaps import Laid, lay, score_of, take_up
from exactcover.kernel.jit import njit
from exactcover.kernel.rng import random_word, roll
from exactcover.model.arrays import Integers


@njit(cache=True, nogil=True)
def lay_all(state: Integers, laid: Laid, cells: Array, sizes: Integers) -> None:
    """Lay all pieces of a state (pieces, 3): orientation, row, column."""
    for piece in range(len(state)):
        turn, row, column = state[piece]
        lay(laid, cells[turn], sizes[turn], row, column)


@njit(cache=True, nogil=True)
def anneal(
    state: Integers, best: Integers, laid: Laid, cells: Array, sizes: Integers, following: Integers, weights: Integers,
    pressure: int, steps: int, temperature: float, moves: int, lowest: int, rng: Array,
) -> Number:  # fmt: skip
    """Try moves at one temperature, and return the lowest score so far; `best` becomes the state that has it.

    A move shifts a piece by 1 to `steps` cells in one of four directions, within the board, or turns it; it is accepted with
    probability exp(-rise / temperature). Stops early at a state in which every cell has exactly one piece; `best` is then that
    state.
    following: the next orientation of each; lowest: the lowest score so far.
    """
    height, length = len(laid.once), len(laid.tops)
    score = score_of(laid.tally, weights, pressure)
    for _ in range(moves):
        piece, move = roll(rng, len(state)), roll(rng, 5)
        turn, row, column = state[piece]
        now, down, right = turn, row, column
        step = 1 + roll(rng, steps)
        if move == 0:
            down = min(row + step, height - 1)
        elif move == 1:
            right = min(column + step, length - 1)
        elif move == 2:
            down = max(row - step, 0)
        elif move == 3:
            right = max(column - step, 0)
        else:
            now = following[turn]
        take_up(laid, cells[turn], sizes[turn], row, column)
        lay(laid, cells[now], sizes[now], down, right)
        moved = score_of(laid.tally, weights, pressure)
        chance = np.float64(random_word(rng) >> np.uint64(11)) / 9007199254740992.0
        if moved <= score or chance < np.exp((score - moved) / temperature):
            state[piece, 0], state[piece, 1], state[piece, 2] = now, down, right
            score = moved
            packed = True
            for line in range(height):
                packed = packed and laid.once[line] == length
                if not packed:
                    break
            if score < lowest or packed:
                lowest = score
                best[:] = state
            if packed:
                break
        else:
            take_up(laid, cells[now], sizes[now], down, right)
            lay(laid, cells[turn], sizes[turn], row, column)
    return lowest
