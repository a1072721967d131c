"""In how many solutions each option is: forward counts times backward counts over the layers of a count.

The ways from the start to a state times the ways from the state that an option leads to until the end, summed over the states
that may take the option. All numbers are taken modulo a power of 2**64 that exceeds the number of solutions, which is exact
since none of the results exceeds that number.

Source: the forward-backward algorithm (L. E. Baum et al., Annals of Mathematical Statistics 41, 1970), here on the layers of the
transfer-matrix method. Not here: the layers (layers.py), and how they are kept (kept.py).
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from exactcover.kernel.arrays import Array, Words
from exactcover.kernel.jit import njit
from exactcover.kernel.layers.cells import HASHES
from exactcover.kernel.layers.index import indexed
from exactcover.kernel.layers.kept import Kept, kept_layers
from exactcover.kernel.layers.layers import Counting, total, values
from exactcover.kernel.layers.samples import add_to, origins
from exactcover.kernel.layers.steps import CHOOSE, FIRST, KIND, LAST, Tables

LOW, HALF = np.uint64((1 << 32) - 1), np.uint64(32)


@njit(cache=True, nogil=True)
def add_product(total: Array, a: Array, b: Array) -> None:
    """Add the product of two numbers to a total of as many words as b, all words lowest first, modulo 2**(64 words)."""
    for i in range(min(len(a), len(total))):
        if a[i] == np.uint64(0):
            continue
        a0, a1 = a[i] & LOW, a[i] >> HALF
        carry = np.uint64(0)
        for j in range(len(total) - i):
            b0, b1 = b[j] & LOW, b[j] >> HALF
            crossed = a0 * b1
            middle = a1 * b0 + (a0 * b0 >> HALF) + (crossed & LOW)
            product, high = a[i] * b[j], a1 * b1 + (middle >> HALF) + (crossed >> HALF)
            some = total[i + j] + product
            high += np.uint64(some < product)
            some += carry
            high += np.uint64(some < carry)
            total[i + j] = some
            carry = high


@njit(cache=True, nogil=True)
def back_through(
    near: int, step: Array, chunks: Array, sizes: Array, adds: Array, closes: Array, keys: Array, counts: Array, index: Array,
    hashes: Array, later: Array, after: Array, before: Array, used: Array,
) -> None:  # fmt: skip
    """Step back from all states of a layer, `later`, with `after` ways from each to the end.

    keys, counts, index: of the layer before; adds to `before` the ways from each of its states to the end, and to `used` the
    solutions in which the step takes each entry.
    """
    fan = 3
    if step[KIND] == CHOOSE:
        for chunk in range(step[FIRST], step[LAST]):
            fan += sizes[chunk]
    states, entries = np.empty(fan, np.int64), np.empty(fan, np.int64)
    nothing = len(closes) - 1
    for state in range(len(later)):
        size = origins(later[state], near, step, chunks, sizes, adds, closes, keys, index, hashes, states, entries)
        for k in range(size):
            add_to(before[states[k]], after[state])
            if entries[k] != nothing:
                add_product(used[entries[k]], counts[states[k]], after[state])


class Marginals:
    """The number of solutions with each option.

    of: the number of layers to compute, each twice; solutions: their number; marginals: of each option of the instance, once
    all layers are done.
    """

    def __init__(self, tables: Tables, memory: int = 1 << 30) -> None:
        self.tables, self.memory = tables, memory
        self.of = 2 * len(tables.steps)
        self.solutions = 0
        self.marginals: list[int] = []

    def layers(self) -> Iterator[int]:
        """Compute the layers, yielding the states of each; raises OutOfRoom if they exceed the memory limit."""
        tables, steps = self.tables, len(self.tables.steps)
        checkpoints = yield from kept_layers(Counting(tables, self.memory), max(1, math.isqrt(steps)), steps)
        ends = checkpoints[-1].layer
        self.solutions = total(ends.counts)
        words = max(1, -(-self.solutions.bit_length() // 64))
        later, after = ends.keys, np.zeros((len(ends.keys), words), dtype=np.uint64)
        after[:, 0] = 1
        used = np.zeros((len(tables.codes), words), dtype=np.uint64)
        for start, end in zip(checkpoints[-2::-1], checkpoints[:0:-1], strict=True):
            block = yield from kept_layers(Counting(tables, self.memory, start.steps, start.layer), 1, end.steps)
            for kept in block[-2::-1]:
                after, later = self._back(kept, later, after, used), kept.layer.keys
        every = [0] * tables.whole.options
        for code, number in zip(tables.codes.tolist(), values(used), strict=True):
            if code >= 0:
                every[code] += number
        for code in tables.root.tolist():
            every[code] = self.solutions
        self.marginals = every

    def _back(self, kept: Kept, later: Words, after: Words, used: Words) -> Words:
        """Step back to a layer; return the ways from each of its states to the end."""
        tables, layer = self.tables, kept.layer
        index = np.empty(1 << (2 * len(layer.keys)).bit_length(), dtype=np.int64)
        indexed(layer.keys, index, HASHES)
        before = np.zeros((len(layer.keys), after.shape[1]), dtype=np.uint64)
        back_through(
            tables.near, tables.steps[kept.steps], tables.chunks, tables.sizes, tables.adds, tables.closes, layer.keys,
            layer.counts, index, HASHES, later, after, before, used,
        )  # fmt: skip
        return before
