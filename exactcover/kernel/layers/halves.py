"""A count by layers from both ends of the order at once, a thread for each half; where they meet, their states are joined.

The solutions are the sum, over the states of the front half at the meeting, of the ways to it times the ways of the back half
to what it leaves. Where the two halves together need more memory than there is, or the back half is out of reach, the
front half goes on alone, to the end of the order.

*Historical note.* Dominoes on 20x20: 13.7 million states from one end, 8.5 million in each half. Sharing out the states of each
layer instead (parts.py) took two threads 1.8 times the CPU seconds of one.
Not here: where the halves meet, and the cover of the back half (meeting.py).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit

from exactcover.kernel.arrays import Array
from exactcover.kernel.bits import prefetch, trailing_zeros
from exactcover.kernel.instance import OutOfReach
from exactcover.kernel.layers.cells import BATCH, HASHES, ONE
from exactcover.kernel.layers.index import indexed, located, slot
from exactcover.kernel.layers.layers import Counting, Progress
from exactcover.kernel.layers.meeting import Meeting

# A count is cut into limbs of half a word, so that the product of two fits into a word.
LIMB, LOWEST, ZERO = np.uint64(32), np.uint64((1 << 32) - 1), np.uint64(0)


@njit(cache=True, nogil=True)
def joined(
    keys: Array, counts: Array, index: Array, near: int, back_keys: Array, back_counts: Array, back_near: int, places: Array,
    whole: Array, hashes: Array, sums: Array,
) -> None:  # fmt: skip
    """Add to `sums`, limb by limb, the ways to each state of the front half times those of the back half to the rest.

    index: of `keys`; counts, back_counts: limbs of each state, lowest first; near, back_near: words of a key before the global
    ones; whole: of each global word, what the two halves must have in it together.
    """
    flat_keys, flat_counts = keys.ravel(), counts.ravel()
    down = np.uint64(64 - trailing_zeros(np.uint64(len(index))))
    rest, slots = np.empty((BATCH, keys.shape[1]), np.uint64), np.empty(BATCH, np.int64)
    for first in range(0, len(back_keys), BATCH):
        size = min(BATCH, len(back_keys) - first)
        for k in range(size):
            rest[k] = ZERO
            for mark in range(len(places)):
                bit = (back_keys[first + k, mark >> 6] >> np.uint64(mark & 63)) & ONE
                rest[k, places[mark] >> 6] |= bit << np.uint64(places[mark] & 63)
            for word in range(len(whole)):
                rest[k, near + word] = whole[word] - back_keys[first + k, back_near + word]
            slots[k] = slot(rest[k], hashes, down)
            prefetch(index, np.uint64(slots[k]))
        for k in range(size):
            other = index[slots[k]]
            if other >= 0:
                prefetch(flat_keys, np.uint64(other * keys.shape[1]))
                prefetch(flat_counts, np.uint64(other * counts.shape[1]))
        for k in range(size):
            other = located(rest[k], keys, index, hashes)
            if other >= 0:
                multiply(counts[other], back_counts[first + k], sums)


@njit(cache=True, nogil=True)
def multiply(one: Array, other: Array, sums: Array) -> None:
    """Add the product of two numbers, limbs with the lowest first, to `sums`, in limbs that may grow beyond their bits."""
    for low in range(len(one)):
        factor = np.uint64(one[low])
        if factor != ZERO:
            for high in range(len(other)):
                product = factor * np.uint64(other[high])
                sums[low + high] += product & LOWEST
                sums[low + high + 1] += product >> LIMB


class Halves:
    """A count that was begun at one end, and goes on from both; driven one call at a time, as layers.Counting is.

    front: the count so far, not yet at the meeting; memory, workers: of both halves together, at least two workers.
    """

    how = "layer by layer from both ends"

    def __init__(self, front: Counting, meeting: Meeting, memory: int, workers: int) -> None:
        self.front, self.meeting, self.memory, self.workers = front, meeting, memory, workers
        self.back: Counting | None = None
        self.alone = False
        self.joint: int | None = None
        self.thread = ThreadPoolExecutor(1, "exactcover-back-half")
        front.begin_anew(memory // 2, workers - workers // 2)

    @property
    def bytes_per_state(self) -> int:
        """About how many bytes a state of the widest layer of the front half takes."""
        return self.front.bytes_per_state

    @property
    def count(self) -> int:
        """The number of solutions, once finished."""
        return self.front.count if self.joint is None else self.joint

    def run(self, states: int) -> Progress:
        """Make about that many states more, or finish.

        Raises OutOfRoom where not even the front half alone has room, or OutOfReach for counts above 2**1024.
        """
        if not self.alone:
            try:
                return self._both(states // 2)
            except OutOfReach:
                self.back, self.alone = None, True
                self.front.begin_anew(self.memory, self.workers)
        return self.front.run(states)

    def _both(self, states: int) -> Progress:
        """Go on with both halves; raises OutOfReach where one of them cannot."""
        behind = self.thread.submit(self._behind, states)
        try:
            done = self.front.run(states, until=self.meeting.steps)
        finally:
            back = behind.exception()
        if back is not None:
            raise back
        other = behind.result()
        if done.steps == self.meeting.steps and other.steps == self.meeting.back_steps:
            self.joint = self._joined()
            done = done._replace(finished=True)
        return done._replace(states=done.states + other.states, paths=done.paths + other.paths)

    def _behind(self, states: int) -> Progress:
        """Go on with the back half."""
        if self.back is None:
            self.back = Counting(self.meeting.tables(), self.memory // 2, workers=self.workers // 2)
        return self.back.run(states, until=self.meeting.back_steps)

    def _joined(self) -> int:
        """Return the number of solutions, from the states of both halves at the meeting."""
        assert self.back is not None, "halves are joined once both are done"
        front, back = self.front, self.back
        keys, counts = front.layer
        index = np.empty(2 << (2 * len(keys)).bit_length(), dtype=np.int64)  # two places at least
        indexed(keys, index, HASHES)
        back_keys, back_counts = back.layer
        sums = np.zeros((2, 2 * (front.wide + back.wide) + 1), dtype=np.uint64)

        def join(part: int) -> None:
            mine = slice(len(back_keys) * part // len(sums), len(back_keys) * (part + 1) // len(sums))
            joined(
                keys, counts.view(np.uint32), index, front.tables.near, back_keys[mine], back_counts[mine].view(np.uint32),
                back.tables.near, self.meeting.places, self.meeting.whole, HASHES, sums[part],
            )  # fmt: skip

        other = self.thread.submit(join, 1)
        join(0)
        other.result()
        return sum(int(limb) << (int(LIMB) * k) for half in sums for k, limb in enumerate(half))
