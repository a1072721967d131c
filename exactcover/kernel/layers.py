"""Kernel D: exact cover counted layer by layer, equal states merged (frontier dynamic programming).

A layer holds the states after a step of the plan (layer_plan.py): a key, and the number of ways to reach it. Keys are
compared in full, never by their hash alone. Counts are unsigned numbers of 1, 2, 4, 8 or 16 words; a layer that
overflows is made anew with wider ones. Right for boards that are narrow in some direction; otherwise the states outgrow
the memory limit, and the refusal says so.

Source: the transfer-matrix method (Stanley, Enumerative Combinatorics 1, section 4.7), states by frontier as in
Knuth's Simpath (7.1.4). Not here: uniform samples (layer_samples.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from exactcover.kernel.bits import trailing_zeros
from exactcover.kernel.instance import Array, OutOfReach, Words
from exactcover.kernel.layer_plan import CHOOSE, CLOSE, FIRST, KIND, LAST, MAYBE, PLACE, QUOTA, SHIFTS, WIDE, Plan, prepare
from exactcover.kernel.slices import BITS, FURTHER, MASK, OFFSET, SEEN, SHIFT, WORD

__all__ = ["Counting", "Layer", "Plan", "Progress", "prepare"]

DONE, FULL, OVERFLOW = 0, 1, 2
WIDEST = 16  # words of a count
SMALLEST = 1 << 10  # states a layer has room for at first
ONE, SIX = np.uint64(1), np.uint64(6)
HASHES = np.array(
    [0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93]
    + [0xA0761D6478BD642F, 0xE7037ED1A0B428DB, 0x8EBC6AF09C88C6E3, 0x589965CC75374CC3],
    dtype=np.uint64,
)  # fmt: skip


class Layer(NamedTuple):
    """keys: (states, words of a key); counts: (states, words of a count), lowest word first."""

    keys: Words
    counts: Words


class Progress(NamedTuple):
    """Steps done and in all, states made so far, ways from state to state so far, states of the newest layer."""

    steps: int
    of: int
    states: int
    paths: int
    width: int
    finished: bool


@njit(cache=True, nogil=True)
def successors(key: Array, at: int, step: Array, chunks: Array, plan: Array, table: Array, closes: Array, entries: Array) -> int:
    """Fill `entries` with what a state may add at a step (the last entry adds nothing); return how many."""
    nothing = len(closes) - 1
    if step[KIND] == MAYBE:
        entries[0] = nothing
        entries[1] = step[FIRST]
        for word in range(closes.shape[1]):
            if key[at + word] & closes[step[FIRST], word]:
                return 1
        return 2
    word, shift = step[PLACE] >> 6, step[PLACE] & 63
    if step[KIND] == CLOSE:
        entries[0] = nothing
        low = shift - step[WIDE]
        value = (key[at + word] >> np.uint64(low)) & ((np.uint64(2) << np.uint64(step[WIDE])) - ONE)
        return int(np.int64(value) >= step[QUOTA])
    if (key[at + word] >> np.uint64(shift)) & ONE or (step[FIRST] == step[LAST]):
        entries[0] = nothing
        return 1
    size = 0
    for chunk in range(step[FIRST], step[LAST]):
        count = np.uint64(chunks[chunk, 1])
        options = ~np.uint64(0) if count == np.uint64(64) else (ONE << count) - ONE
        here = np.uint64(chunks[chunk, 2])
        base = chunks[chunk, 0]
        while True:
            slice_ = plan[here]
            here += ONE
            seen = (key[np.uint64(at) + (slice_ & WORD)] >> ((slice_ >> SHIFT) & BITS)) & ((slice_ >> MASK) & SEEN)
            options &= table[(slice_ >> OFFSET) + seen]
            if slice_ & FURTHER == np.uint64(0):
                break
        while options != np.uint64(0):
            entries[size] = base + trailing_zeros(options)
            options &= options - ONE
            size += 1
    return size


@njit(cache=True, nogil=True)
def advance(
    near: tuple[int, ...], far: tuple[int, ...], wide: tuple[int, ...], step: Array, chunks: Array, plan: Array, table: Array,
    adds: Array, closes: Array, old_keys: Array, old_counts: Array, keys: Array, counts: Array, index: Array, entries: Array,
    hashes: Array, where: Array, budget: int,
) -> int:  # fmt: skip
    """Make the next layer from the states where[0]..where[1]; return DONE, FULL (room or budget ran out) or OVERFLOW.

    near, far, wide: tuples as long as the shifted words, the global words and a count, which specialise the code; keys,
    counts: flat, with room; index: open addressing, state or -1, a power of 2 long; where: next old state, old states,
    states made, paths.
    """
    local, width, words = np.uint64(len(near)), np.uint64(len(near) + len(far)), np.uint64(len(wide))
    fan = len(entries)
    mask = np.uint64(len(index) - 1)
    down = np.uint64(64 - trailing_zeros(np.uint64(len(index))))
    room = min(len(keys) // (len(near) + len(far)), len(index) // 2) - 1
    shifts = np.uint64(step[SHIFTS])
    size = np.uint64(where[2])
    ways, spent = where[3], 0
    for state in range(where[0], where[1]):
        if np.int64(size) + fan > room or spent >= budget:
            where[0], where[2], where[3] = state, size, ways
            return FULL
        spent += 1
        at = np.uint64(state) * width
        options = successors(old_keys, state * np.int64(width), step, chunks, plan, table, closes, entries)
        ways += options
        for k in range(options):
            add = np.uint64(entries[k]) * width
            new = size * width
            for word in range(width):
                keys[new + word] = old_keys[at + word] + adds[add + word]
            if shifts:
                for word in range(local):
                    keys[new + word] >>= ONE
                    if word + ONE < local:
                        keys[new + word] |= keys[new + word + ONE] << BITS
            hashed = np.uint64(0)
            for word in range(width):
                hashed = (hashed ^ (hashed >> np.uint64(29)) ^ keys[new + word]) * hashes[word]
            place = (hashed ^ (hashed >> np.uint64(32))) * hashes[0] >> down
            while True:
                found = index[place]
                if found < 0:
                    index[place] = np.int32(size)
                    for word in range(words):
                        counts[size * words + word] = old_counts[np.uint64(state) * words + word]
                    size += ONE
                    break
                same = True
                for word in range(width):
                    same = same and keys[np.uint64(found) * width + word] == keys[new + word]
                if same:
                    carry = np.uint64(0)
                    for word in range(words):
                        a = counts[np.uint64(found) * words + word]
                        b = old_counts[np.uint64(state) * words + word]
                        total = a + b
                        more = np.uint64(total < a)
                        total += carry
                        carry = more | np.uint64(total < carry)
                        counts[np.uint64(found) * words + word] = total
                    if carry:
                        return OVERFLOW
                    break
                place = (place + ONE) & mask
    where[0], where[2], where[3] = where[1], size, ways
    return DONE


@njit(cache=True, nogil=True)
def indexed(width: int, keys: Array, size: int, index: Array, hashes: Array) -> None:
    """Enter the first `size` keys, all different, into an index."""
    mask = np.uint64(len(index) - 1)
    down = np.uint64(64 - trailing_zeros(np.uint64(len(index))))
    index[:] = -1
    for state in range(size):
        hashed = np.uint64(0)
        for word in range(width):
            hashed = (hashed ^ (hashed >> np.uint64(29)) ^ keys[state * width + word]) * hashes[word]
        place = (hashed ^ (hashed >> np.uint64(32))) * hashes[0] >> down
        while index[place] >= 0:
            place = (place + ONE) & mask
        index[place] = np.int32(state)


class Counting:
    """One layered count, driven a call at a time.

    memory: bytes that both layers and the index may take; run raises OutOfReach above.
    """

    def __init__(self, plan: Plan, memory: int = 1 << 30) -> None:
        self.plan = plan
        self.memory = memory
        self.wide = 1
        self.layer = Layer(plan.start[None, :].copy(), np.ones((1 - int(plan.dead), 1), dtype=np.uint64))
        if plan.dead:
            self.layer = Layer(self.layer.keys[:0], self.layer.counts)
        self.progress = Progress(0, len(plan.steps), len(self.layer.keys), 0, len(self.layer.keys), not len(plan.steps))
        self.fan = int(max((plan.chunks[row[FIRST] : row[LAST], 1].sum() for row in plan.steps if row[KIND] == CHOOSE), default=0)) + 2
        self.reserve(SMALLEST)
        self.where = np.zeros(4, dtype=np.int64)
        self.begin_step()

    def reserve(self, states: int) -> None:
        """Make room for a new layer of that many states, keeping those already made; raises OutOfReach."""
        width, made = self.plan.near + self.plan.far, int(self.where[2]) if hasattr(self, "where") else 0
        held = 8 * (width + self.wide) * (states + len(self.layer.keys)) + 8 * states
        if states > SMALLEST and held > self.memory:
            raise OutOfReach(
                f"a layer of more than {states // 2} states after step {self.progress.steps} of {self.progress.of} needs"
                f" {held >> 20} MB; the limit is {self.memory >> 20} MB"
            )
        keys, counts = np.empty(states * width, dtype=np.uint64), np.empty(states * self.wide, dtype=np.uint64)
        if made:
            keys[: made * width] = self.keys[: made * width]
            counts[: made * self.wide] = self.counts[: made * self.wide]
        self.keys, self.counts = keys, counts
        self.index = np.empty(2 * states, dtype=np.int32)
        if made:
            indexed(width, keys, made, self.index, HASHES)

    def begin_step(self) -> None:
        """Set out from the first state of the newest layer."""
        self.where[:] = (0, len(self.layer.keys), 0, 0)
        self.used = self.index[: 2 * self.suited()]
        self.used[:] = -1

    def suited(self) -> int:
        """Return the states to index at first: a small index is quicker to clear, and grows where it must."""
        wanted = max(SMALLEST, 4 * len(self.layer.keys), 4 * self.fan)
        states = 1 << (wanted - 1).bit_length()
        if 2 * states > len(self.index):
            self.where[2] = 0
            self.reserve(states)
        return states

    def run(self, states: int) -> Progress:
        """Make at least that many states more, or finish; raises OutOfReach for memory or for counts above 2**1024."""
        stop = self.progress.states + states
        while not self.progress.finished and self.progress.states + int(self.where[2]) < stop:
            self.call(max(1, stop - self.progress.states))
        done = self.progress
        return done._replace(states=done.states + int(self.where[2]), paths=done.paths + int(self.where[3]))

    def call(self, budget: int) -> None:
        """Go on with the current step, and close it when it is done."""
        plan, step = self.plan, self.plan.steps[self.progress.steps]
        ended = advance(
            (0,) * plan.near, (0,) * plan.far, (0,) * self.wide, step, plan.chunks, plan.plan, plan.table, plan.adds.ravel(),
            plan.closes, self.layer.keys.ravel(), self.layer.counts.ravel(), self.keys, self.counts, self.used,
            np.empty(self.fan, np.int64), HASHES, self.where, budget,
        )  # fmt: skip
        if ended == OVERFLOW:
            self.widen()
        elif ended == DONE:
            self.end_step()
        elif self.where[2] + self.fan >= len(self.used) // 2 - 1:
            if len(self.used) == len(self.index):
                self.reserve(len(self.index))
                self.used = self.index
            else:
                self.used = self.index[: 2 * len(self.used)]
                indexed(plan.near + plan.far, self.keys, int(self.where[2]), self.used, HASHES)

    def widen(self) -> None:
        """Double the words of a count and begin the step again."""
        if self.wide == WIDEST:
            raise OutOfReach(f"a count of ways exceeds 2**{64 * WIDEST}")
        counts = np.zeros((len(self.layer.keys), 2 * self.wide), dtype=np.uint64)
        counts[:, : self.wide] = self.layer.counts
        self.layer = Layer(self.layer.keys, counts)
        self.wide *= 2
        self.where[2] = 0
        self.reserve(len(self.index) // 2)
        self.begin_step()

    def end_step(self) -> None:
        """Take the layer just made for the newest one."""
        width, made = self.plan.near + self.plan.far, int(self.where[2])
        kept = Layer(
            self.keys[: made * width].reshape(made, width).copy(), self.counts[: made * self.wide].reshape(made, self.wide).copy()
        )
        self.layer = kept
        done = self.progress
        self.progress = Progress(
            done.steps + 1, done.of, done.states + made, done.paths + int(self.where[3]), made, done.steps + 1 == done.of
        )
        self.where[:] = 0
        if not self.progress.finished:
            self.begin_step()

    @property
    def count(self) -> int:
        """The number of ways to the states of the newest layer: of solutions, once finished."""
        return sum(int(part) << (64 * k) for k, word in enumerate(self.layer.counts.T) for part in halves(word, k))


def halves(words: Words, _place: int) -> tuple[int, int]:
    """Return the sum of 64-bit words, as a sum of low halves and of high halves, which cannot overflow."""
    low = int((words & np.uint64((1 << 32) - 1)).sum(dtype=np.uint64))
    high = int((words >> np.uint64(32)).sum(dtype=np.uint64))
    return low, high << 32
