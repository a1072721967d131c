"""Expansion of a board on which every block is one cell: a step swaps two tokens in the row of words; nothing is laid out.

Not here: larger blocks, paths of several steps, and estimates that are not a sum over the blocks (sliding.py).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from exactcover.kernel.arrays import Array, Number, Words
from exactcover.kernel.jit import njit
from exactcover.kernel.uncounted import UNCOUNTED
from exactcover.model.arrays import Integers


def goals_of_tiles(goals: Sequence[Sequence[tuple[int, int]]], ranks: Integers, bits: int, words: int) -> Words:
    """Return the bits of a row that each goal tests, and their required values (2, goals, words); ranks: by cell."""
    per_word = 64 // bits
    masks = np.zeros((2, len(goals), words), np.uint64)
    for number, goal in enumerate(goals):
        for shape, cell in goal:
            word, place = divmod(int(ranks[cell]), per_word)
            shift = (per_word - 1 - place) * bits
            masks[0, number, word] |= np.uint64(((1 << bits) - 1) << shift)
            masks[1, number, word] |= np.uint64((shape + 1) << shift)
        if len({cell for _, cell in goal}) < len(goal):  # two tiles in one cell: no row & 0 is 1
            masks[0, number], masks[1, number] = 0, 1
    return masks


@njit(**UNCOUNTED)
def expand_tiles(
    states: Array, number: int, bits: int, per_word: int, cells: Array, ranks: Array, steps: Array, tokens: Array, empties: Array,
    tables: Array, offset: int, stride: int, goals: Array, wanted: Array, successors: Array, estimates: Array,
    reached: Array, test: bool, about: Array,
) -> Number:  # fmt: skip
    """Return how many successors a state has, and write them and their estimates; about: the state's own, and whether it is a
    goal.

    states, number: the state; ranks: the number of each position's cell; goals, wanted (goals, words): the bits of a row that
    a goal tests, and their required values; stride: 0 if there is no estimate.
    """
    mask = np.uint64((1 << bits) - 1)
    words = states.shape[1]
    own, free = 0, 0
    word, left, content = 0, per_word, states[number, 0]
    for cell in cells:
        if left == 0:
            word += 1
            left = per_word
            content = states[number, word]
        left -= 1
        token = np.int64((content >> np.uint64(left * bits)) & mask)
        tokens[cell] = token
        if token == 0:
            empties[free] = cell
            free += 1
        elif stride:
            own += tables[offset + (token - 1) * stride + cell]
    about[0], about[1] = own, meets(states, number, words, goals, wanted)
    count = 0
    for empty in empties:
        to = ranks[empty]
        for step in steps:
            cell = empty - step
            rank = ranks[cell]
            if rank < 0 or tokens[cell] == 0:
                continue
            token = tokens[cell]
            for each in range(words):
                successors[count, each] = states[number, each]
            mark = np.uint64(token)
            successors[count, rank // per_word] ^= mark << np.uint64((per_word - 1 - rank % per_word) * bits)
            successors[count, to // per_word] ^= mark << np.uint64((per_word - 1 - to % per_word) * bits)
            if stride:
                table = offset + (token - 1) * stride
                estimates[count] = own + tables[table + empty] - tables[table + cell]
            if test:
                reached[count] = meets(successors, count, words, goals, wanted)
            count += 1
    return count


@njit(**UNCOUNTED)
def meets(rows: Array, row: int, words: int, goals: Array, wanted: Array) -> bool:
    """Return whether a row satisfies one of the goals."""
    for goal in range(len(goals)):
        word = 0
        while word < words and rows[row, word] & goals[goal, word] == wanted[goal, word]:
            word += 1
        if word == words:
            return True
    return False
