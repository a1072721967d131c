"""Windows of steps for which the states of a layer can be partitioned into disjoint shares.

A step changes few bits of a key: those of the options that it may choose. Two states that differ in any other bit differ after
the step too, so the states can be partitioned by a hash of the bits that no step of a window changes: each share goes through
the whole window independently, and no state is generated in two of them. If one step alone changes too much, states are
partitioned by their whole keys; after that step shares may have states in common (`apart` is false), which must be merged.
Not here: processing the shares (shares.py).
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache, partial
from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number, Word, Words
from exactcover.kernel.jit import njit
from exactcover.kernel.layers.steps import CHOOSE, FIRST, KIND, LAST, MAYBE, SHIFTS, Tables

LONGEST = 16  # maximum steps of a window; most windows end sooner, for lack of bits that do not change
SAMPLE = 2_048  # states examined before a window is chosen
WHOLE = (1 << 64) - 1


class Window(NamedTuple):
    """Steps from `first` to `last`, the key bits by which states are partitioned before them, and whether shares stay
    disjoint."""

    first: int
    last: int
    mask: Words
    apart: bool


class Windows:
    """Chooses the windows of a layered count.

    changed: for each step, the bits of the shifted words that it may set, from its item on, and those of the global words,
    whole words at a time (their fields are added to).
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.changed = cache(partial(_changed, tables))

    def beginning(self, step: int, longest: int, sample: Words, shares: int, even: float, uneven: float) -> Window:
        """Return approximately the longest window from a step on whose largest share is at most a fraction `even` of the
        states.

        longest: its maximum number of steps; sample: keys of states before that step, about SAMPLE of them, one per row;
        shares: a power of 2. If even the window of one step has a larger share, that window is returned; if its share is above
        `uneven`, the window is one whose shares do not stay disjoint.
        """
        near, rows = self.tables.near, self.tables.steps
        closed, by, masks = 0, 0, list[Words]()
        for number in range(step, min(step + longest, len(rows))):
            local, far = self.changed(number)
            closed |= (local << by) | (far << (64 * near))
            if rows[number, SHIFTS]:
                closed |= 1 << by
                by += 1
            left = [~(closed >> (64 * word)) & WHOLE for word in range(sample.shape[1])]
            masks.append(np.array(left, dtype=np.uint64))

        def largest(length: int) -> float:
            """Return the largest share's fraction of the states for a window of that many steps: it roughly grows with the
            steps."""
            return float(np.bincount(shares_of(sample, masks[length - 1], shares)).max()) / len(sample)

        fine = bisect_right(range(1, len(masks) + 1), even, key=largest)
        length = max(fine, 1)
        if not fine and largest(length) > uneven:
            return Window(step, step + 1, np.full(sample.shape[1], WHOLE, dtype=np.uint64), apart=False)
        return Window(step, step + length, masks[length - 1], apart=True)


def _changed(tables: Tables, step: int) -> tuple[int, int]:
    """Return which shifted bits a step may set, and which global words it may change, each as bits of a number."""
    row = tables.steps[step]
    if row[KIND] == MAYBE:
        adds = tables.adds[row[FIRST] : row[FIRST] + 1]
    elif row[KIND] == CHOOSE and row[FIRST] < row[LAST]:
        last = int(row[LAST]) - 1
        adds = tables.adds[int(tables.chunks[row[FIRST], 0]) : int(tables.chunks[last, 0]) + int(tables.sizes[last])]
    else:
        adds = tables.adds[:0]
    either = np.bitwise_or.reduce(adds, axis=0, initial=0) if len(adds) else np.zeros(adds.shape[1], np.uint64)
    local = sum(int(word) << (64 * k) for k, word in enumerate(either[: tables.near]))
    far = sum(WHOLE << (64 * k) for k, word in enumerate(either[tables.near :]) if word)
    return local, far


@njit(cache=True, nogil=True)
def share_of(keys: Array, at: Word, mask: Array, down: Word) -> Number:
    """Return the share of the state whose key begins at an index, out of 2 ** (64 - down)."""
    hashed = np.uint64(0)
    for word in range(np.uint64(len(mask))):
        hashed = (hashed ^ (keys[at + word] & mask[word])) * np.uint64(0x9FB21C651E98DF25)
        hashed ^= hashed >> np.uint64(32)
    return np.int64((hashed * np.uint64(0xD1342543DE82EF95)) >> down)


@njit(cache=True, nogil=True)
def _numbers(keys: Array, states: int, mask: Array, down: Word, numbers: Array) -> None:
    for state in range(states):
        numbers[state] = share_of(keys, np.uint64(state * len(mask)), mask, down)


def shares_of(keys: Words, mask: Words, shares: int) -> Array:
    """Return the share of each state; their number is a power of 2, from 2 on."""
    numbers = np.empty(len(keys), dtype=np.int64)
    _numbers(np.ascontiguousarray(keys).ravel(), len(keys), mask, down_of(shares), numbers)
    return numbers


def down_of(shares: int) -> Word:
    """Return the number of bits by which a hash is shifted to give a share."""
    return np.uint64(65 - shares.bit_length())


@njit(cache=True, nogil=True)
def tally(keys: Array, states: int, mask: Array, down: Word, sizes: Array) -> None:
    """Add to `sizes` the number of states in each share."""
    for state in range(states):
        sizes[share_of(keys, np.uint64(state * len(mask)), mask, down)] += 1


@njit(cache=True, nogil=True)
def deal(
    keys: Array, counts: Array, words: int, states: int, mask: Array, down: Word, following: Array, dealt_keys: Array,
    dealt_counts: Array,
) -> None:  # fmt: skip
    """Copy each state to the next position of its share; following: that position for each share, advanced."""
    width = len(mask)
    for state in range(states):
        share = share_of(keys, np.uint64(state * width), mask, down)
        place = following[share]
        following[share] += 1
        for word in range(width):
            dealt_keys[place * width + word] = keys[state * width + word]
        for word in range(words):
            dealt_counts[place * words + word] = counts[state * words + word]
