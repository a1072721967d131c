"""Breadth-first search over the offsets of pieces that are taken apart, up to the first states in which some of them are free.

A state is a row of a table of states (state_table.py), a word for each piece: its offset from the first piece along three axes.
A move takes a group of pieces some steps up one axis. How far a piece may go before it meets another depends on their relative
offset alone, and is cached for small offsets in `gaps`. Not here: what happens to the parts, and the moves as people make them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number, Word, Words
from exactcover.kernel.graphs.state_table import enter, find, hashed
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers

FREE = np.int64(1 << 30)
"""The number of steps of a piece that nothing stops."""
UNKNOWN, ENDLESS = np.int16(0), np.int16(32767)
"""Entries of `gaps`: not computed yet; FREE. Others are the steps plus 1."""
FIELD, MIDDLE, MASK = np.uint64(21), np.int64(1 << 20), np.uint64((1 << 21) - 1)
"""An offset is a field of a word, moved so that it is positive."""
ONE = np.uint64(1)
MOST_PIECES, MOST_UNIONS = 63, 1 << 15
EXHAUSTED, FREED, FULL, PAUSED, MANY = 0, 1, 2, 3, 4
"""Why the search returned: no state is left; some pieces are free; the table is full; the states expanded are as many as it may;
a state has over MOST_UNIONS moves.
"""


class Bodies(NamedTuple):
    """The cells of all pieces (n, 3), where those of each begin, and the gaps that are known: (pair, offset, axis).

    reach: the farthest offset along an axis that is in `gaps`; dimension: 2 or 3, the axes along which pieces move.
    """

    cells: Integers
    begins: Integers
    gaps: Array
    reach: int
    dimension: int


class Reached(NamedTuple):
    """For each state the one before it, the move from there (axis, group as bits, steps), and whether some pieces are free."""

    before: Integers
    axis: Integers
    group: Words
    steps: Integers
    frees: Array


@njit(cache=True, nogil=True)
def offset_of(word: Word, axis: int) -> Number:
    """Return the offset along an axis that a word has."""
    return np.int64((word >> (FIELD * np.uint64(axis))) & MASK) - MIDDLE


@njit(cache=True, nogil=True)
def measure(bodies: Bodies, one: int, other: int, shift: Array, row: Array) -> None:
    """Fill `row` with the steps that a piece may go up each axis before it meets another, which is shifted against it."""
    row[:] = FREE
    cells, begins = bodies.cells, bodies.begins
    for mine in range(begins[one], begins[one + 1]):
        for its in range(begins[other], begins[other + 1]):
            x = cells[its, 0] + shift[0] - cells[mine, 0]
            y = cells[its, 1] + shift[1] - cells[mine, 1]
            z = cells[its, 2] + shift[2] - cells[mine, 2]
            if y == 0 and z == 0 and 0 < x <= row[0]:
                row[0] = x - 1
            elif x == 0 and z == 0 and 0 < y <= row[1]:
                row[1] = y - 1
            elif x == 0 and y == 0 and 0 < z <= row[2]:
                row[2] = z - 1


@njit(cache=True, nogil=True)
def all_short(row: Array) -> bool:
    """Return whether numbers of steps fit into `gaps`."""
    return bool((row == FREE).sum() + (row < ENDLESS - 1).sum() == len(row))


@njit(cache=True, nogil=True)
def fill_distances(bodies: Bodies, pieces: Array, state: Array, distances: Array) -> None:
    """Fill `distances` (axis, piece, other piece) for a state."""
    number, reach = len(bodies.begins) - 1, bodies.reach
    side = 2 * reach + 1
    shift, row = np.empty(3, dtype=np.int64), np.empty(3, dtype=np.int64)
    for a in range(len(pieces)):
        for b in range(len(pieces)):
            if a == b:
                distances[:, a, b] = FREE
                continue
            place, near = 0, True
            for axis in range(3):
                shift[axis] = offset_of(state[b], axis) - offset_of(state[a], axis)
                near = near and -reach <= shift[axis] <= reach
                place = place * side + shift[axis] + reach
            if not near:
                measure(bodies, pieces[a], pieces[b], shift, row)
                distances[:, a, b] = row
                continue
            known = bodies.gaps[pieces[a] * number + pieces[b], place]
            if known[0] == UNKNOWN:
                measure(bodies, pieces[a], pieces[b], shift, row)
                distances[:, a, b] = row
                if all_short(row):
                    for axis in range(3):
                        known[axis] = ENDLESS if row[axis] == FREE else row[axis] + 1
            else:
                for axis in range(3):
                    distances[axis, a, b] = FREE if known[axis] == ENDLESS else known[axis] - 1


@njit(cache=True, nogil=True)
def list_groups(distances: Array, steps: int, pushed: Words, groups: Words) -> Number:
    """Fill `groups` with the least groups of pieces that may go so many steps, without that of all; return their number."""
    size = len(distances)
    for one in range(size):
        near = ONE << np.uint64(one)
        for other in range(size):
            if distances[one, other] < steps:
                near |= ONE << np.uint64(other)
        pushed[one] = near
    for between in range(size):
        for one in range(size):
            if pushed[one] >> np.uint64(between) & ONE:
                pushed[one] |= pushed[between]
    every, number = (ONE << np.uint64(size)) - ONE, 0
    for one in range(size):
        group = pushed[one]
        place = number
        while place and groups[place - 1] > group:
            place -= 1
        if group != every and not (place and groups[place - 1] == group):
            for later in range(number, place, -1):
                groups[later] = groups[later - 1]
            groups[place] = group
            number += 1
    return number


@njit(cache=True, nogil=True)
def add_union(union: Word, unions: Words, number: int, slots: Array) -> Number:
    """Append a union unless it is listed, and return the number of unions.

    slots: a hash table of numbers plus 1, and for each union its place there.
    """
    size = slots.shape[1]
    place = np.int64((union * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(40)) & (size - 1)
    while slots[0, place]:
        if unions[slots[0, place] - 1] == union:
            return number
        place = (place + 1) & (size - 1)
    unions[number] = union
    slots[0, place], slots[1, number] = number + 1, place
    return number + 1


@njit(cache=True, nogil=True)
def list_unions(groups: Words, number: int, every: Word, unions: Words, slots: Array) -> Number:
    """Fill `unions` with all unions of groups but that of every piece, each once; return their number, -1 if it is too large."""
    total, many = 0, False
    for index in range(number):
        before = total
        total = add_union(groups[index], unions, total, slots)
        for earlier in range(before):
            union = groups[index] | unions[earlier]
            many = many or total >= len(unions) - 1
            if union != every and not many:
                total = add_union(union, unions, total, slots)
    for union in range(total):
        slots[0, slots[1, union]] = 0
    return -1 if many else total


@njit(cache=True, nogil=True)
def write_after(state: Array, axis: int, steps: int, union: Word, after: Words) -> None:
    """Write the state after a move into the row `after`: again relative to the first piece."""
    step = np.uint64(steps) << (FIELD * np.uint64(axis))
    first_moves = union & ONE
    for piece in range(len(state)):
        moves = union >> np.uint64(piece) & ONE
        after[0, piece] = state[piece]
        if moves and not first_moves:
            after[0, piece] += step
        elif first_moves and not moves:
            after[0, piece] -= step


@njit(cache=True, nogil=True)
def advance(
    bodies: Bodies,
    pieces: Array,
    states: Words,
    slots: Words,
    results: Reached,
    unions: Words,
    union_slots: Array,
    progress: Array,
    budget: int,
) -> Number:
    """Expand at most so many states, and return why it stopped.

    progress: the number of states, the next to be expanded, the end of its level, and the number of free states in this level.
    """
    size = len(pieces)
    distances = np.empty((3, size, size), dtype=np.int64)
    pushed, groups = np.empty(size, dtype=np.uint64), np.empty(size + 1, dtype=np.uint64)
    after = np.empty((1, size), dtype=np.uint64)
    every = (ONE << np.uint64(size)) - ONE
    while True:
        if progress[1] == progress[2]:
            if progress[3]:
                return FREED
            if progress[1] == progress[0]:
                return EXHAUSTED
            progress[2] = progress[0]
        if budget == 0:
            return PAUSED
        budget -= 1
        state = states[progress[1]]
        fill_distances(bodies, pieces, state, distances)
        for axis in range(bodies.dimension):
            if list_groups(distances[axis], FREE, pushed, groups):
                results.frees[progress[1]] = True
        progress[3] += results.frees[progress[1]]
        for axis in range(bodies.dimension if progress[3] == 0 else 0):
            farthest = 0
            for one in range(size):
                for other in range(size):
                    if distances[axis, one, other] < FREE:
                        farthest = max(farthest, distances[axis, one, other])
            for steps in range(1, farthest + 1):
                number = list_groups(distances[axis], steps, pushed, groups)
                if number == 0:
                    break
                total = list_unions(groups, number, every, unions, union_slots)
                if total < 0:
                    return MANY
                for index in range(total):
                    write_after(state, axis, steps, unions[index], after)
                    mixed = hashed(after, 0)
                    slot = find(slots, states, after, 0, mixed)
                    if slot < 0:
                        if progress[0] == len(states):
                            return FULL
                        enter(slots, states, progress[0], after, 0, mixed, ~slot)
                        results.before[progress[0]] = progress[1]
                        results.axis[progress[0]] = axis
                        results.group[progress[0]] = unions[index]
                        results.steps[progress[0]] = steps
                        progress[0] += 1
        progress[1] += 1
