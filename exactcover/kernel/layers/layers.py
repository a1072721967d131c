"""Kernel `layers`: exact cover counted layer by layer, equal states merged (frontier dynamic programming).

A layer holds the states after a step (steps.py): for each a key, and the number of ways to reach it. Keys are compared in
full, never by their hash alone. Counts are unsigned integers of 1, 2, 4, 8 or 16 words; a layer that overflows is recomputed
with wider ones. Suited to boards that are narrow in some direction; otherwise the states exceed the memory limit, and the
error says so.

Source: the transfer-matrix method (Stanley, Enumerative Combinatorics 1, section 4.7), states by frontier as in Knuth's
Simpath (7.1.4). Not here: uniform samples (samples.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Words
from exactcover.kernel.instance import OutOfReach, OutOfRoom
from exactcover.kernel.layers.cells import BATCH, DONE, HASHES, OVERFLOW, advance, pack, rehash
from exactcover.kernel.layers.steps import CHOOSE, FIRST, KIND, LAST, Tables, prepare

__all__ = ["Counting", "Layer", "Progress", "Tables", "prepare"]

WIDEST = 16  # words of a count
SPACE = 4  # per state, as a multiple of its key and count: cells are under 0.7 full, and the last layer is kept


class Layer(NamedTuple):
    """keys: (states, words of a key); counts: (states, words of a count), lowest word first."""

    keys: Words
    counts: Words


class Progress(NamedTuple):
    """Steps done, total steps, states generated so far, transitions so far, states of the newest layer."""

    steps: int
    of: int
    states: int
    paths: int
    width: int
    finished: bool


class Counting:
    """One layered count, run in slices.

    memory: the limit of both layers in bytes, beyond which run raises OutOfRoom; steps, layer: where to resume, from a layer
    copied after that many steps.
    """

    how = "layer by layer"

    def __init__(self, tables: Tables, memory: int = 1 << 30, steps: int = 0, layer: Layer | None = None) -> None:
        self.tables = tables
        self.memory = memory
        self.width = tables.near + tables.far
        if layer is None:
            layer = Layer(tables.start[None, :], np.ones((1, 1), dtype=np.uint64))
            if tables.dead:
                layer = Layer(layer.keys[:0], layer.counts[:0])
        self.wide = layer.counts.shape[1]
        states = len(layer.keys)
        self.keys = np.append(layer.keys.ravel(), np.zeros(self.width, np.uint64))
        self.counts = np.append(layer.counts.ravel(), np.zeros(self.wide, np.uint64))
        self.progress = Progress(steps, len(tables.steps), states, 0, states, steps == len(tables.steps))
        self.fan = fan_of(tables)
        self.batch = np.empty((BATCH + self.fan + 1) * (self.width + 2), dtype=np.uint64)
        self.entries = np.empty(self.fan, dtype=np.uint64)
        self.cells = np.zeros(0, dtype=np.uint64)
        self.where = np.zeros(4, dtype=np.int64)
        if not self.progress.finished:
            self.begin_step()

    @property
    def layer(self) -> Layer:
        """The newest layer, as views that the next call may overwrite."""
        states = self.progress.width
        return Layer(
            self.keys[: states * self.width].reshape(states, self.width),
            self.counts[: states * self.wide].reshape(states, self.wide),
        )

    @property
    def bytes_per_state(self) -> int:
        """About how many bytes a state of the widest layer takes, including its cell in the hash table."""
        return 8 * SPACE * int(self.width + self.wide)

    @property
    def count(self) -> int:
        """The number of ways to the states of the newest layer: the number of solutions, once finished."""
        return total(self.layer.counts)

    def run(self, states: int, until: int | None = None) -> Progress:
        """Generate about that many more states, or finish (or stop after `until` steps in all).

        Raises OutOfRoom, or OutOfReach for counts above 2**1024.
        """
        stop = self.progress.states + int(self.where[2]) + states
        until = self.progress.of if until is None else until
        while self.progress.steps < until and (left := stop - self.progress.states - int(self.where[2])) > 0:
            tables, step = self.tables, self.tables.steps[self.progress.steps]
            ended = advance(
                (0,) * tables.near, (0,) * tables.far, (0,) * self.wide, step, tables.chunks, tables.slices,
                tables.table, tables.adds.ravel(), tables.closes, self.keys, self.counts, self.used, self.batch,
                self.entries, HASHES, self.where, left,
            )  # fmt: skip
            if ended == OVERFLOW:
                self.widen()
            elif ended == DONE:
                self.end_step()
            elif int(self.where[2]) < stop - self.progress.states:
                self.grow()
        done = self.progress
        return done._replace(states=done.states + int(self.where[2]), paths=done.paths + int(self.where[3]))

    def begin_step(self) -> None:
        """Begin at the first state of the newest layer, with cells for somewhat more states."""
        self.where[:] = (0, self.progress.width, 0, 0)
        states = self.progress.width
        self.slots(1 << (2 * states + 3 * (BATCH + self.fan)).bit_length())

    def slots(self, slots: int) -> None:
        """Allocate that many cells, all zero; raises OutOfRoom above the memory limit."""
        size = slots * (self.width + self.wide)
        if size > len(self.cells):
            held = 8 * (size + len(self.keys) + len(self.counts))
            if held > self.memory:
                states = max(self.progress.width, int(self.where[2]))
                raise OutOfRoom(
                    f"layer {self.progress.steps + 1} of {self.progress.of} has more than {states} states; the next"
                    f" needs {held >> 20} MB, and the limit is {self.memory >> 20} MB"
                )
            self.cells = np.zeros(size, dtype=np.uint64)
        self.used = self.cells[:size]

    def grow(self) -> None:
        """Double the cells, keeping the states generated."""
        held = self.used
        slots = 2 * len(held) // (self.width + self.wide)
        self.cells = self.cells[:0]
        self.slots(slots)
        rehash(self.width, self.wide, held, self.used, HASHES)

    def widen(self) -> None:
        """Double the words of a count and restart the step."""
        if self.wide == WIDEST:
            raise OutOfReach(f"a count of ways exceeds 2**{64 * WIDEST}")
        states = self.progress.width
        counts = np.zeros((states + 1, 2 * self.wide), dtype=np.uint64)
        counts[:-1, : self.wide] = self.layer.counts
        self.counts = counts.ravel()
        self.wide *= 2
        self.cells = self.cells[:0]
        self.begin_step()

    def end_step(self) -> None:
        """Make the states just generated the newest layer."""
        made = int(self.where[2])
        if len(self.keys) < made * self.width:
            self.keys = np.empty(2 * made * self.width, dtype=np.uint64)
        if len(self.counts) < made * self.wide:
            self.counts = np.empty(2 * made * self.wide, dtype=np.uint64)
        pack(self.width, self.wide, self.used, made, self.keys, self.counts)
        done, steps = self.progress, self.progress.steps + 1
        self.progress = Progress(
            steps, done.of, done.states + made, done.paths + int(self.where[3]), made, steps == done.of
        )
        self.where[:] = 0
        if not self.progress.finished:
            self.begin_step()


def fan_of(tables: Tables) -> int:
    """Return the maximum number of successors of a state, plus two."""
    before = np.append(0, np.cumsum(tables.sizes))
    rows = tables.steps[tables.steps[:, KIND] == CHOOSE]
    return int((before[rows[:, LAST]] - before[rows[:, FIRST]]).max(initial=0)) + 2


def values(counts: Words) -> list[int]:
    """Return numbers given as words, lowest first, as Python integers."""
    rows = np.ascontiguousarray(counts)
    return [int.from_bytes(row.tobytes(), "little") for row in rows]


def total(counts: Words) -> int:
    """Return the sum of numbers given as words, lowest first; added in halves, whose sums cannot overflow."""
    low = (counts & np.uint64((1 << 32) - 1)).sum(axis=0, dtype=np.uint64)
    high = (counts >> np.uint64(32)).sum(axis=0, dtype=np.uint64)
    return sum((int(a) + (int(b) << 32)) << (64 * k) for k, (a, b) in enumerate(zip(low, high, strict=True)))
