"""Uniform random solutions from the layers of kernel layers, by walking from the last layer back to the first.

A state's count is the number of partial solutions that reach it, so stepping back from a state to each of its predecessors
with probability proportional to their counts makes every solution equally likely; the draws use exact integers, not floats.
Layers are kept at about every sqrt(steps)-th step and the others recomputed one block at a time, so memory holds 2 sqrt(steps)
layers.
Not here: sampling from a search tree, which is not uniform.
"""

from __future__ import annotations

import math
import random
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

import numpy as np

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.instance import padded
from exactcover.kernel.jit import njit
from exactcover.kernel.layers.cells import HASHES, ONE
from exactcover.kernel.layers.index import indexed, located
from exactcover.kernel.layers.kept import kept_layers
from exactcover.kernel.layers.layers import Counting, values
from exactcover.kernel.layers.steps import CHOOSE, CLOSE, FIRST, KIND, LAST, SHIFTS, Tables
from exactcover.kernel.rng import random_word


@njit(cache=True, nogil=True)
def drawn(total: Array, rng: Array, number: Array) -> None:
    """Fill `number` with a uniform random number from 0 to total - 1 (total > 0), words lowest first; rng: see rng.py."""
    top = len(total) - 1
    while total[top] == np.uint64(0):
        top -= 1
    mask = total[top]
    for shift in (1, 2, 4, 8, 16, 32):
        mask |= mask >> np.uint64(shift)
    while True:
        number[:] = 0
        for word in range(top + 1):
            number[word] = random_word(rng)
        number[top] &= mask
        if below(number, total):
            return


@njit(cache=True, nogil=True)
def below(a: Array, b: Array) -> bool:
    """Return whether number a is less than number b."""
    for word in range(len(a) - 1, -1, -1):
        if a[word] != b[word]:
            return bool(a[word] < b[word])
    return False


@njit(cache=True, nogil=True)
def add_to(total: Array, number: Array) -> None:
    """Add a number to a total of at least as many words, which must not overflow."""
    carry = np.uint64(0)
    for word in range(len(total)):
        part = number[word] if word < len(number) else np.uint64(0)
        some = total[word] + part
        more = np.uint64(some < part)
        some += carry
        carry = more | np.uint64(some < carry)
        total[word] = some


@njit(cache=True, nogil=True)
def origins(
    key: Array, near: int, step: Array, chunks: Array, sizes: Array, adds: Array, closes: Array, keys: Array, index: Array,
    hashes: Array, states: Array, entries: Array,
) -> int:  # fmt: skip
    """Fill `states` and `entries` with the old states that lead to a key and the entries that do so; return their number."""
    nothing, size = len(closes) - 1, 0
    back, old = key.copy(), key.copy()
    if step[SHIFTS]:
        for word in range(near - 1, -1, -1):
            back[word] = back[word] << ONE | (back[word - 1] >> np.uint64(63) if word > 0 else ONE)
    first: Number = nothing
    last: Number = nothing
    if step[KIND] == CHOOSE and step[LAST] > step[FIRST]:
        first = np.int64(chunks[step[FIRST], 0])
        last = np.int64(chunks[step[LAST] - 1, 0]) + sizes[step[LAST] - 1]
    elif step[KIND] != CHOOSE and step[KIND] != CLOSE:
        first, last = step[FIRST], step[FIRST] + 1
    for entry in range(first - 1, last):
        add = entry if entry >= first else nothing
        clash = np.uint64(0)
        for word in range(len(old)):
            old[word] = back[word] - adds[add, word]
            clash |= old[word] & closes[add, word]
        if clash != np.uint64(0):
            continue
        state = located(old, keys, index, hashes)
        if state >= 0:
            states[size], entries[size] = state, add
            size += 1
    if step[SHIFTS] and step[FIRST] == step[LAST]:  # an item that may stay open and is the first of no option
        back[0] ^= ONE
        state = located(back, keys, index, hashes)
        if state >= 0:
            states[size], entries[size] = state, nothing
            size += 1
    return size


@njit(cache=True, nogil=True)
def back(
    near: int, step: Array, chunks: Array, sizes: Array, adds: Array, closes: Array, keys: Array, counts: Array, index: Array,
    hashes: Array, now: Array, chosen: Array, rng: Array,
) -> None:  # fmt: skip
    """Step every sample back once: `now` are its keys, `chosen` receives the entry that the step added."""
    fan = 3
    if step[KIND] == CHOOSE:
        for chunk in range(step[FIRST], step[LAST]):
            fan += sizes[chunk]
    states, entries = np.empty(fan, np.int64), np.empty(fan, np.int64)
    total, number = np.zeros(counts.shape[1] + 1, np.uint64), np.zeros(counts.shape[1] + 1, np.uint64)
    so_far = np.zeros(counts.shape[1] + 1, np.uint64)
    for sample in range(len(now)):
        size = origins(now[sample], near, step, chunks, sizes, adds, closes, keys, index, hashes, states, entries)
        total[:] = 0
        for k in range(size):
            add_to(total, counts[states[k]])
        drawn(total, rng, number)
        so_far[:] = 0
        for k in range(size):
            add_to(so_far, counts[states[k]])
            if below(number, so_far):
                now[sample] = keys[states[k]]
                chosen[sample] = entries[k]
                break


class Samples:
    """`number` independent uniform random solutions; the same seed gives the same ones.

    of: the number of layers to compute, each twice; drawn: (number, longest) increasing option numbers, padded with -1, once
    all layers are done; no rows if there is no solution.
    """

    def __init__(self, tables: Tables, number: int, seed: int, memory: int = 1 << 30) -> None:
        self.tables, self.number, self.seed, self.memory = tables, number, seed, memory
        self.of = 2 * len(tables.steps)
        self.drawn = np.empty((0, 0), dtype=np.int32)

    def layers(self) -> Iterator[int]:
        """Compute the layers, yielding the states of each, and draw; raises OutOfRoom if they exceed the memory limit."""
        tables, steps = self.tables, len(self.tables.steps)
        checkpoints = yield from kept_layers(Counting(tables, self.memory), max(1, math.isqrt(steps)), steps)
        ways = list(accumulate(values(checkpoints[-1].layer.counts)))
        if not ways or not ways[-1]:
            return
        draw = random.Random(self.seed)
        ends = [bisect_right(ways, draw.randrange(ways[-1])) for _ in range(self.number)]
        now = checkpoints[-1].layer.keys[ends]
        rng = np.array([draw.getrandbits(64)], dtype=np.uint64)
        entries = np.full((steps, self.number), -1, dtype=np.int64)
        for start, end in zip(checkpoints[-2::-1], checkpoints[:0:-1], strict=True):
            block = yield from kept_layers(Counting(tables, self.memory, start.steps, start.layer), 1, end.steps)
            for kept in block[-2::-1]:
                index = np.empty(1 << (2 * len(kept.layer.keys)).bit_length(), dtype=np.int64)
                indexed(kept.layer.keys, index, HASHES)
                back(
                    tables.near, tables.steps[kept.steps], tables.chunks, tables.sizes, tables.adds, tables.closes,
                    kept.layer.keys, kept.layer.counts, index, HASHES, now, entries[kept.steps], rng,
                )  # fmt: skip
        self.drawn = padded(tables.codes, np.ascontiguousarray(entries.T), tables.root)
