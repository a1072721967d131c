"""A wide layer made by several threads: each spreads out a part of the old states, and owns a part of the cells.

A round has two halves. In the first every thread writes the successors of some of its old states into a batch of its own; in
the second it looks through all batches and adds what has its place in its part of the cells. No two threads write to
the same place, so there are no locks; the layer is the same whatever the number of threads, but for its order.
Not here: the loops themselves (cells.py), when a layer is wide, and how much memory it may take (layers.py).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np

from exactcover.kernel.arrays import Words
from exactcover.kernel.layers.cells import DONE, FULL, HASHES, OVERFLOW, gather, pack, spread_out
from exactcover.kernel.layers.steps import Tables
from exactcover.model.arrays import Integers

MOST_PARTS = 8
PARTED_STATES = 1 << 16  # of a layer that is wide
ROUND = 1 << 16  # successors of all threads in a round: enough to hide what it takes to wait for each other
AHEAD = 24  # entries of a batch: enough to hide the waiting for memory

_Ended = TypeVar("_Ended")


class Parts:
    """The threads of a count, one per part: where each is in its old states, and how many states its part of the cells has.

    parts: a power of 2, so that a state stays in its part when the cells are doubled; fan: successors of a state at most;
    width: words of a key; room: successors of a round at most, times the parts, should all fall into one part.
    """

    def __init__(self, parts: int, fan: int, width: int) -> None:
        self.parts = parts
        each = ROUND // parts + fan + 1
        self.batches = [np.empty((each + AHEAD) * (width + 2), dtype=np.uint64) for _ in range(parts)]
        self.spread = [batch[: each * (width + 2)] for batch in self.batches]
        self.entries = [np.empty(fan, dtype=np.uint64) for _ in range(parts)]
        self.room = parts * parts * each
        self.next = [0] * parts
        self.ends = [0] * parts
        self.made = [0] * parts
        self.threads = ThreadPoolExecutor(parts, "exactcover-layers")

    def begin(self, states: int) -> None:
        """Set out from the first of so many old states."""
        borders = [states * part // self.parts for part in range(self.parts + 1)]
        self.next, self.ends, self.made = borders[:-1], borders[1:], [0] * self.parts

    def advance(
        self, tables: Tables, step: Integers, wide: int, old: Words, counts: Words, cells: Words, where: Integers, budget: int
    ) -> int:  # fmt: skip
        """Make states of the next layer; return DONE, FULL (room or budget) or OVERFLOW. See cells.advance."""
        near, far, words = (0,) * tables.near, (0,) * tables.far, (0,) * wide
        stride = tables.near + tables.far + wide
        slots = len(cells) // stride
        down, size = 64 - (slots.bit_length() - 1), len(cells) // self.parts
        adds = tables.adds.ravel()
        stop = int(where[2]) + budget

        def spread(part: int) -> tuple[int, int]:
            count, state = spread_out(
                near, far, step, tables.chunks, tables.slices, tables.table, adds, tables.closes, old, self.next[part],
                self.ends[part], down, stride, self.spread[part], self.entries[part], HASHES, cells, False,
            )  # fmt: skip
            return int(count), int(state)

        def gathered(part: int) -> tuple[int, bool]:
            new, low = 0, part * size
            for batch, (count, _) in zip(self.batches, ended, strict=True):
                made, over = gather(near + far, words, count, batch, counts, cells, low, low + size, AHEAD)
                new += int(made)
                if over:
                    return new, True
            return new, False

        while any(first < end for first, end in zip(self.next, self.ends, strict=True)):
            if 10 * (self.parts * max(self.made) + self.room) > 7 * slots or where[2] >= stop:
                return FULL
            ended = self._each(spread)
            additions = self._each(gathered)
            if any(over for _, over in additions):
                return OVERFLOW
            self.next = [state for _, state in ended]
            self.made = [before + new for before, (new, _) in zip(self.made, additions, strict=True)]
            where[2] = sum(self.made)
            where[3] += sum(count for count, _ in ended)
        return DONE

    def pack(self, width: int, wide: int, cells: Words, keys: Words, counts: Words) -> None:
        """Move the states out of the cells, leaving those zero."""
        size = len(cells) // self.parts
        begins = [sum(self.made[:part]) for part in range(self.parts)]

        def move(part: int) -> None:
            held, first = cells[part * size : (part + 1) * size], begins[part]
            pack(width, wide, held, self.made[part], keys[first * width :], counts[first * wide :])

        self._each(move)

    def _each(self, work: Callable[[int], _Ended]) -> list[_Ended]:
        """Return what work comes to for each part, all parts at once."""
        return list(self.threads.map(work, range(self.parts)))
