"""One cell of a sweep over a board: from the states whose first empty cell it is to their successors.

A state is a row of 64-bit words: which cells from the current one on are covered (lowest word and bit first), and in the last
word the copies used of the counted pieces, a bit field each. Equal states are merged in a hash table, rows compared in full.
Not here: the order of the cells, what is counted, and what a closed sweep proves (provers/frontier.py).

*Historical note.* With its small functions inlined, a waiting state or a placement tried takes 64 ns, with calls 101 (L4 on
10x10); the judge's sets of Python integers take about 110.
"""

from __future__ import annotations

import numpy as np

from exactcover.kernel.arrays import Array
from exactcover.kernel.bits import popcount
from exactcover.kernel.jit import njit

SHIFT, ONES, LEAST, MOST, SIZE = range(5)  # columns of `counts`; MOST is -1 if copies are counted up to LEAST only
STATE, MADE, OPEN = range(3)  # indices into `where`: next state, states made, states whose first empty cell this is
MANY = 32767  # more copies than any sweep places
ONE = np.uint64(1)
MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


@njit(cache=True, nogil=True, inline="always")
def dead(states: Array, state: int, counts: Array, left: int) -> bool:
    """Return whether the empty cells among the `left` remaining ones are fewer than those of the copies still required."""
    due = 0
    wide = states.shape[1] - 1
    for piece in range(len(counts)):
        number = np.int64((states[state, wide] >> np.uint64(counts[piece, SHIFT])) & np.uint64(counts[piece, ONES]))
        due += max(counts[piece, LEAST] - number, 0) * counts[piece, SIZE]
    if due == 0:
        return False
    for word in range(wide):
        left -= popcount(states[state, word])
    return left < due


@njit(cache=True, nogil=True, inline="always")
def follow(
    states: Array, state: int, masks: Array, placement: int, counted: int, counts: Array, made: Array, row: int
) -> bool:
    """Fill a row of `made` with the state after a placement, relative to the next cell; False if the placement is impossible.

    counted: the index in `counts` of the placement's piece, or -1; placement -1 means none, and only advances to the next
    cell.
    """
    wide = states.shape[1] - 1
    used = states[state, wide]
    if placement >= 0:
        for word in range(wide):
            if states[state, word] & masks[placement, word]:
                return False
        if counted >= 0:
            shift = np.uint64(counts[counted, SHIFT])
            number = np.int64((used >> shift) & np.uint64(counts[counted, ONES]))
            if number == counts[counted, MOST]:
                return False
            if counts[counted, MOST] >= 0 or number < counts[counted, LEAST]:
                used += ONE << shift
    made[row, wide] = used
    above = np.uint64(0)
    for word in range(wide - 1, -1, -1):
        covered = states[state, word]
        if placement >= 0:
            covered |= masks[placement, word]
        made[row, word] = (covered >> ONE) | (above << np.uint64(63))
        above = covered
    return True


@njit(cache=True, nogil=True, inline="always")
def place_of(made: Array, slots: Array, rows: Array, row: int) -> int:
    """Return the slot that holds the number in `made` of a row, or the free one (-1) where it belongs."""
    hashed = np.uint64(0)
    for word in range(rows.shape[1]):
        hashed = (hashed ^ (hashed >> np.uint64(29)) ^ rows[row, word]) * MULTIPLIER
    last = np.uint64(len(slots) - 1)
    slot = (hashed ^ (hashed >> np.uint64(32))) & last
    while slots[slot] >= 0:
        number = np.int64(slots[slot])
        same = True
        for word in range(rows.shape[1]):
            same &= made[number, word] == rows[row, word]
        if same:
            break
        slot = (slot + ONE) & last
    return int(slot)


@njit(cache=True, nogil=True)
def advance(
    states: Array, extents: Array, masks: Array, counted: Array, watched: Array, counts: Array, left: int, made: Array,
    made_extents: Array, slots: Array, where: Array, stop: int,
) -> None:  # fmt: skip
    """Generate the successors of states where[STATE] to `stop`, or until `made` might overflow; `where` records the progress.

    masks: (p, words) placements whose first cell this is; counted, watched: (p,) the index of their piece in counts and in
    extents, or -1; left: cells from this one on; made: the successors so far, all different; slots: numbers in `made` or -1, a
    power of 2. extents: (states, 2, pieces watched) the fewest and the most copies on a way to a state.
    """
    pieces = extents.shape[2]
    state, count, opened = where[STATE], where[MADE], where[OPEN]
    while state < stop and count + len(masks) < len(made):
        if dead(states, state, counts, left):
            state += 1
            continue
        passes = bool(states[state, 0] & ONE)
        opened += not passes
        for placement in range(-1 if passes else 0, 0 if passes else len(masks)):
            # The row after the last one is where the next is tried.
            if not follow(
                states, state, masks, placement, counted[placement] if placement >= 0 else -1, counts, made, count
            ):
                continue
            slot = place_of(made, slots, made, count)
            number = np.int64(slots[slot])
            if number < 0:
                number = count
                slots[slot] = number
                for piece in range(pieces):
                    made_extents[number, 0, piece] = MANY
                    made_extents[number, 1, piece] = -1
                count += 1
            for piece in range(pieces):
                copies = placement >= 0 and watched[placement] == piece
                made_extents[number, 0, piece] = min(made_extents[number, 0, piece], extents[state, 0, piece] + copies)
                made_extents[number, 1, piece] = max(made_extents[number, 1, piece], extents[state, 1, piece] + copies)
        state += 1
    where[STATE], where[MADE], where[OPEN] = state, count, opened


@njit(cache=True, nogil=True)
def fill_slots(made: Array, count: int, slots: Array) -> None:
    """Insert the first `count` rows of `made`, all different, into empty slots."""
    for number in range(count):
        slots[place_of(made, slots, made, number)] = number


@njit(cache=True, nogil=True)
def before(states: Array, masks: Array, counted: Array, counts: Array, left: int, target: Array) -> tuple[int, int]:
    """Return a predecessor of `target` and the placement between (-1 for none); (-1, -1) if there is no predecessor."""
    after = np.empty((1, states.shape[1]), dtype=np.uint64)
    for state in range(len(states)):
        if dead(states, state, counts, left):
            continue
        passes = bool(states[state, 0] & ONE)
        for placement in range(-1 if passes else 0, 0 if passes else len(masks)):
            piece = counted[placement] if placement >= 0 else -1
            if follow(states, state, masks, placement, piece, counts, after, 0) and (after[0] == target).all():
                return state, placement
    return -1, -1
